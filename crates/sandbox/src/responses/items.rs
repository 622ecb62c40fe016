//! Items of subscriptions.
//!
//! Input: a subscription, its parameters, and a source of values. Output: an item of its type. An
//! item agrees with the parameters by name. A member has the value of the parameter, or of the
//! filter's member, with its name. A boolean parameter with the name of a variant decides whether
//! the item is that variant. The order of events is determined in [`super::chains`].

use chainloom_runtime::schema::{Bounds, Record, Subscription, Type, Union};
use chainloom_values::Draw;
use serde_json::{Map, Value};

use crate::requests::fits;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;
use crate::responses::echo::{self, Asked};
use crate::synthesis::Style;

/// Draws an event that agrees with the parameters of a call or a subscription.
pub(crate) fn item(of: &Subscription, asked: Asked<'_>, mut draw: Draw, style: Style) -> Value {
    let input = asked.input;
    let chosen = match of.item.bare() {
        Type::Union(union) => chosen(union, asked.parameters, input),
        _ => None,
    };
    let mut item = match (of.item.bare(), chosen) {
        (Type::Union(union), Some(arm)) => draw.arm(union, &union.arms[arm]),
        _ => draw.value(of.item, &Bounds::NONE),
    };
    if let (Type::Record(record), Value::Object(members)) = (of.item.bare(), &mut item) {
        agree(record, members, &flat(input));
    }
    echo::repeat(of.item, &mut item, asked, style);
    item
}

/// Returns the arm that the parameters ask for: a boolean parameter with its name is true. If all
/// such parameters are false, it is an arm without a parameter; `None` if no arm has one.
fn chosen(union: &Union, parameters: &Record, input: &Input) -> Option<usize> {
    let is_named = |name: &str| {
        let field = parameters.fields.iter().find(|field| field.name == name)?;
        matches!(field.ty.bare(), Type::Boolean).then(|| input.get(name).and_then(Value::as_bool).unwrap_or(false))
    };
    let requested: Vec<Option<bool>> = union.arms.iter().map(|arm| is_named(arm.name)).collect();
    let asked = requested.iter().position(|requested| *requested == Some(true));
    // An arm with a parameter of its name is returned only if that parameter is true.
    let unasked = || requested.iter().position(Option::is_none).filter(|_| requested.contains(&Some(false)));
    asked.or_else(unasked)
}

/// Returns the parameters, together with the members of parameters that are objects.
fn flat(input: &Input) -> Map<String, Value> {
    let inside = input.values().filter_map(Value::as_object).flatten();
    inside.chain(input).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Gives members values that the filters in `wanted` admit.
fn agree(record: &Record, members: &mut Map<String, Value>, wanted: &Map<String, Value>) {
    for field in record.fields {
        let Some(wanted) = wanted.get(field.name) else { continue };
        match (list_item(field.ty), wanted) {
            (Some(item), Value::Array(places)) => {
                let list = members.entry(field.name).or_insert_with(|| Value::Array(Vec::new()));
                if let Some(list) = list.as_array_mut() {
                    each(item, list, places);
                }
            }
            _ => {
                if let Some(value) = passing(field.ty, wanted) {
                    members.insert(field.name.to_owned(), value.clone());
                }
            }
        }
    }
}

/// Applies a filter that has a value for each position of a list; null admits any value.
fn each(item: Type, list: &mut Vec<Value>, places: &[Value]) {
    for (at, wanted) in places.iter().enumerate() {
        match (passing(item, wanted), list.get_mut(at)) {
            (Some(value), Some(place)) => *place = value.clone(),
            (Some(value), None) => list.push(value.clone()),
            (None, _) => {}
        }
    }
}

/// Returns a value that a filter admits and that fits the type: the filter itself, or the first
/// that fits of several.
fn passing(ty: Type, wanted: &Value) -> Option<&Value> {
    let is_right = |value: &&Value| !value.is_null() && fits::is_received(ty, value);
    match wanted {
        Value::Array(several) if list_item(ty).is_none() => several.iter().find(is_right),
        one => Some(one).filter(is_right),
    }
}
