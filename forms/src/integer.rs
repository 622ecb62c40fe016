//! The ranges of whole numbers: bits, digits and bounds of each.

/// The range of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// 8 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
    /// 128 bits.
    U128,
    /// 256 bits.
    U256,
    /// 64 bits with a sign.
    I64,
}

impl Integer {
    /// How many bits it has.
    #[must_use]
    pub const fn bits(self) -> u16 {
        match self {
            Self::U8 => 8,
            Self::U16 => 16,
            Self::U32 => 32,
            Self::U64 | Self::I64 => 64,
            Self::U128 => 128,
            Self::U256 => 256,
        }
    }

    /// How many hex digits the greatest value of so many bits has.
    #[must_use]
    pub const fn hex_digits(self) -> usize {
        self.bits() as usize / 4
    }

    /// The least and the greatest value, as digits.
    #[must_use]
    pub const fn bounds(self) -> (&'static str, &'static str) {
        match self {
            Self::U8 => ("0", "255"),
            Self::U16 => ("0", "65535"),
            Self::U32 => ("0", "4294967295"),
            Self::U64 => ("0", "18446744073709551615"),
            Self::U128 => ("0", "340282366920938463463374607431768211455"),
            Self::U256 => ("0", "115792089237316195423570985008687907853269984665640564039457584007913129639935"),
            Self::I64 => ("-9223372036854775808", "9223372036854775807"),
        }
    }

    /// The type that has this range, as Rust writes it.
    #[must_use]
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::U128 => "u128",
            Self::U256 => "U256",
            Self::I64 => "i64",
        }
    }
}
