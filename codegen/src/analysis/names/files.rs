//! Names of the files of standard documents, which follow clients and services.
//!
//! Input: a model. Output: the path of each document, and errors at names that no file can have.

use std::collections::HashMap;

use super::Names;
use super::services::owner_of_service;
use crate::diagnostic::{Code, Diagnostic};
use crate::files;
use crate::model::{Model, Service};

/// Sets the paths of the OpenAPI and OpenRPC documents. Reports service names that are not file names or that differ
/// only in case, which some file systems do not distinguish.
pub(super) fn name_documents(model: &Model, names: &mut Names, found: &mut Vec<Diagnostic>) {
    for (client, names) in model.clients.iter().zip(&mut names.clients) {
        names.document = format!("docs/{}.openapi.json", client.name);
    }
    let mut known: HashMap<String, &Service> = HashMap::new();
    for (service, names) in model.services.iter().zip(&mut names.services) {
        names.document = format!("docs/{}.openrpc.json", service.name);
        if service.rpc.is_none() || !model.is_own(service.module) {
            continue;
        }
        if let Some(fault) = files::path_fault(&names.document) {
            let message = format!("`{}` cannot be a part of a file's name: {fault}", service.name);
            found.push(Diagnostic::error(Code::BadName, service.span, message).hint("rename it"));
        }
        if let Some(first) = known.insert(service.name.to_lowercase(), service) {
            let message = format!("the services `{}` and `{}` would have one document", first.name, service.name);
            let problem = Diagnostic::error(Code::NameCollision, owner_of_service(service).span, message);
            found.push(problem.second(first.span, "the other one").hint("rename it"));
        }
    }
}
