//! The server in a process of its own: fixed responses over HTTP/1.1, and bursts of events over a
//! websocket.
//!
//! Input: requests on loopback. Output: responses. Each connection has a thread. The server ends
//! when its stdin is closed.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;
use tungstenite::Message;

use crate::{Done, bodies};

/// The server as another process, which ends with this value.
pub struct Server {
    /// The address with port.
    pub address: String,
    process: Child,
}

impl Server {
    pub fn start() -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut process = command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut address = String::new();
        BufReader::new(process.stdout.take().ok_or("the server says nothing")?).read_line(&mut address)?;
        Ok(Self { address: address.trim_end().to_owned(), process })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn serve() -> Done {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || handle(stream));
        }
    });
    // Whoever started the server may be gone without a word.
    io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

/// A connection, until it is closed.
fn handle(stream: TcpStream) -> Done {
    stream.set_nodelay(true)?;
    let mut start = [0; 4096];
    let size = stream.peek(&mut start)?;
    let head = String::from_utf8_lossy(&start[..size]).to_ascii_lowercase();
    if head.contains("upgrade: websocket") { events(stream) } else { requests(stream) }
}

fn requests(stream: TcpStream) -> Done {
    let (mut reader, mut writer) = (BufReader::new(stream.try_clone()?), stream);
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first)? == 0 {
            return Ok(());
        }
        let mut size = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                size = value.trim().parse()?;
            }
        }
        let mut body = vec![0; size];
        reader.read_exact(&mut body)?;
        let response = response(&first, &body)?;
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\
                    content-length:";
        writer.write_all(format!("{head} {}\r\n\r\n{response}", response.len()).as_bytes())?;
    }
}

fn response(first: &str, body: &[u8]) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    if first.starts_with("GET") {
        return Ok(get(first));
    }
    match serde_json::from_slice(body)? {
        Value::Array(calls) => {
            let replies: Vec<String> = calls.iter().map(reply).collect();
            Ok(format!("[{}]", replies.join(",")))
        }
        call => Ok(reply(&call)),
    }
}

/// Pages are numbered, and the chain that is asked for is the number of the last.
fn get(first: &str) -> String {
    if first.contains("/v1/address/") {
        return bodies::CHAINS.to_owned();
    }
    let number = |before: &str| {
        let rest = first.split_once(before)?.1;
        rest.split(|char: char| !char.is_ascii_digit()).next()?.parse::<usize>().ok()
    };
    let (page, pages) = (number("pageToken=").unwrap_or(1), number("/v1/chains/").unwrap_or(1));
    bodies::balances(page, (page < pages).then_some(page + 1))
}

fn reply(call: &Value) -> String {
    let result = match call["method"].as_str() {
        Some("eth_blockNumber") => format!("{:#x}", bodies::HEIGHT),
        _ => format!("{:#x}", bodies::BALANCE),
    };
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":"{result}"}}"#, call["id"])
}

/// Waits for subscriptions, which say how many events they want by the number in their path, and
/// sends these at once.
fn events(stream: TcpStream) -> Done {
    let mut start = [0; 4096];
    let size = stream.peek(&mut start)?;
    let head = String::from_utf8_lossy(&start[..size]).into_owned();
    let count = head.split("/ext/bc/").nth(1).and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
    let mut socket = tungstenite::accept(stream)?;
    loop {
        let Message::Text(text) = socket.read()? else { continue };
        let call: Value = serde_json::from_str(&text)?;
        let id = &call["id"];
        if call["method"] != "eth_subscribe" {
            socket.send(Message::text(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":true}}"#)))?;
            continue;
        }
        let event = if call["params"][0] == "newHeads" { bodies::head } else { bodies::log };
        socket.send(Message::text(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":"0xcd0c3e8af590364c09d0fa6a1210faf5"}}"#
        )))?;
        for number in 0..count.unwrap_or_default() {
            let event = event(number);
            socket.write(Message::text(format!(
                r#"{{"jsonrpc":"2.0","method":"eth_subscription","params":{{"subscription":"0xcd0c3e8af590364c09d0fa6a1210faf5","result":{event}}}}}"#
            )))?;
        }
        socket.flush()?;
    }
}
