//! A response that does not fit its type ends with a separate exit code, and is shown in part.

use chainloom_bounded::Bounded as _;

use std::io::Write as _;
use std::net::TcpListener;

use crate::common::{Project, text};
use crate::served::{head, serve};

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client:
  baseUrl: "{url}"
  vars: { url: { doc: Where it is. } }
  auth: { key: { header: X-Key, doc: Key., optional: true } }
service: yard
allow: [no-example]
scalars: { Time: { doc: Time., text: date-time } }
types:
  Kind: { doc: Kind of a ship., enum: { tug: A tug. } }
  Ship:
    doc: A ship.
    fields:
      name: { type: string, doc: Name. }
      crew: { type: uint8, doc: Number of people. }
      built?: { type: Time, doc: Time of the launch. }
      kind?: { type: Kind, doc: Kind. }
  Fleet:
    doc: Ships.
    fields: { ships: { list: Ship, doc: Ships. }, "next?": { type: string, doc: Token. } }
operations:
  ship: { doc: Returns a ship., get: "/ships/{name}", path: { name: { type: string, doc: Name. } }, response: Ship }
  fleet:
    doc: Lists ships.
    get: /fleet
    query: { "token?": { type: string, doc: Token. } }
    response: Fleet
    paginate: { items: ships, next: next, into: token }
  log: { doc: Lists ships as lines., get: /log, lines: { type: Ship, mediaType: application/json } }
  news: { doc: Follows ships., get: /news, events: { ship: Ship } }
  launch: { doc: Launches a ship., post: /launch, effect: write, response: Ship }
  paint: { doc: Paints a ship., post: /paint, effect: write, body: { "hull?": { type: boolean | null, doc: Whether. } }, response: none }
  sorted: { doc: Lists ships in an order., get: /sorted, query: { order: { enum: [name, "-crew"], doc: Order. } }, response: Fleet }
"#;

/// Methods over JSON-RPC, of the same client.
const RPC: &str = r#"
chainloom: 1
doc: Winches.
service: winches
allow: [no-example]
rpc: { params: positional }
endpoint: /rpc
effect: read
operations: { pull: { doc: Returns the pull of a winch., method: pull, result: uint32 } }
"#;

/// Returns the exit code, stdout and stderr of a call, where the service answers with this JSON.
fn called(words: &[&str], answer: impl Fn(&str) -> String + Send + 'static) -> (Option<i32>, String, String) {
    let events = "content-type: text/event-stream\r\n";
    let headers = move |head: &str| if head.contains("/news") { events.to_owned() } else { String::new() };
    called_at(&serve(move |head| (200, headers(head), answer(head))), words)
}

