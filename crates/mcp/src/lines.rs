//! Messages as lines: reads each line, and answers invalid requests.
//!
//! Input: lines of a host. Output: messages for the server, and errors for invalid lines: too long,
//! nested too deeply, not JSON, or with the ID of an unanswered request. The error has the ID of the line if the ID can be read, since a
//! host waits for a response with that ID.

mod id;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use self::id::IdScan;

/// Maximum size of a line, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// JSON-RPC code for text that is not JSON.
const NO_JSON: i32 = -32700;
/// JSON-RPC code for JSON that is not a request.
const NO_REQUEST: i32 = -32600;
/// JSON-RPC code for invalid parameters.
const WRONG_PARAMS: i32 = -32602;
/// Methods whose parameters the server knows.
const METHODS: [&str; 5] = ["initialize", "ping", "server/discover", "tools/call", "tools/list"];

/// A transport of messages as lines.
pub(crate) struct Lines<R, W> {
    read: BufReader<R>,
    line: Line,
    write: Arc<Mutex<W>>,
    /// Pending write of an error. No further line is read before its end.
    refusing: Option<JoinHandle<io::Result<()>>>,
    /// IDs of the requests that are neither answered nor cancelled.
    open: HashSet<RequestId>,
}

/// A line being read.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    /// Scanner for the ID, which also covers bytes that are not kept.
    scan: IdScan,
    is_long: bool,
}

/// Reason for answering a line with an error.
struct Refusal {
    id: Value,
    code: i32,
    message: String,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin + Send + 'static> Lines<R, W> {
    pub(crate) fn new(read: R, write: W) -> Self {
        let (read, write) = (BufReader::new(read), Arc::new(Mutex::new(write)));
        Self { read, line: Line::default(), write, refusing: None, open: HashSet::new() }
    }

    /// Records a request or a cancellation. Refuses a request with the ID of an unanswered request,
    /// since the host could not match the answers to the requests.
    fn admit(&mut self, message: &ClientJsonRpcMessage) -> Result<(), Refusal> {
        match message {
            ClientJsonRpcMessage::Request(request) if !self.open.insert(request.id.clone()) => Err(Refusal {
                id: request.id.clone().into_json_value(),
                code: NO_REQUEST,
                message: format!("a request with the `id` {} is not answered yet", request.id),
            }),
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification {
                    cancelled.params.request_id.as_ref().map(|id| self.open.remove(id));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads the next line; `None` at the end. A dropped future loses no bytes.
    async fn line(&mut self) -> Option<Line> {
        loop {
            let bytes = self.read.fill_buf().await.ok()?;
            if bytes.is_empty() {
                return Some(std::mem::take(&mut self.line)).filter(|line| !line.bytes.is_empty() || line.is_long);
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.line.add(&bytes[..end.unwrap_or(taken)]);
            self.read.consume(taken);
            if end.is_some() {
                return Some(std::mem::take(&mut self.line));
            }
        }
    }
}

impl Line {
    /// Appends bytes; a line above the maximum size keeps none.
    fn add(&mut self, bytes: &[u8]) {
        self.scan.add(bytes);
        self.is_long |= self.bytes.len() + bytes.len() > MAX_LINE_BYTES;
        if self.is_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Parses the message of a line; `None` for an unknown message that requires no answer.
    fn read(self) -> Result<Option<ClientJsonRpcMessage>, Refusal> {
        let id = self.scan.finish();
        let refusal = |code, message: String| Err(Refusal { id: id.clone().unwrap_or_default(), code, message });
        if self.is_long {
            return refusal(NO_REQUEST, format!("a message has {MAX_LINE_BYTES} bytes at most; this one is longer"));
        }
        let bytes = self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes).trim_ascii();
        if bytes.is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice(bytes) {
            Ok(ClientJsonRpcMessage::Request(request)) => match &request.request {
                ClientRequest::CustomRequest(custom) if METHODS.contains(&custom.method.as_str()) => {
                    refusal(WRONG_PARAMS, wrong_params(&custom.method))
                }
                _ => Ok(Some(ClientJsonRpcMessage::Request(request))),
            },
            Ok(ClientJsonRpcMessage::Notification(_)) if id.is_some() => {
                refusal(NO_REQUEST, "the `id` of a request must be a string or a whole number".to_owned())
            }
            Ok(message) => Ok(Some(message)),
            Err(_) => match serde_json::from_slice::<Value>(bytes) {
                // A response without a request, or an unknown notification.
                Ok(json) if json.get("error").or(json.get("result")).is_some() => Ok(None),
                Ok(json) if id.is_none() && json.get("method").is_some() => Ok(None),
                Ok(json) if json["jsonrpc"] == "2.0" && id.as_ref().is_some_and(|id| !id.is_null()) => {
                    match json["method"].as_str().filter(|method| METHODS.contains(method)) {
                        Some(method) => refusal(WRONG_PARAMS, wrong_params(method)),
                        None => refusal(NO_REQUEST, "this is no request of JSON-RPC 2.0".to_owned()),
                    }
                }
                Ok(_) => refusal(NO_REQUEST, "this is no request of JSON-RPC 2.0".to_owned()),
                Err(error) if error.to_string().contains("recursion") => {
                    refusal(NO_REQUEST, "a message may be nested 127 levels deep at most".to_owned())
                }
                Err(error) => refusal(NO_JSON, format!("this is no JSON: {error}")),
            },
        }
    }
}

fn wrong_params(method: &str) -> String {
    format!("the `params` of `{method}` are missing, or not as MCP describes them")
}

async fn write_line<W: AsyncWrite + Unpin>(write: Arc<Mutex<W>>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let answered = match &item {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        answered.map(|id| self.open.remove(id));
        let (write, line) = (Arc::clone(&self.write), serde_json::to_vec(&item));
        async move { write_line(write, line?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(refusing) = &mut self.refusing {
                let done = refusing.await;
                self.refusing = None;
                done.ok()?.ok()?;
            }
            let read = self.line().await?.read();
            match read.and_then(|message| message.map(|one| self.admit(&one).map(|()| one)).transpose()) {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(Refusal { id, code, message }) => {
                    let error = json!({ "code": code, "message": message });
                    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
                    // A separate task writes the whole error, even if this future is dropped.
                    self.refusing = Some(tokio::spawn(write_line(Arc::clone(&self.write), answer.into_bytes())));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        if let Some(refusing) = self.refusing.take() {
            refusing.await??;
        }
        self.write.lock().await.shutdown().await
    }
}
