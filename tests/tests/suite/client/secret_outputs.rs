//! Each output masks a secret in each encoding in which a service may send it back.
//!
//! The outputs of the CLI and the MCP server are tried in their crates, with the same encodings.

use std::fs;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use chainloom::runtime::catalog::Redactor;
use chainloom_caller::{Caller, ClientProfile, Prepared, Profile, Secret};
use chainloom_codegen::{SourceFile, name, read_sources};
use chainloom_conform::{Options, Spec, conform};
use chainloom_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::loopback::serve;

const SPEC: &str = r#"
chainloom: 1
doc: A service that sends back what it gets.
client:
  baseUrl: "{url}"
  vars: { url: { doc: URL. } }
  auth:
    key: { header: X-Key, doc: Key., optional: true }
    login: { scheme: basic, doc: Login., optional: true }
  errors: { message: message, body: Oops }
service: echo
allow: [no-example]
types:
  Oops: { doc: Error., fields: { "message?": { type: string, doc: Message. } } }
  Thing: { doc: Thing., fields: { id: { type: string, doc: ID. } } }
  Page: { doc: Page., fields: { "next?": { type: string, doc: Token. }, items: { list: Thing, doc: Things. } } }
  Login: { doc: Login., fields: { user: { type: string, doc: User. }, password: { type: string, secret: true, doc: Password. } } }
operations:
  getThing: { doc: Gets., get: "/things/{id}", path: { id: { type: string, doc: ID. } }, response: Thing }
  listThings:
    doc: Lists.
    get: /things
    query: { "token?": { type: string, doc: Token. } }
    response: Page
    paginate: { items: items, next: next, into: token }
  enter:
    doc: Enters.
    post: /enter
    effect: read
    body: { login: { type: Login, doc: Login. } }
    response: Thing
"#;

/// The encodings of a secret, which is the first of them.
fn encodings() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../../../data/secret-encodings.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap()).collect()
}

