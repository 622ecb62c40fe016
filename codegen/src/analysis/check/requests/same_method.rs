//! Several operations on one JSON-RPC method: decides whether their parameters alone distinguish
//! them.
//!
//! Input: two operations. Output: whether each typed call of one differs from each of the other by
//! a constant, by a name that must be given, by how many parameters there are, or by the kind of
//! one.

use crate::analysis::check::values::wire_forms::{Shape, overlap, shapes};
use crate::model::{CallParam, CallView, Operation, ParamStyle, TypeDef, Value};

/// Whether no call of one operation can be taken for a call of the other.
pub(crate) fn are_told_apart(types: &[TypeDef], style: ParamStyle, a: &Operation, b: &Operation) -> bool {
    a.views().all(|a| b.views().all(|b| are_apart(types, style, a, b)))
}

fn are_apart(types: &[TypeDef], style: ParamStyle, a: CallView<'_>, b: CallView<'_>) -> bool {
    if style == ParamStyle::Positional {
        let least = |call: CallView<'_>| call.params().filter(|param| is_given(*param)).count();
        let (most_a, most_b) = (a.params().count(), b.params().count());
        return most_a < least(b) || most_b < least(a) || a.params().zip(b.params()).any(|(a, b)| differ(types, a, b));
    }
    let lacks = |call: CallView<'_>, param: CallParam<'_>| !call.params().any(|own| own.field.name == param.field.name);
    let has_alone = |one: CallView<'_>, other| one.params().any(|param| is_given(param) && lacks(other, param));
    let pairs = || a.params().flat_map(|a| b.params().map(move |b| (a, b)));
    has_alone(a, b) || has_alone(b, a) || pairs().any(|(a, b)| a.field.name == b.field.name && differ(types, a, b))
}

fn is_given(param: CallParam<'_>) -> bool {
    param.field.required || param.fixed.is_some()
}

/// Whether both parameters are always sent, and no value fits both.
fn differ(types: &[TypeDef], a: CallParam<'_>, b: CallParam<'_>) -> bool {
    let shapes = |param: CallParam<'_>| match param.fixed {
        Some(value) => vec![Shape::Exactly(value.clone())],
        None => shapes(types, &param.field.ty),
    };
    let (of_a, of_b) = (shapes(a), shapes(b));
    let known = !of_a.is_empty() && !of_b.is_empty();
    is_given(a) && is_given(b) && known && of_a.iter().all(|a| of_b.iter().all(|b| !can_be_both(a, b)))
}

/// In a union, open text gives way to other texts; here nothing does.
fn can_be_both(a: &Shape, b: &Shape) -> bool {
    let is_text = |shape: &Shape| matches!(shape, Shape::OpenText | Shape::Text(_) | Shape::Exactly(Value::Text(_)));
    let open = |shape: &Shape| matches!(shape, Shape::OpenText);
    overlap(a, b).is_some() || is_text(a) && is_text(b) && (open(a) || open(b))
}
