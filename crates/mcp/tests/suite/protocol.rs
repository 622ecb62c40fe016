//! Each line of a host that asks for an answer has one, whatever it is.

use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_interpret::Api;
use chainloom_mcp::{Limits, Server};
use chainloom_reference::Reference;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::common::{profile, spec};

struct Raw {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
}

impl Raw {
    async fn new(url: String) -> Self {
        let caller = Caller::new(Api::of(spec()), profile(url)).unwrap();
        let server = Server::new(Reference::of(spec()), caller, Limits::default(), &[], |_| {}).unwrap();
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(ours);
        tokio::spawn(server.serve_lines(read, write));
        let (read, write) = tokio::io::split(theirs);
        let mut raw = Self { read: BufReader::new(read), write };
        let client = json!({ "name": "t", "version": "1" });
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        assert_eq!(raw.ask(&hello.to_string()).await["id"], 1);
        raw.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        raw
    }

    async fn send(&mut self, line: &str) {
        self.write.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn ask(&mut self, line: &str) -> Value {
        self.send(line).await;
        self.answer().await
    }

    async fn answer(&mut self) -> Value {
        let mut answer = String::new();
        let read = self.read.read_line(&mut answer);
        tokio::time::timeout(Duration::from_secs(30), read).await.expect("an answer").unwrap();
        serde_json::from_str(&answer).unwrap()
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_line_that_asks_for_an_answer_has_one() {
    let mut raw = Raw::new("http://127.0.0.1:1".to_owned()).await;
    let deep = format!("{}1{}", "{\"a\":".repeat(130), "}".repeat(130));
    let long = "x".repeat(17 << 20);
    let call = |id: Value, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"call","arguments":{arguments}}}}}"#
        )
    };
    let behind = |arguments: &str| {
        format!(
            r#"{{"params":{{"id":1,"name":"call","arguments":{arguments}}},"method":"tools/call","id":"b","jsonrpc":"2.0"}}"#
        )
    };
    let long = format!(r#"{{"operation":"{long}"}}"#);
    for (line, id, code) in [
        (call(json!(7), &deep), json!(7), -32600),
        (behind(&deep), json!("b"), -32600),
        (call(json!(8), &long), json!(8), -32600),
        (behind(&long), json!("b"), -32600),
        (r#"{"jsonrpc":"2.0","id":9,"method":"tools/call""#.to_owned(), json!(9), -32700),
        ("no JSON".to_owned(), Value::Null, -32700),
        ("[1,2]".to_owned(), Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":10,"method":"tools/call"}"#.to_owned(), json!(10), -32602),
        (r#"{"jsonrpc":"2.0","id":11,"method":"tools/call","params":[1]}"#.to_owned(), json!(11), -32602),
        (r#"{"jsonrpc":"2.0","id":12,"method":"tools/unknown"}"#.to_owned(), json!(12), -32601),
        (r#"{"jsonrpc":"2.0","id":13}"#.to_owned(), json!(13), -32600),
        (r#"{"jsonrpc":"1.0","id":14,"method":"ping"}"#.to_owned(), json!(14), -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#.to_owned(), Value::Null, -32600),
    ] {
        let answer = raw.ask(&line).await;
        let told = (&answer["id"], answer["error"]["code"].as_i64(), &answer["jsonrpc"]);
        assert_eq!(told, (&id, Some(code), &json!("2.0")), "{} of {}", answer, &line[..line.len().min(120)]);
    }
    // What asks for nothing has no answer, and the next line has its own.
    for line in ["", r#"{"jsonrpc":"2.0","method":"unknown"}"#, r#"{"jsonrpc":"2.0","id":null,"error":{}}"#] {
        raw.send(line).await;
    }
    assert_eq!(raw.ask(r#"{"jsonrpc":"2.0","id":15,"method":"ping"}"#).await["id"], 15);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_request_with_the_id_of_an_unanswered_one_is_refused_at_once() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut raw = Raw::new(format!("http://{}", listener.local_addr().unwrap())).await;
    let call = |id: i64| {
        let params = json!({ "name": "call", "arguments": { "operation": "evm.chainId", "arguments": {} } });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    };
    let ping = |id: i64| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string();
    raw.send(&call(7)).await;
    let (connection, _) = listener.accept().await.unwrap();
    let refused = raw.ask(&ping(7)).await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(7), &json!(-32600)), "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("is not answered yet"), "{refused}");
    // The first one is answered in its time, and its ID is free again.
    drop((connection, listener));
    let answer = raw.answer().await;
    assert!(answer["id"] == 7 && answer["result"]["isError"] == true, "{answer}");
    assert_eq!(raw.ask(&ping(7)).await["result"], json!({}));
}
