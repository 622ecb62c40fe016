//! The conformance suite can fail: a real vector with one value changed is not equal any more, nor
//! is a request with a parameter more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::catalog::Entry;
use chainloom::runtime::schema::{ParamStyle, Protocol};
use chainloom_tests::full::is_full;
use chainloom_tests::requests::Comparison;
use chainloom_tests::round_trip::difference;
use chainloom_tests::vectors::Exchange;
use chainloom_tests::{matching, requests, vectors};
use serde_json::{Map, Value};

/// So many places of each vector are changed, anywhere in it.
fn places() -> usize {
    if is_full() { 40 } else { 5 }
}

/// A described answer that reports success, with the operation that it reads as.
fn good(exchange: &Exchange) -> Option<(&'static Entry, Value)> {
    let entries = matching::candidates(exchange).into_iter();
    let mut answers = entries.filter_map(|entry| {
        let body = match entry.operation().protocol {
            Protocol::Rest { .. } if exchange.status < 400 => Some(&exchange.response),
            Protocol::Rest { .. } => None,
            Protocol::Rpc { .. } => exchange.response.get("result"),
        };
        Some((entry, body?.clone()))
    });
    answers.find(|(entry, body)| difference(entry, body, body).is_none())
}

/// The places of all values that are no object, list or null.
fn leaves(value: &Value, path: String, out: &mut Vec<String>) {
    let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| leaves(value, format!("{path}/{}", escaped(name)), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{path}/{index}"), out));
        }
        Value::Null => {}
        _ => out.push(path),
    }
}

/// Another value of the same kind.
fn changed(value: &Value) -> Value {
    match value {
        Value::Bool(flag) => Value::Bool(!flag),
        Value::Number(number) => {
            serde_json::from_str(&format!("1{}", number.to_string().trim_start_matches('-'))).unwrap()
        }
        Value::String(text) => Value::String(match text.chars().last() {
            Some('1') => format!("{}2", &text[..text.len() - 1]),
            Some(last) => format!("{}1", &text[..text.len() - last.len_utf8()]),
            None => "1".to_owned(),
        }),
        other => other.clone(),
    }
}

#[test]
fn a_changed_value_is_found() {
    let (mut checked, mut missed) = (0, Vec::new());
    for exchange in vectors::read(&vectors::folder()).unwrap() {
        let Some((entry, body)) = good(&exchange) else { continue };
        let mut places = Vec::new();
        leaves(&body, String::new(), &mut places);
        let every = places.len().div_ceil(self::places()).max(1);
        for place in places.iter().step_by(every) {
            let mut other = body.clone();
            let value = other.pointer_mut(place).unwrap();
            *value = changed(value);
            checked += 1;
            if difference(entry, &body, &other).is_none() {
                missed.push(format!("{} {place}: {}", exchange.name, body.pointer(place).unwrap()));
            }
        }
    }
    assert!(checked > 100, "only {checked} values were changed");
    assert!(missed.is_empty(), "{} of {checked} changes were not seen:\n{}", missed.len(), missed.join("\n"));
}

/// The members among which a parameter more stands.
fn named_parameters(exchange: &mut Exchange) -> &mut Map<String, Value> {
    let params = exchange.body.as_mut().and_then(|body| body.get_mut("params"));
    match params {
        Some(Value::Object(members)) => members,
        Some(Value::Array(items)) => items[0].as_object_mut().unwrap(),
        _ => {
            let query = exchange.query.get_or_insert_with(|| Value::Object(Map::new()));
            query.as_object_mut().unwrap()
        }
    }
}

#[test]
fn a_parameter_more_is_found() {
    let (mut checked, mut missed) = (0, Vec::new());
    for mut exchange in vectors::read(&vectors::folder()).unwrap() {
        if requests::make(&exchange) != Some(Comparison::Equal) {
            continue;
        }
        let operation = matching::candidates(&exchange)[0].operation();
        let is_positional = operation.service.rpc.is_some_and(|rpc| rpc.params == ParamStyle::Positional);
        let params = exchange.body.as_mut().and_then(|body| body.get_mut("params"));
        match params {
            None | Some(Value::Null) if is_positional => continue,
            Some(Value::Array(items)) if is_positional => {
                items.resize(operation.bindings.len(), Value::Null);
                items.push(1.into());
            }
            Some(Value::Array(items)) if items.is_empty() => continue,
            _ => drop(named_parameters(&mut exchange).insert("oneMore".to_owned(), 1.into())),
        }
        checked += 1;
        if requests::make(&exchange) == Some(Comparison::Equal) {
            missed.push(exchange.name);
        }
    }
    assert!(checked > 100, "only {checked} requests were changed");
    assert!(missed.is_empty(), "{} of {checked} parameters were not seen:\n{}", missed.len(), missed.join("\n"));
}
