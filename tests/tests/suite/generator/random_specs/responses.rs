//! Responses of REST operations: types, bytes, texts, bodies by status, and events.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: the keys of an operation, and
//! the response of the service.

use serde_json::{Map, Value, json};

use super::directions::received;
use super::maker::{Maker, Sample, integer_key, object};
use super::names::Kind;
use super::types::as_mapping;
use super::wire::Draft;

/// Response of a service, and the typed result of the call.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseSample {
    /// Response of an example, with keys as the spec has them.
    pub(crate) example: Option<Value>,
    /// What the typed call writes.
    pub(crate) typed: Value,
    /// The status, the headers, and the body as `json` or `text`.
    pub(crate) comes: Map<String, Value>,
}

impl ResponseSample {
    /// JSON of a type.
    pub(crate) fn json(sample: Value) -> Self {
        let sample = received(sample);
        let comes = object(json!({ "json": sample }));
        Self { example: Some(sample.clone()), typed: sample, comes }
    }
}

impl Maker {
    pub(crate) fn rest_answer(&mut self, draft: &mut Draft) -> ResponseSample {
        if draft.keys.contains_key("head") {
            return self.head_answer(draft);
        }
        let is_get = draft.keys.contains_key("get");
        match self.rng.u8(0..20) {
            0..2 => self.by_status(draft),
            2..4 => self.raw_answer(draft, is_get),
            4..6 if is_get => self.events(draft),
            6 => {
                draft.keys.insert("response".to_owned(), json!("none"));
                ResponseSample { comes: object(json!({ "status": 204 })), ..ResponseSample::default() }
            }
            7 => ResponseSample { comes: object(json!({ "status": 200 })), ..ResponseSample::default() },
            8..10 => {
                let known = self.known();
                let (headers, values) = self.answer_headers();
                draft.keys.insert("response".to_owned(), json!({ "type": known.ty, "headers": headers }));
                let mut answered = ResponseSample::json(known.sample);
                answered.comes.insert("headers".to_owned(), values);
                answered
            }
            10 => {
                draft.keys.insert("status".to_owned(), json!([200, 202]));
                self.typed(draft, 202)
            }
            _ => self.typed(draft, 200),
        }
    }

    /// A response without a body; it may say something by its status and its headers.
    fn head_answer(&mut self, draft: &mut Draft) -> ResponseSample {
        let mut response = Map::new();
        let mut answered = ResponseSample { comes: object(json!({ "status": 200 })), ..ResponseSample::default() };
        if self.chance(50) {
            let status = if self.chance(50) { 200 } else { 404 };
            response.extend([200, 404].map(|status| (integer_key(status), json!("none"))));
            answered.example = Some(json!({ integer_key(status): null }));
            answered.typed = json!({ status.to_string(): null });
            answered.comes.insert("status".to_owned(), json!(status));
        }
        if self.chance(50) {
            let (headers, values) = self.answer_headers();
            response.insert("headers".to_owned(), headers);
            answered.comes.insert("headers".to_owned(), values);
        }
        let response = if response.is_empty() { json!("none") } else { Value::Object(response) };
        draft.keys.insert("response".to_owned(), response);
        answered
    }

    fn typed(&mut self, draft: &mut Draft, status: u16) -> ResponseSample {
        let made = self.any(2);
        draft.keys.insert("response".to_owned(), made.ty);
        let mut answered = ResponseSample::json(made.sample);
        answered.comes.insert("status".to_owned(), json!(status));
        answered
    }

    /// A type that has a name.
    fn known(&mut self) -> Sample {
        let known: Vec<Sample> = self.own.iter().chain(&self.shared).map(|declared| declared.made.clone()).collect();
        known[self.rng.usize(0..known.len())].clone()
    }

    /// Headers with their types, and their texts.
    fn answer_headers(&mut self) -> (Value, Value) {
        let kinds = [
            (json!("string"), "a text"),
            (json!("uint32"), "7"),
            (json!("boolean"), "true"),
            (json!({ "list": "uint8" }), "1, 2,3"),
            (json!({ "list": "string" }), "a, b"),
        ];
        let (mut headers, mut values) = (Map::new(), Map::new());
        for _ in 0..self.rng.usize(1..3) {
            let name = self.names.draw(Kind::Parameter);
            let (ty, text) = kinds[self.rng.usize(0..kinds.len())].clone();
            let mut keys = as_mapping(ty);
            keys.insert("doc".to_owned(), json!("A header."));
            let mark = if self.chance(50) { "?" } else { "" };
            headers.insert(format!("{name}{mark}"), Value::Object(keys));
            values.insert(name, json!(text));
        }
        (Value::Object(headers), Value::Object(values))
    }

