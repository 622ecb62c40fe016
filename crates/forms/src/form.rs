//! Forms of scalars: decides which texts and numbers are valid.
//!
//! Each form has one rule for values in requests, and one for the selection of a union arm in a
//! response. Differences between the two are documented here. Readers accept more: `0x` may be
//! missing, and a number may come as text.

use crate::{
    Integer, Presence, base58, base58check, base64, bech32, duration, hex, is_decimal, is_json_number, time, uuid,
    whole,
};

/// The form of a scalar on the wire. `P` is the text of a prefix: owned in a spec, static in a
/// client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Form<P> {
    /// Base58 without a checksum.
    Base58 {
        /// Number of bytes, if it is fixed.
        bytes: Option<usize>,
    },
    /// Base58 with a checksum of four bytes, after a prefix.
    Base58Check {
        /// Number of bytes.
        bytes: usize,
        /// Prefix of the text; may be empty.
        prefix: P,
    },
    /// Bech32.
    Bech32 {
        /// Number of bytes.
        bytes: usize,
        /// Whether the text begins with the name of a chain and `-`.
        chain: Presence,
        /// Whether base58 with a checksum is accepted, too.
        base58check: bool,
    },
    /// Base64.
    Base64 {
        /// Number of bytes, if it is fixed.
        bytes: Option<usize>,
        /// Whether the text has the URL alphabet, and no padding.
        url: bool,
    },
    /// Bytes in hex.
    Hex {
        /// Number of bytes, if it is fixed.
        bytes: Option<usize>,
        /// Whether `0x` precedes the digits.
        prefix: Presence,
    },
    /// A whole number as decimal text.
    DecimalInteger(Integer),
    /// A decimal fraction as text.
    Decimal,
    /// A whole number as hex text, without leading zeros.
    Quantity(Integer),
    /// A whole number as a JSON number.
    JsonInteger(Integer),
    /// A decimal fraction as a JSON number that keeps its digits.
    JsonDecimal,
    /// UNIX seconds as a JSON number.
    Seconds,
    /// UNIX milliseconds as a JSON number.
    Milliseconds,
    /// UNIX microseconds as a JSON number.
    Microseconds,
    /// UNIX nanoseconds as a JSON number.
    Nanoseconds,
    /// UNIX time as decimal text.
    TimeText(TimeUnit),
    /// UNIX time as hex text, without leading zeros.
    TimeQuantity(TimeUnit),
    /// Date and time as RFC 3339 text.
    DateTime,
    /// Date and time as RFC 3339 text whose offset may be missing.
    LocalDateTime {
        /// The offset of times without one, in seconds; positive ahead of UTC.
        offset: i32,
    },
    /// A date as RFC 3339 text.
    Date,
    /// A duration as ISO 8601 text.
    Duration,
    /// A duration in whole units as a JSON number.
    DurationNumber(TimeUnit),
    /// A duration in whole units as decimal text.
    DurationText(TimeUnit),
    /// A UUID.
    Uuid,
}

/// Unit of a UNIX time or a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Nanoseconds.
    Nanoseconds,
}

impl<P> Form<P> {
    /// Replaces the text of the prefix.
    pub fn map<Q>(&self, to: impl FnOnce(&P) -> Q) -> Form<Q> {
        match self {
            Self::Base58 { bytes } => Form::Base58 { bytes: *bytes },
            Self::Base58Check { bytes, prefix } => Form::Base58Check { bytes: *bytes, prefix: to(prefix) },
            Self::Bech32 { bytes, chain, base58check } => {
                Form::Bech32 { bytes: *bytes, chain: *chain, base58check: *base58check }
            }
            Self::Base64 { bytes, url } => Form::Base64 { bytes: *bytes, url: *url },
            Self::Hex { bytes, prefix } => Form::Hex { bytes: *bytes, prefix: *prefix },
            Self::DecimalInteger(integer) => Form::DecimalInteger(*integer),
            Self::Decimal => Form::Decimal,
            Self::Quantity(integer) => Form::Quantity(*integer),
            Self::JsonInteger(integer) => Form::JsonInteger(*integer),
            Self::JsonDecimal => Form::JsonDecimal,
            Self::Seconds => Form::Seconds,
            Self::Milliseconds => Form::Milliseconds,
            Self::Microseconds => Form::Microseconds,
            Self::Nanoseconds => Form::Nanoseconds,
            Self::TimeText(unit) => Form::TimeText(*unit),
            Self::TimeQuantity(unit) => Form::TimeQuantity(*unit),
            Self::DateTime => Form::DateTime,
            Self::LocalDateTime { offset } => Form::LocalDateTime { offset: *offset },
            Self::Date => Form::Date,
            Self::Duration => Form::Duration,
            Self::DurationNumber(unit) => Form::DurationNumber(*unit),
            Self::DurationText(unit) => Form::DurationText(*unit),
            Self::Uuid => Form::Uuid,
        }
    }

    /// Returns the unit of a UNIX time; `None` for another form.
    #[must_use]
    pub const fn time_unit(&self) -> Option<TimeUnit> {
        match self {
            Self::Seconds => Some(TimeUnit::Seconds),
            Self::Milliseconds => Some(TimeUnit::Milliseconds),
            Self::Microseconds => Some(TimeUnit::Microseconds),
            Self::Nanoseconds => Some(TimeUnit::Nanoseconds),
            Self::TimeText(unit) | Self::TimeQuantity(unit) => Some(*unit),
            _ => None,
        }
    }

