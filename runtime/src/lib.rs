//! The runtime of clients that chainloom generates.
//!
//! A generated client is a set of typed structs and static tables. This crate carries them out: it checks parameters, sends requests and
//! reads responses. Programs use it through the generated crate, which exports it as `runtime`.
//!
//! - [`Error`] is the error of all calls, [`Reply`] a response with its status and headers.
//! - [`Builder`] configures a client, [`Transport`] replaces the way in which requests are sent.
//! - [`Text`], [`Decimal`], [`Timestamp`] and the other values of [`value`] are the types of fields in generated structs.
//! - [`schema`] describes operations as data, [`catalog`] lists those of a crate, for tools.

mod call;
pub mod catalog;
mod client;
mod encode;
mod error;
#[doc(hidden)]
pub mod foreign;
pub mod json;
mod operation;
mod plain;
mod printable;
mod reply;
mod request;
mod rpc;
mod rules;
pub mod schema;
mod stream;
mod target;
mod template;
pub mod testing;
mod text;
mod transport;
pub mod value;

pub use alloy_primitives::{Address, Bytes, FixedBytes, I256, U256};
pub use call::Call;
pub use client::{Builder, Client};
pub use encode::{Arguments, Members, members};
pub use error::{Error, ErrorKind};
pub use json::{
    Arm, Done, Enumeration, Extra, IntegerEnumeration, Maybe, Named, Next, RawJson, Read, ReadError, Reader, Record,
    UnknownEvent, Write, WriteError, Writer, blank, enum_from, from_slice, integer_enum_from, read_enum,
    read_integer_enum, tag_number, to_vec,
};
pub use operation::Operation;
pub use reply::{RateLimit, RawReply, Reply};
pub use request::Request;
pub use stream::{ByteStream, Event, EventStream};
pub use target::Target;
pub use text::Text;
pub use transport::{
    BodyStream, BoxFuture, CallInfo, Limits, StreamResult, Transport, TransportError, TransportResult,
};
pub use value::{
    Base58, Base64, Date, DateTime, Decimal, File, FixedBase58, FixedBase64, IsoDuration, LooseHex, ParseError,
    Timestamp, TimestampMicros, TimestampMillis, TimestampNanos, Uuid, base58check, bech32,
};
#[cfg(feature = "serde")]
pub use {::serde, json::Json, json::serde_bridge};

/// The HTTP types of the API, and the type of secrets.
pub use {http, secrecy::SecretString};
