//! Text of a service, a document or a file name does not control the terminal, and forges no line of it.

use chainloom_bounded::Bounded as _;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::process::Command;

use crate::common::{CODEGEN, OnTerminal, Project, run_on_terminal, text};

/// Sets the title, clears the screen, begins a sequence of C1, deletes, turns the direction, and ends
/// lines in four ways.
const EVIL: &str =
    "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200f}\u{61c}\r\nerror: forged\u{2028}\u{2029}\u{85}";

const SPEC: &str = "chainloom: 1\nclient:\n  baseUrl: \"{url}\"\n  vars: { url: { doc: Where it is. } }\n  errors: { body: Oops, message: message }\nservice: evil\n\
                    types: { Oops: { fields: { \"message?\": string } } }\noperations:\n  any: { get: /any, response: json }\n  \
                    text: { get: /text, response: { text: text/plain } }\n  bytes: { get: /bytes, response: { bytes: a/b } }\n  \
                    fails: { get: /fails, response: json }\n  number: { get: /number, response: { fields: { n: integer } } }\n";

/// Serves evil texts in all places, until the test ends.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut first = String::new();
            BufReader::new(&stream).read_line(&mut first).unwrap();
            let json =
                serde_json::json!([{ EVIL: EVIL, "nested": { EVIL: [EVIL, { EVIL: EVIL }] } }, { "other": EVIL }]);
            let (status, kind, body) = match first.split(' ').nth(1).unwrap_or_default() {
                "/text" => (200, "text/plain", EVIL.to_owned()),
                "/bytes" => (200, "a/b", EVIL.to_owned()),
                "/fails" => (422, "application/json", serde_json::json!({ "message": EVIL, EVIL: 1 }).to_string()),
                "/number" => (200, "application/json", serde_json::json!({ "n": EVIL }).to_string()),
                _ => (200, "application/json", json.to_string()),
            };
            let head = format!(
                "HTTP/1.1 {status} S\r\nContent-Type: {kind}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    url
}

/// Returns the output of a command on a terminal. A bar would move the cursor of another terminal.
fn of_terminal(command: &mut Command) -> String {
    run_on_terminal(command.env("NO_COLOR", "1").env("TERM", "dumb"), OnTerminal::Both).terminal
}

/// Fails where a text has a control character but line feeds and tabs, a mark of direction, or a
/// line that is not of the command.
fn check(what: &str, shown: &str) {
    let is_odd = |letter: &char| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
            || "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}".contains(*letter)
            || ('\u{202a}'..='\u{202e}').contains(letter)
            || ('\u{2066}'..='\u{2069}').contains(letter)
    };
    let odd: Vec<char> = shown.chars().filter(is_odd).collect();
    assert!(odd.is_empty() && !shown.contains("\nerror: forged"), "{what}: {odd:?}\n{shown:?}");
}

#[test]
fn responses_do_not_control_a_terminal() {
    let project = Project::new();
    project.write("spec/evil.yaml", SPEC);
    let url = format!("url={}", serve());
    let of_call =
        |args: &[&str]| of_terminal(&mut project.command(&[args, &["--spec", "spec", "--var", &url]].concat()));
    for args in [
        &["call", "any"][..],
        &["call", "any", "--json"],
        &["call", "any", "--output", "ndjson"],
        &["call", "fails"],
        &["call", "number"],
        &["doctor"],
        &["conform"],
        &["conform", "--format", "json"],
    ] {
        let shown = of_call(args);
        assert!(shown.contains("forged") || args[0] == "conform" || args[0] == "doctor", "{args:?}: {shown}");
        check(&args.join(" "), &shown);
    }
    // A text has lines of its own.
    for name in ["text", "bytes"] {
        let shown = of_call(&["call", name]);
        check(name, &shown.replace("\nerror: forged", ""));
        assert!(shown.contains("\\u{1b}]0;title\\u{7}"), "{shown}");
        // A file or a pipe has what was sent.
        let piped = project.command(&["call", name, "--spec", "spec", "--var", &url]).bounded_output().unwrap();
        assert!(text(&piped.stdout).starts_with(EVIL), "{piped:?}");
    }
}

#[test]
fn descriptions_do_not_control_a_terminal() {
    let project = Project::new();
    let doc = "Reads it.\u{200f}\u{61c}\u{2028}error: forged\u{2029}.";
    project.write("spec/evil.yaml", SPEC.replace("get: /any", &format!("doc: \"{doc}\", get: /any")));
    for args in [
        &["list", "--spec", "spec"][..],
        &["list", "--spec", "spec", "--json"],
        &["describe", "any", "--spec", "spec"],
        &["describe", "any", "--spec", "spec", "--json"],
        &["call", "any", "--spec", "spec", "--help"],
        &["call", "\u{1b}[2J\u{9b}", "--spec", "spec"],
        &["\u{1b}[2J\u{9b}"],
    ] {
        let shown = of_terminal(&mut project.command(args));
        assert!(!shown.is_empty(), "{args:?}");
        check(&args.join(" "), &shown);
    }
}

#[test]
fn names_in_diagnostics_do_not_control_a_terminal() {
    let project = Project::new();
    let name = format!("spec/{}.yaml", EVIL.replace('/', ""));
    project.write(&name, format!("chainloom: 1\n\"a{}\": 1\n", EVIL.replace('\u{1b}', "\\e").replace("\r\n", "\\n")));
    let document = serde_json::json!({ "openapi": "3.1.0", "info": { "title": EVIL }, EVIL: 1, "paths": {
        format!("/{EVIL}"): { "get": { EVIL: 1, "parameters": [{ "name": EVIL, "in": "cookie" }], "responses": {} } }
    } });
    project.write("evil.json", document.to_string());
    let import = ["import", "openapi", "evil.json", "--out", "imported", "--overwrite"];
    for args in [CODEGEN.as_slice(), &["list", "--spec", "spec"], &["diff", "spec", "spec"], &import] {
        check(&args.join(" "), &of_terminal(&mut project.command(args)));
        let output = project.command(args).bounded_output().unwrap();
        check(&args.join(" "), &(text(&output.stdout) + &text(&output.stderr)));
    }
}
