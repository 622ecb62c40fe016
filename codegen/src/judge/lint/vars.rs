//! Which variables the templates name.
//!
//! Input: documents with [`Names`]. Output: [`Templates`]. No variable of a service has the name of
//! one of its client; two services may have one name each.

use std::collections::{HashMap, HashSet};

use super::names::Names;
use crate::spec::document::{CallDecl, Documents, FileDecl, Text, VarDecl};

/// The names in templates.
#[derive(Default)]
pub(super) struct Templates<'d> {
    of_client: HashSet<(usize, &'d str)>,
    of_service: HashSet<(&'d str, &'d str)>,
}

impl<'d> Templates<'d> {
    pub(super) fn new(documents: &'d Documents, names: &Names<'d>) -> Self {
        let files = documents.files.as_slice();
        let mut vars: HashMap<&str, HashSet<&str>> = HashMap::new();
        for doc in files {
            if let Some(service) = service(doc) {
                vars.entry(service).or_default().extend(doc.vars.iter().map(|var| var.name.value.as_str()));
            }
        }
        let mut found = Self::default();
        for (file, doc) in files.iter().enumerate() {
            let own = service(doc).and_then(|service| Some((service, vars.get(service)?)));
            for name in texts(doc).into_iter().flat_map(|text| braced(&text.value)) {
                match own.filter(|(_, vars)| vars.contains(name)) {
                    Some((service, _)) => found.of_service.insert((service, name)),
                    None => names.client(file).is_some_and(|client| found.of_client.insert((client, name))),
                };
            }
        }
        found
    }

    pub(super) fn of_client(&self, file: usize, var: &VarDecl) -> bool {
        self.of_client.contains(&(file, var.name.value.as_str()))
    }

    pub(super) fn of_service(&self, doc: &FileDecl, var: &VarDecl) -> bool {
        service(doc).is_some_and(|service| self.of_service.contains(&(service, var.name.value.as_str())))
    }
}

fn service(doc: &FileDecl) -> Option<&str> {
    let name = doc.service.as_ref().map(|text| text.value.as_str());
    name.or_else(|| doc.module.last().map(String::as_str))
}

/// All texts of a file in which a variable may stand.
fn texts(doc: &FileDecl) -> Vec<&Text> {
    let mut found: Vec<&Text> = doc.endpoints.iter().map(|endpoint| &endpoint.path).collect();
    found.extend(doc.websocket.iter().map(|websocket| &websocket.path));
    found.extend(doc.rpc.iter().filter_map(|rpc| rpc.batch_max.as_ref()));
    if let Some(client) = &doc.client {
        found.extend(&client.base_url);
        found.extend(client.auth.iter().map(|secret| &secret.header));
    }
    found.extend(doc.operations.iter().filter_map(|operation| match operation.call.as_ref()? {
        CallDecl::Rest(_, text) | CallDecl::Rpc(text) => Some(text),
    }));
    found
}

/// The names between braces; `check` has seen to it that braces come in pairs.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name)
}
