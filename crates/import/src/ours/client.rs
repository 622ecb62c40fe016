//! The client of an OpenAPI document of our own generator: variables, secrets, errors and limits.
//!
//! Input: the document. Output: entries of `client`, and deployments.

use chainloom_codegen::sentences::added;
use oas3::spec::Parameter;
use serde_json::Value as Json;

use super::words::{flag, some, source};
use crate::document::Document;
use crate::importer::Importer;
use crate::methods;
use crate::operation::{Entries, File, Operation};
use crate::pointer::last_name;
use crate::tree::Node;

/// Whether a parameter of a path is a variable of the client.
pub(crate) fn is_variable(importer: &Importer<'_>, parameter: &Parameter) -> bool {
    importer.is_ours && parameter.extensions.get("variable") == Some(&Json::Bool(true))
}

/// Whether the client has a variable of this name.
pub(crate) fn is_variable_name(importer: &Importer<'_>, name: &str) -> bool {
    let vars = importer.doc.at("/x-variables").and_then(Json::as_array);
    let of_server = importer.doc.at("/servers/0/variables").and_then(|vars| vars.get(name));
    importer.is_ours
        && (of_server.is_some()
            || vars.is_some_and(|vars| vars.iter().any(|var| var.get("name").and_then(Json::as_str) == Some(name))))
}

/// Body and statuses of responses that report an error.
pub(crate) fn errors(importer: &mut Importer<'_>) -> Option<Node> {
    let responses = importer.doc.at("/components/responses").and_then(Json::as_object);
    let failures: Vec<(u16, &Json)> = responses
        .into_iter()
        .flatten()
        .filter_map(|(name, response)| Some((name.strip_prefix("Error")?.parse().ok()?, response)))
        .collect();
    let first = failures.first().map(|(_, first)| *first);
    let rule = importer.doc.at("/x-errors-in-body").filter(|_| importer.is_ours);
    let schema = first.and_then(|first| first.pointer("/content/application~1json/schema"));
    let body = schema.or_else(|| rule?.get("schema"))?.get("$ref")?.as_str()?;
    let pointer = importer.doc.follow(body).ok()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    node.put_opt("source", first.and_then(|first| source(first.get("x-source"))));
    node.put("body", Node::text(importer.type_at(&pointer)));
    node.put_opt("message", first.and_then(|first| source(first.get("x-message"))));
    node.put_opt("inBody", rule.map(in_body));
    let statuses = failures.iter().map(|(code, response)| {
        let name = response.get("x-name").and_then(Json::as_str).unwrap_or_default();
        let text = response.get("description").and_then(Json::as_str).unwrap_or_default();
        let doc = text
            .split("\n\n")
            .next()
            .and_then(|first| first.strip_prefix(name)?.strip_prefix('.'))
            .map(str::trim)
            .filter(|doc| !doc.is_empty());
        let value = match doc {
            Some(doc) => Node::map([("name", Node::text(name)), ("doc", Node::text(doc))]),
            None => Node::text(name),
        };
        (code.to_string(), value)
    });
    if !failures.is_empty() {
        node.put("statuses", Node::map(statuses).tall());
    }
    Some(node.or_remove())
}

/// Which bodies of a success status report a failure, in the words of the document.
fn in_body(rule: &Json) -> Node {
    let mut node = Node::map([] as [(&str, Node); 0]);
    for key in ["when", "unless", "has", "message", "code", "retry", "limited"] {
        node.put_opt(key, rule.get(key).map(Node::json));
    }
    node.put_opt("source", source(rule.get("source")));
    node
}

/// Headers of all requests, and of responses with the rate limit.
pub(crate) fn headers(importer: &Importer<'_>) -> Option<Node> {
    let mut node = Node::map([] as [(&str, Node); 0]);
    node.put_opt("send", importer.doc.at("/x-send").map(Node::json));
    node.put_opt("rateLimit", rate_limit(importer));
    node.put_opt("requestId", importer.doc.at("/x-request-id-header").map(Node::json));
    (!node.is_empty()).then_some(node)
}

