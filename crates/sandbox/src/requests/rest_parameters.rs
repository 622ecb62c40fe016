//! Parameters of a REST request.
//!
//! Input: an operation and a request. Output: the parameters, keyed by their names in the spec, as
//! a client passed them to its call, or one message for each mistake.

use bytes::Bytes;
use chainloom_runtime::Error;
use chainloom_runtime::catalog::{Arguments, Violation};
use chainloom_runtime::schema::{Binding, Operation, Place, Type, Value as Source};
use http::HeaderMap;
use http::header::{CONTENT_TYPE, COOKIE};
use serde_json::{Map, Value};

use super::fits;
use super::multipart;
use super::one_text;
use super::text::{self, Pairs};
use crate::routing::template::{Variables, decoded};

/// Parameters of a call, keyed by their names in the spec.
pub(crate) type Input = Map<String, Value>;

/// Parts of a REST request that hold parameters.
pub(crate) struct Parts<'r> {
    pub(crate) variables: &'r Variables,
    pub(crate) query: &'r str,
    pub(crate) headers: &'r HeaderMap,
    pub(crate) body: &'r Bytes,
}

/// Reads the parameters of a REST call. The members of the query that carry a secret are passed
/// over.
///
/// # Errors
///
/// One text for each parameter that is missing, unknown, or not of its type, and for each bound and
/// rule that is broken.
pub(crate) fn rest(operation: &'static Operation, parts: &Parts<'_>) -> Result<Input, Vec<String>> {
    let (input, wrong) = read_parameters(operation, parts);
    check_parameters(operation, input, wrong)
}

/// Reads the parameters that a request has, whether right or wrong, with a message for each part of
/// the request that is no parameter.
pub(crate) fn read_parameters(operation: &'static Operation, parts: &Parts<'_>) -> (Input, Vec<String>) {
    let mut wrong = Vec::new();
    let mut input = Input::new();
    let mut query = text::pairs(parts.query);
    query.retain(|(name, _)| !operation.service.client.auth.iter().any(|secret| secret.key == name));
    let mut form = form_of(operation, parts.body);
    let body = json_of(operation, parts.body, &mut wrong);
    let form_parts = multipart::parts(parts.headers, parts.body);
    let mut parts_of_body = multipart::pairs(&form_parts);
    for binding in operation.bindings {
        let (ty, name) = bound(operation, binding);
        let given = match binding.place {
            Place::Path => {
                value_of_variable(parts.variables, binding.name).map(|text| one_text::read(ty, text, binding))
            }
            Place::Header => header(parts.headers, binding.name).map(|text| one_text::read(ty, &text, binding)),
            Place::Cookie => cookie(parts.headers, binding.name).map(|text| one_text::read(ty, &text, binding)),
            Place::Query => text::take(&mut query, binding.name, ty, binding),
            Place::Form => text::take(&mut form, binding.name, ty, binding),
            Place::Body => body.as_ref().and_then(|body| body.get(binding.name)).cloned(),
            Place::Whole => body.clone(),
            Place::Lines => lines_of(parts, &mut wrong),
            Place::WholeForm => whole_form(&mut form, ty, binding),
            Place::Part => text::take(&mut parts_of_body, binding.name, ty, binding),
            // Bytes are not checked.
            Place::Raw => Some(Value::String(String::from_utf8_lossy(parts.body).into_owned())),
            Place::Rpc | Place::Kind => None,
        };
        insert_parameter(&mut input, name, given, binding, &mut wrong);
        wrong.extend(multipart::misfits(&form_parts, binding));
    }
    wrong.extend(query.iter().map(|(name, _)| format!("there is no parameter `{name}`")));
    (input, wrong)
}

/// Returns the type and the name of the parameter that a binding sends; a constant has no name.
pub(crate) fn bound(operation: &Operation, binding: &Binding) -> (Type, Option<&'static str>) {
    match binding.value {
        Source::Member(index) => {
            operation.input.fields.get(index).map_or((Type::Json, None), |field| (field.ty, Some(field.name)))
        }
        Source::Fixed(_) => (Type::Json, None),
    }
}

