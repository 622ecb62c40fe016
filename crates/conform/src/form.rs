//! Descriptions of scalar forms and of JSON kinds, for messages.

use chainloom_codegen::model::Form;
use chainloom_forms::TimeUnit;
use serde_json::Value;

/// Returns the form of a scalar in words, such as for "the spec says …".
pub(crate) fn in_words(form: &Form) -> String {
    let bytes = |bytes: Option<usize>| bytes.map(|bytes| format!(" of {bytes} bytes")).unwrap_or_default();
    let unit = |unit: TimeUnit| match unit {
        TimeUnit::Seconds => "seconds",
        TimeUnit::Milliseconds => "milliseconds",
        TimeUnit::Microseconds => "microseconds",
        TimeUnit::Nanoseconds => "nanoseconds",
    };
    match form {
        Form::Base58 { bytes: count } => format!("base58 text{}", bytes(*count)),
        Form::Base58Check { bytes: count, prefix } if prefix.is_empty() => {
            format!("base58 text{} with a checksum", bytes(Some(*count)))
        }
        Form::Base58Check { bytes: count, prefix } => {
            format!("`{prefix}` and base58 text{} with a checksum", bytes(Some(*count)))
        }
        Form::Bech32 { .. } => "bech32 text".to_owned(),
        Form::Base64 { bytes: count, .. } => format!("base64 text{}", bytes(*count)),
        Form::Hex { bytes: count, .. } => format!("hex text{}", bytes(*count)),
        Form::DecimalInteger(_) => "a whole number as decimal text".to_owned(),
        Form::Decimal => "a decimal number as text".to_owned(),
        Form::Quantity(_) => "a whole number as hex text".to_owned(),
        Form::JsonInteger(_) => "a whole number as a JSON number".to_owned(),
        Form::JsonDecimal => "a JSON number".to_owned(),
        Form::Seconds | Form::Milliseconds | Form::Microseconds | Form::Nanoseconds => {
            let unit = form.time_unit().map(unit).unwrap_or_default();
            format!("a UNIX time in {unit} as a JSON number")
        }
        Form::TimeText(of) => format!("a UNIX time in {} as decimal text", unit(*of)),
        Form::TimeQuantity(of) => format!("a UNIX time in {} as hex text", unit(*of)),
        Form::DateTime | Form::LocalDateTime { .. } => "a date and time of RFC 3339".to_owned(),
        Form::Date => "a date of RFC 3339".to_owned(),
        Form::Duration => "a duration of ISO 8601".to_owned(),
        Form::DurationNumber(of) => format!("a duration in {} as a JSON number", unit(*of)),
        Form::DurationText(of) => format!("a duration in {} as decimal text", unit(*of)),
        Form::Uuid => "a UUID".to_owned(),
    }
}

/// Returns the kind of a JSON value in words, such as "a list".
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a JSON number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
