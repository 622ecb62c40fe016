//! Nodes of the spec as JSON: each document carries the nodes that describe it as `x-chainloom`,
//! from which an import restores the spec.
//!
//! Input: the trees of all files, and the part of the spec that a document describes. Output: the
//! files that this part needs, as JSON. Files that only contribute types keep their declarations,
//! and deployments keep the values that the services of the document use.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::language::node::{Key, Node};
use crate::model::{ClientId, Model, ModuleId, ServiceId, Var};

/// Member of a document that holds the spec nodes, by the paths of their files.
pub const NODES: &str = "x-chainloom";

/// Keys of a file that declare items for other files; its other keys belong to its operations.
const DECLARATIONS: [&str; 8] = ["chainloom", "doc", "feature", "use", "scalars", "types", "client", "allow"];

/// Files of a spec, by their paths.
pub(crate) struct Nodes(BTreeMap<String, Json>);

/// Part of a spec that a document describes.
pub(crate) struct DocumentPart {
    pub(crate) client: ClientId,
    pub(crate) services: Vec<ServiceId>,
    /// Files whose operations, subscriptions or webhooks the document has.
    pub(crate) modules: Vec<ModuleId>,
}

impl Nodes {
    /// Converts the trees of all files to JSON.
    pub(crate) fn of(trees: &[(String, Node)]) -> Self {
        Self(trees.iter().map(|(path, root)| (path.clone(), root.to_json())).collect())
    }

    /// Returns the files that a document needs; `None` if another crate has some of them.
    pub(crate) fn of_document(&self, model: &Model, part: &DocumentPart) -> Option<Json> {
        let path = |module: ModuleId| model.modules[module.0].name();
        let services = part.services.iter().map(|service| model.services[service.0].module);
        // Root files that are no client files are visible everywhere.
        let shared = self.0.iter().filter(|(path, tree)| !path.contains('/') && tree.get("client").is_none());
        let shared = shared.map(|(path, _)| path.clone());
        let whole: BTreeSet<String> = part.modules.iter().copied().chain(services).map(path).chain(shared).collect();
        let mut open: Vec<String> = whole.iter().cloned().chain([path(model.clients[part.client.0].module)]).collect();
        let mut needed = BTreeSet::new();
        while let Some(path) = open.pop() {
            let tree = self.0.get(&path)?;
            if needed.insert(path.clone()) {
                open.extend(
                    tree.get("use")
                        .into_iter()
                        .flat_map(members_of)
                        .map(|(path, _)| Key::text_of_yaml(path).into_owned()),
                );
                // A file sees the types of the client with the name of one of its folders.
                let folders = path.match_indices('/').map(|(end, _)| path[..end].to_owned());
                open.extend(folders.filter(|folder| self.0.contains_key(folder)));
            }
        }
        let content = |(path, tree): (&String, &Json)| {
            let content = match tree.get("deployment") {
                Some(_) => Some(restrict_deployment(model, part, tree)),
                None if whole.contains(path) => Some(tree.clone()),
                None => needed.contains(path).then(|| declarations(tree)),
            };
            Some((path.clone(), content?))
        };
        Some(Json::Object(self.0.iter().filter_map(content).collect()))
    }
}

/// Iterates over the members of an object; over none for other values.
fn members_of(tree: &Json) -> impl Iterator<Item = (&String, &Json)> {
    tree.as_object().into_iter().flatten()
}

/// Returns a file with only the keys that declare items for other files.
fn declarations(tree: &Json) -> Json {
    let kept = members_of(tree).filter(|(key, _)| DECLARATIONS.contains(&key.as_str()));
    Json::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// Removes from a deployment the variables, endpoints and results that the document does not
/// contain.
fn restrict_deployment(model: &Model, part: &DocumentPart, tree: &Json) -> Json {
    let services = || part.services.iter().map(|service| &model.services[service.0]);
    let vars = || services().flat_map(|service| &service.vars).chain(&model.clients[part.client.0].vars);
    let is_known = |key: &str, name: &str| match key {
        "vars" => vars().any(|var: &Var| var.name == name),
        "endpoints" => services().any(|service| service.name == name),
        _ => services().any(|service| name.strip_prefix(&service.name).is_some_and(|rest| rest.starts_with('.'))),
    };
    let known = |(key, value): (&String, &Json)| match value {
        Json::Object(all) => {
            let own = all.iter().filter(|(name, _)| is_known(key, &Key::text_of_yaml(name)));
            let own: Map<String, Json> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
            (!own.is_empty()).then(|| (key.clone(), Json::Object(own)))
        }
        _ => Some((key.clone(), value.clone())),
    };
    let mut tree = tree.clone();
    if let Some(deployment) = tree.get_mut("deployment") {
        *deployment = Json::Object(members_of(deployment).filter_map(known).collect());
    }
    tree
}