/// Headers with the rate limit, by the components that responses refer to.
fn rate_limit(importer: &Importer<'_>) -> Option<Node> {
    let parts = importer.doc.at("/components/headers")?.as_object()?;
    let paths = importer.doc.at("/paths")?.as_object()?;
    let responses = paths
        .values()
        .flat_map(|item| methods::of_item(item).into_iter().filter_map(move |(_, at)| item.pointer(&at)))
        .filter_map(|operation| operation.get("responses")?.as_object())
        .flat_map(|all| all.values());
    let headers = responses.filter_map(|response| response.get("headers")?.as_object()).next()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    for (key, part) in [
        ("policy", "RateLimitPolicy"),
        ("limit", "RateLimitLimit"),
        ("remaining", "RateLimitRemaining"),
        ("reset", "RateLimitReset"),
        ("retryAfter", "RetryAfter"),
        ("retryAfterMs", "RetryAfterMs"),
    ] {
        let leads =
            |header: &Json| header.get("$ref").and_then(Json::as_str).is_some_and(|target| last_name(target) == part);
        let name = headers.iter().find(|(_, header)| leads(header)).map(|(name, _)| name);
        node.put_opt(key, name.map(Node::text));
    }
    let is_seen = parts.values().any(|part| part.get("x-seen").is_some());
    node.put_opt("seen", is_seen.then(flag));
    Some(node)
}

/// A secret. The name of its header may be a variable.
pub(crate) fn secret(importer: &Importer<'_>, pointer: &str) -> Option<Node> {
    let scheme = importer.doc.at(pointer)?;
    let (place, key) = match scheme.get("scheme") {
        Some(scheme) => ("scheme", scheme),
        None => (scheme.get("in")?.as_str()?, scheme.get("x-name").or(scheme.get("name"))?),
    };
    let text = scheme.get("description").and_then(Json::as_str).unwrap_or_default();
    let is_added = |paragraph: &&str| {
        !paragraph.starts_with(added::OPTIONAL_SECRET) && !paragraph.starts_with(added::REQUIRED_SECRET)
    };
    let doc: Vec<&str> = text.split("\n\n").take_while(is_added).collect();
    let parts = [scheme.get("x-prefix"), scheme.get("x-optional"), scheme.get("x-source")];
    Some(secret_node(place, key, parts, some(doc.join("\n\n"))))
}

/// A secret under `auth`: where it travels, its name there, and its prefix, whether it is optional,
/// and its source.
pub(super) fn secret_node(
    place: &str,
    key: &Json,
    [prefix, optional, said]: [Option<&Json>; 3],
    doc: Option<String>,
) -> Node {
    let mut node = Node::map([(place, Node::json(key))]);
    node.put_opt("prefix", prefix.map(Node::json));
    node.put_opt("optional", optional.filter(|optional| **optional == true).map(|_| flag()));
    node.put_opt("source", source(said));
    node.put_opt("doc", doc.map(Node::text));
    node
}

/// The base URL, all variables, and the deployments that set them.
pub(crate) fn servers(importer: &mut Importer<'_>) -> (Entries, Vec<File>) {
    let doc = importer.doc;
    let url = doc.at("/servers/0/url").and_then(Json::as_str).unwrap_or_default();
    let mut vars = Node::map([] as [(&str, Node); 0]);
    for (name, said) in doc.at("/servers/0/variables").and_then(Json::as_object).into_iter().flatten() {
        vars.put(name, variable(said));
    }
    for said in doc.at("/x-variables").and_then(Json::as_array).into_iter().flatten() {
        if let Some(name) = said.get("name").and_then(Json::as_str) {
            vars.put(name, variable(said));
        }
    }
    let mut entries = vec![("baseUrl", Node::text(url))];
    if !vars.is_empty() {
        entries.push(("vars", vars));
    }
    entries.extend(other_servers(doc.at("/x-servers")).map(|servers| ("servers", servers)));
    (entries, deployments(doc.at("/x-deployments")))
}

