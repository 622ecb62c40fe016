//! The sandbox answers alike what a running node answered: the same errors, replies of the same
//! kind, and events of the kinds that came.

use std::collections::HashMap;

use chainloom_sandbox::Sandbox;
use chainloom_tests::vectors::recordings;
use serde_json::{Value, json};

use super::client::Socket;

/// A session as it was recorded, and the IDs that its subscriptions have here.
struct Session {
    sandbox: Sandbox,
    socket: Socket,
    /// The recorded ID, and the kind and the ID here.
    subscriptions: HashMap<String, (String, String)>,
}

/// The kind of a value.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A reply as far as it does not depend on the state of a chain.
fn likeness(reply: &Value) -> Value {
    match reply {
        Value::Array(replies) => replies.iter().map(likeness).collect(),
        _ => json!({ "id": reply["id"], "error": reply["error"], "result": kind(&reply["result"]) }),
    }
}

impl Session {
    /// Sends a recorded message, and compares the reply.
    async fn send(&mut self, sent: &Value, expected: &Value) {
        let own = |text: String, (recorded, (_, id)): (&String, &(String, String))| text.replace(recorded, id);
        self.socket.send(self.subscriptions.iter().fold(sent.to_string(), own)).await;
        let actual = self.socket.next().await;
        assert_eq!(likeness(&actual), likeness(expected), "{sent}: {actual}");
        if sent["method"] == "eth_subscribe" && expected["error"].is_null() {
            let texts = [&expected["result"], &sent["params"][0], &actual["result"]];
            let [recorded, kind, id] = texts.map(|text| text.as_str().unwrap().to_owned());
            self.subscriptions.insert(recorded, (kind, id));
        }
    }

    /// Publishes an event of each kind, and compares the items that come with those that were
    /// recorded.
    async fn compare(&mut self, events: &[&Value]) {
        for (recorded, (name, id)) in &self.subscriptions {
            let came = events.iter().find(|event| event["params"]["subscription"] == **recorded).unwrap();
            let sent = self.sandbox.publish(name, 1).unwrap();
            let mut own = Value::Null;
            for _ in 0..sent {
                let event = self.socket.next().await;
                assert_eq!(event["method"], came["method"]);
                if event["params"]["subscription"] == **id {
                    own = event["params"]["result"].clone();
                }
            }
            assert_eq!(kind(&own), kind(&came["params"]["result"]), "{came}: {own}");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_recorded_session_is_answered_alike() {
    let text = std::fs::read(recordings().join("websocket/c-chain.json")).unwrap();
    let recorded: Value = serde_json::from_slice(&text).unwrap();
    let messages = recorded["messages"].as_array().unwrap();
    let received = messages.iter().filter_map(|one| one.get("recv"));
    let (events, replies): (Vec<&Value>, Vec<&Value>) = received.partition(|one| one.get("method").is_some());
    let sandbox = Sandbox::builder().start().await.unwrap();
    let socket = Socket::open(&sandbox, recorded["path"].as_str().unwrap()).await;
    let mut session = Session { sandbox, socket, subscriptions: HashMap::new() };
    let sent: Vec<&Value> = messages.iter().filter_map(|one| one.get("send")).collect();
    assert_eq!(sent.len(), replies.len());
    let ends = |sent: &&Value| sent["method"] == "eth_unsubscribe" && sent["params"][0] != "0x1";
    let begun = sent.iter().position(ends).unwrap();
    for (at, (sent, reply)) in sent.iter().zip(replies).enumerate() {
        if at == begun {
            session.compare(&events).await;
        }
        session.send(sent, reply).await;
    }
    assert_eq!(session.sandbox.open_subscriptions(), 0);
}
