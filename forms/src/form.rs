//! The forms of scalars, and which texts and numbers have them.
//!
//! Each form has one rule for what is sent and one for what an answer is told by; where they differ, it is said here.
//! Readers take more: `0x` may be missing, and a number may come as text. That is theirs to say.

use crate::{Integer, base58check, bech32, hex, is_decimal, time, whole};

/// What a scalar looks like on the wire. `P` is the text of a prefix: owned in a spec, static in a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form<P> {
    /// Base58 with a checksum of four bytes, after a prefix.
    Base58Check {
        /// How many bytes it holds.
        bytes: usize,
        /// What stands before it; may be empty.
        prefix: P,
    },
    /// Bech32.
    Bech32 {
        /// How many bytes it holds.
        bytes: usize,
        /// Whether a chain's name and `-` stand before it.
        chain: Presence,
        /// Whether the base58 form with a checksum is taken too.
        base58check: bool,
    },
    /// Bytes in hex.
    Hex {
        /// How many, where that is fixed.
        bytes: Option<usize>,
        /// Whether `0x` stands before them.
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
    /// UNIX seconds as a JSON number.
    Seconds,
    /// UNIX milliseconds as a JSON number.
    Milliseconds,
    /// RFC 3339 text.
    DateTime,
}

/// Whether a part of a text is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Never.
    Never,
    /// It may be.
    Optional,
    /// Always.
    Required,
}

impl<P: AsRef<str>> Form<P> {
    /// Whether a text is one that may be sent.
    #[must_use]
    pub fn is_sent(&self, text: &str) -> bool {
        match self {
            Self::Bech32 { bytes, chain, base58check } => bech32::is_valid(text, *bytes, *chain, *base58check),
            other => other.is_told(text),
        }
    }

    /// Whether a text of an answer has the form, so that a union can tell it from others. The checksum of bech32 is
    /// not looked at, because answers are read without.
    #[must_use]
    pub fn is_told(&self, text: &str) -> bool {
        match self {
            Self::Base58Check { bytes, prefix } => base58check::is(text, *bytes, prefix.as_ref()),
            Self::Bech32 { bytes, chain, base58check } => bech32::is(text, *bytes, *chain, *base58check),
            Self::Hex { bytes, prefix } => hex::is(text, *bytes, *prefix),
            Self::DecimalInteger(integer) => whole::is_decimal(text, *integer),
            Self::Decimal => is_decimal(text),
            Self::Quantity(integer) => whole::is_quantity(text, *integer),
            Self::DateTime => time::is(text),
            Self::JsonInteger(_) | Self::Seconds | Self::Milliseconds => false,
        }
    }

    /// Whether the digits of a JSON number are a value of the form.
    #[must_use]
    pub fn takes_number(&self, digits: &str) -> bool {
        match self {
            Self::JsonInteger(integer) | Self::DecimalInteger(integer) | Self::Quantity(integer) => {
                whole::fits(digits, *integer)
            }
            Self::Seconds | Self::Milliseconds => whole::fits(digits, Integer::I64),
            Self::Decimal => is_decimal(digits),
            Self::Base58Check { .. } | Self::Bech32 { .. } | Self::Hex { .. } | Self::DateTime => false,
        }
    }
}
