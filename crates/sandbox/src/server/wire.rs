//! Wires: connections that can be cut.
//!
//! Input: connections on a port. Output: connections with a [`Wire`] each. Once a wire is cut,
//! nothing more is written to its connection, and the server closes it. A client sees an end where
//! it expected a response.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Handle of a connection, with which a handler of requests can cut the connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire(Arc<AtomicBool>);

impl Wire {
    /// Cuts the connection before anything more is written to it.
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns an error if the connection is cut.
    fn check(&self) -> io::Result<()> {
        let is_cut = self.0.load(Ordering::Acquire);
        if is_cut { Err(io::Error::new(io::ErrorKind::BrokenPipe, "the connection is cut")) } else { Ok(()) }
    }
}

/// Listener that accepts connections which can be cut.
pub(crate) struct Cuttable(pub(crate) TcpListener);

/// Connection that can be cut.
pub(crate) struct CuttableStream {
    stream: TcpStream,
    wire: Wire,
}

impl Listener for Cuttable {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Small responses are sent at once.
        let _ = stream.set_nodelay(true);
        (CuttableStream { stream, wire: Wire::default() }, address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Listener::local_addr(&self.0)
    }
}

impl Connected<IncomingStream<'_, Cuttable>> for Wire {
    fn connect_info(stream: IncomingStream<'_, Cuttable>) -> Self {
        stream.io().wire.clone()
    }
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CuttableStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
