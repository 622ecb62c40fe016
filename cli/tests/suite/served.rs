//! Server on loopback whose answers a test determines.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

/// Answers each request by its head with a status and a JSON body, until the test ends, and returns
/// the URL. `answer` returns further lines of the head, too.
pub(crate) fn serve(answer: impl Fn(&str) -> (u16, String, String) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let (status, lines, body) = answer(&head(&stream));
            let kind = if lines.contains("content-type") { "" } else { "Content-Type: application/json\r\n" };
            let size = body.len();
            let head =
                format!("HTTP/1.1 {status} S\r\n{kind}Connection: close\r\n{lines}Content-Length: {size}\r\n\r\n");
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    url
}

/// Reads the head of a request.
pub(crate) fn head(stream: &TcpStream) -> String {
    let (mut reader, mut head) = (BufReader::new(stream), String::new());
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap_or_default() > 0 {}
    head
}
