//! Dry runs for a page: where the page puts its secrets, and what it cannot send.

use std::sync::Arc;

use chainloom_caller::{Profile, answer_dry_run, example_snippets};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use serde_json::{Value, json};

const SPEC: &str = "chainloom: 1
doc: A club.
client:
  baseUrl: \"{url}\"
  vars: { url: { doc: Base URL. } }
  auth:
    login: { scheme: basic, optional: true, doc: Login. }
    token: { scheme: bearer, optional: true, doc: Token. }
    key: { query: key, optional: true, doc: Key. }
    session: { cookie: sid, optional: true, doc: Session. }
  security: [[login, key], token, session]
operations:
  enter:
    doc: Enters.
    post: /doors/{door}
    effect: write
    path: { door: { type: string, doc: Door. } }
    body: { pin: { type: string, secret: true, doc: PIN. }, count?: { type: uint32, doc: How many. } }
    response: none
    examples: [{ request: { door: front, pin: it's 7 } }]
  send:
    doc: Sends a form.
    post: /forms
    effect: write
    content: form
    body: { pin: { type: string, secret: true, size: 1..=4, doc: PIN. } }
    response: none
    security: []
";

fn api() -> Arc<Api> {
    let sources = read_sources("spec", vec![("club.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap();
    Arc::new(Api::load(&sources, &[]).unwrap_or_else(|found| panic!("{}", found.render(&sources, false))))
}

fn answer(operation: &str, parameters: &Value, secrets: &Value) -> Value {
    let question = json!({
        "operation": operation, "parameters": parameters, "secrets": secrets, "variables": {}, "deployment": null,
        "url": "https://club.example/a?b=c", "endpoint": null,
    });
    serde_json::from_slice(&answer_dry_run(&api(), question.to_string().as_bytes())).unwrap()
}

fn header<'a>(request: &'a Value, name: &str) -> Option<&'a Value> {
    request["headers"].as_array()?.iter().find(|header| header[0] == name).map(|header| &header[1])
}

#[test]
fn each_secret_has_the_encoding_of_its_place() {
    let parameters = json!({ "door": "a/b", "pin": null, "count": "2" });
    let answer = answer("club.enter", &parameters, &json!(["login", "key"]));
    assert_eq!(answer["problems"], json!([]), "{answer}");
    let request = &answer["request"];
    let key = json!({ "secret": "key", "encoding": "percent" });
    assert_eq!(request["url"], json!(["https://club.example/a/doors/a%2Fb?b=c&key=", key, ""]));
    let login = json!(["Basic ", { "secret": "login", "encoding": "base64" }]);
    assert_eq!(header(request, "authorization"), Some(&login));
    let pin = json!({ "parameter": "pin", "encoding": "json" });
    assert_eq!(request["body"], json!(["{\"pin\":\"", pin, "\",\"count\":2}"]));
    assert!(header(request, "user-agent").is_none(), "a browser has its own");
    let snippets = &answer["snippets"];
    let curl = snippets["curl"].as_str().unwrap();
    for variable in ["\"${CLUB_LOGIN}\"", "\"${CLUB_KEY}\"", "\"${CLUB_PIN}\""] {
        assert!(curl.contains(variable), "{curl}");
    }
    assert!(snippets["command"].as_str().unwrap().contains("\"pin\": \"…\", \"count\": 2"), "{snippets}");
}

#[test]
fn commands_name_the_secrets_that_are_missing() {
    let answer = answer("club.enter", &json!({ "door": "a", "pin": null }), &json!([]));
    assert!(answer["request"].is_null(), "{answer}");
    assert!(answer["problems"][0]["text"].as_str().unwrap().contains("`login` with `key`"), "{answer}");
    assert!(answer["snippets"]["curl"].as_str().unwrap().contains("-u \"${CLUB_LOGIN}\""), "{answer}");
}

#[test]
fn what_a_page_cannot_send_is_told() {
    let parameters = json!({ "door": "a", "pin": null });
    let cookie = answer("club.enter", &parameters, &json!(["session"]));
    assert!(cookie["request"].is_null(), "{cookie}");
    assert!(cookie["problems"][0]["text"].as_str().unwrap().contains("cookies"), "{cookie}");
    // Nobody knows here whether it has four letters.
    let form = answer("club.send", &json!({ "pin": null }), &json!([]));
    assert_eq!(form["problems"][0]["parameters"], json!(["pin"]), "{form}");
    for question in ["", "7", "{}", "{\"operation\": \"club.enter\", \"unknown\": 1}"] {
        let refused: Value = serde_json::from_slice(&answer_dry_run(&api(), question.as_bytes())).unwrap();
        assert_eq!(refused["problems"].as_array().unwrap().len(), 1, "{refused}");
    }
    let unknown = answer("club.leave", &json!({}), &json!([]));
    assert!(unknown["problems"][0]["text"].as_str().unwrap().contains("no operation `club.leave`"), "{unknown}");
}

#[test]
fn first_examples_have_commands_without_secrets() {
    let snippets = example_snippets(&api(), &Profile::default(), "http://127.0.0.1:4010");
    let enter = &snippets["club.enter"];
    assert!(enter.curl.contains("http://127.0.0.1:4010/doors/front") && !enter.curl.contains("it's"), "{enter:?}");
    let command = "chainloom call club.enter '{\"door\": \"front\", \"pin\": \"…\"}' --url http://127.0.0.1:4010";
    assert_eq!(enter.command, command);
}
