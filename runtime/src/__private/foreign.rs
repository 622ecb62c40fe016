//! What a description asks of a type that it does not describe itself.
//!
//! Input: a type that someone names in a macro. Output: the same type, or one error of the compiler
//! where it is named: the length of an array stands for the result, and a type whose length is an
//! error gives no other errors. For code that macros make; nothing here is meant to be named by
//! hand.

use std::fmt::Debug;

use crate::json::{Read, Write};

/// A type that reads and writes itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a description: it does not read and write itself",
    label = "neither described here, nor a type with `Read` and `Write`",
    note = "implement `Read` and `Write` of `chainloom::runtime::codec` for it, or write `Json<…>` around a type with \
            `Serialize` and `DeserializeOwned`"
)]
pub trait Travels {}

#[diagnostic::do_not_recommend]
impl<T: Read + Write> Travels for T {}

/// Asks for all that generated code needs.
#[must_use]
pub const fn check<T: Travels + Clone + Debug + PartialEq + Send + Sync>() -> usize {
    0
}

/// Maps the array type whose length [`check`] computes to the type `T` that was checked.
pub trait Checked<T> {
    /// The type `T`.
    type Type;
}

impl<T> Checked<T> for [(); 0] {
    type Type = T;
}
