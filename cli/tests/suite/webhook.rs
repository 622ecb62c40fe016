//! `chainloom webhook` verifies stored requests and listens for those that `chainloom sandbox` sends. No
//! secret is in what they print.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Output, Stdio};

use crate::common::{Project, text};
use chainloom_bounded::Bounded as _;

const SECRET: &str = "It's a Secret to Everybody";
const SPEC: &str = r#"chainloom: 1
doc: A library.
client: { baseUrl: "https://library.example" }
types: { Event: { doc: An event., fields: { id: { type: string, doc: Its ID. }, number: { type: uint64, doc: A number. } } } }
webhooks:
  doc: Events of the library.
  event: Event
  id: id
  signature: { header: X-Hub-Signature-256, algorithm: hmac-sha256, form: "sha256={hex}" }
"#;
const BODY: &str = "{ \"id\": \"e1\",\n  \"number\": 9007199254740993 }";
const SIGNATURE: &str = "sha256=358c5045ebafb43cc53477fe8d0d0948565bb615909f6c2982849360b24700cd";

fn project(spec: &str) -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project.write("spec/library.yaml", spec);
    project.write("secret", format!("{SECRET}\n"));
    project.write("body", BODY);
    project
}

fn verify(project: &Project, args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = project.run(&[&["webhook", "verify", "--spec", "spec"], args].concat());
    assert!(!text(&stdout).contains(SECRET) && !text(&stderr).contains(SECRET));
    (status.code(), text(&stdout), text(&stderr))
}

