//! Words for the form of a scalar.
//!
//! Input: the form. Output: the text that follows "must be" in a message. Whether a text has the
//! form is not decided here.

use std::borrow::Cow;

use crate::schema::{Form, Integer, Presence};

/// Returns the noun phrase for a text that is sent in this form.
pub(crate) fn expected(form: Form) -> Cow<'static, str> {
    match form {
        Form::Base58 { bytes } => format!("{} in base58", byte_count(bytes)),
        Form::Base64 { bytes, url } => format!("{} in base64{}", byte_count(bytes), if url { "url" } else { "" }),
        Form::Base58Check { bytes, prefix: "" } => format!("{bytes} bytes in base58 with a valid checksum"),
        Form::Base58Check { bytes, prefix } => format!("`{prefix}` and {bytes} bytes in base58 with a valid checksum"),
        Form::Bech32 { bytes, chain: Presence::Required, .. } => {
            format!("a chain prefix such as `X-` and a bech32 address of {bytes} bytes with a valid checksum")
        }
        Form::Bech32 { bytes, .. } => format!("a bech32 address of {bytes} bytes with a valid checksum"),
        Form::Hex { bytes, prefix: Presence::Required } => format!("`0x` and {} in hex", byte_count(bytes)),
        Form::Hex { bytes, prefix: Presence::Optional } => format!("{} in hex", byte_count(bytes)),
        Form::Hex { bytes, prefix: Presence::Never } => format!("{} in hex without `0x`", byte_count(bytes)),
        Form::DecimalInteger(integer) => format!("a whole number in decimal digits that fits {}", integer.rust_name()),
        Form::Quantity(integer) => quantity(integer),
        Form::TimeQuantity(_) => quantity(Integer::I64),
        other => return form_name(other).into(),
    }
    .into()
}

fn byte_count(bytes: Option<usize>) -> String {
    bytes.map_or_else(|| "bytes".to_owned(), |bytes| format!("{bytes} bytes"))
}

fn quantity(integer: Integer) -> String {
    format!("hex digits such as `0x1f`, without leading zeros, that fit {}", integer.rust_name())
}

const fn form_name(form: Form) -> &'static str {
    match form {
        Form::Decimal => "a decimal number",
        Form::LocalDateTime { .. } => "a date-time such as `2021-04-02T15:34:00`",
        Form::DateTime => "a date-time such as `2021-04-02T15:34:00Z`",
        Form::Date => "a date such as `2021-04-02`",
        Form::Duration => "a duration such as `P3DT12H30M`",
        Form::Uuid => "a UUID such as `67e55044-10b1-426f-9247-bb680e5fe0c8`",
        Form::TimeText(_) => "a UNIX time in decimal digits",
        Form::DurationText(_) => "a duration in decimal digits",
        _ => "a number",
    }
}
