//! Examples: the requests and answers of the spec as pairings.

use serde_json::{Value as Json, json};

use super::methods::Method;
use super::params::{OBJECT, Params};
use crate::documents::extensions::{Members, put};
use crate::model::json::to_json;
use crate::model::{Example, Operation, ParamStyle, Value};

pub(super) fn examples<'m>(params: &'m Params<'_>, method: &'m Method<'_>) -> impl Iterator<Item = Json> + use<'m> {
    method.operations.iter().flat_map(move |operation| {
        operation.examples.iter().enumerate().map(move |(at, example)| pairing(params, operation, at, example))
    })
}

fn pairing(params: &Params<'_>, operation: &Operation, at: usize, example: &Example) -> Json {
    let name = if at == 0 { operation.name.clone() } else { format!("{} {}", operation.name, at + 1) };
    let values = params.merged.iter().filter_map(|param| {
        let value = value_of(operation, example, param.name())?;
        Some((param.name().to_owned(), to_json(value)))
    });
    let values: Members = values.collect();
    let sent: Vec<Json> = match params.style {
        ParamStyle::ObjectInArray if params.merged.is_empty() => Vec::new(),
        ParamStyle::ObjectInArray => vec![json!({ "name": OBJECT, "value": values })],
        ParamStyle::Named | ParamStyle::Positional => {
            values.into_iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
        }
    };
    let mut out = Members::from_iter([("name".to_owned(), name.into())]);
    put(&mut out, "description", (!example.doc.is_empty()).then(|| example.doc.trim().into()));
    out.insert("params".to_owned(), Json::Array(sent));
    let answer = example.response.as_ref().map_or(Json::Null, to_json);
    out.insert("result".to_owned(), json!({ "name": "result", "value": answer }));
    Json::Object(out)
}

/// What an example sends as a parameter; what the call always sends is not repeated in the spec.
fn value_of<'m>(operation: &'m Operation, example: &'m Example, name: &str) -> Option<&'m Value> {
    let given = example.request.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let fixed = || operation.params.iter().find(|param| param.field.name == name)?.fixed.as_ref();
    given.or_else(fixed)
}
