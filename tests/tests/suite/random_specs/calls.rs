//! Clients, services and what can be called, each call with an example.
//!
//! Input: the dice and the names of the [`Maker`]. Output: files.

use serde_json::{Map, Value, json};

use super::maker::{File, Made, Maker, Members, object};
use super::names::Kind;

impl Maker {
    /// A client: the keys of its file, its folder, and the variable of its base URL.
    fn client(&mut self) -> (File, String) {
        self.own.clear();
        let path = self.names.draw(Kind::File);
        let variable = self.names.draw(Kind::Variable);
        let mut vars = object(json!({ &variable: { "doc": "Where it is." } }));
        let mut client = object(json!({ "baseUrl": format!("{{{variable}}}") }));
        self.decorate(&mut client, &["limits", "notes", "source"]);
        if self.chance(50) {
            let header = self.names.draw(Kind::Variable);
            vars.insert(header.clone(), json!({ "default": "x-key", "doc": "A header." }));
            let secret = self.names.draw(Kind::Secret);
            let auth = json!({ secret: { "header": format!("{{{header}}}"), "optional": true, "doc": "A key." } });
            client.insert("auth".to_owned(), auth);
        }
        if self.chance(30) {
            client.insert(
                "headers".to_owned(),
                json!({ "rateLimit": { "limit": "x-limit", "retryAfter": "retry-after", "seen": true } }),
            );
        }
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
        for _ in 0..self.dice.usize(1..4) {
            let name = self.names.draw(Kind::Operation);
            let operation = self.rest_operation(&name, paging.as_ref().map(|(_, token)| token.as_str()));
            operations.insert(name, operation);
        }
        file.insert("operations".to_owned(), Value::Object(operations));
        if is_one_file {
            keys.extend(file.into_iter().filter(|(key, _)| key != "doc" && key != "chainloom"));
            return (vec![(path, keys)], variable);
        }
        let inner = format!("{path}/{}", self.names.draw(Kind::File));
        (vec![(path, keys), (inner, file)], variable)
    }

    /// The paging of a client, and the member of answers that holds the token.
    fn paging(&mut self) -> (Value, String) {
        let (token, size) = (self.names.draw(Kind::Parameter), self.names.draw(Kind::Parameter));
        let next = self.names.draw(Kind::Member);
        let query = json!({
            format!("{token}?"): { "type": "string", "doc": "Where to go on." },
            format!("{size}?"): { "type": "uint8", "range": "1..=100", "default": 10, "doc": "How many." },
        });
        let paging = json!({ "query": query, "next": next, "into": token, "size": size, "end": ["absent"], "life": { "hours": 1 } });
        (paging, next)
    }

    fn rest_operation(&mut self, name: &str, token: Option<&str>) -> Value {
        let verb = self.one_of(&["get", "post", "put", "patch", "delete"]);
        let mut path = format!("/{}", self.dice.u32(..));
        let mut keys = object(json!({ "doc": self.doc() }));
        let mut given = Map::new();
        let mut in_path = Members::default();
        for _ in 0..self.dice.usize(0..3) {
            let name = self.names.draw(Kind::Parameter);
            let made = self.plain();
            path.push_str(&format!("/{{{name}}}"));
            let made = self.attributed(made, false);
            in_path.push(&name, false, without(made, &["default", "deprecated", "since", "until"]));
        }
        keys.insert(verb.to_owned(), json!(path));
        self.place(&mut keys, &mut given, "path", in_path);
        let query = self.query();
        self.rules(&mut keys, &query);
        self.place(&mut keys, &mut given, "query", query);
        if self.chance(20) {
            let mut headers = Members::default();
            let made = match self.chance(40) {
                true => Made { ty: json!({ "list": "uint8", "doc": "A header." }), sample: json!([1, 2]) },
                false => Made { ty: json!({ "type": "string", "doc": "A header." }), sample: json!("text") },
            };
            headers.push(&self.names.draw(Kind::Parameter), true, made);
            self.place(&mut keys, &mut given, "headers", headers);
        }
        if verb != "get" {
            keys.insert("effect".to_owned(), json!(self.one_of(&["read", "idempotent", "once", "write"])));
        }
        if ["post", "put", "patch"].contains(&verb) {
            let body = self.parameters();
            self.place(&mut keys, &mut given, "body", body);
        }
        let response = match token {
            Some(token) if verb == "get" => Some(self.page(&mut keys, token)),
            _ => self.chance(85).then(|| self.any(2)),
        };
        self.finish(name, keys, given, "response", response)
    }

