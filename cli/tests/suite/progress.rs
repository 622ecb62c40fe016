//! Progress of calls: retries with their reasons, and bars. `doctor` asks all services at the same time.

use chainloom_bounded::Bounded as _;

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{OnTerminal, Project, run_on_terminal, text};
use crate::served::{head, serve};

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client: { baseUrl: "{url}", vars: { url: { doc: Where it is. } } }
service: yard
allow: [no-example]
operations:
  ship:
    doc: Returns the name of a ship; null before it has one.
    get: /ship
    response: string | null
    wait: { until: present, every: { milliseconds: 200 } }
"#;

/// Number of services in the spec of `doctor`.
const SERVICES: usize = 6;

fn command(project: &Project, words: &[&str]) -> Command {
    let words: Vec<String> = [words, &["--spec", "spec"]].concat().iter().map(|word| (*word).to_owned()).collect();
    project.plain_command(&words)
}

/// Starts a server whose first answers have this status and body, and the others the name of a ship.
fn ship(first: usize, status: u16, body: &'static str) -> String {
    let count = AtomicUsize::new(0);
    serve(move |_| match count.fetch_add(1, Ordering::Relaxed) < first {
        true => (status, String::new(), body.to_owned()),
        false => (200, String::new(), "\"Aurora\"".to_owned()),
    })
}

fn yard() -> Project {
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    project
}

#[test]
fn each_retry_is_a_line_with_its_reason() {
    let output = command(&yard(), &["call", "ship", "--url", &ship(2, 503, "{}")]).bounded_output().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(text(&output.stdout), "\"Aurora\"\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    for (at, line) in lines.iter().enumerate() {
        let begin = format!("attempt {} of `yard.ship` failed: status 503; the next one is in ", at + 1);
        assert!(line.starts_with(&begin), "{said}");
    }
}

/// Runs a command whose stderr is a terminal, and returns its stderr.
fn stderr_on_terminal(command: &mut Command) -> String {
    let output = run_on_terminal(command.env("TERM", "xterm"), OnTerminal::Stderr);
    assert!(output.status.success(), "{}", output.terminal);
    output.terminal
}

#[test]
fn waiting_and_comparing_show_how_far_they_are() {
    let project = yard();
    let said = stderr_on_terminal(&mut command(&project, &["call", "ship", "--wait", "--url", &ship(3, 200, "null")]));
    assert!(said.contains("waits for the result, call "), "{said:?}");
    let said = stderr_on_terminal(&mut command(&project, &["conform", "--url", &ship(0, 200, "null")]));
    assert!(said.contains("/1 operations"), "{said:?}");
    let wait = command(&project, &["call", "ship", "--wait", "--url", &ship(1, 200, "null")]).bounded_output().unwrap();
    assert!(wait.status.success() && wait.stderr.is_empty(), "{}", text(&wait.stderr));
}

/// Creates a project with a spec with several services of one client.
fn harbour() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: A harbour.\n");
    project
        .write("spec/harbour.yaml", "chainloom: 1\ndoc: A harbour.\nclient: { baseUrl: \"http://harbour.invalid\" }\n");
    for number in 0..SERVICES {
        let service = format!(
            "chainloom: 1\ndoc: Pier {number}.\nservice: pier{number}\nallow: [no-example]\noperations:\n  pier{number}: {{ \
             doc: Returns the name of the pier., get: /{number}, response: string }}\n"
        );
        project.write(&format!("spec/harbour/pier{number}.yaml"), service);
    }
    project
}

#[test]
fn a_checkup_asks_all_services_at_the_same_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        // Nobody is answered before all have asked.
        let asked = listener.incoming().take(SERVICES).map(Result::unwrap).inspect(|stream| drop(head(stream)));
        for mut stream in asked.collect::<Vec<TcpStream>>() {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 3";
            stream.write_all(format!("{head}\r\n\r\n\"a\"").as_bytes()).unwrap();
        }
    });
    let output = command(&harbour(), &["doctor", "--url", &url, "--timeout", "20s"]).bounded_output().unwrap();
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    assert_eq!(said.matches("  answers (pier").count(), SERVICES, "{said}");
}

/// One service may be turned off. Where all are, the server is another one.
#[test]
fn a_server_without_any_of_the_services_is_a_failure() {
    let doctor = |known: &'static str| {
        let url = serve(move |head| {
            let status = if head.split(' ').nth(1) == Some(known) { 200 } else { 404 };
            (status, String::new(), "\"a\"".to_owned())
        });
        let output = command(&harbour(), &["doctor", "--url", &url]).bounded_output().unwrap();
        assert!(text(&output.stdout).contains("404"), "{}", text(&output.stdout));
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(doctor("/0"), (Some(0), String::new()));
    let (code, said) = doctor("/none");
    assert!(code == Some(1) && said.starts_with("error: every service answers with the status 404: "), "{said}");
}

#[test]
fn a_host_that_does_not_answer_is_one_line() {
    let output = command(&harbour(), &["doctor", "--url", "http://127.0.0.1:1"]).bounded_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 2), "{said}");
    assert!(said.starts_with("harbour\n  6 services  no answer: pier0.pier0: could not connect"), "{said}");
}
