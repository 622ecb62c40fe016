//! OpenAPI 3.1: one document for each client that has REST operations.
//!
//! Input: a checked [`Model`]. Output: file name and document. The document is meant to be read alone: what OpenAPI has
//! no word for stands in `x-` members, named as in the spec language, and in the descriptions as sentences. Text and
//! place of the files are the business of [`crate::documents::standard`].

mod examples;
mod info;
mod operation;
mod parameters;
mod paths;
mod responses;
mod variables;

use serde_json::{Value as Json, json};

use crate::documents::extensions::{self, Members, put_all};
use crate::documents::json_schema::Schemas;
use crate::model::{Call, Client, ClientId, Model, Operation};

/// The version of OpenAPI that is written.
const OPENAPI: &str = "3.1.0";

/// Where references to types lead.
const SCHEMAS: &str = "#/components/schemas/";

/// The name of each file, such as `library.openapi.json`, and its document, sorted by name.
pub fn documents(model: &Model) -> Vec<(String, Json)> {
    let mut documents: Vec<(String, Json)> = (0..model.clients.len())
        .filter_map(|index| OpenApi::new(model, ClientId(index)))
        .map(|context| (format!("{}.openapi.json", context.client.name), document(&context)))
        .collect();
    documents.sort_by(|a, b| a.0.cmp(&b.0));
    documents
}

/// One client, with what all parts of its document look up.
struct OpenApi<'m> {
    model: &'m Model,
    client: &'m Client,
    /// The REST operations, in the order of the model. Variants of one call stand apart here.
    operations: Vec<&'m Operation>,
    schemas: Schemas<'m>,
}

impl<'m> OpenApi<'m> {
    /// None for a client without REST operations, or of a package that the spec only uses.
    fn new(model: &'m Model, id: ClientId) -> Option<Self> {
        let client = &model.clients[id.0];
        let is_here = |operation: &&Operation| {
            let is_rest = matches!(operation.call, Call::Rest { .. });
            is_rest && model.services[operation.service.0].client == id && model.is_own(operation.module)
        };
        let operations: Vec<&Operation> = model.operations.iter().filter(is_here).collect();
        let schemas = Schemas::of_client(model, id, SCHEMAS);
        let is_described = model.is_own(client.module) && !operations.is_empty();
        is_described.then_some(Self { model, client, operations, schemas })
    }
}

fn document(context: &OpenApi<'_>) -> Json {
    let client = context.client;
    let mut out = Members::new();
    out.insert("openapi".to_owned(), json!(OPENAPI));
    out.insert("info".to_owned(), info::info(context));
    out.insert("servers".to_owned(), json!([variables::server(context)]));
    out.insert("security".to_owned(), info::security(client));
    out.insert("tags".to_owned(), info::tags(context));
    out.insert("paths".to_owned(), paths::paths(context));
    out.insert("components".to_owned(), components(context));
    put_all(&mut out, "x-variables", variables::others(context));
    put_all(&mut out, "x-deployments", variables::deployments(context));
    put_all(&mut out, "x-services", info::services(context));
    put_all(&mut out, "x-limits", client.limits.iter().map(extensions::limit));
    put_all(&mut out, "x-notes", client.notes.iter().map(extensions::note));
    extensions::put(&mut out, "x-source", client.source.as_ref().map(extensions::source));
    Json::Object(out)
}

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
