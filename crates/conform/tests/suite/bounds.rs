//! Bounds on a hostile service: it cannot make the comparison long, or the report large or misleading.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{name, read_sources};
use chainloom_conform::{Kind, Options, Report, Spec, State, conform};
use tokio::net::TcpListener;

const SPEC: &str = r#"
chainloom: 1
doc: A hostile service.
client: { baseUrl: "{url}", vars: { url: { doc: URL. } } }
service: evil
allow: [no-example]
types:
  Thing:
    doc: Thing.
    fields:
      id: { type: string, doc: ID. }
      "next?": { type: Thing, doc: Next. }
      "all?": { list: Thing, doc: Things. }
      "kind?": { type: Kind, doc: Kind. }
  Kind:
    doc: Kind.
    enum:
      one: One.
operations:
  get:
    doc: Gets.
    get: /thing
    response: Thing
"#;

/// Returns the report on a service whose response is always the same.
async fn report(body: String, within: Duration) -> Report {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let body: Arc<str> = body.into();
    let router = Router::new().fallback(move || {
        let body = body.to_string();
        async move { ([("content-type", "application/json")], body) }
    });
    tokio::spawn(async move { axum::serve(listener, router).await });
    let sources = read_sources("spec", vec![("evil.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap();
    let spec = Spec::new(name(&sources, &[]).unwrap(), sources);
    let vars = [("url".to_owned(), url)].into();
    let caller = Caller::new(spec.api(), Profile { vars, retries: Some(0), ..Profile::default() }).unwrap();
    conform(&spec, &caller, &Options { within, ..Options::default() }).await.unwrap()
}

fn wide(count: usize) -> String {
    let members: String = (0..count).map(|at| format!("\"k{at}\":{at},")).collect();
    format!("{{{members}\"id\":\"a\"}}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn an_object_of_many_members_takes_no_longer_and_fills_no_report() {
    let mut sizes = Vec::new();
    for count in [1_000, 200_000] {
        let begun = Instant::now();
        let report = report(wide(count), Duration::from_secs(20)).await;
        assert!(begun.elapsed() < Duration::from_secs(60), "{count}: {:?}", begun.elapsed());
        let operation = &report.services[0].operations[0];
        assert_eq!((operation.drifts.len(), operation.left_out), (50, count - 50));
        for text in [report.to_text(), report.to_markdown()] {
            assert!(text.contains(&format!("… and {} more", count - 50)), "{text}");
            sizes.push(text.len());
        }
        assert!(report.to_json().contains(&format!("\"leftOut\": {}", count - 50)));
    }
    assert!(sizes.iter().all(|size| *size < 60_000), "{sizes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn many_objects_fill_no_report_and_repeats_are_counted() {
    let things: Vec<String> = (0..2_000).map(|_| r#"{"id":1,"x":2}"#.to_owned()).collect();
    let found = report(format!(r#"{{"id":"a","all":[{}]}}"#, things.join(",")), Duration::from_secs(20)).await;
    let times: Vec<usize> = found.drifts().map(|drift| drift.times).collect();
    assert_eq!(times, [2_000, 2_000]);
    let nested = (0..60).fold(wide(60), |inner, _| format!("{{\"next\":{inner},{}", &wide(60)[1..]));
    let operation = &report(nested, Duration::from_secs(20)).await.services[0].operations[0];
    assert_eq!((operation.drifts.len(), operation.left_out), (100, 61 * 60 - 100));
}

/// The time limit ends the comparison, and nothing is reported as conforming then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn the_time_ends_the_comparison() {
    let things: Vec<String> = (0..400_000).map(|_| r#"{"id":"a"}"#.to_owned()).collect();
    let begun = Instant::now();
    let report = report(format!(r#"{{"id":"a","all":[{}]}}"#, things.join(",")), Duration::from_millis(500)).await;
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let operation = &report.services[0].operations[0];
    assert!(operation.state == State::Untried && !operation.reason.is_empty(), "{operation:?}");
    assert!(!report.conforms());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn a_result_is_read_as_deep_as_the_client_reads_it() {
    let deep = |depth: usize| {
        format!("{}{}{}", r#"{"id":"a","next":"#.repeat(depth), r#"{"id":"a","x":1}"#, "}".repeat(depth))
    };
    let found = report(deep(2_000), Duration::from_secs(60)).await;
    let kinds: Vec<Kind> = found.drifts().map(|drift| drift.kind).collect();
    assert_eq!(kinds, [Kind::UndescribedMember], "{}", found.to_text());
    let found = report(deep(5_000), Duration::from_secs(60)).await;
    assert!(found.drifts().all(|drift| drift.kind == Kind::Unreadable && drift.message.len() < 500));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn names_and_values_of_a_service_are_quoted() {
    let name = "a`**b**`<img src=x>[c](http://d)@all\u{1b}[31m\u{202e}|e\nf: &g ```` # h";
    let long = "n".repeat(100_000);
    let body = serde_json::json!({ "id": "a", name: 1, long.clone(): 2, "kind": name });
    let other = serde_json::json!({ "id": "a", "kind": long });
    let mut found = report(body.to_string(), Duration::from_secs(20)).await;
    for body in [None, Some(other.to_string())] {
        if let Some(body) = body {
            found = report(body, Duration::from_secs(20)).await;
        }
        for text in [found.to_text(), found.to_markdown(), found.to_json()] {
            assert!(text.len() < 10_000, "{}", text.len());
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        }
        let markdown = found.to_markdown();
        for line in markdown.lines().filter(|line| line.starts_with("- ")) {
            let outside: String = line.split("``").step_by(2).flat_map(|part| part.split('`').step_by(2)).collect();
            assert!(!outside.contains(['<', '[', '@']), "{line}");
        }
        // What is suggested is YAML of one line.
        for drift in found.drifts() {
            let diff = drift.suggestion.as_ref().and_then(|one| one.diff.as_deref()).unwrap_or_default();
            let added: Vec<&str> =
                diff.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++")).collect();
            assert!(added.len() <= 2, "{diff}");
        }
    }
}
