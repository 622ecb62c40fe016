//! Converts OpenRPC documents to operations of a JSON-RPC service.
//!
//! Input: a lifted document. Output: [`ApiParts`], which `layout` distributes over files, with the
//! definition of the service.

use oas3::spec::Schema;
use serde::Deserialize;
use serde_json::Value as Json;

use chainloom_codegen::base_url_mistake;

use crate::importer::Importer;
use crate::names::Scope;
use crate::operation::{ApiParts, Entries, Operation, Param, ResponseBody};
use crate::pointer::{escaped, pointer_of};
use crate::rest::servers::Var;
use crate::roles::Role;
use crate::spec::{Field, Type};
use crate::tree::{Kind, Node};

/// First words of the names of methods that only read.
const READING_WORDS: [&str; 16] = [
    "get", "list", "is", "has", "find", "fetch", "search", "query", "count", "estimate", "call", "check", "show",
    "read", "describe", "max",
];

/// Words of change: a method whose name has one does not only read, such as `getNewAddress`.
const CHANGING_WORDS: [&str; 9] = ["new", "create", "delete", "remove", "clear", "reset", "modify", "consume", "pop"];
/// Verbs of change that count only after `and` or `or`, such as in `fetchAndLock`: elsewhere they may be nouns.
const JOINED_WORDS: [&str; 12] =
    ["lock", "set", "update", "replace", "mark", "add", "insert", "take", "claim", "increment", "swap", "store"];

/// Form of parameters that are members of an object.
const NAMED: &str = "named";

/// Form of parameters that are items of an array.
const POSITIONAL: &str = "positional";

/// Content descriptor of OpenRPC: a parameter or a result.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Descriptor {
    #[serde(default)]
    pub(crate) name: String,
    summary: Option<String>,
    description: Option<String>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    deprecated: bool,
    pub(crate) schema: Option<Schema>,
}

