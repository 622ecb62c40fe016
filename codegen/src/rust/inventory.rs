//! The inventory: one row for each Rust request type, as data for people and tools.
//!
//! Input: a [`Model`] and its [`Names`]. Output: the text of a JSON array, sorted by id.

use serde_json::{Value as Json, json};

use super::paths::Paths;
use crate::analysis::names::Names;
use crate::model::{CallView, Model, Wire};

/// The inventory as a file.
pub(crate) fn inventory(model: &Model, names: &Names) -> String {
    let paths = Paths { model, names };
    let own = model.typed_calls().filter(|call| model.is_own(call.operation.module));
    let mut rows: Vec<(String, Json)> = own.map(|call| row(&paths, call)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    format!("{:#}\n", Json::Array(rows.into_iter().map(|(_, row)| row).collect()))
}

/// The id and all that is said of it.
fn row(paths: &Paths<'_>, call: CallView<'_>) -> (String, Json) {
    let model = paths.model;
    let operation = call.operation;
    let service = &model.services[operation.service.0];
    let (protocol, addresses) = match &operation.wire {
        Wire::Rest { path, .. } => ("rest", vec![path.to_string()]),
        Wire::Rpc { .. } => ("json-rpc", service.endpoints.iter().map(|end| end.path.to_string()).collect()),
    };
    let facts = call.facts();
    let id = call.id_of(service);
    let row = json!({
        "id": id,
        "service": service.name,
        "protocol": protocol,
        "name": model.shown_wire_name(call),
        "paths": addresses,
        "operation": paths.request(call),
        "response": paths.result_type(call.own),
        "since": facts.since,
        "deprecated": facts.deprecated.map(|mark| mark.since.clone().unwrap_or_default()),
    });
    (id, row)
}
