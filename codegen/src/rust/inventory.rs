//! Inventory: one row for each Rust request type, and for the webhooks of each file, for readers and tools.
//!
//! Input: a [`Model`] and its [`Names`]. Output: the text of a JSON array, sorted by id.

use serde_json::{Value as Json, json};

use super::paths::Paths;
use crate::analysis::names::Names;
use crate::language::word::Closed as _;
use crate::model::{CallView, Model, Signature, Wire};

/// Cargo feature of the runtime with receivers of webhooks.
const RECEIVERS: &str = "webhooks";

/// Returns the inventory as the text of a file.
pub(crate) fn inventory(model: &Model, names: &Names) -> String {
    let paths = Paths { model, names };
    let own = model.typed_calls().filter(|call| model.is_own(call.operation.module));
    let webhooks = (0..model.webhooks.len()).filter(|index| model.is_own(model.webhooks[*index].module));
    let mut rows: Vec<(String, Json)> = own.map(|call| call_row(&paths, call)).collect();
    rows.extend(webhooks.map(|index| webhooks_row(&paths, index)));
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    format!("{:#}\n", Json::Array(rows.into_iter().map(|(_, row)| row).collect()))
}

/// Returns the ID of a typed call, by which rows are sorted, and its row.
fn call_row(paths: &Paths<'_>, call: CallView<'_>) -> (String, Json) {
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
        "operation": paths.call_path(call),
        "response": paths.result_type(call.own),
        "since": facts.since,
        "deprecated": facts.deprecated.map(|mark| mark.since.clone().unwrap_or_default()),
    });
    (id, row)
}

/// Returns the name and the row of the webhooks with this index in the model.
fn webhooks_row(paths: &Paths<'_>, index: usize) -> (String, Json) {
    let model = paths.model;
    let webhooks = &model.webhooks[index];
    let mut features = model.features().swap_remove(webhooks.module.0);
    features.push(RECEIVERS.to_owned());
    let row = json!({
        "id": webhooks.name,
        "client": model.clients[webhooks.client.0].name,
        "protocol": "webhook",
        "webhooks": paths.path_in_module(webhooks.module, [&paths.names.webhooks(index).name]),
        "event": paths.type_name(&webhooks.event),
        "doc": webhooks.doc,
        "source": webhooks.source.as_ref().map(|source| &source.0),
        "signature": webhooks.signature.as_ref().map(signature),
        "features": features,
    });
    (webhooks.name.clone(), row)
}

/// Returns the signature of webhooks as a member of their row.
fn signature(signature: &Signature) -> Json {
    json!({
        "header": signature.header.as_str(),
        "algorithm": signature.algorithm.word(),
        "over": signature.over_texts(),
    })
}
