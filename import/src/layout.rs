//! Which file everything stands in.
//!
//! Input: operations, types and the client. Output: files of a spec. A document with several tags gets a file and a service
//! for each; a type stands in the only file that needs it, or else in the client's.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chainloom_codegen::snake;
use serde_json::Value as Json;

use crate::importer::{Declared, Importer};
use crate::names::{Scope, camel};
use crate::operation::{File, Operation, Rest};
use crate::ours;
use crate::tree::{Kind, Node};

/// Keys whose values hold no types.
const DATA: [&str; 12] = [
    "doc",
    "source",
    "default",
    "example",
    "examples",
    "enum",
    "const",
    "pattern",
    "rust",
    "notes",
    "deprecated",
    "security",
];

/// A group of operations that share a file and a service.
struct Group {
    file: String,
    service: String,
    doc: Option<String>,
    operations: Vec<(String, Node)>,
}

/// The file of a client, with files for its tags.
pub(crate) fn files(importer: &mut Importer<'_>, rest: &Rest, client: &str) -> Vec<File> {
    let groups = groups(importer, rest, client);
    let declared = std::mem::take(&mut importer.declared);
    let homes = homes(&declared, &groups, client, &rest.client);
    let mut files = vec![client_file(importer, rest, client)];
    for group in &groups {
        match group.file == client {
            true if rest.service.is_empty() => put_service(&mut files[0].1, group, &declared, &homes, client),
            true => put_operations(&mut files[0].1, group, &declared, &homes, client),
            false => files.push(group_file(group, &declared, &homes)),
        }
    }
    if !groups.iter().any(|group| group.file == client) {
        put_types(&mut files[0].1, &declared, &homes, client);
    }
    files.extend(rest.deployments.iter().cloned());
    importer.declared = declared;
    files
}

fn client_file(importer: &mut Importer<'_>, rest: &Rest, client: &str) -> File {
    let text = importer.doc.at("/info/description").and_then(Json::as_str).map(str::to_owned);
    let title = importer.doc.at("/info/title").and_then(Json::as_str).unwrap_or(client).to_owned();
    let doc = match importer.is_ours {
        true => text.as_deref().and_then(ours::doc_of_info),
        false => importer.prose(text.as_deref(), "/info/description"),
    };
    let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
    file.put(
        "doc",
        Node::text(doc.unwrap_or_else(|| format!("{}.", crate::prose::line(&title).trim_end_matches('.')))),
    );
    file.put("client", rest.client.clone());
    let scalars = std::mem::take(&mut importer.scalars);
    if !scalars.is_empty() {
        file.put("scalars", Node::map(scalars).tall());
    }
    if !rest.service.is_empty() {
        file.put("service", Node::text(camel(client)));
        for (key, value) in &rest.service {
            file.put(*key, value.clone());
        }
    }
    (client.to_owned(), file)
}

fn group_file(group: &Group, declared: &[Declared], homes: &HashMap<String, String>) -> File {
    let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
    file.put_opt("doc", group.doc.as_ref().map(Node::text));
    put_service(&mut file, group, declared, homes, &group.file);
    (group.file.clone(), file)
}

fn put_service(file: &mut Node, group: &Group, declared: &[Declared], homes: &HashMap<String, String>, home: &str) {
    file.put("service", Node::text(&group.service));
    put_operations(file, group, declared, homes, home);
}

fn put_operations(file: &mut Node, group: &Group, declared: &[Declared], homes: &HashMap<String, String>, home: &str) {
    put_types(file, declared, homes, home);
    file.put("operations", Node::map(group.operations.clone()).tall());
}

fn put_types(file: &mut Node, declared: &[Declared], homes: &HashMap<String, String>, home: &str) {
    let own = declared.iter().filter(|declared| homes.get(&declared.name).is_some_and(|other| other == home));
    let types: Vec<(String, Node)> = own.map(|declared| (declared.name.clone(), declared.ty.declared())).collect();
    if !types.is_empty() {
        file.put("types", Node::map(types).tall());
    }
}

/// Operations by their tags, in the order of the document.
fn groups(importer: &mut Importer<'_>, rest: &Rest, client: &str) -> Vec<Group> {
    let tags: BTreeSet<Option<&String>> = rest.operations.iter().map(|operation| operation.tag.as_ref()).collect();
    let is_split = tags.len() > 1 || importer.is_ours;
    let mut files = Scope::default();
    let mut services = Scope::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut of_tag: BTreeMap<Option<String>, usize> = BTreeMap::new();
    let mut names: HashMap<String, Scope> = HashMap::new();
    let own = files.of_file(client);
    services.of_call(client);
    for operation in &rest.operations {
        let tag = operation.tag.clone().filter(|tag| is_split && snake(tag) != own);
        let at = *of_tag.entry(tag.clone()).or_insert_with(|| {
            let said = operation.id.as_ref().map(|(service, _)| service.clone());
            groups.push(group(importer, tag.as_deref(), said, client, &mut files, &mut services));
            groups.len() - 1
        });
        let group = &mut groups[at];
        let scope = names.entry(group.service.clone()).or_default();
        let name = match &operation.id {
            Some((_, name)) => name.clone(),
            None => scope.of_call(&wish(operation, tag.as_deref())),
        };
        group.operations.push((name, operation.node()));
    }
    groups
}

