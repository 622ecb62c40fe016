//! Traits of types that are read from JSON and written as JSON, for types of your own in a spec.
//!
//! The types of a generated crate, the values of this crate, and lists, maps, options and tuples of them
//! have both traits. A description can name a type of your own if it has both traits too:
//!
//! ```
//! use chainloom_runtime::codec::{Read, Reader, Write, Writer};
//! use chainloom_runtime::{ParseError, RawJson, ReadError, schema::Type};
//!
//! /// A price in cents, `12.50` as JSON text.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Cents(u64);
//!
//! impl Read for Cents {
//!     fn blank() -> Self {
//!         Self(0)
//!     }
//!
//!     fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
//!         reader.parse_with(|text| {
//!             let cents = text.split_once('.').and_then(|(whole, cents)| format!("{whole}{cents}").parse().ok());
//!             cents.map(Self).ok_or_else(|| ParseError::new("a price with two decimal places"))
//!         })
//!     }
//! }
//!
//! impl Write for Cents {
//!     fn write(&self, _: Type, writer: &mut Writer) {
//!         writer.display(&format_args!("{}.{:02}", self.0 / 100, self.0 % 100));
//!     }
//! }
//!
//! let price: Cents = RawJson::parse("\"12.50\"")?.to()?;
//! assert_eq!(price, Cents(1250));
//! # Ok::<(), ReadError>(())
//! ```
//!
//! A type with serde's traits needs none of this: write `Json<…>` around it.

pub use crate::json::{Lexeme, Read, Reader, Write, WriteError, Writer};
