//! Messages as lines: reads each line, and responds to those that are requests.
//!
//! Input: lines of a host. Output: messages for the server, and errors for invalid lines: too long,
//! nested too deeply, or not JSON. The error has the ID of the line if it can be read, since a host
//! waits for it.

mod id;

use std::io;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use self::id::IdScan;

/// The most bytes of a line.
const LONGEST: usize = 16 * 1024 * 1024;
/// JSON-RPC: the text is no JSON.
const NO_JSON: i32 = -32700;
/// JSON-RPC: the JSON is no request.
const NO_REQUEST: i32 = -32600;
/// JSON-RPC: the parameters are wrong.
const WRONG_PARAMS: i32 = -32602;
/// Methods of the server with parameters of a known form.
const METHODS: [&str; 5] = ["initialize", "ping", "server/discover", "tools/call", "tools/list"];

/// A transport of lines.
pub(crate) struct Lines<R, W> {
    read: BufReader<R>,
    line: Line,
    write: Arc<Mutex<W>>,
    /// The error that is being written. No line is read before it is.
    refusing: Option<JoinHandle<io::Result<()>>>,
}

/// A line that is read.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    /// Finds the ID, also behind what is kept.
    scan: IdScan,
    is_long: bool,
}

/// Why a line has an error as its answer.
struct Refusal {
    id: Value,
    code: i32,
    message: String,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin + Send + 'static> Lines<R, W> {
    pub(crate) fn new(read: R, write: W) -> Self {
        let (read, write) = (BufReader::new(read), Arc::new(Mutex::new(write)));
        Self { read, line: Line::default(), write, refusing: None }
    }

    /// Reads the rest of a line; `None` at the end. What was read stays if the future is dropped.
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
    fn add(&mut self, bytes: &[u8]) {
        self.scan.add(bytes);
        self.is_long |= self.bytes.len() + bytes.len() > LONGEST;
        if self.is_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The message of the line; `None` for one that asks for no answer and means nothing here.
    fn read(self) -> Result<Option<ClientJsonRpcMessage>, Refusal> {
        let id = self.scan.finish();
        let refusal = |code, message: String| Err(Refusal { id: id.clone().unwrap_or_default(), code, message });
        if self.is_long {
            return refusal(NO_REQUEST, format!("a message has {LONGEST} bytes at most; this one is longer"));
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
                // An answer to nothing, or a notification that nobody knows.
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
            match self.line().await?.read() {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(Refusal { id, code, message }) => {
                    let error = json!({ "code": code, "message": message });
                    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
                    // In a task, so that it is written whole where this future is dropped.
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
