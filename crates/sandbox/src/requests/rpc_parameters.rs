//! Parameters of a JSON-RPC call.
//!
//! Input: an operation, its required bindings, and `params`. Output: the parameters, keyed by their
//! names in the spec, or the first mistake.

use chainloom_interpret::Situation;
use chainloom_runtime::schema::{Binding, Operation, ParamStyle, Place, Type};
use serde_json::Value;

use super::fits;
use super::rest_parameters::{Input, bound, insert_parameter, violations};
use super::text;
use crate::refusals::Occurrence;

/// Reads `params` of a call. With `numbers_as_text`, texts are also taken for whole numbers.
///
/// # Errors
///
/// The first mistake: in the shape, then in a value, then a missing parameter, then a broken bound
/// or rule.
pub(crate) fn read(
    operation: &'static Operation,
    required: &[bool],
    params: Option<&Value>,
    numbers_as_text: bool,
) -> Result<Input, Occurrence> {
    let style = operation.service.rpc.map_or(ParamStyle::Named, |rpc| rpc.params);
    let params = params.filter(|params| !params.is_null());
    check_shape(style, params)?;
    let mut input = Input::new();
    for (at, binding) in bindings(operation) {
        let (ty, name) = bound(operation, binding);
        let given = parameter_value(style, params, at, binding.name).cloned();
        let given = given.map(|value| if numbers_as_text { text::numbers(ty, value) } else { value });
        let mut wrong =
            given.iter().flat_map(|value| fits::problems(ty, value, name.unwrap_or(binding.name))).collect();
        insert_parameter(&mut input, name, given, binding, &mut wrong);
        wrong.into_iter().next().map_or(Ok(()), |reason| Err(invalid(at, &reason)))?;
    }
    check_count(operation, style, params)?;
    check_required(operation, required, style, params)?;
    let violations = violations(operation, &input).map_err(|error| invalid(0, &error.to_string()))?;
    if violations.is_empty() {
        return Ok(input);
    }
    let is_about = |name| violations.iter().any(|violation| violation.parameters().contains(&name));
    let first = bindings(operation).find(|(_, binding)| bound(operation, binding).1.is_some_and(is_about));
    let reasons: Vec<String> = violations.iter().map(ToString::to_string).collect();
    Err(invalid(first.map_or(0, |(at, _)| at), &reasons.join("; ")))
}

/// Returns the value of a parameter in `params`; `None` if it is absent or null. `at` is its
/// position, `name` its name on the wire.
pub(crate) fn parameter_value<'p>(
    style: ParamStyle,
    params: Option<&'p Value>,
    at: usize,
    name: &str,
) -> Option<&'p Value> {
    let value = match (style, params?) {
        (ParamStyle::Positional, params) => params.get(at),
        (_, Value::Array(items)) => items.first()?.get(name),
        (_, object) => object.get(name),
    };
    value.filter(|value| !value.is_null())
}

/// Returns the position of a parameter among the parameters of a JSON-RPC call, and its type;
/// `None` if the operation lacks it.
pub(crate) fn place(operation: &'static Operation, name: &str) -> Option<(usize, Type)> {
    let mut found = bindings(operation).map(|(at, binding)| (at, bound(operation, binding)));
    found.find_map(|(at, (ty, known))| (known == Some(name)).then_some((at, ty)))
}

/// Iterates over the parameters of a JSON-RPC call, with their positions.
pub(crate) fn bindings(operation: &'static Operation) -> impl Iterator<Item = (usize, &'static Binding)> {
    operation.bindings.iter().filter(|binding| binding.place == Place::Rpc).enumerate()
}

fn invalid(at: usize, reason: &str) -> Occurrence {
    Occurrence::new(Situation::InvalidParams).fact("index", at).fact("reason", reason)
}

/// Checks that `params` is an array, an object, or an object in an array, as the parameter style
/// requires.
fn check_shape(style: ParamStyle, params: Option<&Value>) -> Result<(), Occurrence> {
    match (style, params) {
        (_, None) => Ok(()),
        (ParamStyle::Positional, Some(params)) if !params.is_array() => Err(Occurrence::new(Situation::NotArray)),
        (ParamStyle::Positional, _) | (_, Some(Value::Object(_))) => Ok(()),
        (_, Some(Value::Array(items))) if items.first().is_none_or(Value::is_object) => Ok(()),
        _ => Err(invalid(0, "`params` is no object")),
    }
}

/// Checks that positional parameters are not too many.
fn check_count(operation: &'static Operation, style: ParamStyle, params: Option<&Value>) -> Result<(), Occurrence> {
    let given = params.and_then(Value::as_array).map_or(0, Vec::len);
    let most = bindings(operation).count();
    let is_over = style == ParamStyle::Positional && given > most;
    if is_over { Err(Occurrence::new(Situation::ExtraArguments).fact("max", most)) } else { Ok(()) }
}

/// Checks that required parameters are present, constants included, for which a server has no
/// defaults.
fn check_required(
    operation: &Operation,
    required: &[bool],
    style: ParamStyle,
    params: Option<&Value>,
) -> Result<(), Occurrence> {
    let needed = operation.bindings.iter().zip(required).filter(|(binding, _)| binding.place == Place::Rpc);
    for (at, (binding, needed)) in needed.enumerate() {
        if !needed || parameter_value(style, params, at, binding.name).is_some() {
            continue;
        }
        return Err(match style {
            ParamStyle::Positional => Occurrence::new(Situation::MissingArgument).fact("index", at),
            _ => invalid(at, &format!("`{}` is missing", binding.name)),
        });
    }
    Ok(())
}
