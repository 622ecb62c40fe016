//! The requests of an imported spec, made of values that another program drew.
//!
//! Input: the tables of the spec, and the values by place and name. Output: the request of each
//! operation that may be the one of the document, or what cannot be given to it.

use std::collections::BTreeMap;

use chainloom::runtime as rt;
use chainloom_interpret::Api;
use rt::catalog::{Arguments, Target};
use rt::schema::{Binding, Operation, Place, Protocol, Type, Value as Source};
use rt::{Client, Endpoint, File, RawJson};
use serde_json::{Map, Value as Json};

use super::differences::{Difference, Part};
use super::drawn::{Drawn, Request, bytes, essence};

/// Where the requests would go.
const BASE_URL: &str = "http://127.0.0.1";

/// An imported spec that calls can be made of.
pub(super) struct Spec {
    api: Api,
    clients: Vec<Client>,
}

impl Spec {
    pub(super) fn new(api: Api) -> Self {
        let clients = api.clients.iter().map(|description| client(description)).collect();
        Self { api, clients }
    }

    /// Returns the operations with a verb and a path; the names of parameters in the path are free.
    pub(super) fn operations(&self, verb: &str, path: &str) -> Vec<&'static Operation> {
        let wanted = without_names(path);
        let all = self.api.operations.iter().map(|operation| operation.schema);
        let is_it = |operation: &&Operation| match operation.protocol {
            Protocol::Rest { verb: own, path } => {
                own.as_str().eq_ignore_ascii_case(verb) && without_names(path.text) == wanted
            }
            Protocol::Rpc { .. } => false,
        };
        all.filter(is_it).collect()
    }

    /// Makes the request of an operation with these values.
    pub(super) fn request(&self, operation: &'static Operation, drawn: &Drawn) -> Result<Request, Vec<Difference>> {
        let mut given = Given::new(operation, drawn);
        let arguments = given.arguments();
        let client =
            self.clients.iter().zip(&self.api.clients).find(|(_, one)| one.name == operation.service.client.name);
        let client = client.map(|(client, _)| client).unwrap();
        let prepared = client.prepare(operation, &arguments.into_members(), &Target::new(client.clone()));
        match prepared {
            Ok(request) if given.wrong.is_empty() => Ok(read(request.http())),
            Ok(_) => Err(given.wrong),
            Err(error) => {
                let broken = error.broken_rules().to_vec();
                let texts = if broken.is_empty() { vec![error.to_string()] } else { broken };
                given.wrong.extend(texts.into_iter().map(|text| refused(operation, drawn, &text)));
                Err(given.wrong)
            }
        }
    }
}

/// A client with values for all that it needs.
fn client(description: &'static rt::schema::Client) -> Client {
    let mut builder = Client::builder(description).base_url(BASE_URL);
    for server in description.servers {
        let secrets =
            description.auth.iter().filter(|secret| server.security.iter().any(|way| way.contains(&secret.name)));
        // A user and a password are one secret with a colon.
        let endpoint = secrets.fold(Endpoint::new(BASE_URL), |endpoint, secret| endpoint.secret(secret.name, "u:p"));
        builder = builder.server(server.name, endpoint);
    }
    for var in description.vars.iter().filter(|var| var.default.is_none()) {
        builder = builder.var(var.name, "v");
    }
    for secret in description.auth {
        builder = builder.secret(secret.name, "u:p");
    }
    builder.build().unwrap()
}

fn read(request: &rt::http::Request<rt::Body>) -> Request {
    let headers = request.headers().iter();
    let headers: BTreeMap<String, String> = headers
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    let target = request.uri().path_and_query().map_or("/", rt::http::uri::PathAndQuery::as_str);
    Request::new(request.method().as_str(), target, headers, request.body().to_vec())
}

/// A path whose parameters have no names, without a query.
pub(super) fn without_names(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let parts = path.split('{').enumerate().map(|(at, part)| match (at, part.split_once('}')) {
        (0, _) | (_, None) => part.to_owned(),
        (_, Some((_, rest))) => format!("{{}}{rest}"),
    });
    parts.collect()
}

/// The names of the parameters of a path.
pub(super) fn names(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

/// The media type of the body of an operation, without parameters; `None` where it has no body.
pub(super) fn media_type(operation: &Operation) -> Option<&'static str> {
    let of = |place: Place| match place {
        Place::Form | Place::WholeForm => "application/x-www-form-urlencoded",
        Place::Part => "multipart/form-data",
        Place::Raw => "application/octet-stream",
        _ => "application/json",
    };
    let usual = operation.bindings.iter().find(|binding| binding.place.is_body() && binding.place != Place::Header);
    usual.map(|binding| operation.content.map_or(of(binding.place), essence))
}

/// Values that become the arguments of an operation; what nothing takes stays.
struct Given<'d> {
    operation: &'static Operation,
    drawn: &'d Drawn,
    rest: BTreeMap<&'static str, Map<String, Json>>,
    body: Option<Json>,
    wrong: Vec<Difference>,
}

const PLACES: [&str; 4] = ["path", "query", "header", "cookie"];

impl<'d> Given<'d> {
    fn new(operation: &'static Operation, drawn: &'d Drawn) -> Self {
        let of = |place: &str| drawn.values.get(place).and_then(Json::as_object).cloned().unwrap_or_default();
        // No text stands for null there.
        let of = |place: &'static str| (place, of(place).into_iter().filter(|(_, value)| !value.is_null()).collect());
        let rest = PLACES.into_iter().map(of).collect();
        Self { operation, drawn, rest, body: drawn.values.get("body").cloned(), wrong: Vec::new() }
    }

