//! Answers that a node was seen to give to good and bad requests, served on loopback to a generated
//! client: each becomes the right value or the right error, never a panic and never a wrong value.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::node;
use chainloom::runtime as rt;
use chainloom_tests::vectors::recordings;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What a call came to.
#[derive(Debug, PartialEq)]
enum Outcome {
    Number(u64),
    Status {
        code: u16,
        retry: bool,
    },
    Rpc {
        code: i64,
        message: String,
    },
    /// No response to this call.
    Protocol,
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_recorded_answer_becomes_what_it_is() {
    let text = std::fs::read_to_string(recordings().join("transport.json")).unwrap();
    let recording: Value = serde_json::from_str(&text).unwrap();
    let cases = recording["cases"].as_array().unwrap();
    assert!(cases.len() >= 30, "the recording holds its cases");
    for case in cases {
        let name = case["case"].as_str().unwrap();
        let is_evm = case["request"]["path"].as_str().unwrap().ends_with("/rpc");
        let (outcome, shown) = call(&case["response"], is_evm).await;
        assert_eq!(outcome, expected(&case["response"]), "{name}: {shown}");
        if let Outcome::Status { .. } = outcome {
            let text = case["response"]["body"].as_str().unwrap().trim();
            // A text that only repeats the status is not shown twice, whatever its case.
            let has_text = shown.to_lowercase().contains(&text.to_lowercase());
            assert!(has_text && shown.len() > text.len() + 30, "{name} says what it means: {shown}");
        }
    }
}

/// What a response means to a call with the id 1. The spec says that 404 may become another answer,
/// once the node has started.
fn expected(response: &Value) -> Outcome {
    let code = u16::try_from(response["status"].as_u64().unwrap()).unwrap();
    if code != 200 {
        return Outcome::Status { code, retry: matches!(code, 404 | 503) };
    }
    let body: Value = serde_json::from_str(response["body"].as_str().unwrap()).unwrap_or_default();
    let (id, error) = (&body["id"], &body["error"]);
    if error.is_object() && (id.is_null() || *id == 1) {
        let message = error["message"].as_str().unwrap().to_owned();
        return Outcome::Rpc { code: error["code"].as_i64().unwrap(), message };
    }
    match body["result"].as_str().or_else(|| body["result"]["height"].as_str()) {
        Some(text) if *id == 1 => Outcome::Number(number(text)),
        _ => Outcome::Protocol,
    }
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

/// Calls a server that gives this response, through a typed method of the interface that gave it.
async fn call(response: &Value, is_evm: bool) -> (Outcome, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(serve(listener, answer(response)));
    let client = node::Client::new(url).unwrap();
    let result = if is_evm {
        client.evm("C").chain_id().await
    } else {
        client.xchain().get_height().await.map(|reply| reply.height)
    };
    server.abort();
    match result {
        Ok(number) => (Outcome::Number(number), String::new()),
        Err(error) => (outcome(&error), error.to_string()),
    }
}

fn outcome(error: &rt::Error) -> Outcome {
    if let Some(code) = error.rpc_code() {
        return Outcome::Rpc { code, message: error.server_message().unwrap_or_default().to_owned() };
    }
    match error.status() {
        Some(status) if error.is_status() => Outcome::Status { code: status.as_u16(), retry: error.is_retryable() },
        _ => Outcome::Protocol,
    }
}

/// The bytes of a response as they were recorded.
fn answer(response: &Value) -> String {
    let body = response["body"].as_str().unwrap_or_default();
    let kind = response["contentType"].as_str().map(|kind| format!("content-type: {kind}\r\n")).unwrap_or_default();
    format!("HTTP/1.1 {} Recorded\r\n{kind}content-length: {}\r\n\r\n{body}", response["status"], body.len())
}

/// Answers every request with the same bytes.
async fn serve(listener: TcpListener, answer: String) {
    while let Ok((stream, _)) = listener.accept().await {
        let mut stream = BufReader::new(stream);
        while skip_request(&mut stream).await.is_some() {
            if stream.write_all(answer.as_bytes()).await.is_err() {
                break;
            }
        }
    }
}

/// Reads a request to its end; none when there are no more.
async fn skip_request(stream: &mut BufReader<TcpStream>) -> Option<()> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().ok()?,
            _ if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(())
}
