//! `chainloom sandbox` serves a spec of anyone, prints how to call it, prints requests, and ends with an interrupt.

use chainloom_bounded::Bounded as _;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::common::{Project, text};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Separate service, and a method that joins a service of the package.
const SHELVES: &str = r#"chainloom: 1
doc: Shelves.
client: { baseUrl: "{libraryUrl}", vars: { libraryUrl: { doc: The base URL. } } }
types: { Shelf: { doc: A shelf., fields: { id: { type: uint32, doc: Its number. } } } }
operations:
  findShelf:
    doc: Finds a shelf.
    get: /shelves/{id}
    path: { id: { type: uint32, doc: Its number. } }
    response: Shelf
    examples: [{ request: { id: 7 }, response: { id: 7 } }]
"#;
const JOINED: &str = r#"chainloom: 1
doc: A method of our own.
service: chainloom/evm
use: { chainloom/scalars: [EvmAddress] }
operations:
  ownOwner:
    doc: Names the owner of a block.
    method: own_owner
    effect: read
    params: { number: { type: uint64, doc: The block. } }
    result: EvmAddress
    examples: [{ request: { number: 1 }, response: "0x0000000000000000000000000000000000000001" }]
"#;

fn start(project: &Project, args: &[&str]) -> Child {
    let mut command = project.command(&[&["sandbox", "--port", "0"], args].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Returns the lines of the banner until the given text comes, and the port.
fn banner(run: &mut Child, until: &str) -> (String, u16) {
    let mut lines = BufReader::new(run.stdout.take().unwrap()).lines();
    let mut all = String::new();
    while !all.contains(until) {
        all.push_str(&lines.next().unwrap_or_else(|| panic!("no `{until}` in {all}")).unwrap());
        all.push('\n');
    }
    let port = all.split("http://127.0.0.1:").nth(1).unwrap().split([';', '\n', '/']).next().unwrap();
    (all.clone(), port.parse().unwrap())
}

fn response(port: u16, request: &str) -> String {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
    socket.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    socket.read_to_string(&mut response).unwrap();
    response
}

#[test]
fn it_serves_the_spec_of_a_folder_and_ends_with_a_signal() {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project.write("spec/shelves.yaml", SHELVES);
    project.write("spec/joined.yaml", JOINED);
    project.write("responses.json", r#"[{ "on": "GET /own", "body": "mine" }]"#);
    let fault = ["--fault", "status 503 times 1", "--responses", "responses.json"];
    let mut run = start(&project, &[&["--spec", "spec", "--verbose"], &fault[..]].concat());
    let (said, port) = banner(&mut run, "/shelves/7");
    assert!(said.contains(&format!("    curl http://127.0.0.1:{port}/shelves/7\n")), "{said}");
    let get = "GET /shelves/7 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(response(port, get).starts_with("HTTP/1.1 503 "));
    let rest = response(port, get);
    assert!(rest.ends_with("{\"id\":7}"), "{rest}");
    assert!(response(port, &get.replace("/shelves/7", "/own")).ends_with("mine"));
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"own_owner","params":[1]}"#;
    let head = "POST /ext/bc/C/rpc HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json";
    let rpc = response(port, &format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()));
    assert!(rpc.contains("0x0000000000000000000000000000000000000001"), "{rpc}");
    kill(Pid::from_raw(run.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    let ended = run.bounded_output().unwrap();
    let log = text(&ended.stderr);
    assert!(
        log.starts_with("GET /shelves/7 503 no operation, fault: status 503\nGET /shelves/7 200 shelves.findShelf\n"),
        "{log}"
    );
    assert!(log.contains("POST /ext/bc/C/rpc 200 evm.ownOwner\n"), "{log}");
}

#[test]
fn mistakes_of_the_spec_and_wrong_arguments_are_reported() {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project.write(
        "spec/boxes.yaml",
        "chainloom: 1\ndoc: A module.\ntypes: { Box: { doc: A box., fields: { a: Nothing } } }\n",
    );
    let run = project.run(&["sandbox", "--port", "0", "--spec", "spec"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("error[unknown-type]"), "{}", text(&run.stderr));
    let run = project.run(&["sandbox", "--port", "0", "--spec", "nowhere"]);
    assert_eq!((run.status.code(), text(&run.stdout).as_str()), (Some(1), ""));
    let run = project.run(&["sandbox", "--port", "0", "--deployment", "nowhere"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("there is no deployment `nowhere`; there are: "), "{}", text(&run.stderr));
    project.write("faults.txt", "# Of yesterday.\n\nstatus 503 times 1\nstat 5\n");
    let run = project.run(&["sandbox", "--port", "0", "--script", "faults.txt"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        text(&run.stderr).contains("faults.txt:4: there is no fault `stat`; there are: status, "),
        "{}",
        text(&run.stderr)
    );
    let run = project.run(&["sandbox", "--port", "0", "--fault", "slow-head"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("as in `slow-head 500`"), "{}", text(&run.stderr));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = project.run(&["sandbox", "--port", &port]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains(&format!("cannot listen on port {port}")), "{}", text(&run.stderr));
}
