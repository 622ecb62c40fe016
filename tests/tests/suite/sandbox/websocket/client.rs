//! A websocket of a test: asks, and takes what comes in its order.

use chainloom_sandbox::Sandbox;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// An open connection.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    calls: u64,
}

/// The URL of a websocket.
pub(crate) fn url(sandbox: &Sandbox, path: &str) -> String {
    format!("{}{path}", sandbox.url().replacen("http", "ws", 1))
}

impl Socket {
    pub(crate) async fn open(sandbox: &Sandbox, path: &str) -> Self {
        Self::over(connect_async(url(sandbox, path)).await.unwrap().0)
    }

    pub(crate) fn over(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Self {
        Self { stream, calls: 0 }
    }

    pub(crate) async fn send(&mut self, text: String) {
        self.stream.send(Message::Text(text.into())).await.unwrap();
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.stream.send(Message::Binary(bytes.into())).await.unwrap();
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Value {
        let message = self.stream.next().await.unwrap().unwrap();
        serde_json::from_str(message.to_text().unwrap()).unwrap()
    }

    /// Whether nothing comes any more, and no closing handshake came before.
    pub(crate) async fn is_cut(&mut self) -> bool {
        matches!(self.stream.next().await, Some(Err(_)))
    }

    /// Calls a method; the next message is the reply.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let call = json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params });
        self.send(call.to_string()).await;
        let reply = self.next().await;
        assert_eq!(reply["id"], self.calls, "{reply}");
        reply
    }

    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.ask(method, params).await;
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].take()
    }
}
