//! OpenRPC documents: one for each JSON-RPC service.
//!
//! Input: a checked [`Model`] and its names. Output: path and text. Facts that OpenRPC cannot
//! express are sentences in the descriptions, and data in the nodes of the spec.
//! [`crate::documents::json_schema`] builds the schemas of values.

mod context;
mod dialect;
mod errors;
mod examples;
mod info;
mod methods;
mod params;
mod servers;
mod subscriptions;

use serde_json::{Value as Json, json};

use super::print_document;
use crate::analysis::names::Names;
use crate::documents::nodes::Nodes;
use crate::model::{Model, ServiceId};
use context::OpenRpc;

/// Version of OpenRPC that is written.
const VERSION: &str = "1.3.2";

/// Returns path and text of each document, one for each JSON-RPC service, in the order of the
/// model.
pub(crate) fn documents(model: &Model, names: &Names, nodes: &Nodes) -> Vec<(String, String)> {
    // For a service of a package, only the operations that join it are described.
    let is_joined = |at: usize| {
        model.operations.iter().any(|operation| operation.service == ServiceId(at) && model.is_own(operation.module))
    };
    let services = model.services.iter().enumerate();
    let services =
        services.filter(|(at, service)| service.rpc.is_some() && (model.is_own(service.module) || is_joined(*at)));
    let named = services.map(|(at, _)| {
        let context = OpenRpc::new(model, ServiceId(at));
        let nodes = nodes.of_document(model, &context.part());
        (names.service(ServiceId(at)).document.clone(), print_document(document(&context), nodes))
    });
    named.collect()
}

/// Returns the document of a service.
fn document(context: &OpenRpc<'_>) -> Json {
    let mut methods = methods::methods(context);
    methods.extend(subscriptions::methods(context));
    json!({
        "openrpc": VERSION,
        "info": info::info(context),
        "servers": servers::servers(context),
        "methods": methods,
        "components": { "schemas": context.definitions() },
    })
}
