//! Upgraded connection: taken over from HTTP, for websockets.
//!
//! Input: the result of a transport after the response to a request with `Upgrade`. Output: the
//! connection, or the body of a response that refuses it. The protocol of the connection is not
//! known here.

use crate::transport::{Body, TransportError};
use std::fmt;
use tokio::io::{AsyncRead, AsyncWrite};

/// The result of [`Transport::upgrade`](super::Transport::upgrade).
pub type UpgradeResult = Result<::http::Response<Upgrade>, TransportError>;

/// A connection that speaks another protocol from now on, or the body of a response that refuses
/// it.
pub struct Upgrade(pub(crate) UpgradeKind);

/// Result of an upgrade.
pub(crate) enum UpgradeKind {
    Connection(Box<dyn Io>),
    Refused(Body),
    Unsupported,
}

/// Byte stream in both directions.
pub(crate) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

impl Upgrade {
    /// Creates the value from the connection, whose response had the status 101.
    pub fn connection(io: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) -> Self {
        Self(UpgradeKind::Connection(Box::new(io)))
    }

    /// Creates the value from the body of a response with another status.
    pub const fn refused(body: Body) -> Self {
        Self(UpgradeKind::Refused(body))
    }

    /// Creates the value of a transport that cannot take over connections.
    pub(crate) const fn unsupported() -> Self {
        Self(UpgradeKind::Unsupported)
    }
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            UpgradeKind::Connection(_) => "Connection",
            UpgradeKind::Refused(_) => "Refused",
            UpgradeKind::Unsupported => "Unsupported",
        };
        out.debug_tuple("Upgrade").field(&kind).finish()
    }
}
