//! Clients and the operations of REST, each with an example.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: files.

use serde_json::{Map, Value, json};

use super::maker::{File, Maker, Members, object};
use super::names::Kind;
use super::places::without;
use super::responses::ResponseSample;
use super::wire::Draft;

impl Maker {
    /// A client: the keys of its file, its folder, and the variable of its base URL.
    pub(crate) fn client(&mut self) -> (File, String) {
        self.own.clear();
        let path = self.names.draw(Kind::File);
        let variable = self.names.draw(Kind::Variable);
        let mut vars = object(json!({ &variable: { "doc": "Where it is." } }));
        let mut client = object(json!({ "baseUrl": format!("{{{variable}}}") }));
        self.decorate(&mut client, &["limits", "notes", "source"]);
        self.auth(&mut client, &mut vars);
        client.insert("vars".to_owned(), Value::Object(vars));
        let mut keys = object(json!({ "chainloom": 1, "doc": "A client.", "client": client }));
        let types = self.types();
        if self.chance(50) {
            let body = self.names.draw(Kind::Type);
            let message = self.names.draw(Kind::Member);
            let mut types = types;
            let record = json!({ "doc": "A failure.", "fields": { &message: { "type": "string", "doc": "Why." } } });
            types.insert(body.clone(), record);
            let errors = json!({ "body": body, "message": message, "statuses": { "404": "Not Found" } });
            keys["client"]["errors"] = errors;
            keys.insert("types".to_owned(), Value::Object(types));
        } else {
            keys.insert("types".to_owned(), Value::Object(types));
        }
        ((path, keys), variable)
    }

    pub(crate) fn rest_client(&mut self) -> (Vec<File>, String) {
        let ((path, mut keys), variable) = self.client();
        let paging = self.chance(40).then(|| self.paging());
        if let Some((paging, _)) = &paging {
            keys["client"]["paging"] = paging.clone();
        }
        let mut file = object(json!({ "chainloom": 1, "doc": "What it can do." }));
        self.service = self.names.draw(Kind::Service);
        file.insert("service".to_owned(), json!(self.service));
        let is_one_file = self.chance(40);
        if !is_one_file {
            file.insert("types".to_owned(), Value::Object(self.types()));
        }
        self.decorate(&mut file, &["source", "available"]);
        let mut operations = Map::new();
        let at = self.rng.u32(..).to_string();
        let draft = Draft { keys: object(json!({ "get": format!("/{at}") })), path: vec![at], ..Draft::default() };
        self.latest(draft, &mut operations);
        for _ in 0..self.rng.usize(1..4) {
            let name = self.names.draw(Kind::Operation);
            let operation = self.rest_operation(&name, paging.as_ref().map(|(_, token)| token.as_str()));
            operations.insert(name, operation);
        }
        file.insert("operations".to_owned(), Value::Object(operations));
        self.add_later(if is_one_file { &mut keys } else { &mut file });
        if is_one_file {
            keys.extend(file.into_iter().filter(|(key, _)| key != "doc" && key != "chainloom"));
            return (vec![(path, keys)], variable);
        }
        let inner = format!("{path}/{}", self.names.draw(Kind::File));
        (vec![(path, keys), (inner, file)], variable)
    }

    /// Declares what operations asked for.
    pub(crate) fn add_later(&mut self, keys: &mut Map<String, Value>) {
        let later = std::mem::take(&mut self.later);
        keys["types"].as_object_mut().unwrap().extend(later);
    }