fn spec() -> Vec<SourceFile> {
    read_sources("spec", vec![("echo.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap()
}

/// A service whose every response holds a text.
async fn echo(text: Arc<Mutex<String>>, status: StatusCode) -> String {
    let body = move || {
        let text = text.lock().unwrap().clone();
        let things = [json!({ "id": "1" })];
        let body = json!({ "id": text, "next": text, "message": format!("wrong: {text}"), "items": things, text: 1 });
        async move { (status, [("content-type", "application/json"), ("x-echo", "1")], body.to_string()) }
    };
    serve(Router::new().fallback(body)).await
}

/// Ways to set the secret.
fn profiles(url: &str, secret: &str) -> Vec<(&'static str, Profile)> {
    let of = |profile: ClientProfile| Profile {
        url: Some(url.to_owned()),
        retries: Some(0),
        clients: [("echo".to_owned(), profile)].into(),
        ..Profile::default()
    };
    let secret_of = |name: &str, value: String| ClientProfile {
        secrets: [(name.to_owned(), Secret::Text(value))].into(),
        ..ClientProfile::default()
    };
    let encoded: String = secret.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let in_url = url.replace("http://", &format!("http://user:{encoded}@"));
    vec![
        ("header", of(secret_of("key", secret.to_owned()))),
        ("login", of(secret_of("login", format!("user:{secret}")))),
        (
            "own header",
            of(ClientProfile { headers: [("x-own".to_owned(), secret.to_owned())].into(), ..ClientProfile::default() }),
        ),
        ("URL", Profile { url: Some(in_url), ..of(ClientProfile::default()) }),
    ]
}

fn set(call: &mut Prepared<'_>, name: &str, value: &Value) {
    call.json(&json!({ name: value }).to_string());
}

/// What the outputs of a client say, by their names.
async fn outputs(caller: &Caller, text: &str) -> Vec<(&'static str, String)> {
    let mut said = Vec::new();
    let call = |operation: &str, name: &str, value: Value| {
        let mut call = caller.prepare(operation).unwrap();
        if !name.is_empty() {
            set(&mut call, name, &value);
        }
        call
    };
    let got = call("echo.getThing", "id", json!("1"));
    match got.send().await {
        Ok(chainloom_caller::Output::Json(result)) => {
            let json: Value = serde_json::from_str(result.as_str()).unwrap();
            said.push(("result that is handed on", got.redactor().json(json).to_string()));
            said.push(("text that is handed on", got.redactor().text(result.as_str().to_owned())));
        }
        Ok(_) => {}
        Err(error) => said.extend([("error", error.to_string()), ("debug of an error", format!("{error:?}"))]),
    }
    let listed = call("echo.listThings", "", Value::Null);
    let mut pages = listed.pages(None).unwrap();
    if let Ok(Some(page)) = pages.try_next().await {
        assert!(!pages.is_complete() && page.position(0).is_some());
        said.push(("position", format!("{:?}", pages.position().map(|position| position.to_string()))));
    }
    let shown = call("echo.getThing", "id", json!(text)).dry_run().unwrap();
    said.extend([
        ("dry run", shown.to_string()),
        ("curl", shown.to_curl()),
        ("debug of a dry run", format!("{shown:?}")),
    ]);
    said
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_output_of_a_client_masks_every_encoding() {
    let all = encodings();
    let secret = all[0].1;
    let text = Arc::new(Mutex::new(String::new()));
    let mut wrong = Vec::new();
    for status in [StatusCode::OK, StatusCode::BAD_REQUEST] {
        let url = echo(Arc::clone(&text), status).await;
        for (way, profile) in profiles(&url, secret) {
            let sources = spec();
            let spec = Spec::new(name(&sources, &[]).unwrap(), sources);
            let caller = Caller::new(spec.api(), profile).unwrap();
            for (encoding, written) in &all {
                *text.lock().unwrap() = (*written).to_owned();
                let mut said = outputs(&caller, written).await;
                let report = conform(&spec, &caller, &Options { rate: 10_000, ..Options::default() }).await.unwrap();
                said.extend([("report", report.to_text()), ("report as Markdown", report.to_markdown())]);
                for (output, said) in said {
                    if shows(&said, written) {
                        wrong.push(format!("{status}, {way}, {encoding}, {output}: {said}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} in all", wrong[..wrong.len().min(12)].join("\n"), wrong.len());
}

/// Whether a text shows a secret, or most of it.
fn shows(said: &str, written: &str) -> bool {
    let inner: String = written.chars().skip(2).take(written.chars().count() - 6).collect();
    let escaped = json!(inner).to_string();
    said.contains(&inner) || said.contains(escaped.trim_matches('"'))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_file_of_a_session_holds_an_encoding() {
    let all = encodings();
    let secret = all[0].1;
    let text = Arc::new(Mutex::new(String::new()));
    let url = echo(Arc::clone(&text), StatusCode::OK).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let builder = || Sandbox::builder().spec(spec());
    let recording = builder().upstream(url).record(&path).start().await.unwrap();
    let exchange = async |sandbox: &Sandbox, secret: &str| {
        let sources = spec();
        let spec = Spec::new(name(&sources, &[]).unwrap(), sources);
        let profile = Profile { url: Some(sandbox.url()), retries: Some(0), ..Profile::default() };
        let caller = Caller::new(spec.api(), profile).unwrap();
        let mut call = caller.prepare("echo.enter").unwrap();
        set(&mut call, "login", &json!({ "user": "ann", "password": secret }));
        call.send().await.map(|_| ())
    };
    for (_, written) in &all {
        *text.lock().unwrap() = (*written).to_owned();
        exchange(&recording, secret).await.unwrap();
    }
    let mut files: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for ((encoding, written), file) in all.iter().zip(&files) {
        let held = fs::read_to_string(file).unwrap();
        assert!(!shows(&held, written) && !shows(&held, secret) && held.contains("[secret]"), "{encoding}: {held}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
    // Another password has the same response.
    let replaying = builder().replay(&path).start().await.unwrap();
    exchange(&replaying, "another password").await.unwrap();
}

#[test]
fn short_secrets_hide_no_other_text() {
    let mut redactor = Redactor::default();
    ["p", "ab", "http", "hunter2"].iter().for_each(|secret| redactor.add(secret));
    redactor.add_login("me:pw");
    for (text, shown) in [
        ("https://h/ab/cab?k=ab&p=p", "https://h/ab/cab?k=[secret]&p=[secret]"),
        ("a httpd and http", "a httpd and [secret]"),
        ("bad hunter2!, hunter22, %20hunter2 \\nhunter2", "bad [secret]!, hunter22, %20[secret] \\n[secret]"),
        ("Basic bWU6cHc= of me:pw", "Basic [secret] of [secret]"),
        (r#"{"pin":"p","map":"pp"}"#, r#"{"pin":"[secret]","map":"pp"}"#),
    ] {
        assert_eq!(redactor.text(text.to_owned()), shown);
    }
    assert_eq!(redactor.json(json!(["p", "pp", 1])), json!(["[secret]", "pp", 1]));
}
