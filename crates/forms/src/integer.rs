//! Integer types: width in bits, digits and range of each.

/// The range of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// 8 bits with a sign.
    I8,
    /// 16 bits with a sign.
    I16,
    /// 32 bits with a sign.
    I32,
    /// 64 bits with a sign.
    I64,
    /// 128 bits with a sign.
    I128,
    /// 256 bits with a sign.
    I256,
}

impl Integer {
    /// Returns the number of bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        match self {
            Self::U8 | Self::I8 => 8,
            Self::U16 | Self::I16 => 16,
            Self::U32 | Self::I32 => 32,
            Self::U64 | Self::I64 => 64,
            Self::U128 | Self::I128 => 128,
            Self::U256 | Self::I256 => 256,
        }
    }

    /// Returns whether the type is signed.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128 | Self::I256)
    }

    /// Returns the number of hex digits of the maximum.
    #[must_use]
    pub const fn hex_digits(self) -> usize {
        self.bits() as usize / 4
    }

    /// Returns minimum and maximum, as digits.
    #[must_use]
    pub const fn bounds(self) -> (&'static str, &'static str) {
        match self {
            Self::U8 => ("0", "255"),
            Self::U16 => ("0", "65535"),
            Self::U32 => ("0", "4294967295"),
            Self::U64 => ("0", "18446744073709551615"),
            Self::U128 => ("0", "340282366920938463463374607431768211455"),
            Self::U256 => ("0", "115792089237316195423570985008687907853269984665640564039457584007913129639935"),
            Self::I8 => ("-128", "127"),
            Self::I16 => ("-32768", "32767"),
            Self::I32 => ("-2147483648", "2147483647"),
            Self::I64 => ("-9223372036854775808", "9223372036854775807"),
            Self::I128 => ("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"),
            Self::I256 => (
                "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
                "57896044618658097711785492504343953926634992332820282019728792003956564819967",
            ),
        }
    }

    /// Returns the Rust type with this range.
    #[must_use]
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::U128 => "u128",
            Self::U256 => "U256",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::I128 => "i128",
            Self::I256 => "I256",
        }
    }
}