impl Importer<'_> {
    /// Reads the whole document. `client` is the name of the client, from which the service gets
    /// its own.
    pub(crate) fn rpc(&mut self, client: &str) -> ApiParts {
        let doc = self.doc;
        let methods = doc.at("/methods").and_then(Json::as_array).map(Vec::as_slice);
        if methods.is_none() {
            self.report.lost("`methods` that are no list", "/methods");
        }
        let methods = methods.unwrap_or_default();
        let mut scope = Scope::default();
        let mut operations = Vec::new();
        for (index, method) in methods.iter().enumerate() {
            if !self.is_method_selected(method, index) {
                continue;
            }
            self.report.operations += 1;
            self.sent.add(doc, &format!("/methods/{index}/params"));
            self.received.add(doc, &format!("/methods/{index}/result"));
            operations.extend(self.method(&format!("/methods/{index}"), client, &mut scope));
        }
        let style = self.param_style(methods, &operations);
        if matches!(&style.kind, Kind::Text(style) if style == POSITIONAL) {
            operations.iter_mut().for_each(|operation| self.fill_gaps(operation));
        }
        self.declare_types();
        self.name_inner(&mut operations);
        let (client_node, mut service) = self.rpc_servers();
        let mut rpc = Node::map([("params", style), ("batch", Node::new(Kind::Flag(false)))]);
        rpc.put_opt("errors", self.shared_errors());
        service.push(("rpc", rpc));
        ApiParts { operations, client: client_node, service, ..ApiParts::default() }
    }

    /// Returns whether a method is selected. Methods without a name belong to every selection of
    /// all methods.
    pub(crate) fn is_method_selected(&self, method: &Json, index: usize) -> bool {
        let method = self.doc.at(&self.target_of_method(method, index)).unwrap_or(method);
        self.is_selected("", method.get("name").and_then(Json::as_str).unwrap_or_default())
    }

    /// Converts a method to an operation. `None` for a method without a name, or whose reference
    /// leads nowhere.
    fn method(&mut self, at: &str, client: &str, scope: &mut Scope) -> Option<Operation> {
        let at = match self.doc.at(at)?.get("$ref").and_then(Json::as_str) {
            Some(target) => pointer_of(target).ok()?,
            None => at.to_owned(),
        };
        let method = self.doc.at(&at)?;
        let name = method.get("name").and_then(Json::as_str)?.to_owned();
        let short = self.short_name(&name);
        let preferred = if scope.has(short) { name.clone() } else { short.to_owned() };
        let own = scope.of_operation(&preferred);
        let mut operation = Operation::method(&at, &name, &preferred, (crate::names::camel(client), own));
        operation.tag = method.pointer("/tags/0/name").and_then(Json::as_str).map(str::to_owned);
        operation.doc = self.method_doc(method, &at);
        let params = method.get("params").and_then(Json::as_array).map_or(0, Vec::len);
        for index in 0..params {
            let place = format!("{at}/params/{index}");
            if let Some(field) = self.descriptor(&place, &format!("{preferred} param")) {
                operation.params.push(Param { place: "params", field });
            }
        }
        match method.get("result") {
            Some(_) => operation.response = self.result(&format!("{at}/result"), &preferred),
            None => self.report.lost("a notification, which is sent as a call that awaits a response", &at),
        }
        operation.effect = Some(self.effect(&preferred, &at));
        if method.get("deprecated") == Some(&Json::Bool(true)) {
            operation.entries.push(("deprecated", Node::empty()));
        }
        operation.entries.extend(self.own_errors(&at).map(|errors| ("errors", errors)));
        self.report_inexpressible_of_method(method, &at);
        let examples = self.examples_of_method(method, &at);
        operation.entries.extend((!examples.is_empty()).then(|| ("examples", Node::list(examples))));
        Some(operation)
    }

    /// Returns the name of a method without its namespace: a prefix that several methods share.
    fn short_name<'n>(&self, name: &'n str) -> &'n str {
        let of = |name: &'n str| name.rsplit_once(['.', '/']).or_else(|| name.split_once('_'));
        let Some((space, short)) = of(name) else { return name };
        let methods = self.doc.at("/methods").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let names = methods.iter().filter_map(|method| method.get("name").and_then(Json::as_str));
        let sharing = names
            .filter(|other| other.strip_prefix(space).is_some_and(|rest| rest.starts_with(['.', '/', '_'])))
            .count();
        let is_space = name.contains(['.', '/']) || (sharing > 2 && !READING_WORDS[..8].contains(&space));
        if is_space && !short.is_empty() { short } else { name }
    }

    fn method_doc(&mut self, method: &Json, at: &str) -> Option<String> {
        let text = |key: &str| method.get(key).and_then(Json::as_str).filter(|text| !text.trim().is_empty());
        self.prose(text("description").or(text("summary")), at)
    }

    /// Reads the content descriptor at a pointer, and returns it with its pointer after references.
    /// Reports one that cannot be read.
    pub(crate) fn descriptor_at(&mut self, at: &str) -> Option<(Descriptor, String)> {
        let place = match self.doc.at(at)?.get("$ref").and_then(Json::as_str).map(|target| self.doc.follow(target)) {
            None => at.to_owned(),
            Some(Ok(place)) => place,
            Some(Err(why)) => {
                self.report.lost(why, at);
                return None;
            }
        };
        match self.doc.piece::<Descriptor>(&place) {
            Ok(descriptor) => Some((descriptor, place)),
            Err(why) => {
                self.report.lost(why, at);
                None
            }
        }
    }

    /// Converts the content descriptor at a pointer to a parameter. `hint` is the beginning of the
    /// preferred name of an inline type.
    pub(crate) fn descriptor(&mut self, at: &str, hint: &str) -> Option<Field> {
        let (descriptor, place) = self.descriptor_at(at)?;
        Some(self.field(descriptor, place, hint))
    }

    /// Returns a descriptor as a parameter. `place` is its pointer, and `hint` the beginning of the
    /// preferred name of an inline type.
    pub(crate) fn field(&mut self, descriptor: Descriptor, place: String, hint: &str) -> Field {
        let hint = format!("{hint} {}", descriptor.name);
        let mut ty = match &descriptor.schema {
            Some(schema) => self.schema_declaring_nullable(schema, &format!("{place}/schema"), &hint),
            None => Type::json(&place),
        };
        let text = descriptor.description.as_deref().or(descriptor.summary.as_deref());
        ty.doc = self.prose(text, &place).or(ty.doc);
        if descriptor.deprecated {
            ty.put("deprecated", Node::empty());
        }
        self.put_default_of_name(&mut ty);
        ty.origin = place;
        Field { name: descriptor.name, optional: !descriptor.required, ty }
    }

    /// Converts the result of a method.
    fn result(&mut self, at: &str, preferred: &str) -> ResponseBody {
        let Some((schema, place)) = self.schema_of_result(at) else { return ResponseBody::Type(Type::json(at)) };
        let ty = self.type_without_doc(&schema, &place, &format!("{preferred} result"));
        // A result that is always null is no result.
        let raw = self.doc.at(&format!("{place}/type"));
        if raw.is_some_and(|kind| kind == "null") { ResponseBody::None } else { ResponseBody::Type(ty) }
    }

    /// Returns the schema of a result, and its pointer. Some documents have a schema in place of a content descriptor.
    /// `None` if there is none, so that the result is any JSON.
    fn schema_of_result(&mut self, at: &str) -> Option<(Schema, String)> {
        let (descriptor, place) = self.descriptor_at(at)?;
        if let Some(schema) = descriptor.schema {
            return Some((schema, format!("{place}/schema")));
        }
        let is_schema = self.doc.at(&place).is_some_and(|result| Role::Descriptor.of(result) == Role::Schema);
        let schema = self.doc.piece::<Schema>(at).ok().filter(|_| is_schema)?;
        self.report.guessed("a result that is a schema, and no content descriptor", at);
        Some((schema, at.to_owned()))
    }

    /// Returns the effect of a method, which is guessed from the words of its name. The flag says that it is a guess.
    fn effect(&mut self, preferred: &str, at: &str) -> (String, bool) {
        self.report.guessed("the effect of a method, by its name", at);
        (if is_read(&chainloom_codegen::snake(preferred)) { "read" } else { "write" }.to_owned(), true)
    }

    /// Returns the form of parameters, named or positional, that most selected methods state, and reports the methods
    /// that state the other. If none states one, it is guessed.
    fn param_style(&mut self, methods: &[Json], operations: &[Operation]) -> Node {
        let stated = |word: &str| -> Vec<String> {
            let methods = methods.iter().enumerate().filter(|(index, method)| self.is_method_selected(method, *index));
            let at = methods.map(|(index, method)| self.target_of_method(method, index));
            at.filter(|at| self.doc.at(&format!("{at}/paramStructure")).is_some_and(|own| own == word)).collect()
        };
        let (named, positional) = (stated("by-name"), stated("by-position"));
        if named.len() + positional.len() > 0 {
            let is_named = named.len() > positional.len();
            for at in if is_named { positional } else { named } {
                let what = "the form of parameters of a method that differs from that of most methods";
                self.report.lost(what, &format!("{at}/paramStructure"));
            }
            return Node::text(if is_named { NAMED } else { POSITIONAL });
        }
        self.report.guessed("the form of parameters: the document allows both", "/methods");
        // An array cannot leave out an optional parameter before a required one.
        let style = if operations.iter().any(|operation| gap_end(operation) > 0) { NAMED } else { POSITIONAL };
        Node::text(style).guessed("both are taken")
    }

    /// Returns the pointer of a method of a list, after its reference.
    fn target_of_method(&self, method: &Json, index: usize) -> String {
        let target = method.get("$ref").and_then(Json::as_str).and_then(|target| self.doc.follow(target).ok());
        target.unwrap_or_else(|| format!("/methods/{index}"))
    }

    /// Makes optional parameters before a required one required, or null: an array cannot leave them out.
    fn fill_gaps(&mut self, operation: &mut Operation) {
        let (end, name) = (gap_end(operation), operation.preferred_name.clone());
        for param in operation.params.iter_mut().take(end).filter(|param| param.field.optional) {
            let field = &mut param.field;
            let what = "that a parameter before a required one may be left out: null is sent in its place";
            self.report.lost(what, &field.ty.origin);
            if field.ty.attributes.iter().any(|(key, _)| *key == "default") {
                self.report.detail("the default of a parameter that must be given", &field.ty.origin);
                field.ty.attributes.retain(|(key, _)| *key != "default");
            }
            let mut ty = field.ty.clone();
            ty.nullable = true;
            field.ty = self.declare_nullable(ty, &format!("{name} param {}", field.name));
            field.optional = false;
        }
    }

    /// Returns the errors in the components of the document, by code.
    fn shared_errors(&mut self) -> Option<Node> {
        let errors = self.doc.at("/components/errors")?.as_object()?;
        let places = errors.keys().map(|name| format!("/components/errors/{}", escaped(name)));
        self.error_codes(places.collect())
    }

    /// Returns the errors that a method states itself, by code. References to shared errors are
    /// left out.
    fn own_errors(&mut self, at: &str) -> Option<Node> {
        let errors = self.doc.at(&format!("{at}/errors"))?.as_array()?;
        let own = errors.iter().enumerate().filter(|(_, error)| error.get("$ref").is_none());
        let places: Vec<String> = own.map(|(index, _)| format!("{at}/errors/{index}")).collect();
        self.error_codes(places)
    }

    /// Returns errors by code, with names and descriptions. Each code occurs once.
    fn error_codes(&mut self, places: Vec<String>) -> Option<Node> {
        let mut scope = Scope::default();
        let mut node = Node::empty();
        for place in places {
            let Some(error) = self.doc.at(&place) else { continue };
            let (code, message) =
                (error.get("code").and_then(Json::as_i64), error.get("message").and_then(Json::as_str));
            let Some((code, message)) = code.zip(message) else {
                self.report.lost("an error without a code or message", &place);
                continue;
            };
            if error.get("data").is_some() {
                self.report.detail("the data of an error", &place);
            }
            if node.get(&code.to_string()).is_none() {
                let name = scope.of_error(message);
                let entry = Node::map([("name", Node::text(name)), ("doc", Node::text(message))]);
                node.put(code.to_string(), entry.from(&place).or_remove());
            }
        }
        (!node.is_empty()).then(|| node.or_remove())
    }

    fn report_inexpressible_of_method(&mut self, method: &Json, at: &str) {
        for (key, what) in [
            ("links", "a link from a result"),
            ("servers", "servers of one method"),
            ("externalDocs", "a link to documents elsewhere"),
        ] {
            if method.get(key).is_some() {
                self.report.lost(what, &format!("{at}/{key}"));
            }
        }
        if method.pointer("/tags/1").is_some() {
            self.report.detail("further tags of a method", &format!("{at}/tags"));
        }
        for key in method.as_object().into_iter().flat_map(|members| members.keys()).filter(|key| key.starts_with("x-"))
        {
            self.report.detail(format!("the extension `{}` of a method", &key[2..]), at);
        }
    }

    /// Returns the examples of a method: requests with their results.
    fn examples_of_method(&mut self, method: &Json, at: &str) -> Vec<Node> {
        let mut examples = Vec::new();
        let pairings = method.get("examples").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        for (index, pairing) in pairings.iter().enumerate() {
            let place = format!("{at}/examples/{index}");
            let pairing =
                match pairing.get("$ref").and_then(Json::as_str).and_then(|target| self.doc.follow(target).ok()) {
                    Some(target) => self.doc.at(&target).unwrap_or(pairing),
                    None => pairing,
                };
            let mut request = Node::empty();
            for param in pairing.get("params").and_then(Json::as_array).into_iter().flatten() {
                if let (Some(name), Some(value)) = (param.get("name").and_then(Json::as_str), param.get("value")) {
                    request.put(name, Node::json(value));
                }
            }
            let mut node = Node::map([("request", request)]);
            node.put_opt("response", pairing.pointer("/result/value").map(Node::json));
            examples.push(node.from(&place).or_remove());
        }
        examples
    }

    /// Returns the value of the key `client`, and the keys of the service that say where it is.
    fn rpc_servers(&mut self) -> (Node, Entries) {
        if self.doc.at("/servers/1").is_some() {
            self.report.lost("another server", "/servers/1");
        }
        let server = self.doc.at("/servers/0").cloned().unwrap_or_default();
        let (url, mut vars) = self.server(&with_plain_variables(server), "/servers/0");
        let location = self.location(&url, &mut vars);
        let mut client = Node::map([("baseUrl", Node::text(&location.base).from("/servers"))]);
        client.put_opt("vars", Var::nodes(vars));
        let mut service = vec![("endpoint", Node::text(&location.path))];
        service.extend(location.is_websocket.then(|| ("websocket", Node::text(&location.path))));
        (client, service)
    }

    /// Divides the URL of a server into the base URL and the path of the service. Reports what is guessed and lost.
    /// Adds a variable for a base URL that the document does not have.
    fn location(&mut self, url: &str, vars: &mut Vec<Var>) -> Location {
        let (url, query) = url.split_once(['?', '#']).unwrap_or((url, ""));
        if !query.is_empty() {
            let what = "the query of the URL of a server: give the whole URL as the endpoint of the service";
            self.report.lost(what, "/servers/0/url");
        }
        let host = url.find("://").map_or(0, |end| end + 3);
        let (base, path) = url.split_at(url[host..].find('/').map_or(url.len(), |end| host + end));
        let is_websocket = base.starts_with("ws://") || base.starts_with("wss://");
        let base = if base.is_empty() {
            self.report.guessed("the base URL: the document has none", "/servers");
            Var::add_server(vars, None)
        } else if is_websocket {
            self.report.guessed("the URL for HTTP: the document has the URL of a websocket", "/servers/0/url");
            base.replacen("ws", "http", 1)
        } else if host == 0 && !base.starts_with('{') {
            self.report.guessed("the scheme of the base URL: the document has none", "/servers/0/url");
            format!("{}://{base}", if base.starts_with("localhost") { "http" } else { "https" })
        } else if let Some(mistake) = base_url_mistake(base) {
            self.report.lost(format!("the URL of the server, which {mistake}"), "/servers/0/url");
            Var::add_server(vars, None)
        } else {
            base.to_owned()
        };
        let path = if path.is_empty() { "/" } else { path };
        Location { base, path: path.to_owned(), is_websocket }
    }
}