fn group(
    importer: &mut Importer<'_>,
    tag: Option<&str>,
    said: Option<String>,
    client: &str,
    files: &mut Scope,
    services: &mut Scope,
) -> Group {
    let Some(tag) = tag else {
        return Group {
            file: client.to_owned(),
            service: said.unwrap_or_else(|| camel(client)),
            doc: None,
            operations: Vec::new(),
        };
    };
    let (doc, index) = described(importer.doc.at("/tags"), tag);
    let doc = importer
        .prose(doc.as_deref(), &format!("/tags/{index}"))
        .unwrap_or_else(|| format!("Operations of the group `{tag}`."));
    let file = match importer.is_ours {
        true => tag.to_owned(),
        false => files.of_file(tag),
    };
    let service = said.unwrap_or_else(|| services.of_call(tag));
    Group { file: format!("{client}/{file}"), service, doc: Some(doc), operations: Vec::new() }
}

fn described(tags: Option<&Json>, tag: &str) -> (Option<String>, usize) {
    let tags = tags.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let at = tags.iter().position(|one| one.get("name").and_then(Json::as_str) == Some(tag));
    let doc = at.and_then(|at| tags[at].get("description")?.as_str()).map(str::to_owned);
    (doc, at.unwrap_or_default())
}

/// The name that the document gives an operation, without the tag before it.
fn wish(operation: &Operation, tag: Option<&str>) -> String {
    let whole = snake(&camel(&operation.wish));
    let Some(tag) = tag.map(|tag| snake(&camel(tag))) else { return operation.wish.clone() };
    let rest = whole.strip_prefix(&format!("{tag}_"));
    let is_good = |rest: &&str| rest.starts_with(|first: char| first.is_ascii_alphabetic());
    rest.filter(is_good).map_or_else(|| operation.wish.clone(), str::to_owned)
}

/// The file of each type.
fn homes(declared: &[Declared], groups: &[Group], client: &str, of_client: &Node) -> HashMap<String, String> {
    let known: HashSet<&str> = declared.iter().map(|declared| declared.name.as_str()).collect();
    let uses: HashMap<&str, BTreeSet<String>> =
        declared.iter().map(|declared| (declared.name.as_str(), names_in(&declared.ty.declared(), &known))).collect();
    let reach = |roots: BTreeSet<String>, file: &str, all: &mut HashMap<String, BTreeSet<String>>| {
        let mut open: Vec<String> = roots.into_iter().collect();
        let mut seen: HashSet<String> = HashSet::new();
        while let Some(name) = open.pop() {
            if seen.insert(name.clone()) {
                all.entry(name.clone()).or_default().insert(file.to_owned());
                open.extend(uses.get(name.as_str()).into_iter().flatten().cloned());
            }
        }
    };
    let mut all: HashMap<String, BTreeSet<String>> = HashMap::new();
    for group in groups {
        let operations = Node::map(group.operations.clone());
        reach(names_in(&operations, &known), &group.file, &mut all);
    }
    reach(names_in(of_client, &known), client, &mut all);
    let home = |name: &str| match all.get(name).map(|files| files.iter().collect::<Vec<_>>()).as_deref() {
        Some([only]) => (*only).clone(),
        _ => client.to_owned(),
    };
    declared.iter().map(|declared| (declared.name.clone(), home(&declared.name))).collect()
}

/// The declared types that a tree names.
fn names_in(node: &Node, known: &HashSet<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(node, known, &mut found);
    found
}

fn collect(node: &Node, known: &HashSet<&str>, found: &mut BTreeSet<String>) {
    match &node.kind {
        Kind::Text(text) => {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            found.extend(words.filter(|word| known.contains(word)).map(str::to_owned));
        }
        Kind::List(items) => items.iter().for_each(|item| collect(item, known, found)),
        Kind::Map(entries) => {
            // Members may have any name; only in a type do these keys hold data.
            let is_type = entries.iter().any(|(key, _)| {
                ["type", "list", "map", "union", "enum", "doc", "get", "post", "put", "patch", "delete", "method"]
                    .contains(&key.as_str())
            });
            for (_, value) in entries.iter().filter(|(key, _)| !(is_type && DATA.contains(&key.as_str()))) {
                collect(value, known, found);
            }
        }
        _ => {}
    }
}

/// How many operations the files hold.
pub(crate) fn operations(files: &[File]) -> usize {
    files.iter().filter_map(|(_, root)| root.get("operations")).map(|operations| operations.children().len()).sum()
}
