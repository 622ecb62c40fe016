//! Report as human-readable text.

use chainloom_forms::printable::line;

use crate::drift::Drift;
use crate::report::{OperationReport, Report, ServiceReport, State};

impl Report {
    /// Returns the report as text: drift, operations that could not be tried, and a line for each
    /// service.
    #[must_use]
    pub fn to_text(&self) -> String {
        let operations = self.services.iter().flat_map(|service| &service.operations);
        let mut out: String = operations.map(drifts).collect();
        for service in self.services.iter().filter(|service| !service.is_absent) {
            out += &untried(service);
        }
        out += &self
            .unused_exceptions
            .iter()
            .map(|why| format!("the exception explains nothing: {why}\n"))
            .collect::<String>();
        let width = self.services.iter().map(|service| service.service.len()).max().unwrap_or_default();
        out += &self
            .services
            .iter()
            .map(|service| format!("{:width$}  {}\n", service.service, summary(service)))
            .collect::<String>();
        let verdict = match (self.conforms(), self.drifts().any(|drift| drift.explained.is_none())) {
            (true, _) => "conforms",
            (false, true) => "drifts",
            (false, false) => "nothing could be compared",
        };
        out + &format!("{} calls: {verdict}\n", self.calls)
    }
}

/// Returns the drift of an operation as text.
fn drifts(operation: &OperationReport) -> String {
    let more = match operation.left_out {
        0 => String::new(),
        count => format!("{}: … and {count} more\n\n", operation.id),
    };
    operation.drifts.iter().map(drift).collect::<String>() + &more
}

fn drift(drift: &Drift) -> String {
    let times = if drift.times > 1 { format!(" ({} times)", drift.times) } else { String::new() };
    let mut out =
        format!("{}: {} at {}{times}\n  {}\n", drift.operation, drift.kind, line(&drift.path), line(&drift.message));
    if !drift.came.is_empty() {
        out += &format!("  came: {}\n", line(&drift.came));
    }
    out += &format!("  spec: {}\n", drift.place);
    if let Some(why) = &drift.explained {
        out += &format!("  explained: {why}\n");
    }
    match (&drift.same_as, &drift.suggestion) {
        (Some(other), _) => out += &format!("  as in {other}\n"),
        (None, Some(suggestion)) => match &suggestion.diff {
            Some(diff) => out += &diff.lines().map(|change| format!("    {change}\n")).collect::<String>(),
            None => out += &format!("  suggestion: {}\n", suggestion.line),
        },
        (None, None) => {}
    }
    out + "\n"
}

fn untried(service: &ServiceReport) -> String {
    let operations: Vec<&OperationReport> =
        service.operations.iter().filter(|one| one.state == State::Untried).collect();
    if operations.is_empty() {
        return String::new();
    }
    let lines = operations.iter().map(|one| format!("  {}: {}\n", one.id, line(&one.reason)));
    format!("{}: could not be tried\n{}\n", service.service, lines.collect::<String>())
}

pub(crate) fn summary(service: &ServiceReport) -> String {
    match service.is_absent {
        true => "not served here".to_owned(),
        false => format!("{} conform, {} drift, {} not tried", service.conforming, service.drifting, service.untried),
    }
}
