//! The report of a run.
//!
//! Input: outcomes of calls, and lines of everything else. Output: a table in Markdown for people,
//! and JSON with every call and every member that the spec does not describe.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::calls::{Called, Outcome, operations};

/// A row about something that is no single call.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) count: usize,
    pub(crate) note: String,
}

impl Line {
    pub(crate) fn json(&self) -> Value {
        json!({ "what": self.what, "count": self.count, "note": self.note })
    }
}

/// What is counted of a service.
#[derive(Default)]
struct Row {
    operations: usize,
    calls: usize,
    answered: usize,
    refused: usize,
    unserved: usize,
    wrong: usize,
    members: BTreeSet<String>,
}

/// The table of the calls.
pub(crate) fn table(called: &[Called]) -> String {
    let mut rows = BTreeMap::<&str, Row>::new();
    for entry in operations() {
        rows.entry(service(entry.operation().id)).or_default().operations += 1;
    }
    let mut ids = BTreeSet::new();
    for one in called {
        let row = rows.entry(service(&one.call.id)).or_default();
        row.calls += 1;
        let is_first = ids.insert(&one.call.id);
        match &one.outcome {
            Outcome::Answered(members) => {
                row.answered += usize::from(is_first);
                row.members.extend(members.iter().map(|member| format!("{} {member}", one.call.id)));
            }
            Outcome::Refused(..) => row.refused += usize::from(is_first),
            Outcome::Unserved(_) => row.unserved += usize::from(is_first),
            Outcome::Unreadable(_) | Outcome::Failed(_) => row.wrong += 1,
        }
    }
    let mut text =
        "| service | operations | calls | answered | refused | not served | wrong | members not described |\n"
            .to_owned();
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for (service, row) in rows {
        let Row { operations, calls, answered, refused, unserved, wrong, members } = row;
        let members = members.len();
        text += &format!(
            "| {service} | {operations} | {calls} | {answered} | {refused} | {unserved} | {wrong} | {members} |\n"
        );
    }
    text
}

fn service(id: &str) -> &str {
    id.split('.').next().unwrap_or_default()
}

/// The lines of a section.
pub(crate) fn lines(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("- {}: {} {}\n", line.what, line.count, line.note)).collect()
}

/// What is wrong or not as the table says, a line each.
pub(crate) fn surprises(called: &[Called]) -> Vec<String> {
    let surprising = called.iter().filter(|one| !one.is_expected);
    surprising.map(|one| format!("{}: {:?}", one.call.id, one.outcome)).collect()
}

/// A call as JSON.
pub(crate) fn json(one: &Called) -> Value {
    let (outcome, detail) = match &one.outcome {
        Outcome::Answered(members) => ("answered", json!(members)),
        Outcome::Refused(code, message) => ("refused", json!({ "code": code, "message": message })),
        Outcome::Unserved(message) => ("not served", json!(message)),
        Outcome::Unreadable(why) => ("unreadable", json!(why)),
        Outcome::Failed(why) => ("failed", json!(why)),
    };
    json!({ "operation": one.call.id, "outcome": outcome, "detail": detail, "expected": one.is_expected })
}
