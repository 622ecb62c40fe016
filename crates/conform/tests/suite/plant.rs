//! A port of another make, whose answers a test changes, and its spec.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{name, read_sources};
use chainloom_conform::{Failure, Options, Report, Spec, conform};
use serde_json::{Value, json};

/// Answers of the port.
pub(crate) struct Answers {
    pub(crate) ship: Value,
    pub(crate) list_status: u16,
    pub(crate) tide: u16,
    pub(crate) tide_body: Option<String>,
    pub(crate) channel: Value,
    /// The error for a mast that is not there.
    pub(crate) mast_error: Option<(i64, String)>,
    pub(crate) fog: Result<bool, (i64, String)>,
    pub(crate) has_radio: bool,
}

struct Shared {
    answers: Answers,
    seen: Mutex<Vec<String>>,
}

pub(crate) struct Port {
    url: String,
    shared: Arc<Shared>,
}

impl Port {
    pub(crate) async fn start(change: impl FnOnce(&mut Answers)) -> Self {
        let mut answers = Answers {
            ship: json!({
                "id": "0x00000007", "name": "Gull", "flag": "red", "weight": "900", "length": 12, "kind": "tug",
                "load": { "of": "people", "count": 3 }, "mark": 4, "crew": { "12": 2 }
            }),
            list_status: 200,
            tide: 200,
            tide_body: None,
            channel: json!(16),
            mast_error: None,
            fog: Ok(false),
            has_radio: true,
        };
        change(&mut answers);
        let shared = Arc::new(Shared { answers, seen: Mutex::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, shared }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Returns the received requests, as `GET /ships`.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.shared.seen.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let line = format!("{} {}", request.method(), request.uri().path());
    shared.seen.lock().unwrap().push(line.clone());
    let answers = &shared.answers;
    match line.as_str() {
        "GET /ships" => {
            let status = StatusCode::from_u16(answers.list_status).unwrap();
            (status, as_json(&json!({ "ships": [{ "shipId": "0x00000007", "number": 1 }] }))).into_response()
        }
        "GET /ships/0x00000007" => as_json(&answers.ship),
        "GET /tide" => match &answers.tide_body {
            Some(body) => body.clone().into_response(),
            None => (StatusCode::from_u16(answers.tide).unwrap(), as_json(&json!({ "height": 1.5 }))).into_response(),
        },
        "DELETE /ships/0x00000007" => StatusCode::NO_CONTENT.into_response(),
        "POST /radio" if answers.has_radio => {
            let body = axum::body::to_bytes(request.into_body(), 100_000).await.unwrap();
            radio(answers, &serde_json::from_slice(&body).unwrap())
        }
        _ => (StatusCode::NOT_FOUND, "nothing is here").into_response(),
    }
}

fn as_json(value: &Value) -> Response {
    ([(CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

fn radio(answers: &Answers, call: &Value) -> Response {
    let done = match call["method"].as_str().unwrap() {
        "radio.channel" => Ok(answers.channel.clone()),
        "radio.wind" if call["params"]["mast"] == 9 => {
            Err(answers.mast_error.clone().unwrap_or_else(|| (-32001, "no mast".to_owned())))
        }
        "radio.wind" => Ok(json!(2.5)),
        "radio.fog" => answers.fog.clone().map(Value::from),
        other => panic!("{other} is not in the spec"),
    };
    let body = match done {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": call["id"], "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": call["id"], "error": { "code": code, "message": message } })
        }
    };
    as_json(&body)
}

/// Returns the files of the spec.
pub(crate) fn files() -> Vec<(String, String)> {
    let all = [
        ("lib.yaml", include_str!("../harbour/lib.yaml")),
        ("port.yaml", include_str!("../harbour/port.yaml")),
        ("port/ships.yaml", include_str!("../harbour/port/ships.yaml")),
        ("tower.yaml", include_str!("../harbour/tower.yaml")),
        ("tower/radio.yaml", include_str!("../harbour/tower/radio.yaml")),
    ];
    all.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec()
}

pub(crate) fn of_files(files: &[(String, String)]) -> Spec {
    let files = files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let sources = read_sources("spec", files).unwrap();
    let named = name(&sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)));
    Spec::new(named, sources)
}

/// Returns a URL where nobody listens.
pub(crate) fn closed() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

pub(crate) async fn compare_at(spec: &Spec, url: &str, options: Options) -> Result<Report, Failure> {
    compare_as(spec, Profile { url: Some(url.to_owned()), ..Profile::default() }, options).await
}

pub(crate) async fn compare_as(spec: &Spec, profile: Profile, options: Options) -> Result<Report, Failure> {
    let caller = Caller::new(spec.api(), Profile { retries: Some(0), ..profile }).unwrap();
    conform(spec, &caller, &Options { rate: 1_000, ..options }).await
}

pub(crate) async fn compare_with(spec: &Spec, port: &Port, options: Options) -> Report {
    compare_at(spec, &port.url, options).await.unwrap()
}

pub(crate) async fn compared(port: &Port, options: Options) -> Report {
    compare_with(&of_files(&files()), port, options).await
}

/// Applies a unified diff, as `patch` does.
pub(crate) fn apply(files: &mut [(String, String)], diff: &str) {
    let path = diff.lines().find_map(|line| line.strip_prefix("+++ b/spec/")).unwrap().to_owned();
    let (_, text) = files.iter_mut().find(|(known, _)| *known == path).unwrap();
    for hunk in diff.split("\n@@").skip(1) {
        let lines: Vec<&str> = hunk.lines().skip(1).collect();
        let side = |mark: char| -> String {
            let kept = lines.iter().filter(|line| line.starts_with(' ') || line.starts_with(mark));
            kept.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (side('-'), side('+'));
        assert_eq!(text.matches(&old).count(), 1, "{diff}");
        *text = text.replacen(&old, &new, 1);
    }
}
