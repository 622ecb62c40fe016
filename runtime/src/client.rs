//! The client: carries out calls.
//!
//! Input: the description of an operation, its members and where it goes. Output: the response, or the one
//! error. Everything up to the response's bytes is compiled once, for typed and untyped calls alike; only
//! the reading of the result depends on its type.

mod builder;
mod call_endpoint;
mod command;
mod connection;
mod credentials;
pub(crate) mod endpoints;
mod header;
mod limiter;
mod masking;
mod observer;
mod options;
mod provider;
pub(crate) mod redirect;
mod retry;
pub(crate) mod runtime;
mod settings;
mod socket;
mod target;
mod url_keys;
mod websocket;

pub use self::{
    builder::Builder,
    endpoints::Endpoint,
    limiter::Rate,
    observer::{CallEvent, CallStep, Observer},
    retry::Retry,
    target::Target,
    websocket::{UnknownFrame, Websocket},
};
pub(crate) use self::{
    call_endpoint::{CallEndpoint, secret_values},
    command::{Call as SocketCall, Command},
    credentials::Credential,
    endpoints::{EndpointState, Probe},
    limiter::{Amount, Permit},
    masking::{Masking, masked},
    options::{CallOptions, Options, Resume, option_setters},
    provider::Slot,
    redirect::without_keys,
    retry::STABLE,
    runtime::{after, with_io, within},
    settings::Settings,
    socket::{Socket, Via},
    url_keys::SHORTEST_KEY,
};

use crate::schema;
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
