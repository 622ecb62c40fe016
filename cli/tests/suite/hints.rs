//! Hints of errors are in the words of the command: flags that are meant, and how settings are made.

use chainloom_bounded::Bounded as _;

use crate::common::{Project, text};
use crate::served::serve;

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client:
  baseUrl: "{url}"
  vars: { url: { doc: Where it is. }, keyName: { default: x-key, doc: Name of the header. } }
  auth: { key: { header: "{keyName}", doc: Key. } }
service: yard
allow: [no-example]
operations:
  ship: { doc: Returns a ship., get: "/ships/{name}", path: { name: { type: string, doc: Name. } }, response: string }
"#;

fn run(words: &[&str], key: Option<&str>) -> (Option<i32>, String) {
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    let words: Vec<String> = [words, &["--spec", "spec"]].concat().iter().map(|word| (*word).to_owned()).collect();
    let output = project.plain_command(&words).envs(key.map(|key| ("YARD_KEY", key))).bounded_output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_flag_of_other_programs_names_the_flag_of_this_one() {
    for (given, meant) in [
        ("--base-url", "--url"),
        ("--baseUrl", "--url"),
        ("--host", "--url"),
        ("--endpoint-url", "--url"),
        ("--my-url", "--url"),
        ("--token", "--secret"),
        ("--api-key", "--secret"),
        ("--apiKey=4711", "--secret"),
        ("--network", "--deployment"),
        ("--max-retries", "--retries"),
        ("--format", "--output"),
        ("--max-items", "--limit"),
    ] {
        let (code, stderr) = run(&["call", "ship", "a", given], None);
        assert_eq!(code, Some(2), "{given}: {stderr}");
        assert!(stderr.contains(&format!("'{meant}'")) && stderr.contains("tip: "), "{given}: {stderr}");
    }
    for (command, given, meant) in [
        ("doctor", "--host", "--url"),
        ("list", "--schema", "--spec"),
        ("sandbox", "--listen", "--port"),
        ("sandbox", "--host", "--port"),
    ] {
        let (code, stderr) = run(&[command, given], None);
        assert!(code == Some(2) && stderr.contains(&format!("'{meant}'")), "{command} {given}: {stderr}");
        assert!(!stderr.contains("--items"), "{command} {given}: {stderr}");
    }
}

#[test]
fn settings_are_named_as_flags_and_variables_of_the_environment() {
    let (code, stderr) = run(&["call", "ship", "a", "--url", "http://127.0.0.1:1"], None);
    let expected = "error: the secret `key` of the client `yard` is not set\n  \
                    = help: a key is read from the environment: `YARD_KEY`\n";
    assert_eq!((code, stderr.as_str()), (Some(4), expected));
    // What is wrong is not the key.
    let (code, stderr) = run(&["call", "ship", "a", "--url", "127.0.0.1:1"], Some("key-of-4711"));
    assert_eq!((code, stderr.lines().count()), (Some(4), 1), "{stderr}");
    assert!(stderr.contains("it looks like `https://host/path`"), "{stderr}");
    let url = serve(|_| (401, String::new(), "{}".to_owned()));
    let (code, stderr) = run(&["call", "ship", "a", "--url", &url], Some("key-of-4711"));
    assert_eq!(code, Some(7), "{stderr}");
    let help = "  = help: where the service has another name than `x-key`, use `--var keyName=NAME`\n";
    assert!(stderr.contains(help) && !stderr.contains("builder") && !stderr.contains(".var("), "{stderr}");
}

#[test]
fn a_redirect_names_the_options_that_set_a_url() {
    let url = serve(|_| (302, "Location: https://elsewhere.invalid/\r\n".to_owned(), String::new()));
    let (code, stderr) = run(&["call", "ship", "a", "--url", &url], Some("key-of-4711"));
    assert_eq!(code, Some(5), "{stderr}");
    let help = "  = help: use `--url URL`, `--deployment NAME`, a profile or `--endpoint yard=URL`; see docs/command-line.md\n";
    assert!(stderr.contains("elsewhere.invalid") && stderr.ends_with(help), "{stderr}");
}

/// The command of a test without default features speaks no TLS.
#[cfg(not(feature = "rustls"))]
#[test]
fn a_command_without_tls_says_so() {
    let (code, stderr) =
        run(&["call", "ship", "a", "--retries", "0", "--url", "https://127.0.0.1:1"], Some("key-of-4711"));
    assert_eq!(code, Some(5), "{stderr}");
    assert!(stderr.contains("compiled without TLS"), "{stderr}");
    assert!(
        stderr.ends_with(
            "  = help: the command was installed with `--no-default-features`; without it, the command has TLS\n"
        ),
        "{stderr}"
    );
}

/// reqwest without TLS would send the request, with its key, to the proxy in plain text.
#[cfg(not(feature = "rustls"))]
#[test]
fn without_tls_no_proxy_gets_a_request_for_https() {
    let (seen, shared) = std::sync::mpsc::channel();
    let proxy = serve(move |head| {
        let _ = seen.send(head.to_owned());
        (200, String::new(), "\"taken\"".to_owned())
    });
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    let words = ["call", "ship", "a", "--retries", "0", "--url", "https://yard.example", "--spec", "spec"];
    let mut command = project.plain_command(&words.map(str::to_owned));
    let output = command.env("YARD_KEY", "key-of-4711").env("HTTPS_PROXY", proxy).bounded_output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("compiled without TLS"), "{}", text(&output.stderr));
    assert!(shared.try_recv().is_err(), "nothing was sent");
}

#[test]
fn a_missing_folder_names_no_flag_of_another_command() {
    let project = Project::new();
    project.write("open.json", r#"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}"#);
    let words = ["import", "openapi", "open.json", "--into", "missing"].map(str::to_owned);
    let output = project.plain_command(&words).bounded_output().unwrap();
    let expected = "error: there is no folder `missing`; a spec is a folder of YAML files\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), expected));
}
