//! Forms of texts: explains why a text lacks a form, and decides whether one text can have two
//! forms.
//!
//! `chainloom-forms` decides whether a text has a form, here as in clients.

use chainloom_forms::{base58, base58check, base64, bech32, whole};

use crate::model::{Form, Integer, Presence};
use crate::walk::Side;

/// Checks that a client may send, or may receive, a text of this form. The error is a human-readable reason: the end of
/// a sentence about the text.
pub(crate) fn check_text(form: &Form, text: &str, side: Side) -> Result<(), String> {
    let has_form = match side {
        Side::Sent => form.is_sent(text),
        Side::Received => form.is_told(text),
    };
    if has_form { Ok(()) } else { Err(explain_mismatch(form, text)) }
}

/// Explains why a text does not have a form, as the end of a sentence about the text.
fn explain_mismatch(form: &Form, text: &str) -> String {
    match form {
        Form::Base58 { bytes } => explain_base58(text, *bytes),
        Form::Base58Check { bytes, prefix } => explain_base58check(text, prefix, *bytes),
        Form::Base64 { bytes, url } => explain_base64(text, *bytes, *url),
        Form::Bech32 { bytes, chain, .. } => explain_bech32(text, *chain, *bytes),
        Form::Hex { bytes, prefix } => explain_hex(text, *bytes, *prefix),
        Form::DecimalInteger(integer) => explain_decimal(text, *integer),
        Form::TimeText(_) => explain_decimal(text, Integer::I64),
        Form::DurationText(_) => explain_decimal(text, Integer::U64),
        Form::Decimal => "is not a decimal number".to_owned(),
        Form::Quantity(integer) => explain_quantity(text, *integer),
        Form::TimeQuantity(_) => explain_quantity(text, Integer::I64),
        Form::DateTime => explain_date_time(text),
        Form::LocalDateTime { .. } => "is not a date and time such as `2021-04-02T15:34:00`".to_owned(),
        Form::Date => explain_date(text),
        Form::Duration => "is not a duration such as `P3DT12H30M`".to_owned(),
        Form::Uuid => "is not a UUID such as `67e55044-10b1-426f-9247-bb680e5fe0c8`".to_owned(),
        Form::JsonInteger(_)
        | Form::JsonDecimal
        | Form::Seconds
        | Form::Milliseconds
        | Form::Microseconds
        | Form::Nanoseconds
        | Form::DurationNumber(_) => "is a text, not a number".to_owned(),
    }
}

fn explain_decimal(text: &str, integer: Integer) -> String {
    let is_whole = whole::is_decimal(text.strip_prefix('-').unwrap_or(text), Integer::U256);
    if is_whole { does_not_fit(integer) } else { "is not a whole number in decimal digits".to_owned() }
}

fn explain_base58(text: &str, bytes: Option<usize>) -> String {
    match (text.chars().find(|letter| !base58::is_digit(*letter)), bytes) {
        (Some(bad), _) => format!("has `{bad}`, which is not a base58 digit"),
        (None, Some(bytes)) => format!("does not hold {bytes} bytes"),
        (None, None) => "is not base58 text".to_owned(),
    }
}

fn explain_base64(text: &str, bytes: Option<usize>, url: bool) -> String {
    let other = if url { ['+', '/'] } else { ['-', '_'] };
    match (base64::decode(text), bytes) {
        (None, _) => "is not base64 text".to_owned(),
        (Some(found), Some(bytes)) if found.len() != bytes => format!("holds {} bytes, not {bytes}", found.len()),
        (Some(_), _) if text.contains(other) => {
            format!("is in the other alphabet: write `base64{}`", if url { "" } else { "url" })
        }
        (Some(_), _) => "lacks the `=` at its end".to_owned(),
    }
}

fn does_not_fit(integer: Integer) -> String {
    format!("does not fit `{}`", integer.rust_name())
}

fn explain_base58check(text: &str, prefix: &str, bytes: usize) -> String {
    let Some(digits) = text.strip_prefix(prefix) else {
        return format!("does not begin with `{prefix}`");
    };
    if let Some(bad) = digits.chars().find(|letter| !base58check::is_digit(*letter)) {
        return format!("has `{bad}`, which is not a base58 digit");
    }
    let (least, most) = base58check::digits(bytes);
    match (least..=most).contains(&digits.len()) {
        true => format!("does not hold {bytes} bytes with their checksum"),
        false => {
            format!("has {} base58 digits; {bytes} bytes and a checksum have {least} to {most}", digits.len())
        }
    }
}

