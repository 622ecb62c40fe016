//! Distributes operations and types over the files of a spec.
//!
//! Input: operations, types and the client. Output: files of a spec. A document with several tags
//! gets a file and a service for each. A type is declared in the only file that uses it, or else in
//! the file of the client.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chainloom_codegen::snake;
use serde_json::Value as Json;

use crate::importer::{Declaration, Importer};
use crate::names::{Scope, camel};
use crate::operation::{ApiParts, Entries, File, Operation, Webhooks};
use crate::tree::Node;
use crate::type_files::TypeFiles;

/// Operations that share a file and a service.
struct Group {
    file: String,
    service: String,
    doc: Option<String>,
    /// Entries that define the service; empty in all groups but one.
    definition: Entries,
    operations: Vec<(String, Node)>,
}

/// Returns all files of the spec: the file of the client, a file for each tag, and files of shared
/// types and webhooks.
pub(crate) fn files(importer: &mut Importer<'_>, rest: &ApiParts, client: &str) -> Vec<File> {
    let groups = groups(importer, rest, client);
    let types = PlacedTypes::of(importer, &groups, rest, client);
    let mut files = vec![client_file(importer, rest, client)];
    types.put_scalars(&mut files[0].1, client);
    for group in &groups {
        match group.file == client {
            true => put_group(&mut files[0].1, group, &types),
            false => files.push(group_file(group, &types)),
        }
    }
    if !groups.iter().any(|group| group.file == client) {
        types.put_types(&mut files[0].1, client);
    }
    for path in types.files.files() {
        if !files.iter().any(|(file, _)| *file == path) {
            let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
            types.put_scalars(&mut file, &path);
            types.put_types(&mut file, &path);
            files.push((path, file));
        }
    }
    for webhooks in &rest.webhooks {
        put_webhooks(&mut files, webhooks, client);
    }
    types.files.link(&mut files, client);
    files.extend(rest.deployments.iter().cloned());
    importer.declared = types.declared;
    files
}

/// All declared types and scalars, with the file of each.
struct PlacedTypes {
    declared: Vec<Declaration>,
    scalars: Vec<(String, Node)>,
    files: TypeFiles,
}

impl PlacedTypes {
    fn of(importer: &mut Importer<'_>, groups: &[Group], rest: &ApiParts, client: &str) -> Self {
        let declared = std::mem::take(&mut importer.declared);
        let scalars = std::mem::take(&mut importer.scalars);
        let mut uses = vec![(client.to_owned(), rest.client.clone())];
        for group in groups {
            let parts = [Node::map(group.definition.clone()), Node::map(group.operations.clone())];
            uses.extend(parts.map(|part| (group.file.clone(), part)));
        }
        let webhooks = rest.webhooks.iter().map(|one| (webhooks_file(one, client), one.node.clone()));
        uses.extend(webhooks);
        let trees = declared.iter().map(|declared| (declared.name.as_str(), declared.ty.declared())).collect();
        let names = scalars.iter().map(|(name, _)| name.as_str()).collect();
        let files = TypeFiles::of(trees, names, &uses, client);
        Self { declared, scalars, files }
    }

    /// Adds the scalars of a file to its tree.
    fn put_scalars(&self, file: &mut Node, path: &str) {
        let own = self.scalars.iter().filter(|(name, _)| self.files.is(name, path));
        let scalars: Vec<(String, Node)> = own.cloned().collect();
        file.put_opt("scalars", (!scalars.is_empty()).then(|| Node::map(scalars).tall()));
    }

    /// Adds the types of a file to its tree.
    fn put_types(&self, file: &mut Node, path: &str) {
        let own = self.declared.iter().filter(|declared| self.files.is(&declared.name, path));
        let types: Vec<(String, Node)> = own.map(|declared| (declared.name.clone(), declared.ty.declared())).collect();
        file.put_opt("types", (!types.is_empty()).then(|| Node::map(types).tall()));
    }
}

/// Returns the file of the client, without the types and operations of its group.
fn client_file(importer: &mut Importer<'_>, rest: &ApiParts, client: &str) -> File {
    let text = importer.doc.info("description");
    let title = importer.doc.info("title").unwrap_or_else(|| client.to_owned());
    let own = importer.prose(text.as_deref(), "/info/description");
    let doc = own.unwrap_or_else(|| format!("{}.", crate::prose::line(&title).trim_end_matches('.')));
    let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
    file.put("doc", Node::text(doc));
    file.put("client", rest.client.clone());
    (client.to_owned(), file)
}

/// Returns the file of a group, with its types and operations.
fn group_file(group: &Group, types: &PlacedTypes) -> File {
    let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
    file.put_opt("doc", group.doc.as_ref().map(Node::text));
    types.put_scalars(&mut file, &group.file);
    put_group(&mut file, group, types);
    (group.file.clone(), file)
}

/// Returns the path of the file of webhooks.
fn webhooks_file(webhooks: &Webhooks, client: &str) -> String {
    format!("{client}/{}", webhooks.file)
}

/// Adds webhooks to their file, which is created unless operations or types need it as well.
fn put_webhooks(files: &mut Vec<File>, webhooks: &Webhooks, client: &str) {
    let path = webhooks_file(webhooks, client);
    if let Some((_, file)) = files.iter_mut().find(|(file, _)| *file == path) {
        file.put("webhooks", webhooks.node.clone());
        return;
    }
    let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
    file.put("doc", Node::text(&webhooks.doc));
    file.put("webhooks", webhooks.node.clone());
    files.push((path, file));
}

