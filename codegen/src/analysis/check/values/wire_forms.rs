//! Wire forms: the JSON kinds and text forms that values of a type can have.
//!
//! Input: a type or an arm. Output: its forms, and why one value can have two of them. `text_forms`
//! decides whether texts of two forms overlap.

use std::collections::HashSet;

use super::text_forms::can_be_both;
use crate::analysis::check::context::views::{View, view};
use crate::model::{ArmBody, Form, Type, TypeDef, Union, Value};

/// JSON kind or text form of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Null,
    Boolean,
    Number,
    List,
    Object,
    /// Text of a scalar's form.
    Text(Form),
    /// Text that no other form takes: `string` and enumerations.
    OpenText,
    /// Exactly this value.
    Exactly(Value),
    /// Any JSON.
    Any,
}

/// Returns the shapes that values of a type can have.
pub(crate) fn shapes(types: &[TypeDef], ty: &Type) -> Vec<Shape> {
    let mut found = Vec::new();
    collect_shapes(types, ty, &mut found);
    found
}

/// Returns the shapes that values of an arm can have, for unions that are discriminated by form.
pub(crate) fn arm_shapes(types: &[TypeDef], body: &ArmBody) -> Vec<Shape> {
    match body {
        ArmBody::Value(ty) => shapes(types, ty),
        ArmBody::Const(value) => vec![Shape::Exactly(value.clone())],
        ArmBody::Fields { .. } => vec![Shape::Object],
    }
}

/// Adds the shapes that values of a type can have to `found`. Works without recursion and enters
/// each union once, so that deep nesting costs neither stack nor much time.
fn collect_shapes(types: &[TypeDef], ty: &Type, found: &mut Vec<Shape>) {
    let mut open = vec![ty];
    let mut entered: HashSet<*const Union> = HashSet::new();
    while let Some(ty) = open.pop() {
        match view(types, ty) {
            View::Boolean => found.push(Shape::Boolean),
            View::Enum(values) if values.integers => found.push(Shape::Number),
            View::Text | View::Enum(_) => found.push(Shape::OpenText),
            View::Number | View::Integer(_) => found.push(Shape::Number),
            View::Json | View::Bytes => found.push(Shape::Any),
            View::List(_) | View::Tuple(_) => found.push(Shape::List),
            View::Map(_) | View::Record(_) => found.push(Shape::Object),
            View::Nullable(inner) => {
                found.push(Shape::Null);
                open.push(inner);
            }
            View::Scalar(form) => scalar_shapes(form, found),
            View::Union(union) if entered.insert(std::ptr::from_ref(union)) => {
                for arm in union.arms.iter().rev() {
                    match &arm.body {
                        ArmBody::Value(ty) => open.push(ty),
                        ArmBody::Const(value) => found.push(Shape::Exactly(value.clone())),
                        ArmBody::Fields { .. } => found.push(Shape::Object),
                    }
                }
            }
            View::Union(_) | View::Broken => {}
        }
    }
}

/// Returns the shapes of the values that a client sends. A decimal that may be received as text or
/// number is sent as text only.
pub(crate) fn sent_shapes(types: &[TypeDef], ty: &Type) -> Vec<Shape> {
    let mut all = shapes(types, ty).into_iter();
    let mut sent = Vec::new();
    while let Some(shape) = all.next() {
        if matches!(&shape, Shape::Text(form) if comes_as_number(form)) {
            // The number form follows the text form.
            all.next();
        }
        sent.push(shape);
    }
    sent
}

/// Returns whether a text of this form may also be received as a JSON number.
pub(super) const fn comes_as_number(form: &Form) -> bool {
    matches!(form, Form::DecimalInteger(_) | Form::Decimal | Form::TimeText(_) | Form::DurationText(_))
}

fn scalar_shapes(form: &Form, found: &mut Vec<Shape>) {
    match form {
        form if form.is_json_number() => found.push(Shape::Number),
        form if comes_as_number(form) => found.extend([Shape::Text(form.clone()), Shape::Number]),
        _ => found.push(Shape::Text(form.clone())),
    }
}

/// Explains why one value can have both shapes; `None` if no value can.
pub(crate) fn overlap(a: &Shape, b: &Shape) -> Option<String> {
    let same = |noun: &str| Some(format!("both can be {noun}"));
    match (a, b) {
        (Shape::Any, _) | (_, Shape::Any) => Some("one of them takes any JSON".to_owned()),
        (Shape::Null, Shape::Null) => same("null"),
        (Shape::Boolean, Shape::Boolean) => same("a boolean"),
        (Shape::Number, Shape::Number) => same("a number"),
        (Shape::List, Shape::List) => same("a list"),
        (Shape::Object, Shape::Object) => same("an object"),
        (Shape::OpenText, Shape::OpenText) => Some("both take any text that no other arm takes".to_owned()),
        (Shape::Text(a), Shape::Text(b)) if can_be_both(a, b) => Some("one text can have the form of both".to_owned()),
        (Shape::Exactly(a), Shape::Exactly(b)) if a == b => Some("both are the same value".to_owned()),
        (Shape::Exactly(value), other) | (other, Shape::Exactly(value)) if has_shape(other, value) => {
            Some("the value of one has the form of the other".to_owned())
        }
        _ => None,
    }
}

/// Returns whether `value` has the shape. False for open text, because arms with exact values are
/// tried first.
fn has_shape(shape: &Shape, value: &Value) -> bool {
    match (shape, value) {
        (Shape::Null, Value::Null)
        | (Shape::Boolean, Value::Boolean(_))
        | (Shape::Number, Value::Number(_))
        | (Shape::List, Value::List(_))
        | (Shape::Object, Value::Object(_)) => true,
        (Shape::Text(form), Value::Text(text)) => form.is_told(text),
        _ => false,
    }
}