#[test]
fn a_stored_request_is_verified() {
    let project = project(SPEC);
    let header = format!("x-hub-signature-256: {SIGNATURE}");
    let (code, stdout, stderr) = verify(&project, &["--secret", "@secret", "--header", &header, "body"]);
    let expected = "{\"id\":\"e1\",\"timestamp\":null,\"event\":{\"id\":\"e1\",\"number\":9007199254740993}}\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), expected, ""));

    project.write("headers", format!("content-type: application/json\n{header}\n"));
    let mut command = project.command(&["webhook", "verify", "--spec", "spec", "--headers", "headers", "-"]);
    command.env("CHAINLOOM_WEBHOOK_SECRET", SECRET).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut run = command.spawn().unwrap();
    run.stdin.take().unwrap().write_all(BODY.as_bytes()).unwrap();
    let output = run.bounded_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), expected));

    project.write("changed", BODY.replace("e1", "e2"));
    let (code, stdout, stderr) = verify(&project, &["--secret", "@secret", "--header", &header, "changed"]);
    assert_eq!((code, stdout.as_str()), (Some(11), ""));
    assert_eq!(stderr, "error: the signature belongs to none of the secrets, or to another body\n");
    let (code, _, stderr) = verify(&project, &["--secret", "@secret", "body"]);
    assert_eq!((code, stderr.as_str()), (Some(11), "error: the request has no header `x-hub-signature-256`\n"));
    let (code, _, stderr) = verify(&project, &["--header", &header, "body"]);
    assert_eq!(code, Some(4), "{stderr}");
    assert!(stderr.contains("no secret is given") && stderr.contains("CHAINLOOM_WEBHOOK_SECRET"), "{stderr}");
    let (code, _, stderr) = verify(&project, &["--secret", "@secret", "--file", "books", "body"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: no webhooks are in `books`; there are: library\n"));
}

#[test]
fn the_examples_of_a_spec_are_verified() {
    let project = Project::new();
    let output = project.run(&["webhook", "verify", "--examples"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "2 signed examples, all right\n");

    let wrong = format!(
        "{SPEC}  examples: [{{ secret: a, headers: {{ x-hub-signature-256: sha256=00 }}, body: '{{\"id\":\"1\",\"number\":1}}' }}]\n"
    );
    let project = self::project(&wrong);
    let (code, _, stderr) = verify(&project, &["--examples"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.starts_with("error: example 1 of the webhooks of `library`: the signature belongs to none"),
        "{stderr}"
    );
}

fn start(project: &Project, args: &[&str]) -> (Child, BufReader<ChildStderr>) {
    let mut run = project.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stderr = BufReader::new(run.stderr.take().unwrap());
    (run, stderr)
}

fn line(from: &mut impl std::io::BufRead) -> String {
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    line
}

/// The listener prints what the sandbox sends, and refuses what is wrongly signed.
#[test]
fn a_listener_receives_what_a_sandbox_sends() {
    let project = project(SPEC);
    let listen = ["webhook", "listen", "--spec", "spec", "--secret", "@secret", "--port", "0", "--limit", "2"];
    let (mut listener, mut notes) = start(&project, &listen);
    let said = line(&mut notes);
    let url = said.strip_prefix("listening at ").unwrap().split(';').next().unwrap().to_owned();
    // Neither another verb nor an unsigned request is an event.
    let address = url.strip_prefix("http://").unwrap();
    let mut socket = TcpStream::connect(address).unwrap();
    socket.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    socket.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 405"), "{response}");

    let every = ["--webhooks-every", "1", "--webhook-fault", "wrong-signature"];
    let args = ["sandbox", "--port", "0", "--spec", "spec", "--webhooks-to", &url, "--webhook-secret", "@secret"];
    let (mut sandbox, mut sent) = start(&project, &[&args[..], &every[..]].concat());
    let lines: Vec<String> = BufReader::new(listener.stdout.take().unwrap()).lines().map(Result::unwrap).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| line.starts_with("{\"id\":\"")), "{lines:?}");
    assert_eq!(line(&mut notes), "refused: the signature belongs to none of the secrets, or to another body\n");
    let first = line(&mut sent);
    assert!(first.starts_with("webhook library ") && first.ends_with(" 200\n"), "{first}");
    let second = line(&mut sent);
    assert!(second.ends_with(" 401, fault: wrong-signature\n"), "{second}");
    assert!(chainloom_bounded::wait(&mut listener).unwrap().success());
    sandbox.kill().unwrap();
    chainloom_bounded::wait(&mut sandbox).unwrap();
}

#[test]
fn targets_of_a_sandbox_are_checked() {
    let project = project(SPEC);
    let run = |args: &[&str]| {
        let output = project.run(&[&["sandbox", "--port", "0", "--spec", "spec"], args].concat());
        assert!(!output.status.success());
        text(&output.stderr)
    };
    let to = ["--webhooks-to", "http://127.0.0.1:9/"];
    assert_eq!(run(&to), "error: the webhooks are signed, but the target has no secret\n");
    let fault = run(&[&to[..], &["--webhook-fault", "lost"]].concat());
    assert!(fault.contains("`lost` is no fault of webhooks; there are: wrong-signature"), "{fault}");
    assert!(run(&["--webhook-secret", "a"]).contains("--webhooks-to <URL>"));
}

/// Creates a project with the same webhooks with an example, and others without a signature.
fn described() -> Project {
    // A JSON text is a YAML text, with its line breaks escaped.
    let body = serde_json::Value::from(BODY);
    let project = project(&format!(
        "{SPEC}  examples: [{{ headers: {{ X-Hub-Signature-256: \"{SIGNATURE}\" }}, body: {body} }}]\n"
    ));
    let bulletin = "chainloom: 1\ndoc: A bulletin.\nwebhooks: { doc: Notices of the library. Few., event: json }\n";
    project.write("spec/library/bulletin.yaml", bulletin);
    project
}

#[test]
fn webhooks_are_listed_under_a_heading_of_their_own() {
    let project = described();
    let run = |args: &[&str]| {
        let output = project.run(&[args, &["--spec", "spec"]].concat());
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (_, stdout, _) = run(&["list"]);
    let lines = "Webhooks\nlibrary           Events of the library\nlibrary/bulletin  Notices of the library\n";
    assert!(stdout.ends_with(lines), "{stdout}");
    let (_, stdout, _) = run(&["list", "notices"]);
    assert_eq!(stdout, "Webhooks\nlibrary/bulletin  Notices of the library\n");
    let (_, stdout, _) = run(&["list", "--json", "x-hub"]);
    let found: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let wire = "X-Hub-Signature-256";
    let row = serde_json::json!({ "kind": "webhooks", "id": "library", "wireName": wire, "summary": "Events of the library" });
    assert_eq!(found, serde_json::json!([row]));
    let (code, _, stderr) = run(&["describe", "bulletn"]);
    assert_eq!(code, Some(2));
    assert_eq!(
        stderr,
        "error: there is no operation, subscription, webhook or type `bulletn`; did you mean `bulletin`?\n"
    );
    let (code, _, stderr) = run(&["call", "library/bulletin"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("`library/bulletin` is a webhook, which arrives and is not called"), "{stderr}");
}

#[test]
fn a_description_says_what_arrives_and_its_command_verifies_the_example() {
    let project = described();
    let describe = |args: &[&str]| {
        let output = project.run(&[&["describe", "--spec", "spec"], args].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let stdout = describe(&["library"]);
    for told in [
        "library  webhooks\n\nEvents of the library.\n\nEvent\n  Event\n    id ",
        "Signature\n  The header `X-Hub-Signature-256` holds the HMAC-SHA-256 of `{body}`, as\n",
        &format!("Example\n  X-Hub-Signature-256: {SIGNATURE}\n\n  {{ \"id\": \"e1\","),
        "WEBHOOKS.receiver([secret])?.receive(&headers, &body)?\n",
    ] {
        assert!(stdout.contains(told), "no `{told}` in:\n{stdout}");
    }
    let command = stdout.lines().find_map(|line| line.trim().strip_prefix("chainloom webhook verify ")).unwrap();
    project.write("headers", format!("x-hub-signature-256: {SIGNATURE}\n"));
    let command = command.replace("@SECRET", "@secret").replace("HEADERS", "headers").replace("BODY", "body");
    let (code, stdout, stderr) = verify(&project, &command.split(' ').collect::<Vec<_>>());
    assert!(code == Some(0) && stdout.starts_with("{\"id\":\"e1\""), "{stderr}");

    let stdout = describe(&["library/bulletin"]);
    assert!(stdout.contains("WEBHOOKS.read(&body)?\n") && !stdout.contains("webhook verify"), "{stdout}");
    let json: serde_json::Value = serde_json::from_str(&describe(&["--json", "library"])).unwrap();
    assert_eq!((&json["name"], &json["header"]), (&"library".into(), &"X-Hub-Signature-256".into()));
}
