//! The client: carries out calls.
//!
//! Input: the description of an operation, its members and where it goes. Output: the answer, or the one
//! error. Everything up to the answer's bytes is compiled once, for typed and untyped calls alike; only
//! the reading of the result depends on its type.

mod answers;
mod attempts;
mod batch;
mod builder;
mod connection;
mod credentials;
mod destinations;
mod endpoints;
mod exchange;
mod flow;
mod header;
mod judge;
mod masking;
mod observer;
mod options;
mod provider;
pub(crate) mod redirect;
mod retry;
mod runtime;
mod settings;
mod trace;
mod url_keys;

pub(crate) use self::redirect::without_keys;
pub(crate) use self::{
    answers::compression,
    attempts::{Home, Lost},
    batch::Chunk,
    credentials::Credential,
    destinations::{Destination, below},
    endpoints::Site,
    exchange::{Opened, Sending},
    judge::{Answered, into},
    masking::{Masking, SHORTEST_KEY, masked},
    options::{Options, Own, Resume},
    provider::Slot,
    retry::STABLE,
    runtime::{after, with_io, within},
    settings::Settings,
};
pub use self::{
    builder::Builder,
    endpoints::Endpoint,
    flow::Rate,
    observer::{CallEvent, CallStep, Observer},
    retry::Retry,
};

use crate::{ByteStream, Error, RawReply, Request, Target, schema, transport::BoxFuture};
use std::{fmt, sync::Arc};

/// A client of the APIs behind one base URL. Cloning it is cheap, and clones share connections.
///
/// Calls need a tokio runtime that has time enabled, and I/O unless the transport is one of your own. Where
/// there is no runtime, or none with time, they fail with an error of [`ErrorKind::Building`](crate::ErrorKind).
#[derive(Clone)]
pub struct Client(Arc<Settings>);

impl Client {
    /// Creates a builder for a client of this description.
    pub fn builder(description: &'static schema::Client) -> Builder {
        Builder::new(description)
    }

    /// Returns the description that the client was built from.
    pub fn description(&self) -> &'static schema::Client {
        self.0.description
    }

    /// Builds the request of a call, without sending it. It goes to the base URL, with the secrets that are known: a provider of
    /// secrets is not asked.
    pub fn prepare(
        &self,
        operation: &'static schema::Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
    ) -> Result<Request, Error> {
        let options = Options::default();
        let home = Home::known(&self.0, operation)?;
        Request::new(&self.0, &home, Sending { operation, members, target, options: &options })
    }

    /// Sends a call without its types. The result is checked to be JSON, and an error that the response reports is an error.
    pub fn execute<'a>(
        &'a self,
        operation: &'static schema::Operation,
        members: &'a [Option<Vec<u8>>],
        target: &'a Target,
    ) -> BoxFuture<'a, Result<RawReply, Error>> {
        Box::pin(async move {
            let options = Options::default();
            self.call(operation, members, target, &options, &mut Answered::into_raw).await
        })
    }

    /// Sends a call without its types, and returns the bytes of its response as a stream.
    pub fn stream<'a>(
        &'a self,
        operation: &'static schema::Operation,
        members: &'a [Option<Vec<u8>>],
        target: &'a Target,
    ) -> BoxFuture<'a, Result<ByteStream, Error>> {
        Box::pin(async move {
            let options = &Options::default();
            let opened = self.open(Sending { operation, members, target, options }, None).await?;
            Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
        })
    }

    /// Whether both are clones of one client.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
