//! Report of a comparison, as data.

use serde::Serialize;

use crate::drift::Drift;

/// What was found of a service or several.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The services of the spec that were looked at, in its order.
    pub services: Vec<ServiceReport>,
    /// The exceptions that explain nothing: their reasons.
    pub unused_exceptions: Vec<String>,
    /// The number of calls that were sent.
    pub calls: usize,
}

/// What was found of a service.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceReport {
    /// The name of the service.
    pub service: String,
    /// The name of its client.
    pub client: String,
    /// Whether no operation of it is served, and nobody asked for it.
    pub is_absent: bool,
    /// The number of operations that conform.
    pub conforming: usize,
    /// The number of operations with drift that no exception explains.
    pub drifting: usize,
    /// The number of operations that could not be tried.
    pub untried: usize,
    /// The operations, in the order of the spec.
    pub operations: Vec<OperationReport>,
}

/// What was found of an operation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationReport {
    /// ID of the operation, such as `books.findBook`.
    pub id: String,
    /// Outcome of the comparison.
    pub state: State,
    /// Why it could not be tried; empty if it was.
    pub reason: String,
    /// The number of calls that were sent.
    pub calls: usize,
    /// What differs.
    pub drifts: Vec<Drift>,
    /// How many differences are not listed: a report lists a number of each object, of each
    /// operation and of all.
    pub left_out: usize,
}

/// What was found of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// All results are as described, or an exception explains what is not.
    Conforms,
    /// Something differs.
    Drifts,
    /// Nothing could be compared.
    Untried,
}

impl Report {
    /// Returns all drift, in the order of the spec.
    pub fn drifts(&self) -> impl Iterator<Item = &Drift> {
        self.services.iter().flat_map(|service| &service.operations).flat_map(|operation| &operation.drifts)
    }

    /// Whether something was compared, and all drift is explained.
    #[must_use]
    pub fn conforms(&self) -> bool {
        let sum = |count: fn(&ServiceReport) -> usize| self.services.iter().map(count).sum::<usize>();
        sum(|service| service.conforming) > 0 && sum(|service| service.drifting) == 0
    }

    /// Returns the report as JSON.
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
