//! Scalars of one fixed form, which the importer declares on first use.
//!
//! Input: nothing. Output: name, definition and description of each. Scalars whose form depends on the document, such
//! as hex of a certain length, are made in `evidence::forms`.

/// Scalar of a fixed form.
pub(crate) struct Scalar {
    pub(crate) name: &'static str,
    /// Keys and values of the definition.
    pub(crate) form: &'static [(&'static str, &'static str)],
    pub(crate) doc: &'static str,
}

/// Returns a scalar with a name, a definition and a description.
const fn scalar(name: &'static str, form: &'static [(&'static str, &'static str)], doc: &'static str) -> Scalar {
    Scalar { name, form, doc }
}

pub(crate) const DATE_TIME: Scalar = scalar("DateTime", &[("text", "date-time")], "A point in time.");
pub(crate) const LOCAL_DATE_TIME: Scalar =
    scalar("LocalDateTime", &[("text", "date-time"), ("zone", "Z")], "A point in time, in UTC where it has no offset.");
pub(crate) const DATE: Scalar = scalar("Date", &[("text", "date")], "A day of the calendar.");
pub(crate) const UUID: Scalar = scalar("Uuid", &[("text", "uuid")], "A UUID.");
pub(crate) const BASE64: Scalar = scalar("Base64", &[("text", "base64")], "Bytes as base64.");
pub(crate) const BASE64_URL: Scalar =
    scalar("Base64Url", &[("text", "base64url")], "Bytes as base64 that URLs can hold.");
pub(crate) const DURATION: Scalar = scalar("Duration", &[("text", "duration")], "A length of time.");
pub(crate) const DECIMAL: Scalar = scalar("Decimal", &[("number", "decimal")], "A number that keeps its digits.");
pub(crate) const UINT256: Scalar =
    scalar("Uint256", &[("number", "integer"), ("rust", "U256")], "A whole number of up to 256 bits.");
pub(crate) const INT256: Scalar =
    scalar("Int256", &[("number", "integer"), ("rust", "I256")], "A whole number of up to 256 bits with a sign.");
pub(crate) const DECIMAL_TEXT: Scalar =
    scalar("DecimalText", &[("text", "decimal")], "A number as decimal text, which keeps its digits.");
pub(crate) const WHOLE_TEXT: Scalar =
    scalar("WholeText", &[("text", "decimal"), ("rust", "u64")], "A whole number of up to 64 bits as decimal text.");
pub(crate) const LARGE_WHOLE_TEXT: Scalar = scalar(
    "LargeWholeText",
    &[("text", "decimal"), ("rust", "U256")],
    "A whole number of up to 256 bits as decimal text.",
);
pub(crate) const QUANTITY: Scalar =
    scalar("Quantity", &[("text", "quantity"), ("rust", "U256")], "A whole number as hex without leading zeros.");
pub(crate) const HEX_BYTES: Scalar = scalar("HexBytes", &[("text", "hex")], "Hex of any number of bytes behind `0x`.");
pub(crate) const LOOSE_HEX: Scalar =
    scalar("LooseHex", &[("text", "hex"), ("prefix", "optional")], "Hex of any number of bytes, with or without `0x`.");
pub(crate) const TIMESTAMP: Scalar =
    scalar("Timestamp", &[("number", "seconds")], "A point in time, as seconds of UNIX time.");
pub(crate) const TIMESTAMP_MILLIS: Scalar =
    scalar("TimestampMillis", &[("number", "milliseconds")], "A point in time, as milliseconds of UNIX time.");
pub(crate) const TIMESTAMP_TEXT: Scalar =
    scalar("TimestampText", &[("text", "seconds")], "A point in time, as seconds of UNIX time in decimal text.");
pub(crate) const TIMESTAMP_HEX: Scalar =
    scalar("TimestampHex", &[("text", "quantity-seconds")], "A point in time, as seconds of UNIX time in hex.");
pub(crate) const DURATION_MILLIS: Scalar =
    scalar("DurationMillis", &[("number", "duration-milliseconds")], "A length of time in milliseconds.");
pub(crate) const DURATION_SECONDS: Scalar =
    scalar("DurationSeconds", &[("number", "duration-seconds")], "A length of time in seconds.");