    /// Returns the unit of a duration in whole units; `None` for another form.
    #[must_use]
    pub const fn duration_unit(&self) -> Option<TimeUnit> {
        match self {
            Self::DurationNumber(unit) | Self::DurationText(unit) => Some(*unit),
            _ => None,
        }
    }

    /// Returns the range of whole numbers of the form; `None` for other forms.
    #[must_use]
    pub const fn integer(&self) -> Option<Integer> {
        match self {
            Self::JsonInteger(integer) | Self::DecimalInteger(integer) | Self::Quantity(integer) => Some(*integer),
            other if other.time_unit().is_some() => Some(Integer::I64),
            other if other.duration_unit().is_some() => Some(Integer::U64),
            _ => None,
        }
    }

    /// Returns whether values of the form are numbers, in any notation.
    #[must_use]
    pub const fn is_numeric(&self) -> bool {
        self.integer().is_some() || matches!(self, Self::Decimal | Self::JsonDecimal)
    }

    /// Returns whether texts of the form end in a checksum.
    #[must_use]
    pub const fn has_checksum(&self) -> bool {
        matches!(self, Self::Base58Check { .. } | Self::Bech32 { .. })
    }

    /// Returns whether the form is always a JSON number.
    #[must_use]
    pub const fn is_json_number(&self) -> bool {
        match self {
            Self::JsonInteger(_) | Self::JsonDecimal | Self::DurationNumber(_) => true,
            Self::TimeText(_) | Self::TimeQuantity(_) => false,
            other => other.time_unit().is_some(),
        }
    }
}

impl<P: AsRef<str>> Form<P> {
    /// Returns whether a text may be sent.
    #[must_use]
    pub fn is_sent(&self, text: &str) -> bool {
        match self {
            Self::Base58Check { bytes, prefix } => base58check::is_valid(text, *bytes, prefix.as_ref()),
            Self::Bech32 { bytes, chain, base58check } => bech32::is_valid(text, *bytes, *chain, *base58check),
            other => other.is_told(text),
        }
    }

    /// Returns whether a text of a response has the form, so that a union can distinguish it from others. Checksums are
    /// not verified, because responses are read without verification.
    #[must_use]
    pub fn is_told(&self, text: &str) -> bool {
        match self {
            Self::Base58 { bytes } => base58::is(text, *bytes),
            Self::Base58Check { bytes, prefix } => base58check::is(text, *bytes, prefix.as_ref()),
            Self::Base64 { bytes, url } => base64::is(text, *bytes, *url),
            Self::Bech32 { bytes, chain, base58check } => bech32::is(text, *bytes, *chain, *base58check),
            Self::Hex { bytes, prefix } => hex::is(text, *bytes, *prefix),
            Self::DecimalInteger(integer) => whole::is_decimal(text, *integer),
            Self::Decimal => is_decimal(text),
            Self::Quantity(integer) => whole::is_quantity(text, *integer),
            Self::TimeText(_) => whole::is_decimal(text, Integer::I64),
            Self::TimeQuantity(_) => whole::is_quantity(text, Integer::I64),
            Self::DateTime => time::is(text),
            Self::LocalDateTime { offset } => time::parse_at(text, *offset).is_some(),
            Self::Date => time::parse_date(text).is_some(),
            Self::Duration => duration::is(text),
            Self::DurationText(_) => whole::is_decimal(text, Integer::U64),
            Self::Uuid => uuid::is(text),
            Self::JsonInteger(_)
            | Self::JsonDecimal
            | Self::Seconds
            | Self::Milliseconds
            | Self::Microseconds
            | Self::Nanoseconds
            | Self::DurationNumber(_) => false,
        }
    }

    /// Returns whether a client reads a text of a response as a value of the form. Beyond [`Form::is_told`], hex and UUIDs
    /// may have other spellings, a whole number may have a point or an exponent, base64 may have either alphabet, and a
    /// time may have no seconds, or an offset without a colon.
    #[must_use]
    pub fn is_read(&self, text: &str) -> bool {
        let is_other = match self {
            Self::Base64 { bytes, .. } => {
                base64::decode(text).is_some_and(|found| bytes.is_none_or(|bytes| found.len() == bytes))
            }
            Self::DateTime | Self::LocalDateTime { .. } => self.is_told(&time::completed(text)),
            Self::Hex { bytes, prefix } => {
                let is_bare = bytes.is_some() || *prefix != Presence::Required;
                let digits = hex::after_prefix(text).or_else(|| is_bare.then_some(text));
                let even = |digits: &str| format!("{}{digits}", if digits.len() % 2 == 0 { "" } else { "0" });
                digits.is_some_and(|digits| hex::is(&even(digits), *bytes, Presence::Never))
            }
            Self::Uuid => uuid::parse(text).is_some(),
            _ => whole::in_any_notation(text, |digits| self.takes_number(digits).then_some(())).is_some(),
        };
        is_other || self.is_told(text)
    }

    /// Returns whether the digits of a JSON number are a value of the form.
    #[must_use]
    pub fn takes_number(&self, digits: &str) -> bool {
        match (self, self.integer()) {
            (_, Some(integer)) => whole::fits(digits, integer),
            (Self::Decimal, _) => is_decimal(digits),
            (Self::JsonDecimal, _) => is_decimal(digits) && is_json_number(digits),
            _ => false,
        }
    }
}
