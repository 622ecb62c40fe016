//! Runtime of the clients that chainloom generates.
//!
//! A generated client is a set of typed structs and static tables. This crate executes the tables:
//! it checks parameters, sends requests and reads responses. Programs use it through the generated
//! crate, which exports it as `runtime`.
//!
//! - [`Error`] is the error of all calls, [`Reply`] a response with its status and headers.
//! - [`DryRun`] shows the request of a call without sending it, and [`RawCall`] calls operations that a spec
//!   lacks.
//! - [`Builder`] configures a client, [`Call`] the options of one call. [`Transport`] replaces the
//!   way in which requests are sent.
//! - [`Text`], [`Decimal`], [`Timestamp`] and the other values are the types of fields in generated
//!   structs.
//! - [`testing`] answers calls from memory, for tests without a network.
//! - [`codec`] has the traits of types that are read and written as JSON, for your own types in a spec.
//! - [`schema`] describes operations as data; [`catalog`] lists the operations of a crate and calls them without their
//!   types, for tools.

#[doc(hidden)]
pub mod __private;
mod batch;
#[cfg(feature = "blocking")]
pub mod blocking;
mod call;
pub mod catalog;
mod client;
pub mod codec;
mod dry_run;
mod encode;
mod error;
mod events;
mod json;
mod macros;
mod pages;
mod raw;
mod request;
mod response;
mod rpc;
mod stream;
mod support;
pub mod testing;
mod transport;
mod value;
mod waiting;
pub mod webhooks;
mod websocket;

pub use alloy_primitives::{
    Address, Bytes, FixedBytes, I256, U256,
    utils::{ParseUnits, UnitsError, format_units, parse_units},
};
pub use batch::{Batch, Batched, IntoBatch, Replies, Ticket};
pub use call::{Call, NoOptionSetters, Operation, OptionSetters};
pub use chainloom_schema as schema;
pub use client::{
    Builder, CallEvent, CallStep, Client, Endpoint, Observer, Rate, Retry, UnknownFrame, Websocket, WebsocketRetry,
};
pub use dry_run::DryRun;
pub use encode::{Argument, IntoJson, IntoOption, OptionalArgument, given};
pub use error::{Error, ErrorKind};
pub use events::{Event, Gap, GapReason, Incoming, Overflow};
#[cfg(feature = "serde")]
pub use json::Json;
pub use json::{Extra, Maybe, RawJson, ReadError, Text, UnknownEvent};
pub use pages::{Items, Page, PagePosition, Paged, Pages};
pub use raw::RawCall;
pub use response::{ByteStream, RawReply, Reply};
pub use stream::{LineStream, Subscribe, Subscribes, Subscription};
pub use support::Support;
#[cfg(feature = "tower")]
pub use transport::TransportService;
pub use transport::{
    BatchInfo, Body, BodyStream, BoxFuture, CallInfo, Limits, RateLimit, StreamResult, Transport, TransportError,
    TransportResult, Upgrade, UpgradeResult,
};
pub use value::{
    Base58, Base64, Date, DateTime, Decimal, DurationMicros, DurationMillis, DurationNanos, DurationSeconds, File,
    FixedBase58, FixedBase64, IntoBytes, IntoOptionalBytes, IsoDuration, LooseHex, ParseError, RawBytes, SecretText,
    Timestamp, TimestampMicros, TimestampMillis, TimestampNanos, Uuid, with_checksum, without_checksum,
};

pub use waiting::{Awaited, Confirmed, Numbered, Waiting};
pub use webhooks::Webhooks;

/// The type of secrets.
pub use secrecy::SecretString;
/// Crates whose types occur in signatures: HTTP types, and bytes of a body.
pub use {bytes, http};

// Short names for the modules here; users find these in `catalog` and `codec`, and generated code
// in `__private`.
#[cfg(feature = "serde")]
pub(crate) use json::serde_bridge;
pub(crate) use {
    client::Target,
    json::{Fill, Read, Reader, Record, Write, Writer, from_slice, to_vec},
    macros::{debug_fields, setters},
    request::Request,
};