    fn place(&mut self, keys: &mut Map<String, Value>, given: &mut Map<String, Value>, place: &str, members: Members) {
        if !members.fields.is_empty() {
            keys.insert(place.to_owned(), Value::Object(members.fields));
            given.extend(members.sample);
        }
    }

    fn query(&mut self) -> Members {
        let mut query = Members::default();
        for _ in 0..self.dice.usize(0..4) {
            let (name, is_optional) = (self.names.draw(Kind::Parameter), self.chance(70));
            let made = self.plain();
            let made = match self.chance(20) {
                true => Made { ty: json!({ "list": made.ty, "join": "," }), sample: json!([made.sample]) },
                false => made,
            };
            let made = self.attributed(made, false);
            query.push(&name, is_optional, if is_optional { made } else { without(made, &["default"]) });
        }
        query
    }

    /// Parameters whose values are JSON; what may be left out comes last.
    fn parameters(&mut self) -> Members {
        let mut members = Members::default();
        let (required, optional) = (self.dice.usize(0..3), self.dice.usize(0..3));
        for at in 0..required + optional {
            let (name, is_optional) = (self.names.draw(Kind::Parameter), at >= required);
            let made = self.any(1);
            let made = self.attributed(made, false);
            members.push(&name, is_optional, if is_optional { made } else { without(made, &["default"]) });
        }
        members
    }

    fn rules(&mut self, keys: &mut Map<String, Value>, members: &Members) {
        let [first, second, ..] = members.optional.as_slice() else { return };
        let rule = match self.dice.u8(0..4) {
            0 => json!({ "atLeastOne": [first, second], "doc": "One of them." }),
            1 => json!({ "requires": { "when": [first], "need": [second] } }),
            _ => return,
        };
        keys.insert("rules".to_owned(), json!([rule]));
    }

    /// A page with a list and a token.
    fn page(&mut self, keys: &mut Map<String, Value>, token: &str) -> Made {
        let items = self.names.draw(Kind::Member);
        keys.insert("paginate".to_owned(), json!({ "items": items }));
        let item = self.any(1);
        let fields = json!({
            format!("{token}?"): { "type": "string", "doc": "Where to go on." },
            &items: { "list": item.ty, "doc": "The items." },
        });
        Made { ty: json!({ "fields": fields, "doc": "A page." }), sample: json!({ items: [item.sample] }) }
    }

    /// The answer and the example.
    fn finish(
        &mut self,
        name: &str,
        mut keys: Map<String, Value>,
        given: Map<String, Value>,
        word: &str,
        answer: Option<Made>,
    ) -> Value {
        self.call(name, &given, answer.as_ref().map_or(&Value::Null, |answer| &answer.sample));
        let mut example = object(json!({ "request": given }));
        if let Some(answer) = answer {
            keys.insert(word.to_owned(), answer.ty);
            example.insert("response".to_owned(), answer.sample);
        }
        keys.insert("examples".to_owned(), json!([example]));
        self.decorate(&mut keys, &["since", "until", "deprecated", "available", "limits", "notes", "seen", "source"]);
        Value::Object(keys)
    }

