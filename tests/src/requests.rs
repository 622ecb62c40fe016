//! The requests of vectors, made again by the typed calls.
//!
//! Input: an operation and an exchange. Output: whether the typed request with the vector's own
//! parameters is the vector's request. Nothing is sent. Equal means: method, path, query in any
//! order, and JSON body without the id; values as in [`equality`], hex and numbers in paths and
//! queries too; parameters that are left out equal null, and arrays of parameters may end earlier.
//! A value that a typed call always sends equals none where it is the documented default.

use std::sync::Arc;

use bytes::Bytes;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime as rt;
use percent_encoding::percent_decode_str;
use rt::catalog::Entry;
use rt::http;
use rt::schema::{Binding, Operation, ParamStyle, Place, Protocol, Type, Value as Source};
use serde_json::{Map, Value};

use crate::vectors::Exchange;
use crate::{equality, matching, spec};

/// Result of the comparison of a request with that of its vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It is the vector's.
    Equal,
    /// The typed call refuses the parameters.
    NotBuilt(String),
    /// It is another request.
    Differs(String),
}

/// Makes the request of an exchange as each of the typed calls that it may belong to; the best
/// outcome counts. None where no operation is described for it, or the vector does not hold its
/// request.
pub fn make(exchange: &Exchange) -> Option<Comparison> {
    let mut first = None;
    for entry in matching::candidates(exchange) {
        if matches!(entry.operation().protocol, Protocol::Rpc { .. }) && exchange.body.is_none() {
            continue;
        }
        match (make_one(entry, exchange), &first) {
            (Comparison::Equal, _) => return Some(Comparison::Equal),
            (made @ Comparison::Differs(_), None | Some(Comparison::NotBuilt(_))) | (made, None) => first = Some(made),
            _ => {}
        }
    }
    first
}

fn make_one(entry: &Entry, exchange: &Exchange) -> Comparison {
    let operation = entry.operation();
    let variables = variables(operation, exchange);
    let input = Value::Object(input(operation, exchange, &variables));
    let request = target(operation, exchange, &variables)
        .and_then(|target| entry.request(target.client(), &target, input.to_string().as_bytes()));
    match request {
        Err(error) => Comparison::NotBuilt(error.to_string().replace('\n', " ")),
        Ok(request) => match difference(operation, exchange, &request) {
            None => Comparison::Equal,
            Some(place) => Comparison::Differs(place),
        },
    }
}

/// The values that the vector shows for the variables of path and method.
fn variables(operation: &'static Operation, exchange: &Exchange) -> Vec<(&'static str, String)> {
    let path = exchange.path.as_deref().unwrap_or_default();
    let mut found = match operation.protocol {
        Protocol::Rest { path: template, .. } => matching::path_variables(template.text, path),
        Protocol::Rpc { .. } => {
            endpoint(operation, path).and_then(|(_, template)| matching::path_variables(template, path))
        }
    }
    .unwrap_or_default();
    if let (Protocol::Rpc { method }, Some(Value::String(actual))) =
        (operation.protocol, member(exchange.body.as_ref(), "method"))
    {
        found.extend(matching::variables(method, actual).unwrap_or_default());
    }
    for (_, value) in &mut found {
        *value = decoded(value);
    }
    found
}

fn endpoint(operation: &'static Operation, path: &str) -> Option<(usize, &'static str)> {
    let mut endpoints = operation.service.endpoints.iter().map(|endpoint| endpoint.path).enumerate();
    endpoints.find(|(_, template)| matching::path_variables(template, path).is_some())
}

/// Names and values, as a query and a form have them.
pub type Pairs = Vec<(String, String)>;

/// Returns a text with its escapes undone.
pub fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Returns the names and values of a query or a form.
pub fn pairs(text: &str) -> Pairs {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (decoded(&name.replace('+', " ")), decoded(&value.replace('+', " ")))).collect()
}

fn member<'v>(value: Option<&'v Value>, name: &str) -> Option<&'v Value> {
    value?.get(name)
}

/// Sends nothing. A client that could, with certificates and all, takes far longer to make than a
/// request.
struct Nowhere;

impl rt::Transport for Nowhere {
    fn send(&self, _: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        Box::pin(std::future::ready(Err(rt::TransportError::connect("nothing is sent"))))
    }
}

