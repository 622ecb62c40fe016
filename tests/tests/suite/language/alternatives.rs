//! Several operations of one path and verb: each call says which is meant.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use alternatives::Client;
use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use chainloom::runtime::{File, Incoming};
use chainloom_sandbox::Sandbox;
use serde_json::{Value, json};

chainloom::include_api!("tests/macros/alternatives.yaml");

/// The description in Rust.
#[chainloom::api]
mod declared {
    struct Answer {
        text: String,
    }

    trait Answers {
        #[api(post = "/answers", effect = "write")]
        fn answer(&self, question: String, #[api(const = false)] stream: bool) -> Answer;

        #[api(get = "/chapters/{id}")]
        fn chapter(&self, id: String) -> Answer;

        #[api(get = "/chapters/{id}", response(bytes = ["application/epub+zip"]))]
        fn chapter_file(&self, id: String) -> ();
    }
}

/// As public documentation has it: `stream` decides whether the answer is JSON or events, and the
/// media type of the body whether a note is JSON or a form.
async fn serve() -> String {
    let answer = |Json(body): Json<Value>| async move {
        assert_eq!(body["question"], "why");
        match body["stream"].as_bool() {
            Some(true) => {
                let events = "data: {\"delta\":\"be\"}\n\ndata: {\"delta\":\"cause\"}\n\n";
                ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response()
            }
            other => Json(json!({ "text": format!("because {other:?}") })).into_response(),
        }
    };
    let note = |headers: HeaderMap, _: Bytes| async move { Json(essence(&headers, header::CONTENT_TYPE)) };
    let chapter = |headers: HeaderMap| async move {
        match essence(&headers, header::ACCEPT).as_str() {
            "application/json" => Json(json!({ "text": "one" })).into_response(),
            other => ([(header::CONTENT_TYPE, other.to_owned())], "PK").into_response(),
        }
    };
    let router: Router = Router::new().route("/answers", post(answer)).route("/notes", post(note));
    let router = router.route("/chapters/{id}", get(chapter));
    crate::loopback::serve(router).await
}

fn essence(headers: &HeaderMap, name: header::HeaderName) -> String {
    let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.split(';').next().unwrap_or_default().to_owned()
}

async fn check(url: &str, expected: [&str; 3]) {
    let client = Client::new(url).unwrap();
    let [text, json, form] = expected;
    assert_eq!(client.answer("why").await.unwrap().text, text);
    let mut parts = client.answer_parts("why").stream().await.unwrap();
    let mut deltas = String::new();
    while let Some(item) = parts.try_next().await.unwrap() {
        let Incoming::Event(event) = item else { panic!("{item:?}") };
        let alternatives::AnswerPartsEvent::Message(part) = event.data else { panic!("a part") };
        deltas.push_str(&part.delta);
    }
    assert_eq!(deltas, "because");
    assert_eq!(client.note("a").await.unwrap(), json);
    let noted = client.note_file(File::new("a.txt", b"a".to_vec())).await.unwrap();
    assert!(form.is_empty() || noted == form, "{noted}");
    let _: String = client.chapter("1").await.unwrap().text.into();
    assert!(!client.chapter_file("1").await.unwrap().is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_call_is_its_own() {
    let url = serve().await;
    check(&url, ["because Some(false)", "application/json", "multipart/form-data"]).await;
    let declared = declared::Client::new(&url).unwrap();
    assert_eq!(declared.answer("why").await.unwrap().text, "because Some(false)");
    assert_eq!(declared.chapter("1").await.unwrap().text, "one");
    assert_eq!(declared.chapter_file("1").await.unwrap().as_ref(), b"PK");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_tells_them_apart() {
    let text = include_bytes!("../../macros/alternatives.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("alternatives.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    check(&sandbox.url(), ["because", "json", ""]).await;
}