fn explain_bech32(text: &str, chain: Presence, bytes: usize) -> String {
    let address = match (text.split_once('-'), chain) {
        (Some((alias, _)), Presence::Never) => return format!("must not have a chain prefix, but has `{alias}-`"),
        (Some(("", _)), _) => return "has an empty chain prefix".to_owned(),
        (Some((_, address)), _) => address,
        (None, Presence::Required) => return "lacks a chain prefix such as `X-`".to_owned(),
        (None, _) => text,
    };
    let Some((human, data)) = address.rsplit_once('1') else {
        return "has no `1` between its parts, so it is not bech32 text".to_owned();
    };
    let letter = human.starts_with(|letter: char| letter.is_ascii_lowercase());
    if !letter || !human.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return "does not begin with lower case letters, as bech32 does".to_owned();
    }
    if let Some(bad) = data.chars().find(|letter| !bech32::is_digit(*letter)) {
        return format!("has `{bad}`, which is not a bech32 digit");
    }
    let length = bech32::digits(bytes);
    if data.len() != length {
        return format!("has {} bech32 digits; {bytes} bytes and a checksum have {length}", data.len());
    }
    "is not a bech32 address with a valid checksum".to_owned()
}

fn explain_hex(text: &str, bytes: Option<usize>, prefix: Presence) -> String {
    let digits = match (text.strip_prefix("0x"), prefix) {
        (Some(_), Presence::Never) => return "must not begin with `0x`".to_owned(),
        (None, Presence::Required) => return "does not begin with `0x`".to_owned(),
        (Some(digits), _) => digits,
        (None, _) => text,
    };
    if let Some(bad) = digits.chars().find(|letter| !letter.is_ascii_hexdigit()) {
        return format!("has `{bad}`, which is not a hex digit");
    }
    match bytes {
        Some(bytes) => format!("has {} hex digits; {bytes} bytes have {}", digits.len(), bytes * 2),
        None => "has an odd number of hex digits".to_owned(),
    }
}

fn explain_quantity(text: &str, integer: Integer) -> String {
    let Some(digits) = text.strip_prefix("0x") else {
        return "does not begin with `0x`".to_owned();
    };
    if digits.is_empty() || (digits.starts_with('0') && digits != "0") {
        return "is not a quantity: hex digits without leading zeros, zero is `0x0`".to_owned();
    }
    match digits.chars().find(|letter| !letter.is_ascii_hexdigit()) {
        Some(bad) => format!("has `{bad}`, which is not a hex digit"),
        None => does_not_fit(integer),
    }
}

/// Explains why a text is not a date-time. The syntax is named if it is wrong, or else the parts
/// that do not exist.
fn explain_date_time(text: &str) -> String {
    let mut shape = text.bytes().map(|byte| if byte.is_ascii_digit() { b'd' } else { byte });
    let has_shape = shape.by_ref().take(19).eq(b"dddd-dd-ddTdd:dd:dd".iter().copied());
    match has_shape && (text.ends_with('Z') || text.get(19..).is_some_and(|rest| rest.contains(['+', '-']))) {
        true => "is not a valid time: the day, the time of day or the offset does not exist".to_owned(),
        false => "is not a date-time such as `2021-04-02T15:34:00Z`".to_owned(),
    }
}

fn explain_date(text: &str) -> String {
    let shape = text.bytes().map(|byte| if byte.is_ascii_digit() { b'd' } else { byte });
    match shape.eq(b"dddd-dd-dd".iter().copied()) {
        true => "is not a date of the calendar".to_owned(),
        false => "is not a date such as `2021-04-02`".to_owned(),
    }
}

/// Returns whether one text can have both forms; also true if no rule excludes it.
pub(crate) fn can_be_both(a: &Form, b: &Form) -> bool {
    let (a, b) = (&without_unit(a), &without_unit(b));
    can_be_both_ordered(a, b).or_else(|| can_be_both_ordered(b, a)).unwrap_or(true)
}

/// Returns the form with the same texts but without a unit of time, which texts do not show.
fn without_unit(form: &Form) -> Form {
    match form {
        Form::TimeQuantity(_) => Form::Quantity(Integer::I64),
        Form::DurationText(_) => Form::DecimalInteger(Integer::U64),
        form => form.clone(),
    }
}