    fn arguments(&mut self) -> Arguments {
        let operation = self.operation;
        let mut arguments = Arguments::new(operation);
        for binding in operation.bindings {
            let Some(value) = self.take(binding) else { continue };
            let Source::Member(index) = binding.value else { continue };
            let field = &operation.input.fields[index];
            let set = match field.ty.plain() {
                Type::File => arguments.set_file(field.name, &File::new("file", raw(&value))),
                Type::Bytes => arguments.set_bytes(field.name, raw(&value)),
                _ => arguments.set(field.name, &RawJson::parse(&value.to_string()).unwrap()),
            };
            if let Err(error) = set {
                self.wrong.push(refused(operation, self.drawn, &error.to_string()));
            }
        }
        self.report_rest();
        arguments
    }

    /// Takes the value of a binding out of those that are left.
    fn take(&mut self, binding: &Binding) -> Option<Json> {
        match binding.place {
            Place::Path => {
                let Protocol::Rest { path, .. } = self.operation.protocol else { return None };
                let at = names(path.text).iter().position(|name| *name == binding.name)?;
                let name = (*names(&self.drawn.path).get(at)?).to_owned();
                // The same name may stand twice in a path.
                self.rest["path"].get(&name).cloned().or_else(|| self.drawn.values["path"].get(&name).cloned())
            }
            Place::Query => take_or_member(self.rest.get_mut("query")?, binding.name),
            Place::Header => {
                let values = self.rest.get_mut("header")?;
                let name = values.keys().find(|name| name.eq_ignore_ascii_case(binding.name))?.clone();
                values.remove(&name)
            }
            Place::Cookie => self.rest.get_mut("cookie")?.remove(binding.name),
            Place::Body | Place::Form | Place::Part => self.body.as_mut()?.as_object_mut()?.remove(binding.name),
            _ => self.body.take(),
        }
    }

    /// Notes values that no parameter takes.
    fn report_rest(&mut self) {
        for (place, values) in std::mem::take(&mut self.rest).into_iter().filter(|(place, _)| *place != "path") {
            for name in values.into_iter().map(|(name, _)| name).filter(|name| !is_ignored(place, name)) {
                let part = Part::Parameter(place, name);
                self.wrong.push(Difference { what: "no parameter takes the value".to_owned(), part });
            }
        }
        let has_body = media_type(self.operation).is_some();
        match self.body.take() {
            Some(Json::Object(left)) if has_body => {
                let what = || "no member of the body takes the value".to_owned();
                self.wrong.extend(
                    left.into_iter().map(|(name, _)| Difference { what: what(), part: Part::Body(vec![name]) }),
                );
            }
            Some(Json::Null) | None => {}
            Some(_) => {
                self.wrong
                    .push(Difference { what: "no parameter takes the body".to_owned(), part: Part::Body(Vec::new()) });
            }
        }
    }
}

/// Headers that OpenAPI excludes from parameters.
pub(super) fn is_ignored(place: &str, name: &str) -> bool {
    place == "header" && ["accept", "content-type", "authorization"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// A value by its name, or the member with that name of an object that is written as its members.
fn take_or_member(values: &mut Map<String, Json>, name: &str) -> Option<Json> {
    if let Some(value) = values.remove(name) {
        return Some(value);
    }
    let holder = values.iter().find(|(_, value)| value.get(name).is_some())?.0.clone();
    let members = values.get_mut(&holder)?.as_object_mut()?;
    let found = members.remove(name);
    if members.is_empty() {
        values.remove(&holder);
    }
    found
}

/// The bytes of a file or of a body.
fn raw(value: &Json) -> Vec<u8> {
    match (value.get("$bytes").and_then(Json::as_str), value.as_str()) {
        (Some(hex), _) => bytes(hex),
        (None, Some(text)) => text.as_bytes().to_vec(),
        (None, None) => value.to_string().into_bytes(),
    }
}

/// What the client says of values that it refuses; the first name between backquotes says of which.
fn refused(operation: &Operation, drawn: &Drawn, text: &str) -> Difference {
    let named = text.split('`').nth(1).unwrap_or_default();
    let what = format!("the client refuses: {text}");
    for binding in operation.bindings {
        let Source::Member(index) = binding.value else { continue };
        let Some(rest) = named.strip_prefix(operation.input.fields[index].name) else { continue };
        if rest.is_empty() || rest.starts_with(['.', '[']) {
            let steps = rest.split(['.', '[']).skip(1).map(|step| step.trim_end_matches(']').to_owned());
            return Difference { what, part: part_of(operation, drawn, binding, steps) };
        }
    }
    Difference { what, part: Part::Operation }
}

/// The part of a request that a binding writes, or a value in it.
fn part_of(operation: &Operation, drawn: &Drawn, binding: &Binding, steps: impl Iterator<Item = String>) -> Part {
    match binding.place {
        Place::Path => {
            let at = match operation.protocol {
                Protocol::Rest { path, .. } => names(path.text).iter().position(|own| *own == binding.name),
                Protocol::Rpc { .. } => None,
            };
            let name = at.and_then(|at| names(&drawn.path).get(at).copied()).unwrap_or(binding.name);
            Part::Parameter("path", name.to_owned())
        }
        Place::Query => Part::query(drawn, binding.name),
        Place::Header => Part::Parameter("header", binding.name.to_owned()),
        Place::Cookie => Part::Parameter("cookie", binding.name.to_owned()),
        Place::Body | Place::Form | Place::Part => {
            Part::Body(std::iter::once(binding.name.to_owned()).chain(steps).collect())
        }
        _ => Part::Body(steps.collect()),
    }
}