/// Returns the number of parameters before the last required one that follows an optional one; zero if none does.
fn gap_end(operation: &Operation) -> usize {
    let optional: Vec<bool> = operation.params.iter().map(|param| param.field.optional).collect();
    optional.windows(2).rposition(|pair| pair[0] && !pair[1]).map_or(0, |index| index + 1)
}

/// Location of a JSON-RPC service.
struct Location {
    base: String,
    /// Path below the base URL.
    path: String,
    is_websocket: bool,
}

/// Writes the variables of a URL as OpenAPI does: `{name}` instead of `${name}`.
fn with_plain_variables(mut server: Json) -> Json {
    if let Some(url) = server.get("url").and_then(Json::as_str).map(|url| url.replace("${", "{")) {
        server["url"] = url.into();
    }
    server
}

impl Operation {
    /// Creates the operation of a JSON-RPC method. `id` is its service and its name.
    fn method(at: &str, name: &str, preferred: &str, id: (String, String)) -> Self {
        Self { id: Some(id), ..Self::new(at, "method", name.to_owned(), preferred.to_owned()) }
    }
}

/// Returns whether a method with these words, joined by `_`, only reads: the first word is one of reading, and no other
/// one of change.
fn is_read(words: &str) -> bool {
    let words: Vec<&str> = words.split('_').collect();
    let changes = |pair: &[&str]| match pair {
        ["and" | "or", word] if JOINED_WORDS.contains(word) => true,
        [before, word] => CHANGING_WORDS.contains(word) || (*before, *word) == ("filter", "changes"),
        _ => false,
    };
    READING_WORDS.contains(&words[0]) && !words.windows(2).any(changes)
}
