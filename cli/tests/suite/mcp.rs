//! `chainloom mcp` speaks the protocol on standard output and nothing else, logs on standard error,
//! keeps keys to itself, and ends with its input.

use chainloom_bounded::Bounded as _;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use crate::common::{Project, text};
use serde_json::{Value, json};

const KEY: &str = "planted-key-4711";
const SHELVES: &str = r#"chainloom: 1
doc: Shelves.
client:
  baseUrl: "{libraryUrl}"
  vars: { libraryUrl: { doc: The base URL. } }
  auth: { apiKey: { header: x-key, doc: A key. } }
types: { Shelf: { doc: A shelf., fields: { id: { type: uint32, doc: Its number. } } } }
operations:
  findShelf:
    doc: Finds a shelf.
    get: /shelves/{id}
    path: { id: { type: uint32, range: 1..=9, doc: Its number. } }
    response: Shelf
    examples: [{ request: { id: 7 }, response: { id: 7 } }]
  burnShelf:
    doc: Burns a shelf.
    delete: /shelves/{id}
    effect: write
    path: { id: { type: uint32, doc: Its number. } }
    response: Shelf
    examples: [{ request: { id: 7 }, response: { id: 7 } }]
"#;

fn project() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project.write("spec/shelves.yaml", SHELVES);
    project
}

/// Starts a service that echoes requests, for this number of requests.
fn echo(times: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for _ in 0..times {
            let (mut socket, _) = listener.accept().unwrap();
            let mut head = [0; 4_096];
            let read = socket.read(&mut head).unwrap();
            let body = json!({ "id": 7, "sent": text(&head[..read]) }).to_string();
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n");
            socket.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes()).unwrap();
        }
    });
    url
}

struct Session {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Session {
    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let reply: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(self.next)), "{line}");
        reply
    }

    fn tool(&mut self, name: &str, arguments: Value) -> (bool, String) {
        let reply = self.ask("tools/call", json!({ "name": name, "arguments": arguments }));
        let result = &reply["result"];
        (result["isError"] == true, result["content"][0]["text"].as_str().unwrap().to_owned())
    }
}

fn begin(command: &mut Command) -> (Session, std::process::Child) {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut session = Session { input: child.stdin.take().unwrap(), output, next: 0 };
    let client = json!({ "name": "test", "version": "1" });
    let about = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let reply = session.ask("initialize", about);
    assert_eq!(reply["result"]["serverInfo"]["name"], "chainloom");
    session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    (session, child)
}

#[test]
fn a_conversation_over_standard_input_and_output() {
    let project = project();
    let url = echo(1);
    let mut command = project.command(&["mcp", "--spec", "spec", "--url", &url, "--verbose"]);
    let (mut session, child) = begin(command.env("LIBRARY_API_KEY", KEY).env("SHELVES_API_KEY", KEY));
    let tools = session.ask("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 3);
    let (_, found) = session.tool("find", json!({ "query": "shelf" }));
    assert!(found.contains("shelves.findShelf | GET /shelves/{id} | read | Finds a shelf\n"), "{found}");
    let (is_error, called) = session.tool("call", json!({ "operation": "findShelf", "arguments": { "id": "7" } }));
    assert!(!is_error && called.starts_with("{\"result\":{\"id\":7,"), "{called}");
    assert!(called.contains("x-key: [secret]") && !called.contains(KEY), "{called}");
    let (is_error, refused) = session.tool("call", json!({ "operation": "burnShelf", "arguments": { "id": 7 } }));
    assert!(is_error && refused.contains("--allow-writes shelves.burnShelf"), "{refused}");
    let (is_error, wrong) = session.tool("call", json!({ "operation": "findShelf", "arguments": { "id": 10 } }));
    assert!(is_error && wrong.contains("`id` must be at most 9"), "{wrong}");
    let unknown = session.ask("tools/call", json!({ "name": "drop", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602);
    let Session { input, mut output, .. } = session;
    drop(input);
    let ended = child.bounded_output().unwrap();
    let (mut rest, log) = (String::new(), text(&ended.stderr));
    output.read_to_string(&mut rest).unwrap();
    assert_eq!((ended.status.code(), rest.as_str()), (Some(0), ""), "{log}");
    assert!(log.contains("call shelves.findShelf: ok, ") && !log.contains(KEY), "{log}");
    assert!(log.contains("call shelves.burnShelf: not-allowed, "), "{log}");
}

/// A person who starts it sees that it waits, and for what; Ctrl-D ends it.
#[test]
#[cfg(unix)]
fn a_terminal_on_standard_input_is_told_what_it_is_for() {
    let project = project();
    let pty = nix::pty::openpty(None, None).unwrap();
    let mut command = project.command(&["mcp", "--spec", "spec"]);
    let run = command.stdin(Stdio::from(pty.slave)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The command holds the terminal open, too.
    command.stdin(Stdio::null());
    let mut master = std::fs::File::from(pty.master);
    master.write_all(b"\x04").unwrap();
    let ended = run.bounded_output().unwrap();
    let told = "this is an MCP server: it reads requests of an assistant from standard input; Ctrl-D ends it\n";
    assert_eq!((ended.status.code(), text(&ended.stdout).as_str(), text(&ended.stderr).as_str()), (Some(0), "", told));
}

#[test]
fn wrong_options_are_reported_before_anything_is_served() {
    let project = project();
    let run = project.run(&["mcp", "--spec", "spec", "--allow-writes", "burnShelv"]);
    assert_eq!((run.status.code(), text(&run.stdout).as_str()), (Some(2), ""));
    assert!(text(&run.stderr).contains("did you mean `burnShelf`?"), "{}", text(&run.stderr));
    let run = project.run(&["mcp", "--spec", "spec", "--max-bytes", "10"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("at least 2000"), "{}", text(&run.stderr));
    // A host that goes away before it says anything is no mistake.
    let run = project.run(&["mcp", "--spec", "spec"]);
    assert_eq!((run.status.code(), text(&run.stdout).as_str(), text(&run.stderr).as_str()), (Some(0), "", ""));
}

/// Returns the blocks of JSON in the document.
fn configurations(document: &str) -> Vec<Value> {
    let blocks = document.split("```json\n").skip(1).filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| serde_json::from_str(block).unwrap()).collect()
}

#[test]
fn the_document_shows_what_the_command_accepts() {
    let document = std::fs::read_to_string(crate::common::repository().join("docs/mcp.md")).unwrap();
    let project = Project::new();
    let mut tried = 0;
    for configuration in configurations(&document) {
        let servers = configuration.get("mcpServers").or_else(|| configuration.get("servers"));
        for server in servers.and_then(Value::as_object).into_iter().flat_map(|servers| servers.values()) {
            let args: Vec<&str> = server["args"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            // Input is at its end at once.
            let run = project.run(&args);
            assert_eq!((server["command"].as_str(), run.status.code()), (Some("chainloom"), Some(0)), "{args:?}");
            tried += 1;
        }
    }
    assert_eq!(tried, 2);
    let help = text(&project.run(&["mcp", "--help"]).stdout);
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `--")?.split(['`', ' ']).next());
    let options: Vec<&str> = rows.collect();
    assert_eq!(options.len(), 6);
    let missing: Vec<&&str> = options.iter().filter(|option| !help.contains(&format!("--{option}"))).collect();
    assert!(missing.is_empty(), "{missing:?} in {help}");
}