/// The servers beside that of the base URL, by name.
pub(super) fn other_servers(said: Option<&Json>) -> Option<Node> {
    let server = |server: &Json| {
        let mut node = Node::map([] as [(&str, Node); 0]);
        for key in ["doc", "source", "baseUrl", "security"] {
            node.put_opt(key, server.get(key).map(Node::json));
        }
        Some((server.get("name")?.as_str()?.to_owned(), node))
    };
    said.and_then(Json::as_array).map(|servers| Node::map(servers.iter().filter_map(server)).tall())
}

/// The name of the server of an operation.
pub(crate) fn name_of_server<'d>(doc: &'d Document, operation: &Operation) -> Option<&'d str> {
    doc.at(&format!("{}/servers/0/x-name", operation.pointer))?.as_str()
}

/// The name of the server of an operation, unless it is that of its service.
pub(super) fn server(importer: &Importer<'_>, operation: &Operation) -> Option<Node> {
    let name = name_of_server(importer.doc, operation)?;
    let (service, _) = operation.id.as_ref()?;
    let services = importer.doc.at("/x-services").and_then(Json::as_array).into_iter().flatten();
    let mut own = services.filter(|said| said.get("name").and_then(Json::as_str) == Some(service));
    let is_of_service = own.any(|said| said.get("server").and_then(Json::as_str) == Some(name));
    (!is_of_service).then(|| Node::text(name))
}

/// A file for each deployment.
pub(super) fn deployments(said: Option<&Json>) -> Vec<File> {
    let file = |deployment: &Json| {
        let name = deployment.get("name")?.as_str()?;
        let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
        file.put_opt("doc", deployment.get("doc").map(Node::json));
        let mut node = Node::map([("vars", deployment.get("vars").map(Node::json).unwrap_or_default())]);
        node.put_opt("endpoints", deployment.get("endpoints").map(Node::json));
        node.put_opt("missing", deployment.get("missing").map(Node::json));
        file.put("deployment", node);
        Some((format!("deployments/{name}"), file))
    };
    said.and_then(Json::as_array).into_iter().flatten().filter_map(file).collect()
}

fn variable(said: &Json) -> Node {
    let text = said.get("description").and_then(Json::as_str).unwrap_or_default();
    let has_default = !text.contains(added::NO_DEFAULT);
    let own = text.split("\n\n").take_while(|paragraph| !paragraph.starts_with(added::NO_DEFAULT));
    let mut node = Node::map([] as [(&str, Node); 0]);
    node.put_opt("default", said.get("default").filter(|_| has_default).map(Node::json));
    node.put_opt("doc", some(own.collect::<Vec<_>>().join("\n\n")).map(Node::text));
    node.put_opt("source", source(said.get("x-source")));
    node
}

/// Entries of each service.
pub(crate) fn services(importer: &Importer<'_>) -> Vec<(String, Entries)> {
    let services = importer.doc.at("/x-services").and_then(Json::as_array).filter(|_| importer.is_ours);
    let service = |said: &Json| {
        let server = said.get("server").map(|server| ("server", Node::json(server)));
        let keys = ["available", "limits", "notes"].into_iter();
        let lists = keys.filter_map(|key| Some((key, Node::json(said.get(key)?).tall())));
        Some((said.get("name")?.as_str()?.to_owned(), server.into_iter().chain(lists).collect()))
    };
    services.into_iter().flatten().filter_map(service).collect()
}

/// Entries of the client that hold for all requests.
pub(crate) fn client_entries(importer: &Importer<'_>) -> Vec<(&'static str, Node)> {
    let said = |key: &str| importer.doc.at(&format!("/x-{key}")).filter(|_| importer.is_ours).map(Node::json);
    ["unavailable", "refusals", "limits", "notes"]
        .into_iter()
        .filter_map(|key| Some((key, said(key)?.tall())))
        .collect()
}
