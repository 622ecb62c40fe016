//! Converts servers: the base URL with its variables, and a deployment for each further server.
//!
//! Input: `servers`. Output: `baseUrl` and `vars` of the client, and files of deployments.

use chainloom_codegen::base_url_mistake;
use serde_json::Value as Json;

use crate::importer::Importer;
use crate::names::Scope;
use crate::operation::{Entries, File, Operation};
use crate::tree::Node;

/// Variable of a URL: its name, default value and description.
pub(crate) struct Var {
    name: String,
    default: Option<String>,
    doc: String,
}

impl Var {
    /// Adds the variable that holds the URL of the server itself, and returns its template.
    pub(crate) fn add_server(vars: &mut Vec<Self>, default: Option<String>) -> String {
        let is_free = |name: &String| !vars.iter().any(|var| var.name == *name);
        let mut names = std::iter::once("server".to_owned()).chain((2..).map(|number| format!("server{number}")));
        let name = names.find(is_free).unwrap_or_default();
        let template = format!("{{{name}}}");
        vars.push(Self { name, default, doc: "Where the service is.".to_owned() });
        template
    }

    /// Returns the value of the key `vars` for variables, or `None` if there are none.
    pub(crate) fn nodes(vars: Vec<Self>) -> Option<Node> {
        let entry = |var: Self| {
            let mut node = Node::map([] as [(&str, Node); 0]);
            node.put_opt("default", var.default.map(Node::text));
            node.put_opt("doc", (!var.doc.is_empty()).then(|| Node::text(var.doc)));
            (var.name, node)
        };
        (!vars.is_empty()).then(|| Node::map(vars.into_iter().map(entry)))
    }
}

/// Loss of a server whose URL is relative.
const RELATIVE_SERVER: &str =
    "a server of some operations, whose URL is relative: `--base-url` takes the URL of the document";

/// Servers of a document, in the words of the spec language.
pub(super) struct Servers {
    /// Keys `baseUrl` and `vars` of the client.
    pub(super) entries: Entries,
    /// Servers of single paths and operations, by name.
    pub(super) others: Vec<(String, Node)>,
    pub(super) deployments: Vec<File>,
}