/// Adds the service, the types and the operations of a group to a file.
fn put_group(file: &mut Node, group: &Group, types: &PlacedTypes) {
    file.put("service", Node::text(&group.service));
    for (key, value) in &group.definition {
        file.put(*key, value.clone());
    }
    types.put_types(file, &group.file);
    let operations = Node::map(group.operations.clone()).tall();
    file.put_opt("operations", (!operations.is_empty()).then_some(operations));
}

/// Groups operations by tag, in the order of the document. The definition of the service belongs to
/// the group without a tag.
fn groups(importer: &mut Importer<'_>, rest: &ApiParts, client: &str) -> Vec<Group> {
    let tags: BTreeSet<Option<&String>> = rest.operations.iter().map(|operation| operation.tag.as_ref()).collect();
    let is_split = tags.len() > 1;
    let mut groups = Groups::new(client);
    let mut names: HashMap<String, Scope> = HashMap::new();
    let mut ids: HashSet<&str> = HashSet::new();
    for operation in &rest.operations {
        let tag = operation.tag.clone().filter(|tag| is_split && snake(tag) != groups.own);
        let known_service = operation.id.as_ref().map(|(service, _)| service.clone());
        let group = groups.of(importer, tag.clone(), known_service);
        let scope = names.entry(group.service.clone()).or_default();
        let name = match &operation.id {
            Some((_, name)) => name.clone(),
            None => {
                let id = importer.doc.at(&format!("{}/operationId", operation.pointer)).and_then(Json::as_str);
                if id.is_some_and(|id| !ids.insert(id)) {
                    let what = "the name of an operation, whose `operationId` is also that of another operation";
                    importer.report.guessed(what, &operation.pointer);
                }
                scope.of_operation(&preferred_name(operation, tag.as_deref()))
            }
        };
        group.operations.push((name, operation.node()));
    }
    if !rest.service.is_empty() {
        groups.of(importer, None, None).definition.clone_from(&rest.service);
    }
    groups.all
}

/// Groups of operations, by tag.
struct Groups<'c> {
    client: &'c str,
    /// Name of the client's file, which no tag may take.
    own: String,
    files: Scope,
    services: Scope,
    of_tag: BTreeMap<Option<String>, usize>,
    all: Vec<Group>,
}

impl<'c> Groups<'c> {
    fn new(client: &'c str) -> Self {
        let (mut files, mut services) = (Scope::default(), Scope::default());
        let own = files.of_file(client);
        services.of_service(client);
        Self { client, own, files, services, of_tag: BTreeMap::new(), all: Vec::new() }
    }

    /// Returns the group of a tag, or without a tag, the group in the client's file. The first call
    /// for a tag creates the group; `known_service` is then the name of its service, if known.
    fn of(&mut self, importer: &mut Importer<'_>, tag: Option<String>, known_service: Option<String>) -> &mut Group {
        let at = match self.of_tag.get(&tag) {
            Some(at) => *at,
            None => {
                let group = self.group(importer, tag.as_deref(), known_service);
                self.all.push(group);
                self.of_tag.insert(tag, self.all.len() - 1);
                self.all.len() - 1
            }
        };
        &mut self.all[at]
    }

    /// Creates the group of a tag, or without a tag, the group in the client's file.
    fn group(&mut self, importer: &mut Importer<'_>, tag: Option<&str>, known_service: Option<String>) -> Group {
        let (file, service, doc) = match tag {
            None => (self.client.to_owned(), known_service.unwrap_or_else(|| camel(self.client)), None),
            Some(tag) => {
                let file = self.files.of_file(tag);
                let service = known_service.unwrap_or_else(|| self.services.of_service(tag));
                (format!("{}/{file}", self.client), service, Some(doc_of_tag(importer, tag)))
            }
        };
        Group { file, service, doc, definition: Vec::new(), operations: Vec::new() }
    }
}

/// Returns the description of a tag, or a sentence with its name.
fn doc_of_tag(importer: &mut Importer<'_>, tag: &str) -> String {
    let (doc, index) = description_of_tag(importer.doc.at("/tags"), tag);
    let doc = importer.prose(doc.as_deref(), &format!("/tags/{index}"));
    doc.unwrap_or_else(|| format!("Operations of the group `{tag}`."))
}

/// Returns the description of a tag, and the index of the tag in the document, or 0.
fn description_of_tag(tags: Option<&Json>, tag: &str) -> (Option<String>, usize) {
    let tags = tags.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let at = tags.iter().position(|one| one.get("name").and_then(Json::as_str) == Some(tag));
    let doc = at.and_then(|at| tags[at].get("description")?.as_str()).map(str::to_owned);
    (doc, at.unwrap_or_default())
}

/// Returns the preferred name of an operation, without the tag at its beginning.
fn preferred_name(operation: &Operation, tag: Option<&str>) -> String {
    let whole = snake(&camel(&operation.preferred_name));
    let Some(tag) = tag.map(|tag| snake(&camel(tag))) else { return operation.preferred_name.clone() };
    let rest = whole.strip_prefix(&format!("{tag}_"));
    let is_good = |rest: &&str| rest.starts_with(|first: char| first.is_ascii_alphabetic());
    rest.filter(is_good).map_or_else(|| operation.preferred_name.clone(), str::to_owned)
}

/// Returns the number of operations in files.
pub(crate) fn count_operations(files: &[File]) -> usize {
    files.iter().filter_map(|(_, root)| root.get("operations")).map(|operations| operations.children().len()).sum()
}
