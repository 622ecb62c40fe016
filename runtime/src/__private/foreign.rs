//! Checks of foreign types: the traits that a spec requires of a type that it does not
//! define.
//!
//! Input: a type that the user of a macro names. Output: the same type, or a single compiler error
//! at its name. The check is an array length: a type whose length is an error causes no further
//! errors. For the code of macros; nothing here is meant to be named by hand.

use std::fmt::Debug;

use crate::json::{Read, Write};

/// A type that implements [`Read`] and [`Write`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used in a spec: it does not implement `Read` and `Write`",
    label = "neither described here, nor a type with `Read` and `Write`",
    note = "implement `Read` and `Write` of `chainloom::runtime::codec` for it, or write `Json<…>` around a type with \
            `Serialize` and `DeserializeOwned`"
)]
pub trait Travels {}

#[diagnostic::do_not_recommend]
impl<T: Read + Write> Travels for T {}

/// Requires that `T` implements all traits that generated code needs; returns 0.
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
