//! Headers of a subscription go over the wire, with the handshake of its websocket.

use chainloom_bounded::Bounded as _;

use std::io::Write as _;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use chainloom_codegen::SourceFile;
use chainloom_sandbox::Sandbox;

use crate::calling::Server;
use crate::common::{Project, text};
use crate::served::head;

/// Forwards connections to a server. Returns its own URL, and the heads of requests as they come.
fn forward(to: &str) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let to = to.strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let (send, heads) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (Ok(here), Ok(mut there)) = (stream, TcpStream::connect(&to)) else { continue };
            let head = head(&here);
            let _ = there.write_all(head.as_bytes());
            let _ = send.send(head);
            copy(here.try_clone().unwrap(), there.try_clone().unwrap());
            copy(there, here);
        }
    });
    (url, heads)
}

/// Copies bytes from one side to the other, on a separate thread.
fn copy(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
}

#[test]
fn headers_of_a_subscription_are_sent_with_each_handshake() {
    let server = Server::start(Sandbox::builder().events_every(Duration::from_millis(20)));
    let project = Project::new();
    for endpoint in ["--url", "--endpoint"] {
        let (url, heads) = forward(&server.sandbox.url());
        let value = match endpoint {
            "--url" => url,
            _ => format!("evm={}/ext/bc/C/ws", url.replace("http", "ws")),
        };
        let words = ["subscribe", "evm.newHeads", "--limit", "1", "--header", "x-team: loom", endpoint, &value];
        let output = project.plain_command(&words.map(str::to_owned)).bounded_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let head = heads.recv_timeout(Duration::from_secs(60)).unwrap().to_lowercase();
        assert!(head.contains("upgrade: websocket\r\n") && head.contains("\r\nx-team: loom\r\n"), "{head}");
    }
}

/// A handshake that fails is tried again like a call, and so is a connection that is lost.
#[test]
fn each_retry_of_a_websocket_is_a_line_with_its_reason() {
    let server = Server::start(Sandbox::builder().events_every(Duration::from_millis(20)));
    let to = server.sandbox.url().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let (mut here, mut there) = (stream.unwrap(), TcpStream::connect(&to).unwrap());
            let head = head(&here);
            match number {
                0 => {
                    let refused = "HTTP/1.1 503 S\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
                    here.write_all(refused.as_bytes()).unwrap();
                }
                1 => {
                    there.write_all(head.as_bytes()).unwrap();
                    copy(here.try_clone().unwrap(), there.try_clone().unwrap());
                    copy(there, here.try_clone().unwrap());
                    std::thread::sleep(Duration::from_millis(500));
                    here.shutdown(Shutdown::Both).unwrap();
                }
                _ => {
                    there.write_all(head.as_bytes()).unwrap();
                    copy(here.try_clone().unwrap(), there.try_clone().unwrap());
                    copy(there, here);
                }
            }
        }
    });
    let words = ["subscribe", "evm.newHeads", "--url", &url, "--limit", "60"].map(str::to_owned);
    let output = Project::new().plain_command(&words).bounded_output().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.success() && text(&output.stdout).lines().count() == 60, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    let begin = "attempt 1 of the websocket of `evm` failed: ";
    assert!(lines[0].starts_with(&format!("{begin}503 Service Unavailable; the next one is in ")), "{said}");
    assert!(lines[1].starts_with(begin) && lines[1].contains("; the next one is in "), "{said}");
    assert!(lines[2].starts_with("gap: ") && lines.len() == 3, "{said}");
}

const STATION: &str = r#"chainloom: 1
doc: A station.
client: { baseUrl: "http://127.0.0.1:1" }
service: station
rpc: { params: positional }
endpoint: /rpc
websocket: /ws
subscribe: { call: begin, cancel: end, notify: news }
operations: { getTime: { doc: Returns the time., method: time, effect: read, result: string, examples: [{ request: {}, response: noon }] } }
subscriptions: { trains: { doc: Trains that leave., item: string } }
"#;

/// The deployment gives the whole URL of the websocket, so that the base URL is not used.
#[test]
fn headers_of_a_subscription_are_sent_to_the_url_of_a_deployment() {
    let source = SourceFile { path: "station.yaml".to_owned(), module: "station".to_owned(), text: STATION.to_owned() };
    let server = Server::start(Sandbox::builder().spec(vec![source]).events_every(Duration::from_millis(20)));
    let (url, heads) = forward(&server.sandbox.url());
    let project = Project::new();
    project.write("spec/station.yaml", STATION);
    let endpoint = format!("{}/ws", url.replace("http", "ws"));
    let deployment = format!("chainloom: 1\ndoc: Here.\ndeployment: {{ endpoints: {{ station: \"{endpoint}\" }} }}\n");
    project.write("spec/deployments/here.yaml", deployment);
    let words = [
        "subscribe", "station.trains", "--spec", "spec", "--deployment", "here", "--limit", "1", "--header",
        "x-team: loom",
    ];
    let output = project.plain_command(&words.map(str::to_owned)).bounded_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let head = heads.recv_timeout(Duration::from_secs(60)).unwrap().to_lowercase();
    assert!(head.contains("upgrade: websocket\r\n") && head.contains("\r\nx-team: loom\r\n"), "{head}");
}
