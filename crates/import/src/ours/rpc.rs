//! OpenRPC documents of our own generator: restores the client, the service and the files they came
//! from.
//!
//! Input: a lifted document. Output: [`Rest`], which `layout` spreads over files. Extensions name
//! the file of each part; `x-client` and `x-service` hold the entries of both.

mod examples;
mod methods;
mod service;
mod subscriptions;

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::importer::Importer;
use crate::operation::Rest;
use crate::ours::types;
use crate::tree::Node;

/// Place of the client in a document.
pub(super) const CLIENT: &str = "/info/x-client";

/// Place of the service in a document.
const SERVICE: &str = "/info/x-service";

/// The name of the client.
pub(crate) fn name(document: &Json) -> Option<&str> {
    document.pointer(CLIENT)?.get("name")?.as_str()
}

/// Reads the whole document.
pub(crate) fn read(importer: &mut Importer<'_>) -> Rest {
    let files = Files::of(&importer.doc.root);
    let operations = methods::methods(importer, &files);
    let subscriptions = match importer.selection {
        Some(_) => Vec::new(),
        None => subscriptions::subscriptions(importer, &files),
    };
    let client = service::client(importer);
    let service = service::service(importer);
    importer.declare_types();
    Rest {
        operations,
        client,
        deployments: super::client::deployments(importer.doc.at("/info/x-deployments")),
        service,
        service_name: Some(files.service.clone()),
        service_file: files.service_file.clone(),
        webhooks: Vec::new(),
        subscriptions,
        services: Vec::new(),
        doc: text(importer.doc.at(CLIENT), "doc"),
        docs: files.docs,
    }
}

/// The files of the spec within the folder of the client; none is the client's own.
struct Files {
    client: String,
    /// The name of the service.
    service: String,
    service_file: Option<String>,
    docs: HashMap<String, String>,
}

impl Files {
    fn of(document: &Json) -> Self {
        let (client, service) = (document.pointer(CLIENT), document.pointer(SERVICE));
        let mut files = Self {
            client: text(client, "file").unwrap_or_default(),
            service: text(service, "name").unwrap_or_default(),
            service_file: None,
            docs: HashMap::new(),
        };
        let tags = document.get("methods").and_then(Json::as_array).into_iter().flatten();
        let tags = tags.filter_map(|method| method.get("tags")?.as_array()).flatten();
        let said = tags.filter_map(|tag| Some((text(Some(tag), "name")?, text(Some(tag), "description")?)));
        let file = text(service, "file").unwrap_or_default();
        let own = (file.clone(), text(service, "doc").unwrap_or_default());
        files.docs = said.chain([own]).filter_map(|(file, doc)| Some((files.within(&file)?, doc))).collect();
        files.service_file = files.within(&file);
        files
    }

    /// The path of a file within the folder of the client.
    fn within(&self, path: &str) -> Option<String> {
        let own = path.strip_prefix(&self.client).and_then(|rest| rest.strip_prefix('/'));
        (path != self.client && !path.is_empty()).then(|| own.unwrap_or(path).to_owned())
    }

    /// The file of a method, by its first tag.
    fn of_method(&self, method: &Json) -> Option<String> {
        self.within(method.pointer("/tags/0/name")?.as_str()?)
    }
}

/// Text of a member.
fn text(of: Option<&Json>, key: &str) -> Option<String> {
    Some(of?.get(key)?.as_str()?.to_owned())
}

/// Members of a JSON object as entries, by pairs of JSON name and key.
fn entries(of: &Json, keys: &[(&str, &'static str)]) -> Vec<(&'static str, Node)> {
    keys.iter().filter_map(|(name, key)| Some((*key, Node::json(of.get(name)?)))).collect()
}

/// Errors by their codes.
fn errors(importer: &mut Importer<'_>, at: &str, hint: &str) -> Option<Node> {
    let errors = importer.doc.at(at)?.as_array()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    for (index, error) in errors.iter().enumerate() {
        let place = format!("{at}/{index}");
        let mut entry = Node::map(entries(error, &[("name", "name"), ("doc", "doc"), ("retry", "retry")]));
        let data = error.get("data").and_then(|schema| types::ty(importer, schema, &format!("{place}/data"), hint));
        entry.put_opt("data", data.map(|ty| ty.node()));
        entries(error, &[("limited", "limited"), ("source", "source"), ("seen", "seen")])
            .into_iter()
            .for_each(|(key, value)| entry.put(key, value));
        node.put(error.get("code")?.to_string(), entry.from(&place));
    }
    Some(node)
}
