//! Amounts: numbers that count a small unit, and that people read in a larger one.

use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::mapping;
use crate::language::node::{At, Text};
use crate::language::reader::{Members, Reader};
use crate::language::word::Filled;

/// Maximum number of decimal places of a unit or a token: a number of 256 bits has 78 digits.
pub const MAX_DECIMALS: u32 = 77;

mapping! {
    /// Unit of numbers: the larger unit in which people read them, and the decimal places between
    /// both.
    #[derive(Clone, Debug)]
    pub(crate) struct UnitDecl = "unit", "a unit" {
        must symbol: String, by Filled;
            "The larger unit in which people read the numbers, such as the symbol of a token.";
        must decimals: At<u32>; "The number of decimal places by which a number is shifted for people.";
    }
    then check_decimals;
}

fn check_decimals(reader: &mut Reader, _: &Members<'_>, unit: UnitDecl) -> Option<UnitDecl> {
    if !(1..=MAX_DECIMALS).contains(&unit.decimals.value) {
        let message = format!("a unit has 1 to {MAX_DECIMALS} decimal places");
        reader.report(Diagnostic::error(Code::BadValue, unit.decimals.span, message).hint("correct the number"));
    }
    Some(unit)
}

mapping! {
    /// Members with the decimal places and the symbol for displaying an amount of a token.
    #[derive(Clone, Debug)]
    pub(crate) struct AmountDecl = "amount", "`amount`" {
        must decimals: Text;
            "The member of the record with the number of decimal places by which people shift the amount: \
             `decimals` or `token.decimals`.";
        some symbol: Text; "The member of the record with the symbol of the token.";
    }
}

/// Unit of numbers, with the larger unit in which people read them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Unit {
    /// Name of the unit, as `unit` of a number states it.
    pub name: String,
    /// The larger unit, such as the symbol of a token.
    pub symbol: String,
    /// Number of decimal places by which a number is shifted for people.
    pub decimals: u32,
}

impl From<(Text, UnitDecl)> for Unit {
    fn from((name, unit): (Text, UnitDecl)) -> Self {
        Self { name: name.value, symbol: unit.symbol, decimals: unit.decimals.value }
    }
}
