//! Several operations on one path or method: decides whether their requests alone distinguish them.
//!
//! Input: two operations. Output: the part in which each call of one operation differs from each
//! call of the other. Such a part is a constant, a required name, the number of parameters, or
//! their kinds; over HTTP also a media type.

use crate::analysis::check::values::wire_forms::{Shape, overlap, shapes};
use crate::model::{
    CallParam, CallView, Content, Operation, ParamStyle, Place, ResponseBody, TypeDef, TypedCall, Value, Wire,
};

/// Part of an exchange in which two operations on one path or method differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// The path, query, body or parameters of the request differ.
    ByRequest,
    /// Only the media type of the response differs, which the request names in `Accept`.
    ByResponse,
}

/// Returns the part in which each call of `a` differs from each call of `b`; `None` if no part
/// does. `style` is the style of JSON-RPC parameters; it is not used for REST.
pub(crate) fn find_difference(
    types: &[TypeDef],
    style: Option<ParamStyle>,
    a: &Operation,
    b: &Operation,
) -> Option<Difference> {
    let is_rest = matches!(a.wire, Wire::Rest { .. });
    // Parameters over HTTP have names.
    let style = if is_rest { ParamStyle::Named } else { style? };
    if a.views().all(|a| b.views().all(|b| are_apart(types, style, a, b))) || is_rest && differ_in_content(a, b) {
        return Some(Difference::ByRequest);
    }
    (is_rest && differ_in_response(a, b)).then_some(Difference::ByResponse)
}

/// Returns whether both operations send a body, each of another media type.
fn differ_in_content(a: &Operation, b: &Operation) -> bool {
    let kind = |operation: &Operation| operation.content.as_ref().map(Content::essence);
    kind(a).zip(kind(b)).is_some_and(|(a, b)| a != b)
}

/// Returns whether the media types of both responses are known, and none is common to both.
fn differ_in_response(a: &Operation, b: &Operation) -> bool {
    let (of_a, of_b) = (response_types(a), response_types(b));
    let is_known = !of_a.is_empty() && !of_b.is_empty();
    is_known && !of_a.iter().any(|media| of_b.contains(media))
}

/// Returns the media types of all responses of an operation; empty if a call has no response body.
fn response_types(operation: &Operation) -> Vec<&str> {
    let is_empty = |call: &TypedCall| call.response.body == ResponseBody::Json && call.result.is_none();
    if operation.calls.iter().any(is_empty) {
        return Vec::new();
    }
    operation.calls.iter().flat_map(|call| call.response.body.media_types()).collect()
}

/// Returns whether the request of call `a` always differs from the request of call `b`.
fn are_apart(types: &[TypeDef], style: ParamStyle, a: CallView<'_>, b: CallView<'_>) -> bool {
    if style == ParamStyle::Positional {
        let least = |call: CallView<'_>| call.params().filter(|param| is_given(*param)).count();
        let (most_a, most_b) = (a.params().count(), b.params().count());
        return most_a < least(b)
            || most_b < least(a)
            || a.params().zip(b.params()).any(|(a, b)| always_differ(types, a, b));
    }
    let lacks =
        |call: CallView<'_>, param: CallParam<'_>| !wire_params(call).any(|own| own.field.name == param.field.name);
    let has_alone = |one: CallView<'_>, other| wire_params(one).any(|param| is_given(param) && lacks(other, param));
    let pairs = || wire_params(a).flat_map(|a| wire_params(b).map(move |b| (a, b)));
    has_alone(a, b)
        || has_alone(b, a)
        || pairs().any(|(a, b)| a.field.name == b.field.name && always_differ(types, a, b))
}

/// Iterates over the parameters with a name on the wire; path parameters have none.
fn wire_params<'m>(call: CallView<'m>) -> impl Iterator<Item = CallParam<'m>> {
    call.params().filter(|param| param.place != Place::Path)
}

fn is_given(param: CallParam<'_>) -> bool {
    param.field.required || param.fixed.is_some()
}

/// Returns whether requests always carry both parameters, and no value fits the types of both.
fn always_differ(types: &[TypeDef], a: CallParam<'_>, b: CallParam<'_>) -> bool {
    let shapes = |param: CallParam<'_>| match param.fixed {
        Some(value) => vec![Shape::Exactly(value.clone())],
        None => shapes(types, &param.field.ty),
    };
    let (of_a, of_b) = (shapes(a), shapes(b));
    let known = !of_a.is_empty() && !of_b.is_empty();
    is_given(a) && is_given(b) && known && of_a.iter().all(|a| of_b.iter().all(|b| !can_be_both(a, b)))
}

/// Returns whether a value can have both shapes. Unlike in a union, open text does not give way to
/// other texts.
fn can_be_both(a: &Shape, b: &Shape) -> bool {
    let is_text = |shape: &Shape| matches!(shape, Shape::OpenText | Shape::Text(_) | Shape::Exactly(Value::Text(_)));
    let open = |shape: &Shape| matches!(shape, Shape::OpenText);
    overlap(a, b).is_some() || is_text(a) && is_text(b) && (open(a) || open(b))
}
