//! Services of JSON-RPC: what they say of all calls, their methods and subscriptions.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: files.

use serde_json::{Map, Value, json};

use super::maker::{File, Maker, Members, Sample, integer_key, object};
use super::names::Kind;
use super::responses::ResponseSample;
use super::wire::Draft;

impl Maker {
    pub(crate) fn rpc_client(&mut self) -> (Vec<File>, String) {
        let ((path, mut keys), variable) = self.client();
        let mut file = object(json!({ "chainloom": 1, "doc": "What it can do." }));
        let is_one_file = self.chance(25);
        self.rpc_service(&mut file);
        if !is_one_file {
            file.insert("types".to_owned(), Value::Object(self.types()));
        }
        let mut operations = Map::new();
        let draft = self.method();
        self.latest(draft, &mut operations);
        for _ in 0..self.rng.usize(1..4) {
            let name = self.names.draw(Kind::Operation);
            let operation = self.rpc_operation(&name);
            operations.insert(name, operation);
        }
        if self.chance(25) {
            self.two_of_one_method(&mut operations);
        }
        file.insert("operations".to_owned(), Value::Object(operations));
        if self.chance(40) {
            self.subscriptions(&mut file);
        }
        self.add_later(if is_one_file { &mut keys } else { &mut file });
        if is_one_file {
            keys.extend(file.into_iter().filter(|(key, _)| key != "doc" && key != "chainloom"));
            return (vec![(path, keys)], variable);
        }
        let inner = format!("{path}/{}", self.names.draw(Kind::File));
        (vec![(path, keys), (inner, file)], variable)
    }

    fn rpc_service(&mut self, file: &mut Map<String, Value>) {
        self.service = self.names.draw(Kind::Service);
        file.insert("service".to_owned(), json!(self.service));
        self.server(file);
        let mut template = "/rpc".to_owned();
        if self.chance(50) {
            let variable = self.names.draw(Kind::Variable);
            template = format!("/rpc/{{{variable}}}");
            file.insert("vars".to_owned(), json!({ &variable: { "default": "north", "doc": "Which one." } }));
            if self.chance(60) {
                file.insert("instance".to_owned(), json!(variable));
            }
        }
        if self.chance(40) {
            let (first, second) = (self.names.draw(Kind::Endpoint), self.names.draw(Kind::Endpoint));
            let endpoints = json!({
                first: { "path": template, "doc": "One." },
                second: { "path": format!("{template}/b"), "doc": "Two.",
                    "deprecated": { "since": "v1", "use": "the other" } },
            });
            file.insert("endpoints".to_owned(), endpoints);
        } else {
            file.insert("endpoint".to_owned(), json!(template));
        }
        let style = self.one_of(&["named", "positional", "object-in-array"]);
        self.style = style.to_owned();
        let mut rpc = object(json!({ "params": style, "batch": self.chance(50) }));
        if self.chance(30) {
            rpc.insert("ids".to_owned(), json!("text"));
        }
        if self.chance(30) {
            rpc.insert("retry".to_owned(), json!([404, 423]));
        }
        if self.chance(40) {
            let errors = self.errors_by_code();
            rpc.insert("errors".to_owned(), errors);
        }
        file.insert("rpc".to_owned(), Value::Object(rpc));
        file.insert("effect".to_owned(), json!(self.one_of(&["read", "once", "write"])));
        self.decorate(file, &["source", "available", "notes", "limits"]);
    }

    /// Codes with names; what one holds has a type of the client's file.
    fn errors_by_code(&mut self) -> Value {
        let mut limit = object(json!({ "name": "LimitExceeded", "doc": "Too much was asked.", "retry": true }));
        if self.chance(50) {
            let known = self.own[self.rng.usize(0..self.own.len())].made.ty.clone();
            limit.insert("data".to_owned(), known);
        }
        json!({ integer_key(-32005): limit, integer_key(-32601): "MethodNotFound" })
    }

    fn method(&mut self) -> Draft {
        let mut draft = Draft { rpc: Some(self.style.clone()), ..Draft::default() };
        draft.keys.insert("doc".to_owned(), self.doc());
        draft.keys.insert("method".to_owned(), json!(format!("m_{}", self.rng.u32(..))));
        if self.chance(15) {
            draft.keys.insert(
                "errors".to_owned(),
                json!({ integer_key(7): { "name": "Calm", "doc": "None.", "seen": true } }),
            );
        }
        draft
    }

