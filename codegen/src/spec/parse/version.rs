//! Version of the language in which a file is written.
//!
//! Input: the root of a file. Output: whether the rest of the file can be understood, and advice if
//! not. One table lists the changes from each version to the next; a new version adds a row.

use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{Node, NodeKind};
use crate::language::reader::Reader;

/// Version of the language that this generator reads.
pub const VERSION: u32 = 1;

/// For each older version, the changes that migrate a file to the next version.
const MIGRATIONS: &[(u32, &str)] = &[(
    0,
    "remove `source`, `effect`, `available`, `notes` and `limits` from files that have neither `service` nor `client`: \
     the draft accepted and ignored them there",
)];

/// Each older version has exactly one row.
const _: () = {
    assert!(MIGRATIONS.len() == VERSION as usize);
    let mut at = 0;
    while at < MIGRATIONS.len() {
        assert!(MIGRATIONS[at].0 as usize == at);
        at += 1;
    }
};

impl Reader {
    /// Checks that `chainloom: 1` is the first key. Returns whether the rest of the file can be
    /// understood.
    pub(super) fn version(&mut self, root: &Node) -> bool {
        let NodeKind::Map(entries) = &root.kind else {
            self.bad_shape(root, "a file", "a mapping");
            return false;
        };
        let Some(at) = entries.iter().position(|entry| entry.key.text == "chainloom") else {
            let span = entries.first().map_or(root.span, |entry| entry.key.span);
            let message = "the file does not state the version of the language";
            let problem = Diagnostic::error(Code::Version, span, message);
            self.report(problem.hint(format!("begin the file with `chainloom: {VERSION}`")));
            return true;
        };
        let entry = &entries[at];
        if at != 0 {
            let message = "`chainloom` is not the first key";
            let problem = Diagnostic::error(Code::Version, entry.key.span, message);
            self.report(problem.hint("move the line to the top of the file"));
        }
        let Some((message, hint)) = version_problem(&entry.value) else {
            return entry.value.kind != NodeKind::Broken;
        };
        self.report(Diagnostic::error(Code::Version, entry.value.span, message).hint(hint));
        false
    }
}

/// Returns the message and hint for a version that cannot be read; `None` if it can, or if its
/// mistake was reported.
fn version_problem(value: &Node) -> Option<(String, String)> {
    let whole = "the version of the language is a whole number";
    let write = format!("write `chainloom: {VERSION}`");
    let digits = match &value.kind {
        NodeKind::Broken => return None,
        NodeKind::Number(digits) => digits,
        NodeKind::Text(text) if text.parse::<u32>().is_ok_and(|number| number.to_string() == *text) => {
            let hint = format!("write it without quotes: `chainloom: {text}`");
            return Some((format!("the version `{text}` is a text"), hint));
        }
        _ => return Some((format!("{whole}, but this is {}", value.noun()), write)),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((format!("{whole}, not `{digits}`"), write));
    }
    // Digits that overflow a number denote a newer version.
    match digits.parse::<u32>().unwrap_or(u32::MAX) {
        VERSION => None,
        older if older < VERSION => {
            let hint = format!("{}; then {write}", steps(MIGRATIONS, older, VERSION));
            Some((format!("the file is written in version {older} of the language"), hint))
        }
        _ => {
            let hint = format!("use a newer generator; this one reads version {VERSION}");
            Some((format!("version {digits} of the language is newer than this generator"), hint))
        }
    }
}

/// Lists the changes of every step from one version to another.
fn steps(table: &[(u32, &str)], from: u32, to: u32) -> String {
    let on_the_way = table.iter().filter(|(version, _)| (from..to).contains(version));
    let step = |(version, change): &(u32, &str)| format!("from {version} to {}: {change}", version + 1);
    on_the_way.map(step).collect::<Vec<_>>().join("; ")
}