    /// Bytes or a text.
    fn raw_answer(&mut self, draft: &mut Draft, is_get: bool) -> ResponseSample {
        let mut answered =
            ResponseSample { comes: object(json!({ "text": "what \"comes\"" })), ..ResponseSample::default() };
        let mut keys = match self.chance(50) {
            true => {
                // What has no JSON is shown as hex.
                answered.typed = json!("0x776861742022636f6d657322");
                object(json!({ "bytes": ["image/png", "image/*"] }))
            }
            false => {
                answered.example = Some(json!("what \"comes\""));
                answered.typed = json!("what \"comes\"");
                object(json!({ "text": "text/plain" }))
            }
        };
        if self.chance(30) {
            let (headers, values) = self.answer_headers();
            keys.insert("headers".to_owned(), headers);
            answered.comes.insert("headers".to_owned(), values);
        }
        if is_get && self.chance(40) {
            draft.keys.insert("redirects".to_owned(), json!("without-auth"));
        }
        draft.keys.insert("response".to_owned(), Value::Object(keys));
        answered
    }

    /// What each status says; the last one comes.
    fn by_status(&mut self, draft: &mut Draft) -> ResponseSample {
        let (mut arms, mut answered) = (Map::new(), ResponseSample::default());
        let first = self.rng.usize(0..3);
        for status in [200, 201, 202, 204, 304].into_iter().skip(first).take(self.rng.usize(1..4)) {
            let made = match self.rng.u8(0..5) {
                _ if [204, 304].contains(&status) => None,
                0 => None,
                1 => {
                    let known = self.known();
                    Some(Sample { ty: json!([known.ty]), sample: json!([known.sample]) })
                }
                _ => Some(self.known()),
            };
            let ty = made.as_ref().map_or_else(|| json!("none"), |made| made.ty.clone());
            let ty = if self.chance(40) { self.arm(ty) } else { ty };
            arms.insert(integer_key(status), ty);
            let sample = made.as_ref().map_or(Value::Null, |made| received(made.sample.clone()));
            let mut comes = object(json!({ "status": status }));
            match &made {
                Some(_) => comes.insert("json".to_owned(), sample.clone()),
                None => comes.insert("text".to_owned(), json!("")),
            };
            let example = Some(json!({ integer_key(status): sample }));
            answered = ResponseSample { example, typed: json!({ status.to_string(): sample }), comes };
        }
        if self.chance(30) {
            let (headers, values) = self.answer_headers();
            arms.insert("headers".to_owned(), headers);
            answered.comes.insert("headers".to_owned(), values);
        }
        draft.keys.insert("response".to_owned(), Value::Object(arms));
        answered
    }

    /// A stream that ends.
    fn events(&mut self, draft: &mut Draft) -> ResponseSample {
        let (mut arms, mut text, mut all) = (Map::new(), ": a comment\n".to_owned(), Vec::new());
        for _ in 0..self.rng.usize(1..4) {
            let name = self.names.draw(Kind::Arm);
            let made = match self.rng.u8(0..5) {
                0 => Sample { ty: json!("string"), sample: json!("plain text") },
                1 => self.record(1, None),
                _ => self.known(),
            };
            let ty = self.arm(made.ty.clone());
            arms.insert(name.clone(), ty);
            let sample = received(made.sample);
            // A text stands there without quotes, unless it could be taken for other JSON.
            let is_text = |data: &str| made.ty == "string" || serde_json::from_str::<Value>(data).is_err();
            let data = match &sample {
                Value::String(data) if is_text(data) => data.clone(),
                data => data.to_string(),
            };
            text.push_str(&format!("event: {name}\nid: 1\ndata: {data}\n\n"));
            all.push(json!({ name: sample }));
        }
        draft.keys.insert("events".to_owned(), Value::Object(arms));
        ResponseSample { example: Some(json!(all)), typed: json!(all), comes: object(json!({ "text": text })) }
    }
}
