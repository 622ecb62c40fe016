//! Conversation: a recorded websocket as a file.
//!
//! Input: the messages of a connection, as they arrive. Output:
//! `{"path": …, "messages": [{"send": …}, {"recv": …}]}`, which is complete after each message. A
//! message that is not JSON is a text: `sendText`, `recvText`; bytes that are not UTF-8 are omitted.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};

use serde_json::{Value, json};

/// End of the file, after the last message.
const END: &str = "\n]}\n";

/// File in which the messages of a connection are recorded.
#[derive(Debug)]
pub(crate) struct Conversation {
    file: File,
    is_empty: bool,
}

/// Message of a recorded connection.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// Whether the client sent it.
    pub(crate) is_sent: bool,
    pub(crate) text: String,
}

impl Conversation {
    /// Begins the file of a connection to the path `target`.
    pub(super) fn new(mut file: File, target: &str) -> io::Result<Self> {
        write!(file, "{{\"path\": {}, \"messages\": [{END}", json!(target))?;
        Ok(Self { file, is_empty: true })
    }

    /// Adds a message of the client.
    pub(crate) fn add_sent(&mut self, message: &[u8]) -> io::Result<()> {
        self.add(["send", "sendText"], message)
    }

    /// Adds a message that the client received.
    pub(crate) fn add_received(&mut self, message: &[u8]) -> io::Result<()> {
        self.add(["recv", "recvText"], message)
    }

    /// Appends a message under the first name if it is JSON, else under the second.
    fn add(&mut self, [of_json, of_text]: [&str; 2], message: &[u8]) -> io::Result<()> {
        let line = match (serde_json::from_slice::<Value>(message), std::str::from_utf8(message)) {
            (Ok(value), _) => json!({ of_json: value }),
            (_, Ok(text)) => json!({ of_text: text }),
            _ => return Ok(()),
        };
        let comma = if std::mem::take(&mut self.is_empty) { "" } else { "," };
        let end = i64::try_from(END.len()).unwrap_or_default();
        self.file.seek(SeekFrom::End(-end))?;
        self.file.write_all(format!("{comma}\n{line}{END}").as_bytes())
    }
}

/// Reads the path and the messages of a recorded connection; `None` if the JSON has another shape.
pub(super) fn read(json: &Value) -> Option<(String, Vec<Message>)> {
    let path = json.get("path")?.as_str()?.to_owned();
    let messages = json.get("messages")?.as_array()?.iter().map(message);
    Some((path, messages.collect::<Option<_>>()?))
}

/// Reads a message of the file; `None` if it has another shape.
fn message(line: &Value) -> Option<Message> {
    let (name, value) = line.as_object()?.iter().next()?;
    let (is_sent, text) = match name.as_str() {
        "send" => (true, value.to_string()),
        "recv" => (false, value.to_string()),
        "sendText" => (true, value.as_str()?.to_owned()),
        "recvText" => (false, value.as_str()?.to_owned()),
        _ => return None,
    };
    Some(Message { is_sent, text })
}
