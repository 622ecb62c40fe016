//! Examples: requests and responses of the spec as example pairings of OpenRPC.
//!
//! Input: a typed call. Output: `examples` of its method.

use serde_json::{Value as Json, json};

use super::params::{OBJECT, Params};
use crate::documents::members::{Members, put};
use crate::model::{CallParam, CallView, Example, Operation, ParamStyle, Value, to_json};

/// Returns the examples of a method, of all its typed calls.
pub(super) fn examples(params: &Params, operation: &Operation) -> impl Iterator<Item = Json> {
    operation.views().flat_map(move |call| {
        call.own.examples.iter().enumerate().map(move |(at, example)| example_pairing(params, call, at, example))
    })
}

fn example_pairing(params: &Params, call: CallView<'_>, at: usize, example: &Example) -> Json {
    let name = if at == 0 { call.name().to_owned() } else { format!("{} {}", call.name(), at + 1) };
    let values = call.params().filter_map(|param| {
        let value = value_of(param, example)?;
        Some((param.field.name.clone(), to_json(value)))
    });
    let values: Members = values.collect();
    let sent: Vec<Json> = match params.style {
        ParamStyle::ObjectInArray if call.operation.params.is_empty() => Vec::new(),
        ParamStyle::ObjectInArray => vec![json!({ "name": OBJECT, "value": values })],
        ParamStyle::Named | ParamStyle::Positional => {
            values.into_iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
        }
    };
    let mut out = Members::from_iter([("name".to_owned(), name.into())]);
    put(&mut out, "description", (!example.doc.is_empty()).then(|| example.doc.trim().into()));
    out.insert("params".to_owned(), Json::Array(sent));
    let response = example.response.as_ref().map_or(Json::Null, to_json);
    out.insert("result".to_owned(), json!({ "name": "result", "value": response }));
    Json::Object(out)
}

/// Returns the value that an example sends as a parameter; for a fixed parameter that the example
/// omits, the fixed value.
fn value_of<'m>(param: CallParam<'m>, example: &'m Example) -> Option<&'m Value> {
    let given = example.request.iter().find(|(name, _)| *name == param.field.name).map(|(_, value)| value);
    given.or(param.fixed)
}