/// Returns the exit code, stdout and stderr of a call of the service at a URL.
fn called_at(url: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    project.write("spec/yard/winches.yaml", RPC);
    let words = [words, &["--spec", "spec", "--url", url]].concat();
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let output = project.plain_command(&words).env("YARD_KEY", "key-of-4711").bounded_output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_response_that_a_client_refuses_has_code_12() {
    let (code, stdout, stderr) =
        called(&["call", "ship", "a"], |_| r#"{"crew":300,"kind":"raft","more":1}"#.to_owned());
    let expected = "error: the response does not fit: `$.crew` must be a whole number that fits u8, but is `300`\n\
                    error: the response does not fit: `$.name` is required, but is absent\n  \
                    = received: {\"crew\":300,\"kind\":\"raft\",\"more\":1}\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(12), "", expected));
}

#[test]
fn what_a_client_reads_is_printed_as_it_came() {
    let json = r#"{"crew":"3","kind":"raft","more":[1.50],"name":"a"}"#;
    let (code, stdout, stderr) = called(&["call", "ship", "a", "--output", "ndjson"], move |_| json.to_owned());
    assert_eq!((code, stdout.trim_end(), stderr.as_str()), (Some(0), json, ""));
}

/// Many services write an empty list as null.
#[test]
fn null_is_an_empty_list() {
    let (code, stdout, stderr) = called(&["call", "fleet", "--output", "ndjson"], |_| r#"{"ships":null}"#.to_owned());
    assert_eq!((code, stdout.trim_end(), stderr.as_str()), (Some(0), r#"{"ships":null}"#, ""));
    let page = |head: &str| match head.contains("token=b") {
        true => r#"{"ships":null}"#.to_owned(),
        false => r#"{"ships":[{"name":"a","crew":1}],"next":"b"}"#.to_owned(),
    };
    let (code, stdout, stderr) = called(&["call", "fleet", "--all", "--output", "ndjson"], page);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "{\"name\":\"a\",\"crew\":1}\n", ""));
}

#[test]
fn what_was_received_is_cut_and_has_no_secret() {
    let body = format!(r#"{{"key":"key-of-4711","name":"{}"}}"#, "x".repeat(1_000_000));
    let (code, stdout, stderr) = called(&["call", "ship", "a"], move |_| body.clone());
    assert_eq!((code, stdout.as_str()), (Some(12), ""));
    assert!(stderr.len() < 3_000 && stderr.contains("= received: {\"key\":\"[secret]\""), "{stderr}");
    let (code, _, stderr) = called(&["call", "ship", "a"], |_| "no JSON\nerror: forged".to_owned());
    assert!(code == Some(12) && stderr.contains("  = received: no JSON\\u{a}error: forged\n"), "{code:?} {stderr}");
}

#[test]
fn the_data_of_an_error_is_shown_without_secrets() {
    let answer =
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":3,"message":"reverted","data":["0x08c3","key-of-4711"]}}"#;
    let (code, _, stderr) = called(&["call", "pull"], |_| answer.to_owned());
    assert_eq!(code, Some(11), "{stderr}");
    assert!(stderr.ends_with("  = data: [\"0x08c3\",\"[secret]\"]\n"), "{stderr}");
}

/// Neither is dropped in silence.
#[test]
fn the_most_items_need_all_pages() {
    for shown in ["--dry-run", "--curl"] {
        let (code, stdout, stderr) = called(&["call", "fleet", "--limit", "3", shown], |_| String::new());
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains("it needs `--all`"), "{code:?} {stderr}");
    }
}

#[test]
fn a_deep_response_is_checked_like_another() {
    let nested = |depth: usize| format!("{{\"crew\":1,\"more\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    for (depth, told) in [(200, "`$.name` is required, but is absent"), (3_000, "nested deeper than 2112 levels")] {
        let (code, stdout, stderr) = called(&["call", "ship", "a"], move |_| nested(depth));
        assert!(code == Some(12) && stdout.is_empty() && stderr.contains(told), "{code:?} {stderr}");
    }
}

#[test]
fn a_line_that_does_not_fit_is_a_gap() {
    let lines = "{\"name\":\"a\",\"crew\":1}\n{\"name\":\"b\"}\n{\"name\":\"c\",\"crew\":3}\n";
    let (code, stdout, stderr) = called(&["call", "log", "--output", "ndjson"], move |_| lines.to_owned());
    assert_eq!(stdout, "{\"name\":\"a\",\"crew\":1}\n{\"name\":\"c\",\"crew\":3}\n");
    let expected = "gap: the event does not fit: `$.crew` is required, but is absent\n  = received: {\"name\":\"b\"}\n\
                    error: 1 of the events does not fit its type\n";
    assert_eq!((code, stderr.as_str()), (Some(12), expected));
}

/// With `--json`, gaps are lines among the values.
#[test]
fn lines_as_json_are_checked_and_counted_too() {
    let lines = "{\"name\":\"a\",\"crew\":1}\n{\"name\":\"b\"}\n{\"name\":\"c\",\"crew\":3}\n";
    let (code, stdout, stderr) = called(&["call", "log", "--json"], move |_| lines.to_owned());
    let rows: Vec<&str> = stdout.lines().collect();
    assert!(rows.len() == 3 && rows[1].contains("`$.crew` is required, but is absent"), "{stdout}");
    assert_eq!((code, stderr.as_str()), (Some(12), "error: 1 of the events does not fit its type\n"));
    let (code, stdout, _) = called(&["call", "log", "--json", "--limit", "1"], move |_| lines.to_owned());
    assert_eq!((code, stdout.as_str()), (Some(0), "{\"name\":\"a\",\"crew\":1}\n"));
    // What does not fit is a gap, and is not counted.
    let (code, stdout, _) = called(&["call", "log", "--json", "--limit", "2"], move |_| lines.to_owned());
    assert_eq!((code, stdout.lines().collect::<Vec<_>>()), (Some(12), rows));
}

/// A stream may never end.
#[test]
fn a_deadline_is_for_the_whole_stream() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        head(&stream);
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"name\":\"a\",\"crew\":1}\n")
            .unwrap();
        std::thread::park();
    });
    let (code, stdout, stderr) = called_at(&url, &["call", "log", "--json", "--deadline", "2s"]);
    let told = "error: yard.log: the stream goes on after the deadline of 2s\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(6), "{\"name\":\"a\",\"crew\":1}\n", told));
}

