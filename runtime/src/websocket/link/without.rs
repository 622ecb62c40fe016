//! Link of a crate that was built without the feature `ws`: it cannot be created.

use crate::{transport::Io, websocket::link::Message};
use bytes::Bytes;
use std::task::{Context, Poll};

/// Text of a message. It has no values, since no link exists without the feature.
#[derive(Debug)]
pub(crate) enum Utf8Bytes {}

impl Utf8Bytes {
    pub(crate) const fn as_str(&self) -> &str {
        match *self {}
    }
}

/// Returns the bytes of a text. It cannot be called, since no text exists.
pub(crate) const fn bytes_of(text: &Utf8Bytes) -> Bytes {
    match *text {}
}

/// An open websocket. It has no values, since no websocket opens without the feature.
pub(crate) enum Link {}

/// Returns no key: without the feature, no handshake is sent.
pub(crate) const fn new_key() -> Option<String> {
    None
}

pub(crate) const fn accepts(_: &str, _: &str) -> bool {
    false
}

#[allow(clippy::unused_async, reason = "as it is with the feature")]
impl Link {
    pub(crate) async fn new(_: Box<dyn Io>, _: usize) -> Option<Self> {
        None
    }

    pub(crate) fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        match *self {}
    }

    pub(crate) fn send(&mut self, _: Bytes) -> Result<(), String> {
        match *self {}
    }

    pub(crate) fn ping(&mut self) -> Result<(), String> {
        match *self {}
    }

    pub(crate) async fn close(self) {
        match self {}
    }

    pub(crate) fn poll_flush(&mut self, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        match *self {}
    }

    pub(crate) fn poll_message(&mut self, _: &mut Context<'_>) -> Poll<Result<Message, String>> {
        match *self {}
    }
}
