//! Reads and writes typed values as JSON, by the tables of [`crate::schema`].
//!
//! Input: bytes and a type, or a value and a type. Output: a value or an error with its path and
//! offset, or bytes. `token` is the only module that knows the grammar. `reader` and `members`,
//! `writer` and `composite` hold the loops, compiled once for all types. `union` selects the arm of
//! a value. `impls` has the types of the standard library; scalars with special forms are in
//! [`crate::value`]. No API is known here.

#[cfg(feature = "serde")]
mod adapter;
mod body;
mod bounded;
mod composite;
mod error;
mod find;
mod form;
mod guess;
mod impls;
mod integers;
mod limits;
mod maybe;
mod members;
mod memory;
mod named;
mod notes;
mod noting;
mod of_text;
mod order;
mod printable;
mod raw;
mod raw_impls;
mod reader;
#[cfg(feature = "serde")]
pub mod serde_bridge;
mod table;
mod text;
mod token;
mod traits;
mod tuples;
mod types;
mod unescaped;
mod union;
mod untyped;
mod writer;

#[cfg(feature = "serde")]
pub use self::adapter::Json;
#[cfg(feature = "webhooks")]
pub(crate) use self::token::{Fault, Tokens};
pub(crate) use self::{
    body::{as_text, items, list_items, lone_surrogates, place_in, read_text_within, read_within},
    find::value_at,
    limits::{DEPTH, ReadLimits},
    named::type_of,
    notes::Notes,
    noting::{MemberJson, ValueWithNotes},
    printable::{Escaped, escape_hidden},
    raw::compact,
    token::Kind,
    union::fields_of_object,
    untyped::{Plain, put_text, text_json},
};
pub use self::{
    body::{from_slice, members, to_vec},
    error::ReadError,
    integers::{IntegerEnumeration, Tag, integer_enum_from, read_integer_enum},
    maybe::Maybe,
    named::{Named, UnknownEvent},
    of_text::{of_text, of_texts},
    raw::{Extra, RawJson},
    reader::{Lexeme, Reader},
    text::Text,
    traits::{Arm, Enumeration, Fill, Read, Record, Write, blank, enum_from, read_enum},
    writer::{WriteError, Writer},
};