/// A client of the main network with the variables that the vector shows; nothing is ever sent
/// there.
fn target(
    operation: &'static Operation,
    exchange: &Exchange,
    variables: &[(&'static str, String)],
) -> Result<rt::catalog::Target, rt::Error> {
    let service = operation.service;
    let builder = rt::Client::builder(service.client).deployment(&MAINNET).base_url("http://127.0.0.1");
    let mut builder = builder.transport(Arc::new(Nowhere));
    for (name, value) in variables.iter().filter(|(name, _)| service.client.vars.iter().any(|var| var.name == *name)) {
        builder = builder.var(*name, value);
    }
    let index = exchange.path.as_deref().and_then(|path| endpoint(operation, path)).map_or(0, |(index, _)| index);
    let target = rt::catalog::Target::new(builder.build()?).endpoint(index);
    Ok(service.vars.iter().fold(target, |target, var| {
        let shown = variables.iter().find(|(name, _)| *name == var.name).map(|(_, value)| value.clone());
        // A vector without a path does not say which instance; it makes no difference for its body.
        match shown.or_else(|| var.default.is_none().then(|| "instance".to_owned())) {
            Some(value) => target.var(var.name, value),
            None => target,
        }
    }))
}

/// The parameters of the operation by their names in the spec, with the values that the vector
/// states.
fn input(
    operation: &'static Operation,
    exchange: &Exchange,
    variables: &[(&'static str, String)],
) -> Map<String, Value> {
    let mut input = Map::new();
    let mut place = 0;
    for binding in operation.bindings {
        let stated = match binding.place {
            Place::Path => {
                variables.iter().find(|(name, _)| *name == binding.name).map(|(_, text)| Value::from(text.as_str()))
            }
            Place::Query => member(exchange.query.as_ref(), binding.name).cloned(),
            Place::Body => member(exchange.body.as_ref(), binding.name).cloned(),
            Place::Whole => exchange.body.clone(),
            Place::Header
            | Place::Cookie
            | Place::Lines
            | Place::Form
            | Place::WholeForm
            | Place::Part
            | Place::Raw
            | Place::Kind => None,
            Place::Rpc => matching::stated(operation, place, binding.name, exchange).cloned(),
        };
        place += usize::from(binding.place == Place::Rpc);
        if let (Source::Member(index), Some(value)) = (binding.value, stated) {
            let field = &operation.input.fields[index];
            let is_text = matches!(binding.place, Place::Path | Place::Query);
            input.insert(field.name.to_owned(), if is_text { from_text(value, field.ty, binding.join) } else { value });
        }
    }
    input
}

/// A value of a path or a query as JSON of its type. Numbers are read from text as well.
fn from_text(value: Value, ty: Type, join: Option<&'static str>) -> Value {
    match (ty, value) {
        (Type::Nullable(inner), value) => from_text(value, *inner, join),
        (Type::Bounded(bounded), value) => from_text(value, bounded.ty, join),
        (Type::Boolean, Value::String(text)) if text == "true" || text == "false" => Value::Bool(text == "true"),
        (Type::List(list), Value::String(text)) => {
            text.split(join.unwrap_or(",")).map(|item| from_text(item.into(), list.item, None)).collect()
        }
        (_, value) => value,
    }
}

fn difference(
    operation: &'static Operation,
    exchange: &Exchange,
    request: &http::Request<bytes::Bytes>,
) -> Option<String> {
    if request.method().as_str() != exchange.verb {
        return Some(format!("method: expected {}, got {}", exchange.verb, request.method()));
    }
    let path = exchange.path.as_deref().and_then(|path| path_difference(path, request.uri().path()));
    if let Some(place) = path {
        return Some(format!("path: {place}"));
    }
    let sent = query_sent(request.uri().query().unwrap_or_default());
    if let Some(place) = equality::difference(&query_expected(operation, exchange.query.as_ref()), &sent) {
        return Some(format!("query: {place}"));
    }
    let body = serde_json::from_slice(request.body()).unwrap_or(Value::Null);
    let expected = exchange.body.clone().unwrap_or(Value::Null);
    let place = match operation.protocol {
        Protocol::Rest { .. } => equality::difference(&expected, &body),
        Protocol::Rpc { .. } => rpc_difference(operation, exchange, &expected, &body),
    };
    place.map(|place| format!("body: {place}"))
}

/// The first segment in which two paths differ, or none.
pub fn path_difference(expected: &str, sent: &str) -> Option<String> {
    let segments = |path: &str| path.split('/').map(|segment| Value::from(decoded(segment))).collect::<Value>();
    equality::difference(&segments(expected), &segments(sent))
}

/// By name, all values of a parameter in the order in which they are sent.
pub fn query_sent(query: &str) -> Value {
    let mut all = Map::<String, Value>::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let values = all.entry(decoded(name)).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(values) = values {
            values.push(decoded(value).into());
        }
    }
    Value::Object(all)
}

fn query_expected(operation: &Operation, query: Option<&Value>) -> Value {
    let members = query.and_then(Value::as_object).into_iter().flatten();
    let members = members.map(|(name, value)| {
        let is_named = |binding: &&Binding| binding.place == Place::Query && binding.name == name;
        let join = operation.bindings.iter().find(is_named).and_then(|binding| binding.join);
        let values = match (value, join) {
            (Value::Null, _) => Vec::new(),
            (Value::Array(items), Some(join)) => {
                vec![Value::from(items.iter().map(plain).collect::<Vec<String>>().join(join))]
            }
            (Value::Array(items), None) => items.iter().map(|item| plain(item).into()).collect(),
            (value, _) => vec![plain(value).into()],
        };
        (name.clone(), Value::Array(values))
    });
    Value::Object(members.collect())
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn rpc_difference(
    operation: &'static Operation,
    exchange: &Exchange,
    expected: &Value,
    sent: &Value,
) -> Option<String> {
    let style = operation.service.rpc.map(|rpc| rpc.params);
    let call = |body: &Value, left_out: &[&str]| {
        let mut body = body.clone();
        if let Value::Object(members) = &mut body {
            members.remove("id");
            members.insert("params".to_owned(), params(members.get("params"), style, left_out));
        }
        body
    };
    let defaults: Vec<&str> = defaults(operation, exchange).collect();
    equality::difference(&call(expected, &[]), &call(sent, &defaults))
}

/// The parameters that the vector leaves to their defaults, and that the typed call always sends
/// with those values.
fn defaults(operation: &'static Operation, exchange: &Exchange) -> impl Iterator<Item = &'static str> {
    let params: Vec<_> = spec::typed_call(operation.id).into_iter().flat_map(|call| call.params()).collect();
    let is_default = move |name: &str| {
        let mut fixed = params.iter().filter(|param| param.fixed.is_some());
        fixed.any(|param| param.field.name == name && param.fixed == param.field.default.as_ref())
    };
    let names = operation.bindings.iter().filter(|binding| binding.place == Place::Rpc).map(|binding| binding.name);
    names.enumerate().filter_map(move |(place, name)| {
        (is_default(name) && matching::stated(operation, place, name, exchange).is_none()).then_some(name)
    })
}

/// Parameters without what says nothing: nulls at the end, an object without members, no parameters
/// at all. Where the documents put one object into an array, services take it without the array,
/// too.
pub fn params(value: Option<&Value>, style: Option<ParamStyle>, left_out: &[&str]) -> Value {
    let without = |value: &Value| {
        let mut value = value.clone();
        if let Value::Object(members) = &mut value {
            members.retain(|name, _| !left_out.contains(&name.as_str()));
        }
        value
    };
    let is_blank = |value: &Value| value.as_object().is_some_and(Map::is_empty);
    let mut items = match value {
        Some(Value::Array(items)) => items.iter().map(without).collect(),
        Some(value @ Value::Object(_)) if style == Some(ParamStyle::ObjectInArray) => vec![without(value)],
        Some(value) => return Some(without(value)).filter(|value| !is_blank(value)).unwrap_or_default(),
        None => Vec::new(),
    };
    let is_positional = style == Some(ParamStyle::Positional);
    while items.last().is_some_and(|last| last.is_null() || (!is_positional && is_blank(last))) {
        items.pop();
    }
    Value::Array(items)
}
