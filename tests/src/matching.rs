//! Which operation of the spec an exchange belongs to, by method and path.
//!
//! A variable in a template stands for any text, so that one vector fits whatever a deployment
//! calls things.

use chainloom::runtime::catalog::Entry;
use chainloom::runtime::schema::{Operation, ParamStyle, Place, Protocol, Value as Source};
use serde_json::Value;

use crate::vectors::Exchange;

/// The typed calls that an exchange may belong to, the likeliest first.
pub fn candidates(exchange: &Exchange) -> Vec<&'static Entry> {
    let mut found: Vec<&'static Entry> =
        chainloom::operations().iter().filter(|entry| fits(entry.operation(), exchange)).collect();
    // A value that the request states beats one that it leaves to a default.
    found.sort_by_key(|entry| stated_mismatches(entry.operation(), exchange));
    found
}

fn fits(operation: &Operation, exchange: &Exchange) -> bool {
    match operation.protocol {
        Protocol::Rest { verb, path } => {
            verb.as_str() == exchange.verb
                && exchange.path.as_deref().is_some_and(|actual| matches_path(path.text, actual))
        }
        Protocol::Rpc { method } => {
            let body_method = exchange.body.as_ref().and_then(|body| body.get("method")).and_then(Value::as_str);
            matches_text(method, body_method.unwrap_or(&exchange.operation))
                && matches_endpoint(operation, exchange.path.as_deref())
                && fixed_values_agree(operation, exchange)
        }
    }
}

fn matches_endpoint(operation: &Operation, path: Option<&str>) -> bool {
    match path {
        Some(path) => operation.service.endpoints.iter().any(|endpoint| matches_path(endpoint.path, path)),
        // Vectors without a path are those of the plain interface, whose method names have no
        // variable.
        None => matches!(operation.protocol, Protocol::Rpc { method } if !method.contains('{')),
    }
}

/// Segment by segment; a variable stands for a whole or a part of one segment.
fn matches_path(template: &str, path: &str) -> bool {
    path_variables(template, path).is_some()
}

fn matches_text(template: &str, text: &str) -> bool {
    variables(template, text).is_some()
}

/// The variables of a path with their values, or none where it is another path.
pub fn path_variables<'t>(template: &'t str, path: &str) -> Option<Vec<(&'t str, String)>> {
    let (templates, segments) = (template.split('/'), path.split('/'));
    if templates.clone().count() != segments.clone().count() {
        return None;
    }
    let found: Option<Vec<_>> =
        templates.zip(segments).map(|(template, segment)| variables(template, segment)).collect();
    Some(found?.into_iter().flatten().collect())
}

/// The variables of a text with their values. A variable stands for any text that is not empty.
pub fn variables<'t>(template: &'t str, text: &str) -> Option<Vec<(&'t str, String)>> {
    let Some((before, rest)) = template.split_once('{') else { return (template == text).then(Vec::new) };
    let (name, after) = rest.split_once('}')?;
    let text = text.strip_prefix(before)?;
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.find_map(|end| {
        let mut found = vec![(name, text[..end].to_owned())];
        found.extend(variables(after, &text[end..])?);
        Some(found)
    })
}

/// The value that a request states for a parameter; null states nothing.
pub fn stated<'e>(operation: &Operation, index: usize, name: &str, exchange: &'e Exchange) -> Option<&'e Value> {
    let params = exchange.body.as_ref()?.get("params")?;
    let value = match operation.service.rpc?.params {
        ParamStyle::Positional => params.get(index),
        ParamStyle::Named | ParamStyle::ObjectInArray => params.get(name).or_else(|| params.get(0)?.get(name)),
    };
    value.filter(|value| !value.is_null())
}

fn fixed_bindings(operation: &Operation) -> impl Iterator<Item = (usize, &'static str, Value)> {
    operation.bindings.iter().enumerate().filter_map(|(index, binding)| match binding.value {
        Source::Fixed(json) if binding.place == Place::Rpc => {
            Some((index, binding.name, serde_json::from_str(json).ok()?))
        }
        _ => None,
    })
}

fn fixed_values_agree(operation: &Operation, exchange: &Exchange) -> bool {
    fixed_bindings(operation)
        .all(|(index, name, fixed)| stated(operation, index, name, exchange).is_none_or(|value| *value == fixed))
}

fn stated_mismatches(operation: &Operation, exchange: &Exchange) -> usize {
    fixed_bindings(operation)
        .filter(|(index, name, fixed)| stated(operation, *index, name, exchange) != Some(fixed))
        .count()
}
