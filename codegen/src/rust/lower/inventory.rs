//! The inventory: one row for each Rust request type, as data for people and tools.

use serde_json::{Value as Json, json};

use super::operations::{operation_id, wire_name};
use super::types::Context;
use crate::casing;
use crate::model::{self, Call, Type};

/// What the inventory says of a request type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InventoryRow {
    /// Unique: service, dot, name.
    pub(crate) id: String,
    pub(crate) service: String,
    /// `rest` or `json-rpc`.
    pub(crate) protocol: &'static str,
    /// The wire name, with the documents' values for variables.
    pub(crate) name: String,
    /// All paths, with their variables.
    pub(crate) paths: Vec<String>,
    /// The Rust path of the request type.
    pub(crate) operation: String,
    /// The Rust type of the answer.
    pub(crate) response: String,
    pub(crate) since: Option<String>,
    pub(crate) deprecated: Option<String>,
}

pub(super) fn lower_inventory(context: &Context<'_>) -> Vec<InventoryRow> {
    let own = context.model.operations.iter().filter(|operation| context.model.is_own(operation.module));
    let mut rows: Vec<InventoryRow> = own.map(|operation| lower_row(context, operation)).collect();
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    rows
}

fn lower_row(context: &Context<'_>, operation: &model::Operation) -> InventoryRow {
    let service = &context.model.services[operation.service.0];
    let (protocol, paths) = match &operation.call {
        Call::Rest { path, .. } => ("rest", vec![path.as_str().to_owned()]),
        Call::Rpc { .. } => ("json-rpc", service.endpoints.iter().map(|end| end.path.as_str().to_owned()).collect()),
    };
    let name = match &operation.call {
        Call::Rest { .. } => wire_name(operation),
        Call::Rpc { method } => context.model.shown(method),
    };
    let deprecated = operation.deprecated.as_ref();
    InventoryRow {
        id: operation_id(context, operation),
        service: service.name.clone(),
        protocol,
        name,
        paths,
        operation: rust_path(context, operation.module, &operation.name),
        response: operation.result.as_ref().map_or_else(|| "()".to_owned(), |ty| response(context, ty)),
        since: operation.since.clone(),
        deprecated: deprecated.map(|mark| mark.since.clone().unwrap_or_default()),
    }
}

fn crate_name<'m>(context: &Context<'m>) -> &'m str {
    context.model.crate_name.as_deref().unwrap_or("crate")
}

fn rust_path(context: &Context<'_>, module: model::ModuleId, name: &str) -> String {
    format!("{}::{}::{}", crate_name(context), context.path(module).join("::"), casing::pascal(name))
}

/// The type of an answer as a user would write it.
fn response(context: &Context<'_>, ty: &Type) -> String {
    match ty {
        Type::Named(id) => {
            let def = &context.model.types[id.0];
            rust_path(context, def.module, &def.name)
        }
        Type::List(list) => format!("Vec<{}>", response(context, &list.item)),
        Type::Nullable(inner) => format!("Option<{}>", response(context, inner)),
        Type::Map(map) => {
            let (key, value) = (response(context, &map.key), response(context, &map.value));
            format!("BTreeMap<{key}, {value}>")
        }
        Type::Boolean => "bool".to_owned(),
        Type::Text => format!("{}::runtime::Text", crate_name(context)),
        Type::Number => "f64".to_owned(),
        Type::Integer(integer) => format!("{integer:?}").to_lowercase(),
        Type::Foreign(path) => path.clone(),
        Type::Json => format!("{}::runtime::RawJson", crate_name(context)),
    }
}

/// The inventory as a file.
pub(crate) fn inventory_json(rows: &[InventoryRow]) -> String {
    let rows: Vec<Json> = rows
        .iter()
        .map(|row| {
            json!({
                "id": row.id,
                "service": row.service,
                "protocol": row.protocol,
                "name": row.name,
                "paths": row.paths,
                "operation": row.operation,
                "response": row.response,
                "since": row.since,
                "deprecated": row.deprecated,
            })
        })
        .collect();
    format!("{:#}\n", Json::Array(rows))
}
