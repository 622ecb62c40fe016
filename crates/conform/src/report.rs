//! Report of a comparison, as data.

use serde::Serialize;

use crate::drift::Drift;

/// Result of the comparison of services with their spec.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Compared services, in the order of the spec.
    pub services: Vec<ServiceReport>,
    /// Reasons of exceptions to which no drift belongs.
    pub unused_exceptions: Vec<String>,
    /// Number of calls that were sent.
    pub calls: usize,
}

/// Result of the comparison of one service.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceReport {
    /// Name of the service.
    pub service: String,
    /// Name of the client of the service.
    pub client: String,
    /// Whether the service has none of the operations that were called, and the user did not name
    /// it.
    pub is_absent: bool,
    /// Number of operations that conform.
    pub conforming: usize,
    /// Number of operations with unexplained drift.
    pub drifting: usize,
    /// Number of operations that could not be tried.
    pub untried: usize,
    /// Operations, in the order of the spec.
    pub operations: Vec<OperationReport>,
}

/// Result of the comparison of one operation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationReport {
    /// ID of the operation, such as `books.findBook`.
    pub id: String,
    /// Whether the operation conforms.
    pub state: State,
    /// Reason why the operation was not compared; empty if it was.
    pub reason: String,
    /// Number of calls that were sent.
    pub calls: usize,
    /// Differences between the responses and the spec.
    pub drifts: Vec<Drift>,
    /// Number of differences that were left out, because the report limits them per object, per
    /// operation and in total.
    pub left_out: usize,
}

/// Whether an operation conforms to its spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// All results agree with the spec, or exceptions explain the differences.
    Conforms,
    /// At least one difference is unexplained.
    Drifts,
    /// No result could be compared.
    Untried,
}

impl Report {
    /// Returns the drift of all operations, in the order of the spec.
    pub fn drifts(&self) -> impl Iterator<Item = &Drift> {
        self.services.iter().flat_map(|service| &service.operations).flat_map(|operation| &operation.drifts)
    }

    /// Returns whether at least one operation conforms, and exceptions explain all drift.
    #[must_use]
    pub fn conforms(&self) -> bool {
        let sum = |count: fn(&ServiceReport) -> usize| self.services.iter().map(count).sum::<usize>();
        sum(|service| service.conforming) > 0 && sum(|service| service.drifting) == 0
    }

    /// Returns the report as JSON, with a member `conforms`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(members) = value.as_object_mut() {
            members.insert("conforms".to_owned(), self.conforms().into());
        }
        serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
    }
}

impl ServiceReport {
    pub(crate) fn new(service: &str, client: &str, operations: Vec<OperationReport>, is_absent: bool) -> Self {
        let count = |state| operations.iter().filter(|operation| operation.state == state).count();
        let (conforming, drifting, untried) = (count(State::Conforms), count(State::Drifts), count(State::Untried));
        Self {
            service: service.to_owned(),
            client: client.to_owned(),
            is_absent,
            conforming,
            drifting,
            untried,
            operations,
        }
    }
}
