//! The client and the service of an OpenRPC document of our own generator.
//!
//! Input: `info` and `servers`. Output: the entries of `client`, and those that define the service.

use serde_json::Value as Json;

use super::{CLIENT, SERVICE, entries, errors};
use crate::importer::Importer;
use crate::operation::Entries;
use crate::ours::client::{other_servers, secret_node};
use crate::tree::Node;

/// Keys for the place of a secret.
const PLACES: [&str; 4] = ["header", "scheme", "query", "cookie"];

pub(super) fn client(importer: &Importer<'_>) -> Node {
    let nothing = Json::Null;
    let said = importer.doc.at(CLIENT).unwrap_or(&nothing);
    let about = importer.doc.at("/info").unwrap_or(&nothing);
    let mut node = Node::map(entries(said, &[("source", "source")]));
    let version = about.get("version").filter(|version| *version != "not specified");
    node.put_opt("version", version.map(Node::json));
    let mut put_all = |all: Entries| all.into_iter().for_each(|(key, value)| node.put(key, value));
    put_all(entries(said, &[("baseUrl", "baseUrl"), ("vars", "vars")]));
    put_all(auth(about).map(|auth| ("auth", auth)).into_iter().collect());
    put_all(entries(said, &[("security", "security")]));
    put_all(other_servers(said.get("servers")).map(|servers| ("servers", servers)).into_iter().collect());
    let mut headers = Node::map(entries(said, &[("send", "send")]));
    headers.put_opt("rateLimit", about.get("x-rate-limit-headers").map(Node::json));
    headers.put_opt("requestId", about.get("x-request-id-header").map(Node::json));
    put_all((!headers.is_empty()).then_some(("headers", headers)).into_iter().collect());
    put_all(entries(said, &[("unavailable", "unavailable")]));
    put_all(entries(said, &[("refusals", "refusals"), ("dialects", "dialects")]).into_iter().map(tall).collect());
    put_all(entries(said, &[("limits", "limits"), ("notes", "notes")]).into_iter().map(tall).collect());
    node.tall()
}

fn auth(about: &Json) -> Option<Node> {
    let secrets = about.get("x-auth")?.as_array()?;
    let secret = |secret: &Json| {
        let place = PLACES.iter().find(|place| secret.get(**place).is_some())?;
        let key = secret.get("template").or(secret.get(place))?;
        let parts = ["prefix", "optional", "source"].map(|part| secret.get(part));
        let node = secret_node(place, key, parts, super::text(Some(secret), "doc"));
        Some((secret.get("name")?.as_str()?.to_owned(), node))
    };
    Some(Node::map(secrets.iter().filter_map(secret)))
}

/// A list with a line for each item.
fn tall((key, value): (&'static str, Node)) -> (&'static str, Node) {
    (key, value.tall())
}

pub(super) fn service(importer: &mut Importer<'_>) -> Entries {
    let doc = importer.doc;
    let nothing = Json::Null;
    let (about, said) = (doc.at("/info").unwrap_or(&nothing), doc.at(SERVICE).unwrap_or(&nothing));
    let mut out = entries(about, &[("x-source", "source")]);
    out.extend(entries(said, &[("vars", "vars")]));
    out.extend(entries(about, &[("x-instance", "instance")]));
    out.extend(entries(said, &[("server", "server")]));
    let client = doc.at(CLIENT).unwrap_or(&nothing);
    let base = client.pointer("/servers/0/baseUrl").or(client.get("baseUrl")).and_then(Json::as_str);
    let base = base.unwrap_or_default();
    out.extend(places(doc.at("/servers"), base));
    out.push(("rpc", rpc(importer, about, said)));
    out.extend(entries(said, &[("subscribe", "subscribe")]));
    let all = entries(about, &[("x-available", "available"), ("x-limits", "limits"), ("x-notes", "notes")]);
    out.extend(all.into_iter().map(tall));
    out
}

fn rpc(importer: &mut Importer<'_>, about: &Json, said: &Json) -> Node {
    let mut node = Node::map(entries(said, &[("params", "params"), ("dialect", "dialect")]));
    node.put_opt("ids", about.get("x-ids").map(Node::json));
    node.put_opt("batch", about.pointer("/x-batch/supported").map(Node::json));
    node.put_opt("batchMax", about.pointer("/x-batch/maxTemplate").map(Node::json));
    node.put_opt("retry", about.get("x-retry").map(Node::json));
    node.put_opt("errors", errors(importer, "/info/x-errors", "ErrorData"));
    node
}

/// The endpoints and the websocket.
fn places(servers: Option<&Json>, base: &str) -> Entries {
    let servers = servers.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let name = |server: &Json| server.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
    let (sockets, endpoints): (Vec<&Json>, Vec<&Json>) = servers.iter().partition(|server| name(server) == "websocket");
    let mut out = match endpoints.as_slice() {
        [] => Vec::new(),
        [only] if name(only) == "http" => vec![("endpoint", path(only, base))],
        several => vec![("endpoints", Node::map(several.iter().map(|one| (name(one), endpoint(one, base)))).tall())],
    };
    out.extend(sockets.first().map(|socket| {
        let mut node = Node::map([("path", path(socket, base))]);
        entries(socket, &[("x-available", "available")]).into_iter().for_each(|(key, value)| node.put(key, value));
        ("websocket", if node.get("available").is_some() { node } else { path(socket, base) })
    }));
    out
}

/// Path of a server below the base URL.
fn path(server: &Json, base: &str) -> Node {
    let template = server.get("x-url-template").and_then(Json::as_str).unwrap_or_default();
    Node::text(template.strip_prefix(base).unwrap_or(template))
}

fn endpoint(server: &Json, base: &str) -> Node {
    let mut node = Node::map([("path", path(server, base))]);
    let text = server.get("description").and_then(Json::as_str).unwrap_or_default();
    let is_added = |paragraph: &&str| paragraph.starts_with("Path: `") || paragraph.starts_with("Deprecated");
    let own: Vec<&str> = text.split("\n\n").take_while(|paragraph| !is_added(paragraph)).collect();
    node.put_opt("doc", (!own.is_empty()).then(|| Node::text(own.join("\n\n"))));
    node.put_opt("deprecated", server.get("x-deprecated").map(Node::json));
    node
}