    fn rest_operation(&mut self, name: &str, token: Option<&str>) -> Value {
        let verb = self.one_of(&["get", "get", "head", "post", "put", "patch", "delete", "request"]);
        let method = self.one_of(&["QUERY", "OPTIONS", "REPORT", "X-COPY"]);
        let first = self.rng.u32(..).to_string();
        let mut draft = Draft { path: vec![first.clone()], ..Draft::default() };
        draft.keys.insert("doc".to_owned(), self.doc());
        draft.keys.insert(verb.to_owned(), Value::Null);
        let in_path = self.in_path();
        let slots: String = in_path.fields.keys().map(|name| format!("/{{{name}}}")).collect();
        let line = if verb == "request" { format!("{method} ") } else { String::new() };
        draft.keys.insert(verb.to_owned(), json!(format!("{line}/{first}{slots}")));
        draft.put("path", in_path);
        let mut query = self.in_query();
        self.rules(&mut draft.keys, &query);
        let page = match (verb, token) {
            ("get", Some(token)) => Some(self.page(&mut draft, token)),
            ("get", None) if self.chance(25) => Some(self.own_pages(&mut draft, &mut query)),
            _ => None,
        };
        draft.put("query", query);
        if self.chance(20) {
            let headers = self.in_headers();
            draft.put("headers", headers);
        }
        if self.chance(15) {
            let cookies = self.in_cookies();
            draft.put("cookies", cookies);
        }
        let is_safe = verb == "request" && ["QUERY", "OPTIONS"].contains(&method) && self.chance(50);
        if !["get", "head"].contains(&verb) && !is_safe {
            draft.keys.insert("effect".to_owned(), json!(self.one_of(&["read", "idempotent", "once", "write"])));
        }
        if ["post", "put", "patch", "request"].contains(&verb) {
            self.body(&mut draft);
        }
        self.server(&mut draft.keys);
        self.own_security(&mut draft);
        let answered = match page {
            Some(page) => {
                draft.keys.insert("response".to_owned(), page.ty);
                ResponseSample::json(page.sample)
            }
            None if verb == "get" && self.chance(25) => {
                let made = self.awaited(&mut draft);
                draft.keys.insert("response".to_owned(), made.ty);
                ResponseSample::json(made.sample)
            }
            None => self.rest_answer(&mut draft),
        };
        self.finish(name, draft, &answered)
    }

    /// Parameters whose values are JSON; what may be left out comes last.
    pub(crate) fn parameters(&mut self) -> Members {
        let mut members = Members::default();
        let (required, optional) = (self.rng.usize(0..3), self.rng.usize(0..3));
        for at in 0..required + optional {
            let (name, is_optional) = (self.names.draw(Kind::Parameter), at >= required);
            let made = match self.rng.u8(0..10) {
                // Where parameters have places, nothing that is always sent stands behind what may
                // be left out.
                0 if !is_optional => {
                    members.push_constant(&name, [json!("fixed"), json!(7), json!({ "any": [1] })][at % 3].clone());
                    continue;
                }
                1..3 => {
                    let bounded = self.bounded();
                    members.bad.push((name.clone(), bounded.bad));
                    bounded.made
                }
                _ => self.any(1),
            };
            let made = self.attributed(made, false);
            members.push(&name, is_optional, if is_optional { made } else { without(made, &["default"]) });
        }
        members
    }

    fn rules(&mut self, keys: &mut Map<String, Value>, members: &Members) {
        let [first, second, ..] = members.optional.as_slice() else { return };
        let rule = match self.rng.u8(0..4) {
            0 => json!({ "atLeastOne": [first, second], "doc": "One of them." }),
            1 => json!({ "requires": { "when": [first], "need": [second] } }),
            _ => return,
        };
        keys.insert("rules".to_owned(), json!([rule]));
    }

    /// The example, and the calls of the operation.
    pub(crate) fn finish(&mut self, name: &str, mut draft: Draft, answered: &ResponseSample) -> Value {
        self.call(name, &draft, answered);
        let mut example = object(json!({ "request": draft.given(true) }));
        example.extend(answered.example.clone().map(|answer| ("response".to_owned(), answer)));
        draft.keys.insert("examples".to_owned(), json!([example]));
        let about = ["since", "until", "deprecated", "available", "limits", "notes", "seen", "source", "cost"];
        self.decorate(&mut draft.keys, &about);
        Value::Object(draft.keys)
    }
}
