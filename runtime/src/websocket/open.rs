//! Opens websockets, and sends calls over them.
//!
//! Input: a service and a target. Output: the handle of an open websocket; the responses to calls
//! over that websocket. The task that owns the connection is in `driver`.

use super::{driver::Driver, handshake};
use crate::{
    Error, Request, Target,
    client::{Socket, Via},
    error::Failure,
    rpc,
    schema::Service,
};
use bytes::Bytes;
use http::Response;
use tokio::sync::mpsc;

impl Target {
    /// Opens a websocket of a service, and returns a target whose calls go over that websocket.
    ///
    /// # Errors
    ///
    /// The service has no websocket, the feature `ws` is off, or the connection cannot be opened.
    pub async fn connect(&self, service: &'static Service) -> Result<Self, Error> {
        let socket = Box::pin(open(service, self)).await?;
        Ok(self.clone().over_websocket(Via { socket, subscriber: None }))
    }
}

/// Opens a websocket of a service.
async fn open(service: &'static Service, target: &Target) -> Result<Socket, Error> {
    let url = url(service, target)?;
    let link = handshake::open(service, target).await?;
    let (commands, received) = mpsc::unbounded_channel();
    tokio::spawn(Driver::new(service, target.without_socket(), received).run(link));
    Ok(Socket::new(commands, url))
}

/// Returns the shared websocket of the client for the service, or opens one.
pub(crate) async fn shared_socket(service: &'static Service, target: &Target) -> Result<Socket, Error> {
    let url = url(service, target)?;
    let mut known = target.client().settings().sockets.lock().await;
    if let Some(socket) = known.find(&url) {
        return Ok(socket);
    }
    let socket = open(service, target).await?;
    known.insert(url, &socket);
    Ok(socket)
}

fn url(service: &'static Service, target: &Target) -> Result<String, Error> {
    let url = handshake::url(service, target).map_err(|failure| Error::new(Some(service.name), failure))?;
    Ok(url.to_string())
}

/// Sends a call or a batch over a websocket; returns the response.
pub(crate) async fn exchange(
    via: &Via,
    (service, target): (&'static Service, &Target),
    request: &Request,
    batch: Option<rpc::Ids>,
) -> Result<Response<Bytes>, Failure> {
    let ids: Vec<String> = match (batch, &request.rpc) {
        (Some(ids), _) => (0..ids.count).map(|place| ids.id(place).to_string()).collect(),
        (None, Some((id, _))) => vec![id.to_string()],
        (None, None) => {
            return Err(Failure::Building("only JSON-RPC calls are sent over a websocket".to_owned()));
        }
    };
    if handshake::url(service, target)?.as_str() != &**via.socket.url() {
        let text = "the websocket was opened for another service or other variables: open a websocket from the handle \
                    that calls";
        return Err(Failure::Building(text.to_owned()));
    }
    let body = request.http.body().clone();
    via.socket.exchange(ids, body, via.subscriber.clone()).await
}