    pub(crate) fn rpc_client(&mut self) -> (Vec<File>, String) {
        let ((path, mut keys), variable) = self.client();
        let mut file = object(json!({ "chainloom": 1, "doc": "What it can do." }));
        let is_one_file = self.chance(25);
        self.rpc_service(&mut file);
        if !is_one_file {
            file.insert("types".to_owned(), Value::Object(self.types()));
        }
        let mut operations = Map::new();
        for _ in 0..self.dice.usize(1..4) {
            let name = self.names.draw(Kind::Operation);
            let operation = self.rpc_operation(&name);
            operations.insert(name, operation);
        }
        file.insert("operations".to_owned(), Value::Object(operations));
        if self.chance(40) {
            self.subscriptions(&mut file);
        }
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
                second: { "path": format!("{template}/b"), "doc": "Two.", "deprecated": { "since": "v1", "use": "the other" } },
            });
            file.insert("endpoints".to_owned(), endpoints);
        } else {
            file.insert("endpoint".to_owned(), json!(template));
        }
        let style = self.one_of(&["named", "positional", "object-in-array"]);
        let mut rpc = object(json!({ "params": style, "batch": self.chance(50) }));
        if self.chance(30) {
            rpc.insert("ids".to_owned(), json!("text"));
        }
        if self.chance(40) {
            let limit = json!({ "name": "LimitExceeded", "doc": "Too much was asked.", "retry": true });
            rpc.insert("errors".to_owned(), json!({ "-32005": limit, "-32601": "MethodNotFound" }));
        }
        file.insert("rpc".to_owned(), Value::Object(rpc));
        file.insert("effect".to_owned(), json!(self.one_of(&["read", "once", "write"])));
        self.decorate(file, &["source", "available", "notes", "limits"]);
    }

    fn rpc_operation(&mut self, called: &str) -> Value {
        let mut keys = object(json!({ "doc": self.doc(), "method": format!("m_{}", self.dice.u32(..)) }));
        let mut given = Map::new();
        let mut members = self.parameters();
        let fixed = self.chance(30).then(|| self.names.draw(Kind::Parameter));
        if let Some(name) = &fixed {
            members.fields.shift_insert(0, name.clone(), json!({ "type": "boolean", "doc": "Which variant." }));
        }
        self.place(&mut keys, &mut given, "params", members);
        let Some(name) = fixed else {
            let result = self.chance(90).then(|| self.any(2));
            return self.finish(called, keys, given, "result", result);
        };
        let (mut variants, mut examples) = (Map::new(), Vec::new());
        for value in [true, false] {
            let variant = self.names.draw(Kind::Variant);
            let result = self.any(2);
            variants
                .insert(variant.clone(), json!({ "doc": "One of two.", "fix": { &name: value }, "result": result.ty }));
            // What a variant fixes is no parameter of its call.
            self.call(&variant, &given, &result.sample);
            let mut request = given.clone();
            request.insert(name.clone(), json!(value));
            examples.push(json!({ "request": request, "response": result.sample, "variant": variant }));
        }
        keys.insert("variants".to_owned(), Value::Object(variants));
        keys.insert("examples".to_owned(), json!(examples));
        self.decorate(&mut keys, &["since", "until", "notes", "seen", "source"]);
        Value::Object(keys)
    }

    fn subscriptions(&mut self, file: &mut Map<String, Value>) {
        file.insert("websocket".to_owned(), json!({ "path": "/ws", "available": [{ "public": "yes" }] }));
        file.insert("subscribe".to_owned(), json!({ "call": "s_call", "cancel": "s_cancel", "notify": "s_notify" }));
        let mut keys = object(json!({ "doc": self.doc(), "item": self.any(1).ty }));
        let params = self.parameters();
        if !params.fields.is_empty() {
            keys.insert("params".to_owned(), Value::Object(params.fields));
        }
        self.decorate(&mut keys, &["available", "notes", "seen", "source"]);
        file.insert("subscriptions".to_owned(), json!({ self.names.draw(Kind::Subscription): keys }));
    }
}

/// The same without some attributes.
fn without(made: Made, attributes: &[&str]) -> Made {
    let mut keys = object(made.ty);
    for attribute in attributes {
        keys.shift_remove(*attribute);
    }
    Made { ty: Value::Object(keys), sample: made.sample }
}