impl Importer<'_> {
    /// Reads all servers, and adds the key `server` to operations that have another server than the
    /// base URL.
    pub(super) fn servers(&mut self, operations: &mut [Operation]) -> Servers {
        let doc = self.doc;
        let none = Vec::new();
        let servers: Vec<&Json> = doc
            .at("/servers")
            .and_then(Json::as_array)
            .unwrap_or(&none)
            .iter()
            .filter(|server| server.get("url").is_some_and(Json::is_string))
            .collect();
        let (mut url, mut vars) = match servers.first() {
            Some(server) => self.server(server, "/servers/0"),
            None => (String::new(), Vec::new()),
        };
        let mut deployments = Vec::new();
        if servers.len() > 1 && vars.is_empty() && servers.iter().all(|server| is_absolute(server)) {
            deployments = self.deployments(&servers);
            url = Var::add_server(&mut vars, Some(url));
        } else {
            for index in 1..servers.len() {
                self.report.lost("another server, which differs in more than its URL", &format!("/servers/{index}"));
            }
        }
        if is_host(&url) {
            self.report.guessed("the scheme of the base URL: the document has none", "/servers/0/url");
            url = format!("{}://{url}", if url.starts_with("localhost") { "http" } else { "https" });
        }
        if let Some(mistake) = base_url_mistake(&url) {
            if url.contains("://") {
                self.report.lost(format!("the URL of the server, which {mistake}"), "/servers/0/url");
                url.clear();
            }
            let what = match url.is_empty() {
                true => "the base URL: the document has none",
                false => "the host of the base URL, since the document states only a path",
            };
            self.report.guessed(what, "/servers");
            let server = Var::add_server(&mut vars, None);
            let slash = if url.is_empty() || url.starts_with('/') { "" } else { "/" };
            url = format!("{server}{slash}{url}");
        }
        let others = self.other_servers(operations, &mut vars);
        let mut entries = vec![("baseUrl", Node::text(url.trim_end_matches('/')).from("/servers"))];
        entries.extend(Var::nodes(vars).map(|vars| ("vars", vars)));
        Servers { entries, others, deployments }
    }

    /// Returns the servers of single paths and operations. Servers with the same URL share a name.
    fn other_servers(&mut self, operations: &mut [Operation], vars: &mut Vec<Var>) -> Vec<(String, Node)> {
        let doc = self.doc;
        let usual = doc.at("/servers").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut scope = Scope::default();
        let mut known: Vec<(&Json, String)> = Vec::new();
        let mut others = Vec::new();
        for operation in operations {
            let Some(place) = operation.servers_at.clone() else { continue };
            let Some(server) = doc.at(&format!("{place}/0")) else { continue };
            if doc.at(&format!("{place}/1")).is_some() {
                self.report.lost("another server of an operation", &format!("{place}/1"));
            }
            if usual.iter().any(|one| one.get("url") == server.get("url")) {
                continue;
            }
            let name = match known.iter().find(|(earlier, _)| earlier.get("url") == server.get("url")) {
                Some((_, name)) => name.clone(),
                None => {
                    let Some(node) = self.other_server(server, vars, &place) else { continue };
                    let name = scope.of_setting(&preferred_server_name(server));
                    known.push((server, name.clone()));
                    others.push((name.clone(), node));
                    name
                }
            };
            operation.entries.push(("server", Node::text(name).from(&place)));
        }
        others
    }

    /// Returns a server of single operations, whose variables are added to the client's. `None` if
    /// the generator refuses its URL, such as a relative one, or if a variable of the same name has
    /// another default.
    fn other_server(&mut self, server: &Json, vars: &mut Vec<Var>, place: &str) -> Option<Node> {
        let (url, own) = self.server(server, place);
        let url = url.trim_end_matches('/');
        let is_other = |var: &Var| vars.iter().any(|known| known.name == var.name && known.default != var.default);
        if let Some(mistake) = base_url_mistake(url) {
            let what = match url.contains("://") {
                true => format!("a server of some operations, whose URL {mistake}"),
                false => RELATIVE_SERVER.to_owned(),
            };
            self.report.lost(what, place);
            return None;
        }
        if own.iter().any(is_other) {
            self.report.lost("a server of some operations, which has other defaults of variables", place);
            return None;
        }
        vars.extend(own.into_iter().filter(|var| !vars.iter().any(|known| known.name == var.name)).collect::<Vec<_>>());
        let doc = self.prose(server.get("description").and_then(Json::as_str), place);
        let mut node = Node::map([] as [(&str, Node); 0]);
        node.put("doc", Node::text(doc.unwrap_or_else(|| format!("The server `{}`.", host(url)))));
        node.put("baseUrl", Node::text(url));
        Some(node.from(place).or_remove())
    }

    /// Returns the URL of a server and its variables, which get names that a template accepts. A
    /// variable that the document does not describe has no default.
    pub(crate) fn server(&mut self, server: &Json, at: &str) -> (String, Vec<Var>) {
        let stated = server.get("url").and_then(Json::as_str).unwrap_or_default();
        let mut url = encode_foreign(stated);
        if url != stated {
            self.report.lost("a character in the URL of a server that no URL has", at);
        }
        if let Some((before, _)) = url.split_once('#') {
            url = before.to_owned();
            self.report.lost("the fragment of the URL of a server, which is never sent", at);
        }
        let mut scope = Scope::default();
        let mut vars = Vec::new();
        for (name, variable) in server.get("variables").and_then(Json::as_object).into_iter().flatten() {
            let own = scope.of_setting(name);
            url = url.replace(&format!("{{{name}}}"), &format!("{{{own}}}"));
            let mut doc =
                self.prose(variable.get("description").and_then(Json::as_str), "/servers").unwrap_or_default();
            let values: Vec<&str> =
                variable.get("enum").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect();
            if !values.is_empty() {
                doc = format!(
                    "{doc} One of {}.",
                    values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
                )
                .trim()
                .to_owned();
            }
            let default = variable
                .get("default")
                .map(|default| default.as_str().map_or_else(|| default.to_string(), str::to_owned));
            if url.contains(&format!("{{{own}}}")) {
                vars.push(Var { name: own, default, doc });
            }
        }
        for name in names_in(&url) {
            if !vars.iter().any(|var| var.name == name) {
                let own = scope.of_setting(&name);
                url = url.replace(&format!("{{{name}}}"), &format!("{{{own}}}"));
                self.report.guessed("a variable of a server that is not described", at);
                vars.push(Var { name: own, default: None, doc: "Part of the URL of the server.".to_owned() });
            }
        }
        (url, vars)
    }

    /// Returns a deployment for each server, named after its description or host.
    fn deployments(&mut self, servers: &[&Json]) -> Vec<(String, Node)> {
        let mut scope = Scope::default();
        let mut files = Vec::new();
        for (index, server) in servers.iter().enumerate() {
            let place = format!("/servers/{index}");
            let url = server.get("url").and_then(Json::as_str).unwrap_or_default().trim_end_matches('/');
            let doc = self.prose(server.get("description").and_then(Json::as_str), &place);
            let preferred = doc.clone().filter(|doc| doc.len() <= 24).unwrap_or_else(|| host(url).to_owned());
            let name = scope.of_file(&preferred);
            let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
            file.put("doc", Node::text(doc.unwrap_or_else(|| format!("The server `{}`.", host(url)))));
            file.put("deployment", Node::map([("vars", Node::map([("server", Node::text(url))]))]).from(&place));
            files.push((format!("deployments/{name}"), file));
        }
        files
    }
}

