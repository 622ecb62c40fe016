//! Time until the sandbox has started, and the number of small responses that it sends in a second on one core.
//!
//! Clients of loopback write prepared requests on open connections, so that they cost little compared with the server.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Instant;

use chainloom_sandbox::Sandbox;

const CONNECTIONS: usize = 8;
const REQUESTS: usize = 4_000;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let began = Instant::now();
    let sandbox = runtime.block_on(Sandbox::builder().start()).unwrap();
    println!("start: {} ms", began.elapsed().as_millis());
    let address: SocketAddr = sandbox.url().trim_start_matches("http://").parse().unwrap();
    // The runtime has one thread, this one; it ends with the clients.
    for (name, request) in requests() {
        let began = Instant::now();
        let clients: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let request = request.clone();
                thread::spawn(move || ask(address, request.as_bytes()))
            })
            .collect();
        runtime.block_on(async {
            while !clients.iter().all(thread::JoinHandle::is_finished) {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        });
        clients.into_iter().for_each(|client| client.join().unwrap());
        let rate = (CONNECTIONS * REQUESTS) as f64 / began.elapsed().as_secs_f64();
        println!("{name}: {rate:.0} responses a second");
    }
}

fn requests() -> [(&'static str, String); 3] {
    let post = |path: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n\
             {body}",
            body.len()
        )
    };
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}"#;
    let block = r#"{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x1",false]}"#;
    [
        ("REST, an example", "GET /v1/chains/43114 HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned()),
        ("JSON-RPC, an example", post("/ext/bc/C/rpc", call)),
        ("JSON-RPC, a synthetic block", post("/ext/bc/C/rpc", block)),
    ]
}

/// Asks the same again and again on one connection.
fn ask(address: SocketAddr, request: &[u8]) {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_nodelay(true).unwrap();
    let mut buffer = vec![0; 1 << 20];
    for _ in 0..REQUESTS {
        socket.write_all(request).unwrap();
        let mut filled = 0;
        while !is_whole(&buffer[..filled]) {
            filled += socket.read(&mut buffer[filled..]).unwrap();
        }
        assert!(buffer.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&buffer[..filled]));
    }
}

/// Returns whether a response has all of its body.
fn is_whole(response: &[u8]) -> bool {
    let text = String::from_utf8_lossy(response);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.is_some_and(|length| length.parse::<usize>().unwrap() <= body.len())
}
