//! Results that are waited for.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: `wait` of an operation, and its
//! result, which is reached; the operation that returns the latest height.

use serde_json::{Map, Value, json};

use super::maker::{Maker, Sample, object};
use super::names::Kind;
use super::responses::ResponseSample;
use super::wire::Draft;

impl Maker {
    /// An operation that returns the latest height, for some services.
    pub(crate) fn latest(&mut self, mut draft: Draft, operations: &mut Map<String, Value>) {
        self.latest = self.chance(40).then(|| self.names.draw(Kind::Operation));
        let Some(name) = self.latest.clone() else { return };
        let word = if draft.rpc.is_some() { "result" } else { "response" };
        draft.keys.insert("doc".to_owned(), self.doc());
        draft.keys.insert("effect".to_owned(), json!("read"));
        draft.keys.insert(word.to_owned(), json!("uint32"));
        self.own_ways = None;
        let operation = self.finish(&name, draft, &ResponseSample::json(json!(9)));
        operations.insert(name, operation);
    }

    /// A result that is waited for.
    pub(crate) fn awaited(&mut self, draft: &mut Draft) -> Sample {
        let [state, height] = [self.names.draw(Kind::Member), self.names.draw(Kind::Member)];
        let [done, lost] = [self.names.draw(Kind::Value), self.names.draw(Kind::Value)];
        let fields = json!({
            format!("{state}?"): { "enum": [done, lost], "doc": "How it stands." },
            &height: { "type": "uint32", "doc": "Its height." },
        });
        let mut wait = object(json!({ "name": self.names.draw(Kind::Operation) }));
        let ways = [json!({ &state: [done] }), json!({ &state: "present", &height: [7] }), json!({ &height: [6, 7] })];
        let way = self.rng.usize(0..ways.len());
        wait.insert("until".to_owned(), ways[way].clone());
        if way != 1 && self.chance(50) {
            wait.insert("failed".to_owned(), json!({ &state: [lost] }));
        }
        let times = [("every", json!({ "milliseconds": 1 })), ("deadline", json!({ "minutes": 2 }))];
        wait.extend(times.into_iter().filter(|_| self.chance(40)).map(|(key, time)| (key.to_owned(), time)));
        if let Some(latest) = &self.latest {
            wait.insert("confirmations".to_owned(), json!({ "height": height, "latest": latest }));
        }
        draft.keys.insert("wait".to_owned(), Value::Object(wait));
        Sample {
            ty: json!({ "fields": fields, "doc": "It is waited for." }),
            sample: json!({ state: done, height: 7 }),
        }
    }
}
