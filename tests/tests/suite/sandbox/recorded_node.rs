//! The sandbox answers requests that are no calls as a recorded node does.
//!
//! Input: `transport.json` of the vectors. Each case is sent as it was recorded. Status, content
//! type and body must be the recorded ones; a result, which is data of a running node, must have
//! its described type.

use chainloom_sandbox::{Builder, Sandbox};
use chainloom_tests::matching;
use chainloom_tests::vectors::{self, Exchange};
use serde_json::{Value, json};

/// Methods that the spec does not have, and those that are called in their place: the cases are
/// about what surrounds a call.
const REPLACED: [(&str, &str); 1] = [("platform.getHeight", "platform.getCurrentSupply")];

struct Answer {
    status: u64,
    content_type: Value,
    body: String,
}

fn node() -> Builder {
    Sandbox::builder().deployment("local")
}

/// The state that some cases were recorded in.
fn other_node(case: &str) -> Option<Builder> {
    match case {
        "P-Chain while bootstrapping" => Some(node().starting()),
        "C-Chain in the first moments after start, before the chain exists" => Some(node().values("chain", ["P", "X"])),
        _ => None,
    }
}

/// What was sent; a note stands for a body that is long.
fn body(case: &Value) -> String {
    let request = &case["request"];
    let call = |id| json!({ "jsonrpc": "2.0", "id": id, "method": "eth_chainId", "params": [] });
    match (&request["body"], request["note"].as_str()) {
        (Value::String(body), _) => body.clone(),
        (_, Some("an array of 1001 eth_chainId calls, ids 0 to 1000")) => {
            (0..1001).map(call).collect::<Value>().to_string()
        }
        (_, note) => {
            assert!(note.is_none(), "unknown note: {case}");
            String::new()
        }
    }
}

async fn send(url: &str, case: &Value) -> Answer {
    let request = &case["request"];
    let verb = reqwest::Method::from_bytes(request["http"].as_str().unwrap().as_bytes()).unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut call = http.request(verb, format!("{url}{}", request["path"].as_str().unwrap())).body(body(case));
    for (name, value) in request["headers"].as_object().unwrap() {
        call = call.header(name, value.as_str().unwrap());
    }
    let response = call.send().await.unwrap();
    Answer {
        status: response.status().as_u16().into(),
        content_type: response.headers().get("content-type").map_or(Value::Null, |text| text.to_str().unwrap().into()),
        body: response.text().await.unwrap(),
    }
}

/// A JSON body without its last line break, and without results; those of the sandbox must have the
/// type of their method.
fn comparable(text: &str, case: &Value, is_recorded: bool) -> String {
    let asked: Value = serde_json::from_str(&body(case)).unwrap_or_default();
    let replaced = |reply: &mut Value, asked: &Value| {
        if let Some(result) = reply.get_mut("result") {
            *result = json!(if is_recorded || has_type(result, asked, case) { "described" } else { "not described" });
        }
    };
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(mut replies)) => {
            replies.iter_mut().enumerate().for_each(|(at, reply)| replaced(reply, &asked[at]));
            Value::Array(replies).to_string()
        }
        Ok(mut reply) => {
            replaced(&mut reply, &asked);
            reply.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

fn has_type(result: &Value, asked: &Value, case: &Value) -> bool {
    let exchange = Exchange {
        name: String::new(),
        operation: asked["method"].as_str().unwrap_or_default().to_owned(),
        verb: "POST".to_owned(),
        path: case["request"]["path"].as_str().map(str::to_owned),
        query: None,
        body: Some(asked.clone()),
        status: 200,
        response: Value::Null,
    };
    let json = result.to_string();
    matching::candidates(&exchange).into_iter().any(|entry| entry.recode_output(json.as_bytes()).is_ok())
}

/// What differs from the recorded response.
async fn difference(url: &str, case: &Value) -> Option<String> {
    let (actual, expected) = (send(url, case).await, &case["response"]);
    let sent = comparable(&actual.body, case, false);
    let wanted = comparable(expected["body"].as_str().unwrap(), case, true);
    let (status, media) = (&expected["status"], &expected["contentType"]);
    let is_same = *status == actual.status && *media == actual.content_type && sent == wanted;
    let name = &case["case"];
    let told = || {
        format!("{name}: {} {} {sent:?}\n  recorded: {status} {media} {wanted:?}", actual.status, actual.content_type)
    };
    (!is_same).then(told)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_node_is_answered_for_alike() {
    let text = std::fs::read_to_string(vectors::recordings().join("transport.json")).unwrap();
    let text = REPLACED.iter().fold(text, |text, (unknown, known)| text.replace(unknown, known));
    let recorded: Value = serde_json::from_str(&text).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert!(cases.len() >= 39, "{} cases", cases.len());
    let running = node().start().await.unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let difference = match other_node(case["case"].as_str().unwrap()) {
            Some(other) => difference(&other.start().await.unwrap().url(), case).await,
            None => difference(&running.url(), case).await,
        };
        wrong.extend(difference);
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