/// Returns whether one text can have both forms; `None` if only the reverse order of arguments
/// decides.
fn can_be_both_ordered(a: &Form, b: &Form) -> Option<bool> {
    Some(match (a, b) {
        (Form::Hex { bytes: a, prefix: p }, Form::Hex { bytes: b, prefix: q }) => {
            let same_length = a.is_none() || b.is_none() || a == b;
            let one_prefix =
                matches!((p, q), (Presence::Required, Presence::Never) | (Presence::Never, Presence::Required));
            same_length && !one_prefix
        }
        (Form::Quantity(integer), Form::Hex { bytes, prefix }) => {
            let short = bytes.is_none_or(|bytes| bytes > 0 && bytes * 2 <= integer.hex_digits());
            *prefix != Presence::Never && short
        }
        (Form::Quantity(_), Form::Quantity(_)) => true,
        // Other forms do not have `-` where a date or a UUID has them, except forms with arbitrary
        // letters.
        (Form::Date, Form::Date) | (Form::Uuid, Form::Uuid) | (Form::Duration, Form::Duration) => true,
        (Form::Date, Form::DateTime | Form::LocalDateTime { .. } | Form::Uuid | Form::Duration)
        | (Form::Uuid, Form::Duration) => false,
        (Form::Date | Form::Uuid, other) if has_no_dashes_inside(other) => false,
        // A duration begins with `P`.
        (Form::Duration, Form::Bech32 { base58check: false, .. }) => false,
        (Form::Duration, other) if is_number_or_hex(other) => false,
        // Zero is not a base58 digit.
        (Form::Base58 { .. }, Form::Quantity(_) | Form::Hex { prefix: Presence::Required, .. }) => false,
        // No decimal number contains `0x`; no bech32 or base58 text begins with it.
        (Form::Quantity(_) | Form::Hex { prefix: Presence::Required, .. }, other) => match other {
            Form::DecimalInteger(_) | Form::TimeText(_) | Form::Decimal | Form::Bech32 { .. } => false,
            Form::DateTime | Form::LocalDateTime { .. } => false,
            Form::Base58Check { prefix, .. } => prefix.starts_with('0'),
            _ => return None,
        },
        // No other form has a colon, except in a prefix, which a date cannot have.
        (Form::DateTime | Form::LocalDateTime { .. }, other) => match other {
            Form::DateTime | Form::LocalDateTime { .. } => true,
            Form::Base58Check { prefix, .. } => prefix.starts_with(|letter: char| letter.is_ascii_digit()),
            _ => false,
        },
        (Form::Base58Check { bytes: a, prefix: p }, Form::Base58Check { bytes: b, prefix: q }) => {
            base58_overlap(*a, p, *b, q)
        }
        // A bech32 text begins with a letter.
        (Form::Bech32 { base58check: false, .. }, Form::DecimalInteger(_) | Form::TimeText(_) | Form::Decimal) => false,
        (Form::Base58Check { bytes, prefix }, Form::DecimalInteger(integer)) => {
            let digits = integer.bounds().1.len();
            prefix.is_empty() && base58check::digits(*bytes).0 <= digits
        }
        _ => return None,
    })
}

fn is_number_or_hex(form: &Form) -> bool {
    matches!(form, Form::Hex { .. } | Form::Quantity(_) | Form::Decimal | Form::DecimalInteger(_) | Form::TimeText(_))
}

/// Returns whether texts of the form have no `-`, apart from signs of numbers.
fn has_no_dashes_inside(form: &Form) -> bool {
    is_number_or_hex(form) || matches!(form, Form::Base58 { .. } | Form::Base64 { url: false, .. })
}

/// Returns whether a text can have both of two Base58Check forms: `a` bytes with the prefix `p`, and `b` bytes with the
/// prefix `q`.
fn base58_overlap(a: usize, p: &str, b: usize, q: &str) -> bool {
    let (longer, shorter) = if p.len() >= q.len() { (p, q) } else { (q, p) };
    let Some(rest) = longer.strip_prefix(shorter) else {
        return false;
    };
    let possible = rest.chars().all(base58check::is_digit);
    let (a, b) = (base58check::digits(a), base58check::digits(b));
    possible && a.0 + p.len() <= b.1 + q.len() && b.0 + q.len() <= a.1 + p.len()
}
