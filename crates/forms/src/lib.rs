//! Forms of values on the wire: of texts, and of numbers of any length.
//!
//! Input: a text, and its expected form. Output: whether it has the form, and its value. The
//! generator checks the values of a spec with it, and clients check what they read and send, so
//! that both accept the same. Nothing here knows JSON, YAML or an API, or does I/O.

pub mod base58;
pub mod base58check;
pub mod base64;
pub mod bech32;
mod decimal;
pub mod duration;
mod error;
mod form;
pub mod hex;
mod integer;
pub mod pattern;
mod presence;
pub mod printable;
pub mod shell;
pub mod time;
pub mod uuid;
pub mod whole;

pub use decimal::{Number, is_decimal, is_json_number, parse_float};
pub use error::ParseError;
pub use form::{Form, TimeUnit};
pub use integer::Integer;
pub use presence::Presence;