    fn rpc_operation(&mut self, called: &str) -> Value {
        let mut draft = self.method();
        let mut members = self.parameters();
        let fixed = self.chance(30).then(|| self.names.draw(Kind::Parameter));
        let Some(name) = fixed else {
            let page = self.chance(15).then(|| self.own_pages(&mut draft, &mut members));
            draft.put("params", members);
            if page.is_none() && self.chance(20) {
                draft.keys.insert("effect".to_owned(), json!("read"));
                let result = self.awaited(&mut draft);
                return self.with_result(called, draft, Some(result));
            }
            let result = page.or_else(|| self.chance(90).then(|| self.any(2)));
            return self.with_result(called, draft, result);
        };
        members.fields.shift_insert(0, name.clone(), json!({ "type": "boolean", "doc": "Which variant." }));
        members.sample.insert(name.clone(), json!(true));
        draft.put("params", members);
        self.variants(&name, draft)
    }

    fn with_result(&mut self, called: &str, mut draft: Draft, result: Option<Sample>) -> Value {
        let Some(Sample { ty, sample }) = result else {
            let comes = object(json!({ "json": null }));
            return self.finish(called, draft, &ResponseSample { comes, ..ResponseSample::default() });
        };
        draft.keys.insert("result".to_owned(), ty);
        self.finish(called, draft, &ResponseSample::json(sample))
    }

    /// Two calls that fix a parameter, which is none of theirs.
    fn variants(&mut self, fixed: &str, mut draft: Draft) -> Value {
        let (mut variants, mut examples) = (Map::new(), Vec::new());
        for value in [true, false] {
            let variant = self.names.draw(Kind::Variant);
            let result = self.any(2);
            let keys = json!({ "doc": "One of two.", "fix": { fixed: value }, "result": result.ty });
            variants.insert(variant.clone(), keys);
            let mut own = draft.clone();
            own.fix(fixed, &json!(value));
            let answered = ResponseSample::json(result.sample);
            self.call(&variant, &own, &answered);
            let mut request = own.given(true);
            request.insert(fixed.to_owned(), json!(value));
            examples.push(json!({ "request": request, "response": answered.typed, "variant": variant }));
        }
        draft.keys.insert("variants".to_owned(), Value::Object(variants));
        draft.keys.insert("examples".to_owned(), json!(examples));
        self.decorate(&mut draft.keys, &["since", "until", "notes", "seen", "source", "cost"]);
        Value::Object(draft.keys)
    }

    /// Two operations of one method, which a parameter distinguishes.
    fn two_of_one_method(&mut self, operations: &mut Map<String, Value>) {
        let (method, told_by) = (self.method().keys["method"].clone(), self.names.draw(Kind::Parameter));
        let way = self.rng.u8(0..3);
        for at in 0..2 {
            let called = self.names.draw(Kind::Operation);
            let mut draft = self.method();
            draft.keys.insert("method".to_owned(), method.clone());
            let mut members = Members::default();
            let kind = Sample {
                ty: json!({ "type": (["string", "uint8"][at]), "doc": "It tells." }),
                sample: [json!("a"), json!(1)][at].clone(),
            };
            match way {
                0 => members.push_constant(&told_by, [json!("a"), json!(1)][at].clone()),
                1 => members.push(&told_by, false, kind),
                _ if at == 0 => members.push(&told_by, false, kind),
                _ => {}
            }
            draft.put("params", members);
            let result = self.any(1);
            let operation = self.with_result(&called, draft, Some(result));
            operations.insert(called, operation);
        }
    }

    fn subscriptions(&mut self, file: &mut Map<String, Value>) {
        file.insert("websocket".to_owned(), json!({ "path": "/ws", "available": [{ "public": "yes" }] }));
        file.insert("subscribe".to_owned(), json!({ "call": "s_call", "cancel": "s_cancel", "notify": "s_notify" }));
        let mut keys = object(json!({ "doc": self.doc(), "item": self.any(1).ty }));
        if self.chance(40) {
            let own = json!({ "call": "own_call", "cancel": "own_cancel", "notify": "own_notify" });
            keys.insert("subscribe".to_owned(), own);
        }
        let params = self.parameters();
        if !params.fields.is_empty() {
            keys.insert("params".to_owned(), Value::Object(params.fields));
        }
        self.decorate(&mut keys, &["available", "notes", "seen", "source"]);
        file.insert("subscriptions".to_owned(), json!({ self.names.draw(Kind::Subscription): keys }));
    }
}
