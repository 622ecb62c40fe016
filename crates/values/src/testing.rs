//! Testing of programs: a transport that responds from memory, and synthetic values for its
//! responses.
//!
//! Input: a type or an operation of a generated client, and a seed. Output: a value that its service could send. A
//! generated crate exports this module under a separate feature.
//!
//! ```no_run
//! use chainloom_values::testing::{Draw, Members, MockTransport, fixture, response};
//! # fn sample<GetBook, Book>() -> Result<(), chainloom_runtime::ReadError>
//! # where
//! #     GetBook: chainloom_runtime::Operation<Output: chainloom_runtime::codec::Write>,
//! #     Book: chainloom_runtime::codec::Read + chainloom_runtime::__private::Record,
//! # {
//! let mock = MockTransport::new();
//! mock.respond_with::<GetBook>(&response::<GetBook>(7)?);
//! let book: Book = fixture(7)?;
//! let short: Book = Draw::new(7).members(Members::Required).typed()?;
//! # Ok(()) }
//! ```

use chainloom_runtime::__private::{Record, from_slice};
use chainloom_runtime::codec::Read;
use chainloom_runtime::schema::{Bounds, Type};
use chainloom_runtime::{Operation, ReadError};

pub use chainloom_runtime::testing::*;

pub use crate::{Draw, Members};

/// Draws a response of an operation. Equal seeds give equal responses; the seed also determines
/// which optional members are present.
///
/// # Errors
///
/// A Rust type that the user supplies refuses the drawn value.
pub fn response<O: Operation>(seed: u64) -> Result<O::Output, ReadError> {
    Draw::new(seed).response::<O>()
}

/// Draws a value of a generated struct. Equal seeds give equal values; the seed also determines
/// which optional members are present.
///
/// # Errors
///
/// The errors of [`response`].
pub fn fixture<T: Read + Record>(seed: u64) -> Result<T, ReadError> {
    Draw::new(seed).typed()
}

impl Draw {
    /// Draws a response of an operation.
    ///
    /// # Errors
    ///
    /// The errors of [`response`].
    pub fn response<O: Operation>(&mut self) -> Result<O::Output, ReadError> {
        match O::schema().output {
            Some(ty) => from_slice(ty, self.result(O::schema()).to_string().as_bytes()),
            None => Ok(O::Output::blank()),
        }
    }

    /// Draws a value of a generated struct.
    ///
    /// # Errors
    ///
    /// The errors of [`response`].
    pub fn typed<T: Read + Record>(&mut self) -> Result<T, ReadError> {
        let ty = Type::Record(<T as Record>::blank().table());
        from_slice(ty, self.value(ty, &Bounds::NONE).to_string().as_bytes())
    }
}