/// Encodes the control characters of a URL, and the braces that enclose no name.
fn encode_foreign(url: &str) -> String {
    let escape = |letter: char| match letter.is_ascii_control() {
        true => format!("%{:02X}", u32::from(letter)),
        false => letter.to_string(),
    };
    let url: String = url.chars().map(escape).collect();
    let mut encoded = String::new();
    let mut rest = url.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        encoded.push_str(&before.replace('}', "%7D"));
        rest = match after.find(['{', '}']) {
            Some(end) if end > 0 && after[end..].starts_with('}') => {
                encoded.push_str(&format!("{{{}}}", &after[..end]));
                &after[end + 1..]
            }
            _ => {
                encoded.push_str("%7B");
                after
            }
        };
    }
    encoded + &rest.replace('}', "%7D")
}

/// Returns the names in braces of a URL.
fn names_in(url: &str) -> Vec<String> {
    let after = url.split('{').skip(1);
    let mut names: Vec<String> = after.filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect();
    names.dedup();
    names
}

/// Returns whether a URL without a scheme begins with a host and not with a path: with `localhost`, a port, or a name of
/// three parts, such as `api.shop.example`.
fn is_host(url: &str) -> bool {
    let first = url.split(['/', '?']).next().unwrap_or_default();
    let (name, port) = first.split_once(':').unwrap_or((first, ""));
    let is_port = !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit());
    let labels: Vec<&str> = name.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && label.bytes().all(|one| one.is_ascii_alphanumeric() || one == b'-');
    let is_name = labels.iter().all(is_label) && (port.is_empty() || is_port);
    let has_domain = labels.last().is_some_and(|last| last.bytes().all(|one| one.is_ascii_alphabetic()));
    is_name && (name == "localhost" || is_port || labels.len() > 2 && has_domain)
}

/// Returns the host of a URL, without its port.
fn host(url: &str) -> &str {
    url.split("://").last().and_then(|rest| rest.split(['/', ':']).next()).unwrap_or_default()
}

/// Returns a preferred name for a server: the first part of its host other than `www` and `api`,
/// such as `upload` of `upload.example.org`.
fn preferred_server_name(server: &Json) -> String {
    let url = server.get("url").and_then(Json::as_str).unwrap_or_default();
    host(url).split('.').find(|word| !["www", "api"].contains(word)).unwrap_or("other").replace(['{', '}'], " ")
}

/// Returns whether the URL of a server is absolute and has no variables.
fn is_absolute(server: &Json) -> bool {
    server.get("url").and_then(Json::as_str).is_some_and(|url| url.starts_with("http") && !url.contains('{'))
}
