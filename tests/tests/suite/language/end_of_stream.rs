//! The end mark of a stream, as the chat completions of OpenAI document it: one call that answers
//! whole or in parts, behind which `[DONE]` comes. The server is of this file; the client is
//! described in Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::Json;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse as _;
use chainloom::runtime::Incoming;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};

use crate::loopback::Recorder;

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the service is.")),
    auth(key(scheme = "bearer", doc = "Key of a project.")),
    errors(body = Problem, message = "error.message")
))]
mod chat {
    /// What is wrong.
    struct Problem {
        error: ProblemDetails,
    }

    /// What is wrong, in detail.
    struct ProblemDetails {
        message: String,
        code: Option<String>,
    }

    /// A message.
    struct Message {
        role: String,
        content: Option<String>,
    }

    /// A choice of a whole answer.
    #[api(rename_all = "snake_case")]
    struct Choice {
        index: u32,
        message: Message,
        finish_reason: String,
    }

    /// A whole answer.
    struct Completion {
        id: String,
        choices: Vec<Choice>,
    }

    /// What a part adds.
    struct Delta {
        role: Option<String>,
        content: Option<String>,
    }

    /// A choice of a part.
    #[api(rename_all = "snake_case")]
    struct PartChoice {
        index: u32,
        delta: Delta,
        finish_reason: Option<String>,
    }

    /// Tokens that were used.
    #[api(rename_all = "snake_case")]
    struct Usage {
        total_tokens: u32,
    }

    /// A part of an answer.
    struct Part {
        id: String,
        choices: Vec<PartChoice>,
        usage: Option<Usage>,
    }

    trait Chat {
        /// Answers messages.
        #[api(post = "/v1/chat/completions", effect = "write")]
        fn complete(&self, model: String, messages: Vec<Message>, #[api(const = false)] stream: bool) -> Completion;

        /// Answers messages, part by part.
        #[api(post = "/v1/chat/completions", effect = "write", events(message = Part), stream(end = "[DONE]"))]
        fn complete_in_parts(&self, model: String, messages: Vec<Message>, #[api(const = true)] stream: bool) -> ();
    }
}

/// What is said; one word looks like the end mark.
const WORDS: [&str; 3] = ["Hello", "[DONE]", " \u{e9}\n\n"];

fn part(choices: &Value, usage: &Value) -> String {
    let part = json!({
        "id": "chatcmpl-123", "object": "chat.completion.chunk", "created": 1694268190, "model": "gpt-4o-mini",
        "system_fingerprint": "fp_44709d6fcb", "choices": choices, "usage": usage,
    });
    format!("data: {part}\n\n")
}

/// The events of an answer, up to its end mark.
fn parts() -> String {
    let choice = |delta: Value, reason: Value| {
        part(&json!([{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": reason }]), &Value::Null)
    };
    let mut text = choice(json!({ "role": "assistant", "content": "" }), Value::Null);
    for word in WORDS {
        text += &choice(json!({ "content": word }), Value::Null);
    }
    text += &choice(json!({}), json!("stop"));
    text + &part(&json!([]), &json!({ "prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12 }))
}

/// The model `cut` ends before the end mark; the others keep the connection open behind it.
async fn server() -> Recorder {
    Recorder::start(|arrived| {
        if arrived.header("authorization") != "Bearer sk-1" {
            let message = "Incorrect API key provided.";
            let error = json!({ "message": message, "type": "invalid_request_error", "code": "invalid_api_key" });
            return (StatusCode::UNAUTHORIZED, Json(json!({ "error": error }))).into_response();
        }
        let body = arrived.json();
        assert_eq!(body["messages"], json!([{ "role": "user", "content": "Hi" }]));
        if body["stream"] == false {
            let message = json!({ "role": "assistant", "content": WORDS.concat(), "refusal": null });
            let choices = json!([{ "index": 0, "message": message, "finish_reason": "stop" }]);
            return Json(json!({ "id": "chatcmpl-123", "object": "chat.completion", "choices": choices }))
                .into_response();
        }
        let is_cut = body["model"] == "cut";
        let text = if is_cut { parts() } else { parts() + "data: [DONE]\n\n" };
        // In pieces that end anywhere.
        let pieces: Vec<_> = text.into_bytes().chunks(7).map(|piece| Ok::<_, String>(piece.to_vec())).collect();
        let pieces = stream::iter(pieces);
        let body = if is_cut { Body::from_stream(pieces) } else { Body::from_stream(pieces.chain(stream::pending())) };
        ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")], body).into_response()
    })
    .await
}

fn client(server: &Recorder, key: &str) -> chat::Client {
    chat::Client::builder().url(&server.url).key(key).build().unwrap()
}

fn hi() -> [chat::Message; 1] {
    [chat::Message::new("user").content("Hi")]
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_answer_comes_in_parts_up_to_its_end_mark() {
    let server = server().await;
    let client = client(&server, "sk-1");
    let whole = client.complete("gpt-4o-mini", hi()).await.unwrap();
    assert_eq!(whole.choices[0].message.content.as_deref(), Some(WORDS.concat().as_str()));
    let mut events = client.complete_in_parts("gpt-4o-mini", hi()).stream().await.unwrap();
    let (mut text, mut tokens) = (String::new(), 0);
    while let Some(item) = events.try_next().await.unwrap() {
        let Incoming::Event(event) = item else { panic!("{item:?}") };
        let chat::chat::CompleteInPartsEvent::Message(part) = event.data else { panic!("{:?}", event.data) };
        text.extend(part.choices.iter().filter_map(|choice| choice.delta.content.as_deref()));
        tokens = part.usage.map_or(tokens, |usage| usage.total_tokens);
    }
    assert_eq!((text, tokens), (WORDS.concat(), 12));
    // All at once, though the connection stays open.
    assert_eq!(client.complete_in_parts("gpt-4o-mini", hi()).await.unwrap().len(), 6);
    let sent = server.take();
    assert!(sent.iter().all(|arrived| arrived.line() == "POST /v1/chat/completions"));
    assert_eq!(sent.iter().map(|arrived| arrived.json()["stream"] == true).collect::<Vec<_>>(), [false, true, true]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_refusal_is_no_stream() {
    let server = server().await;
    let error = client(&server, "sk-2").complete_in_parts("gpt-4o-mini", hi()).stream().await.unwrap_err();
    assert!(error.is_unauthorized() && error.server_message() == Some("Incorrect API key provided."), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_answer_without_its_end_mark_is_not_whole() {
    let server = server().await;
    let client = client(&server, "sk-1");
    let mut events = client.complete_in_parts("cut", hi()).stream().await.unwrap();
    let mut count = 0;
    let error = loop {
        match events.try_next().await {
            Ok(Some(Incoming::Event(_))) => count += 1,
            Ok(other) => panic!("{other:?}"),
            Err(error) => break error,
        }
    };
    assert!(count == 6 && error.is_transport(), "{count} {error}");
    assert!(events.try_next().await.unwrap().is_none());
    assert!(client.complete_in_parts("cut", hi()).await.unwrap_err().is_transport());
    // A call that changes something is not sent again.
    assert_eq!(server.take().len(), 2);
}
