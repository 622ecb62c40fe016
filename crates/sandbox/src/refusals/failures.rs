//! Failures: errors of an operation for certain parameters.
//!
//! Input: an operation, and the `params` of a call. Output: the error that the spec describes for
//! these parameters, if any.

use chainloom_codegen::model::to_json;
use chainloom_interpret::{Dialect, FailureCase, Operation};
use chainloom_runtime::schema::ParamStyle;
use serde_json::Value;

use super::{Occurrence, error};
use crate::requests::{fits, rpc_parameters, text};

/// Returns the first failure of an operation whose case applies to these parameters; `None` if none
/// applies.
pub(crate) fn failure(operation: &Operation, dialect: &Dialect, params: Option<&Value>) -> Option<Occurrence> {
    let style = operation.schema.service.rpc.map_or(ParamStyle::Named, |rpc| rpc.params);
    operation.failures.iter().find_map(|failure| {
        let (FailureCase::Missing(name) | FailureCase::Wrong(name) | FailureCase::Given(name, _)) = &failure.case;
        let (at, ty) = rpc_parameters::place(operation.schema, name)?;
        let value = rpc_parameters::parameter_value(style, params, at, name).cloned();
        let value = value.map(|value| if dialect.numbers_as_text { text::numbers(ty, value) } else { value });
        let is_case = match (&failure.case, &value) {
            (FailureCase::Missing(_), value) => value.is_none(),
            (FailureCase::Wrong(_), Some(value)) => !fits::problems(ty, value, name).is_empty(),
            (FailureCase::Given(_, wanted), Some(value)) => to_json(wanted) == *value,
            _ => false,
        };
        let shown = value.as_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        let message = failure.message.replace("{value}", &shown.unwrap_or_default());
        let data = dialect.error_data.as_ref().map(to_json);
        is_case.then(|| Occurrence::of_error(error(failure.code, &message, data)))
    })
}