#[test]
fn a_body_that_the_spec_does_not_describe_is_printed() {
    for (body, printed) in [("{\"id\":1}", "{\"id\":1}"), ("", "null"), ("done", "null")] {
        let (code, stdout, stderr) = called(&["call", "paint", "--output", "ndjson"], |_| body.to_owned());
        assert_eq!((code, stdout.trim_end(), stderr.as_str()), (Some(0), printed, ""));
    }
}

#[test]
fn null_is_a_value_of_a_flag() {
    let (code, stdout, stderr) = called(&["call", "paint", "--hull=null", "--dry-run"], |_| String::new());
    assert!(code == Some(0) && stdout.ends_with("{\"hull\":null}\n"), "{stdout}{stderr}");
}

/// Some services leave out seconds, or the colon of an offset.
#[test]
fn a_time_that_a_client_completes_fits() {
    for (time, code) in [("2024-01-01T10:00Z", 0), ("2024-01-01T10:00:00+0000", 0), ("2024-01-01T10:00:00", 12)] {
        let json = format!(r#"{{"name":"a","crew":1,"built":"{time}"}}"#);
        let (found, _, stderr) = called(&["call", "ship", "a"], move |_| json.clone());
        assert_eq!(found, Some(code), "{time}: {stderr}");
    }
}

/// The service had the request, and did not say what became of it.
#[test]
fn a_change_that_may_have_been_done_is_told() {
    let caution = "  = help: the service may have done it: find out before you repeat the call\n";
    for (words, told) in [(["call", "launch"], true), (["call", "fleet"], false)] {
        let (code, _, stderr) = called(&words, |_| "no JSON".to_owned());
        assert!(code == Some(12) && stderr.contains(caution) == told, "{words:?} {code:?} {stderr}");
    }
}

#[test]
fn an_event_that_does_not_fit_is_a_gap() {
    let events = "event: ship\ndata: {\"name\":\"a\",\"crew\":1}\n\nevent: ship\ndata: {\"name\":\"b\"}\n\n";
    let (code, stdout, stderr) = called(&["call", "news", "--output", "ndjson"], move |_| events.to_owned());
    assert_eq!(stdout, "{\"data\":{\"ship\":{\"name\":\"a\",\"crew\":1}}}\n");
    let told = "gap: the event does not fit: `$.data.ship.crew` is required, but is absent";
    assert!(code == Some(12) && stderr.contains(told), "{code:?} {stderr}");
}

#[test]
fn a_number_as_text_is_held_against_its_type() {
    for (crew, code) in [("\"3.0\"", 0), ("\"1.5\"", 12), ("\"-1\"", 12), ("\"999\"", 12)] {
        let json = format!("{{\"name\":\"a\",\"crew\":{crew}}}");
        let (found, _, stderr) = called(&["call", "ship", "a"], move |_| json.clone());
        assert_eq!(found, Some(code), "{crew}: {stderr}");
    }
}

#[test]
fn a_value_of_an_enumeration_may_begin_with_a_hyphen() {
    let answer = |head: &str| format!("{{\"ships\":[],\"at\":{:?}}}", head.lines().next().unwrap_or_default());
    let (code, stdout, stderr) = called(&["call", "sorted", "--order", "-crew", "--output", "json"], answer);
    assert!(code == Some(0) && stdout.contains("order=-crew"), "{code:?} {stdout} {stderr}");
}

#[test]
fn a_list_ends_before_a_page_that_does_not_fit() {
    let page = |head: &str| match head.contains("token=b") {
        true => r#"{"ships":[{"name":"b"}]}"#.to_owned(),
        false => r#"{"ships":[{"name":"a","crew":1}],"next":"b"}"#.to_owned(),
    };
    let (code, stdout, stderr) = called(&["call", "fleet", "--all", "--output", "ndjson"], page);
    assert_eq!((code, stdout.as_str()), (Some(12), "{\"name\":\"a\",\"crew\":1}\n"));
    assert!(stderr.contains("`$.ships[0].crew` is required") && stderr.contains("1 item was printed"), "{stderr}");
}
