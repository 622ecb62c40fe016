//! The other side of a websocket, over a connection in memory.
//!
//! Input: a script. Output: the facts about what was sent to whom.

use std::collections::HashMap;
use std::time::Duration;

use chainloom::runtime as rt;
use futures_util::StreamExt as _;
use rt::http::{Request, Response, header};
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Message, handshake::derive_accept_key, protocol::Role};

use super::script::Act;

/// Results and events of the server begin here, so that no others are taken for them.
const FIRST: u64 = 7_000_000_000;
/// Of what a connection takes in one direction.
const BUFFER: usize = 1 << 16;

/// A transport whose connections go to the peer, until it is gone.
pub(super) struct Wire(UnboundedSender<DuplexStream>);

impl Wire {
    pub(super) fn new() -> (Self, UnboundedReceiver<DuplexStream>) {
        let (sender, ends) = unbounded_channel();
        (Self(sender), ends)
    }
}

impl rt::Transport for Wire {
    fn send(&self, _: Request<rt::Body>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        Box::pin(async { Err(rt::TransportError::connect("calls go over the websocket")) })
    }

    fn upgrade(&self, request: Request<rt::Body>) -> rt::BoxFuture<'_, rt::UpgradeResult> {
        let (here, there) = duplex(BUFFER);
        let key = request.headers().get(header::SEC_WEBSOCKET_KEY).map(|key| derive_accept_key(key.as_bytes()));
        let sent = self.0.send(there);
        Box::pin(async move {
            sent.map_err(|_| rt::TransportError::connect("nobody listens"))?;
            let response =
                Response::builder().status(101).header(header::SEC_WEBSOCKET_ACCEPT, key.unwrap_or_default());
            response.body(rt::Upgrade::connection(here)).map_err(rt::TransportError::other)
        })
    }
}

/// What the server sent, and to whom.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Results, and the shelves of the calls that they were sent for.
    pub(super) results: HashMap<u64, u32>,
    /// Events, and the connection and ID of the subscription that they were sent for.
    pub(super) events: HashMap<u64, (usize, String)>,
    /// The shelves of the subscriptions that were given an ID on a connection.
    owners: HashMap<(usize, String), Vec<u32>>,
}

impl Facts {
    pub(super) fn may_have(&self, shelf: u32, event: u64) -> bool {
        let owners = self.events.get(&event).and_then(|sent| self.owners.get(sent));
        owners.is_some_and(|owners| owners.contains(&shelf))
    }
}

/// The server.
pub(super) struct Peer {
    ends: UnboundedReceiver<DuplexStream>,
    socket: Option<WebSocketStream<DuplexStream>>,
    /// How many connections there were.
    connection: usize,
    /// The requests of this connection.
    requests: Vec<Value>,
    facts: Facts,
    next: u64,
}

impl Peer {
    /// Does what the script says, and is gone then.
    pub(super) async fn serve(ends: UnboundedReceiver<DuplexStream>, acts: Vec<Act>) -> Facts {
        let (requests, facts) = (Vec::new(), Facts::default());
        let mut peer = Self { ends, socket: None, connection: 0, requests, facts, next: FIRST };
        for act in acts {
            peer.connect().await;
            peer.act(act).await;
        }
        peer.facts
    }

    /// Takes the next connection if there is none.
    async fn connect(&mut self) {
        if self.socket.is_none() {
            let Ok(Some(end)) = timeout(Duration::from_secs(100), self.ends.recv()).await else { return };
            self.socket = Some(WebSocketStream::from_raw_socket(end, Role::Server, None).await);
            self.connection += 1;
            self.requests.clear();
        }
    }

