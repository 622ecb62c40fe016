//! OpenAPI 3.1, or 3.2 where a method needs it: one document for each client that has REST
//! operations or webhooks.
//! Input: a checked [`Model`] and its names. Output: path and text. The document is self-contained:
//! facts that OpenAPI cannot express are sentences in the descriptions, and data in the nodes of
//! the spec. [`crate::analysis::names`] determines the name of a file.

mod alternatives;
mod bodies;
mod examples;
mod info;
mod operation;
mod parameters;
mod paths;
mod responses;
mod styles;
mod variables;
mod webhooks;

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value as Json, json};

use super::print_document;
use crate::analysis::names::Names;
use crate::documents::json_schema::Schemas;
use crate::documents::members::{Members, put};
use crate::documents::nodes::{DocumentPart, Nodes};
use crate::model::{Client, ClientId, Model, Operation, ServiceId, Webhooks, Wire};

/// Version of OpenAPI that is written.
const OPENAPI: &str = "3.1.0";

/// Version of OpenAPI that supports every HTTP method.
const OPENAPI_OF_ALL_METHODS: &str = "3.2.0";

/// Prefix of references to types.
const SCHEMAS: &str = "#/components/schemas/";

/// Returns path and text of each document, in the order of the model.
pub(crate) fn documents(model: &Model, names: &Names, nodes: &Nodes) -> Vec<(String, String)> {
    let clients = (0..model.clients.len()).map(ClientId);
    let documents = clients.filter_map(|id| {
        let context = OpenApi::new(model, id)?;
        let nodes = nodes.of_document(model, &context.part(id));
        Some((names.client(id).document.clone(), print_document(document(&context), nodes)))
    });
    documents.collect()
}

/// Client, with the look-ups that the parts of its document share.
struct OpenApi<'m> {
    model: &'m Model,
    client: &'m Client,
    /// REST operations, in the order of the model.
    operations: Vec<&'m Operation>,
    /// Services that have an operation of a name.
    services_of: HashMap<&'m str, HashSet<ServiceId>>,
    webhooks: Vec<&'m Webhooks>,
    schemas: Schemas<'m>,
}

impl<'m> OpenApi<'m> {
    /// Returns the context of a client; `None` without REST operations and webhooks, or for a
    /// client of a package.
    fn new(model: &'m Model, id: ClientId) -> Option<Self> {
        let client = &model.clients[id.0];
        let is_here = |operation: &&Operation| {
            let is_rest = matches!(operation.wire, Wire::Rest { .. });
            is_rest && model.services[operation.service.0].client == id && model.is_own(operation.module)
        };
        let operations: Vec<&Operation> = model.operations.iter().filter(is_here).collect();
        let schemas = Schemas::of_client(model, id, SCHEMAS);
        let webhooks = model.webhooks.iter().filter(|one| one.client == id && model.is_own(one.module));
        let webhooks: Vec<&Webhooks> = webhooks.collect();
        let is_described = model.is_own(client.module) && !(operations.is_empty() && webhooks.is_empty());
        let mut services_of: HashMap<&str, HashSet<ServiceId>> = HashMap::new();
        for operation in &operations {
            services_of.entry(&operation.name).or_default().insert(operation.service);
        }
        is_described.then_some(Self { model, client, operations, services_of, webhooks, schemas })
    }

    /// Returns the part of the spec that the document describes.
    fn part(&self, client: ClientId) -> DocumentPart {
        let services: BTreeSet<ServiceId> = self.operations.iter().map(|operation| operation.service).collect();
        let operations = self.operations.iter().map(|operation| operation.module);
        let modules = operations.chain(self.webhooks.iter().map(|webhooks| webhooks.module)).collect();
        DocumentPart { client, services: services.into_iter().collect(), modules }
    }
}

/// Returns the document of a client.
fn document(context: &OpenApi<'_>) -> Json {
    let mut out = Members::new();
    let version = if paths::fits_version_31(context) { OPENAPI } else { OPENAPI_OF_ALL_METHODS };
    out.insert("openapi".to_owned(), json!(version));
    out.insert("info".to_owned(), info::info(context));
    out.insert("servers".to_owned(), json!([variables::server(context)]));
    out.insert("security".to_owned(), info::security(context.client));
    out.insert("tags".to_owned(), info::tags(context));
    out.insert("paths".to_owned(), paths::paths(context));
    put(&mut out, "webhooks", webhooks::webhooks(context));
    out.insert("components".to_owned(), components(context));
    // If success responses report failures in the body, no response refers to the type of that
    // body.
    let errors = context.client.errors.as_ref().filter(|errors| errors.in_body.is_some());
    put(&mut out, "x-error-body", errors.map(|errors| context.schemas.reference(&errors.body)));
    Json::Object(out)
}

/// Returns the field `components`, without empty parts.
fn components(context: &OpenApi<'_>) -> Json {
    let mut out = Members::new();
    let parts = [
        ("schemas", context.schemas.definitions()),
        ("responses", responses::errors(context)),
        ("headers", responses::headers(context)),
        ("securitySchemes", info::security_schemes(context)),
    ];
    for (name, part) in parts {
        if !part.is_empty() {
            out.insert(name.to_owned(), Json::Object(part));
        }
    }
    Json::Object(out)
}