/// Adds the value of a parameter, or checks that a constant has its value.
pub(crate) fn insert_parameter(
    input: &mut Input,
    name: Option<&str>,
    given: Option<Value>,
    binding: &Binding,
    wrong: &mut Vec<String>,
) {
    match (binding.value, given) {
        (Source::Member(_), Some(value)) => {
            input.insert(name.unwrap_or(binding.name).to_owned(), value);
        }
        (Source::Fixed(json), Some(value)) if !is_constant(json, &value) => {
            wrong.push(format!("`{}` must be {json}", binding.name));
        }
        _ => {}
    }
}

fn is_constant(json: &str, value: &Value) -> bool {
    fits::is_json(value, json) || value.as_str() == Some(json.trim_matches('"'))
}

fn value_of_variable<'v>(variables: &'v Variables, name: &str) -> Option<&'v str> {
    variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// Returns the decoded text of a cookie; `None` if the request lacks it.
pub(super) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get(COOKIE)?.to_str().ok()?;
    let mut pairs = all.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, text)| decoded(text))
}

/// Parses the body as a form, if the operation has one.
fn form_of(operation: &Operation, body: &Bytes) -> Pairs {
    let has_form = operation.bindings.iter().any(|binding| matches!(binding.place, Place::Form | Place::WholeForm));
    if has_form { text::pairs(&String::from_utf8_lossy(body)) } else { Pairs::new() }
}

/// Reads a form that is one parameter, by the members of its type.
fn whole_form(form: &mut Pairs, ty: Type, binding: &Binding) -> Option<Value> {
    let Type::Record(record) = ty.known().plain() else { return None };
    let fields = record.fields.iter();
    let members =
        fields.filter_map(|field| Some((field.name.to_owned(), text::take(form, field.name, field.ty, binding)?)));
    Some(Value::Object(members.collect()))
}

/// Parses the body as JSON, if the operation has parameters in it.
fn json_of(operation: &Operation, body: &Bytes, wrong: &mut Vec<String>) -> Option<Value> {
    let has = |place| operation.bindings.iter().any(|binding| binding.place == place);
    if body.is_empty() || !has(Place::Body) && !has(Place::Whole) {
        return None;
    }
    let value: Value =
        serde_json::from_slice(body).map_err(|error| wrong.push(format!("the body is not JSON: {error}"))).ok()?;
    if has(Place::Body) && !value.is_object() {
        wrong.push("the body must be a JSON object".to_owned());
    }
    Some(value)
}

/// Parses the lines of a body as a list of JSON values. A body without lines is an empty list if
/// the request has a media type, or else absent.
fn lines_of(parts: &Parts<'_>, wrong: &mut Vec<String>) -> Option<Value> {
    let text = String::from_utf8_lossy(parts.body);
    let mut items = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(item) => items.push(item),
            Err(error) => wrong.push(format!("line {} of the body is not JSON: {error}", at + 1)),
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        wrong.push("the last line of the body has no line feed".to_owned());
    }
    (!text.is_empty() || parts.headers.contains_key(CONTENT_TYPE)).then_some(Value::Array(items))
}

/// Checks types, and then bounds and rules if there are no mistakes so far.
fn check_parameters(operation: &'static Operation, input: Input, mut wrong: Vec<String>) -> Result<Input, Vec<String>> {
    for field in operation.input.fields {
        if let Some(value) = input.get(field.name) {
            wrong.extend(fits::problems(field.ty, value, field.name));
        }
    }
    if wrong.is_empty() {
        match violations(operation, &input) {
            Ok(violations) => wrong.extend(violations.iter().map(ToString::to_string)),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    if wrong.is_empty() { Ok(input) } else { Err(wrong) }
}

/// Returns the bounds and rules that parameters of the right types break.
pub(crate) fn violations(operation: &'static Operation, input: &Input) -> Result<Vec<Violation>, Error> {
    let json = Value::Object(input.clone()).to_string();
    Arguments::from_json(operation, json.as_bytes()).map(|arguments| arguments.violations())
}
