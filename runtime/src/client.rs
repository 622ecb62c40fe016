//! Client and its state: settings, endpoints, limiters, secrets, and the targets of calls.
//!
//! Input: settings of the user and the table of the client. Output: lookups and decisions for
//! the stages of a call. Requests are made in `request`, and calls are executed in `call`.

mod builder;
mod call_endpoint;
mod command;
mod connection;
mod credentials;
mod destinations;
pub(crate) mod endpoints;
mod header;
mod limiter;
mod masking;
mod observer;
mod options;
mod places;
mod provider;
pub(crate) mod redirect;
mod request_signer;
mod retry;
pub(crate) mod runtime;
mod secret_forms;
pub(crate) mod settings;
mod socket;
mod spellings;
mod target;
mod url_keys;
mod websocket;

pub use self::{
    builder::Builder,
    endpoints::Endpoint,
    limiter::Rate,
    masking::Redactor,
    observer::{CallEvent, CallStep, Observer},
    retry::Retry,
    target::Target,
    websocket::{UnknownFrame, Websocket, WebsocketRetry},
};
pub(crate) use self::{
    call_endpoint::{CallEndpoint, secret_values},
    command::{Call as SocketCall, Command},
    credentials::Credential,
    endpoints::{Chosen, EndpointState, Probe},
    header::add_cookies,
    limiter::{Amount, Permit},
    masking::{HIDDEN, Masking, masked},
    options::{CallOptions, Options, Resume, option_setters},
    places::CallPlace,
    provider::Slot,
    redirect::without_keys,
    request_signer::sign_request,
    retry::{STABLE, hint_of_wait},
    runtime::{after, with_io, within},
    secret_forms::{Finder, SecretForms},
    settings::Settings,
    socket::{NO_TASK, Socket, Via},
};

use crate::schema;
use std::{fmt, sync::Arc};

/// A client of the APIs behind one base URL, and on the other servers of their spec. Cloning
/// it is cheap, and clones share connections.
///
/// Calls need a tokio runtime that has time enabled, and I/O unless the transport is one of your
/// own. Where there is no runtime, or none with time, they fail with an error of
/// [`ErrorKind::Building`](crate::ErrorKind).
#[derive(Clone)]
pub struct Client(Arc<Settings>);

impl Client {
    /// Creates a builder for a client with this table.
    pub fn builder(description: &'static schema::Client) -> Builder {
        Builder::new(description)
    }

    /// Returns the table that the client was built from.
    pub fn description(&self) -> &'static schema::Client {
        self.0.description
    }

    /// Returns whether both are clones of one client.
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