    async fn act(&mut self, act: Act) {
        match act {
            Act::Take => self.take().await,
            Act::Reply { place, id } => self.reply(place, id).await,
            Act::Refuse { place } => {
                let id = self.requests.get(place).map_or(json!(1), |request| request["id"].clone());
                let error = json!({ "code": -32005, "message": "no card-hush-4711", "data": "key-hush-4713" });
                self.text(&json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()).await;
            }
            Act::Event { id, rest } => self.event(id, rest).await,
            Act::Flood { id, count } => {
                for _ in 0..count {
                    self.event(id, "").await;
                }
            }
            Act::Several { id, count, way } => {
                let events: Vec<String> = (0..count).map(|_| self.event_text(id, "")).collect();
                match way {
                    0 => self.text(&format!("[{}]", events.join(","))).await,
                    1 => self.text(&events.join("\n")).await,
                    2 => self.frame(2, events.concat().as_bytes(), true).await,
                    _ => self.text(&format!("{}{{", events.concat())).await,
                }
            }
            Act::Text(text) => self.frame(1, &text, true).await,
            Act::Bytes(bytes) => self.write(&bytes).await,
            Act::Frame { kind, content, is_last } => self.frame(kind, &content, is_last).await,
            Act::Close { code, reason } => {
                let content = [&code.to_be_bytes(), reason.as_bytes()].concat();
                self.frame(8, &content, true).await;
            }
            Act::Drop => self.socket = None,
            Act::Wait(seconds) => tokio::time::sleep(Duration::from_secs(seconds)).await,
        }
    }

    /// The next request, if one comes.
    async fn take(&mut self) {
        let Some(socket) = &mut self.socket else { return };
        match timeout(Duration::from_secs(1), socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => self.requests.extend(serde_json::from_str::<Value>(&text).ok()),
            Ok(Some(Ok(_))) | Err(_) => {}
            Ok(_) => self.socket = None,
        }
    }

    async fn reply(&mut self, place: usize, subscription: &str) {
        let Some(request) = self.requests.get(place).cloned() else { return };
        let result = match request["method"].as_str() {
            Some("hall_begin") => {
                let shelf = shelf(&request["params"]);
                self.facts.owners.entry((self.connection, subscription_key(subscription))).or_default().extend(shelf);
                subscription.to_owned()
            }
            _ => {
                self.next += 1;
                self.facts.results.extend(shelf(&request["params"]).map(|shelf| (self.next, shelf)));
                self.next.to_string()
            }
        };
        self.text(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", request["id"])).await;
    }

    async fn event(&mut self, id: &str, rest: &str) {
        let text = self.event_text(id, rest);
        self.text(&text).await;
    }

    fn event_text(&mut self, id: &str, rest: &str) -> String {
        self.next += 1;
        self.facts.events.insert(self.next, (self.connection, subscription_key(id)));
        let params = format!("{{\"subscription\":{id},\"result\":{{\"number\":{}{rest}}}}}", self.next);
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":{params}}}")
    }

    async fn text(&mut self, text: &str) {
        self.frame(1, text.as_bytes(), true).await;
    }

    /// A frame without a mask, as servers send them.
    async fn frame(&mut self, kind: u8, content: &[u8], is_last: bool) {
        let mut frame = vec![kind | if is_last { 0x80 } else { 0 }];
        match content.len() {
            small @ 0..126 => frame.push(small as u8),
            large => frame.extend([&[126][..], &(large as u16).to_be_bytes()].concat()),
        }
        frame.extend_from_slice(content);
        self.write(&frame).await;
    }

    async fn write(&mut self, bytes: &[u8]) {
        let Some(socket) = &mut self.socket else { return };
        let written = timeout(Duration::from_secs(100), socket.get_mut().write_all(bytes)).await;
        if !matches!(written, Ok(Ok(()))) {
            self.socket = None;
        }
    }
}

/// The shelf that a request is about: the only number of its parameters.
fn shelf(params: &Value) -> Option<u32> {
    match params {
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::Array(items) => items.iter().find_map(shelf),
        Value::Object(members) => members.values().find_map(shelf),
        _ => None,
    }
}

/// An ID as the client compares it: a text by its characters, a number by its digits.
fn subscription_key(id: &str) -> String {
    serde_json::from_str::<Value>(id)
        .map_or_else(|_| id.to_owned(), |value| value.as_str().map_or(id.to_owned(), str::to_owned))
}
