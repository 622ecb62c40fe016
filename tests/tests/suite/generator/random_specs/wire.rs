//! Expected requests: what must arrive of a call, by the description in the spec alone.
//!
//! Input: an operation on the way, with a value for each parameter. Output: parameters for the
//! call, and the request that they must become. It shares no code with the client;
//! `chainloom_tests::calling` compares the two.

use serde_json::{Map, Value, json};

use super::directions::sent;
use super::maker::Members;

/// An operation on the way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) keys: Map<String, Value>,
    /// The parts of the path before its parameters; for JSON-RPC none.
    pub(crate) path: Vec<String>,
    /// How the service takes parameters; for REST none.
    pub(crate) rpc: Option<String>,
    pub(crate) params: Vec<Param>,
    /// Values that are refused, by the name of the parameter.
    pub(crate) bad: Vec<(String, Value)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    place: &'static str,
    name: String,
    is_optional: bool,
    /// A constant is sent, and never given.
    is_constant: bool,
    keys: Map<String, Value>,
    value: Value,
}

impl Draft {
    /// Takes parameters into a place.
    pub(crate) fn put(&mut self, place: &'static str, members: Members) {
        let Members { fields, sample, optional, bad } = members;
        for (key, ty) in &fields {
            let shorter = key.strip_suffix('?').filter(|name| optional.iter().any(|other| other == name));
            let (name, is_optional) = (shorter.unwrap_or(key).to_owned(), shorter.is_some());
            let keys = ty.as_object().cloned().unwrap_or_default();
            let is_constant = keys.contains_key("const");
            let Some(value) = keys.get("const").or_else(|| sample.get(&name)).cloned() else { continue };
            let value = sent(value);
            self.params.push(Param { place, name, is_optional, is_constant, keys, value });
        }
        self.bad.extend(bad);
        if !fields.is_empty() {
            self.keys.insert(place.to_owned(), Value::Object(fields));
        }
    }

    /// Takes a body that is one value; the key says it, or `content` alone does.
    pub(crate) fn put_whole(&mut self, is_optional: bool, ty: Option<Value>, value: Value) {
        if let Some(ty) = ty {
            self.keys.insert(if is_optional { "body?" } else { "body" }.to_owned(), ty);
        }
        let (name, keys, value) = ("body".to_owned(), Map::new(), sent(value));
        self.params.push(Param { place: "whole", name, is_optional, is_constant: false, keys, value });
    }

    /// Fixes a parameter, as a variant does.
    pub(crate) fn fix(&mut self, name: &str, value: &Value) {
        for param in self.params.iter_mut().filter(|param| param.name == name) {
            (param.is_constant, param.value) = (true, value.clone());
        }
    }

    fn sent(&self, all: bool) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(move |param| all || !param.is_optional)
    }

    fn of(&self, place: &'static str, all: bool) -> impl Iterator<Item = &Param> {
        self.sent(all).filter(move |param| param.place == place)
    }

    /// What a call is given: all, or what it must have.
    pub(crate) fn given(&self, all: bool) -> Map<String, Value> {
        let given = self.sent(all).filter(|param| !param.is_constant);
        given.map(|param| (param.name.clone(), param.value.clone())).collect()
    }

    /// Whether a call may do with less, and what is left still keeps the rules.
    pub(crate) fn has_less(&self) -> bool {
        self.params.iter().any(|param| param.is_optional) && !self.keys.contains_key("rules")
    }

    /// The request that must arrive.
    pub(crate) fn wire(&self, all: bool) -> Map<String, Value> {
        let mut wire = Map::new();
        if let Some(style) = &self.rpc {
            wire.insert(
                "rpc".to_owned(),
                json!({ "method": self.keys["method"], "params": self.rpc_params(style, all) }),
            );
            return wire;
        }
        let verb =
            ["get", "head", "post", "put", "patch", "delete"].into_iter().find(|verb| self.keys.contains_key(*verb));
        let line = self.keys.get("request").and_then(Value::as_str);
        let other = line.and_then(|line| line.split(' ').next()).map(str::to_owned);
        let method = other.or(verb.map(str::to_uppercase)).expect("an operation has a method");
        wire.insert("method".to_owned(), json!(method));
        let mut path = self.path.clone();
        for param in self.of("path", all) {
            let text = param.one_text();
            match param.keys.contains_key("slashes") {
                true => path.extend(text.split('/').map(str::to_owned)),
                false => path.push(text),
            }
        }
        wire.insert("path".to_owned(), json!(path));
        let mut pairs = Vec::new();
        self.of("query", all).for_each(|param| param.pairs(&mut pairs, "repeated"));
        wire.insert("query".to_owned(), json!(pairs));
        let headers = self.of("headers", all);
        let headers: Vec<_> = headers.map(|param| json!([param.name, param.one_text()])).collect();
        wire.insert("headers".to_owned(), json!(headers));
        let cookies: Vec<_> = self.of("cookies", all).map(|param| json!([param.name, param.one_text()])).collect();
        wire.insert("cookies".to_owned(), json!(cookies));
        wire.extend(self.body(all));
        wire
    }

    fn rpc_params(&self, style: &str, all: bool) -> Value {
        let named = || Value::Object(self.sent(all).map(|param| (param.name.clone(), param.value.clone())).collect());
        match style {
            "named" => named(),
            "positional" => {
                let last = self.params.iter().rposition(|param| all || !param.is_optional).map_or(0, |at| at + 1);
                let items = self.params.iter().take(last);
                items.map(|param| if all || !param.is_optional { param.value.clone() } else { Value::Null }).collect()
            }
            _ => json!([named()]),
        }
    }

    /// The media type of the body and what it holds.
    fn body(&self, all: bool) -> Map<String, Value> {
        let content = self.keys.get("content").and_then(Value::as_str).unwrap_or("json");
        let members: Vec<&Param> = self.of("body", all).collect();
        let whole = self.of("whole", all).next();
        let has_members = self.keys.get("body").is_some_and(Value::is_object);
        if !has_members && whole.is_none() {
            return Map::new();
        }
        let style = self.keys.get("style").and_then(Value::as_str).unwrap_or("repeated");
        let named = members.iter().map(|param| (param.name.clone(), param.value.clone()));
        let (media, what, holds) = match content {
            "form" => {
                let mut pairs = Vec::new();
                members.iter().for_each(|param| param.pairs(&mut pairs, style));
                let of_whole = whole.and_then(|param| param.value.as_object()).into_iter().flatten();
                of_whole.for_each(|(name, value)| styled(&mut pairs, name.clone(), value, style));
                ("application/x-www-form-urlencoded", "pairs", json!(pairs))
            }
            "multipart" => {
                let parts: Vec<Value> = members.iter().flat_map(|param| param.parts(style)).collect();
                ("multipart/form-data", "parts", json!(parts))
            }
            "bytes" => ("application/octet-stream", "text", json!(whole.map(|param| text(&param.value)))),
            "text" => ("text/plain", "text", json!(whole.map(|param| text(&param.value)))),
            media if media.contains("json") || media == "merge-patch" => {
                let media = match media {
                    "json" => "application/json",
                    "merge-patch" => "application/merge-patch+json",
                    media => media,
                };
                (media, "json", whole.map_or_else(|| Value::Object(named.collect()), |param| param.value.clone()))
            }
            media => (media, "text", json!(whole.map(|param| text(&param.value)))),
        };
        // A form without a value is no body.
        if ["pairs", "parts"].contains(&what) && holds == json!([]) {
            return Map::new();
        }
        let chosen = self.of("headers", all).find(|param| param.name == "Content-Type");
        let media = chosen.map_or_else(|| media.to_owned(), |param| text(&param.value));
        [("media".to_owned(), json!(media)), (what.to_owned(), holds)].into_iter().collect()
    }
}

impl Param {
    fn join(&self) -> Option<&str> {
        self.keys.get("join").and_then(Value::as_str)
    }

    /// The value in one text, by the table of styles in `docs/language.md`.
    fn one_text(&self) -> String {
        let style = self.keys.get("style").and_then(Value::as_str).unwrap_or("joined");
        let explode = self.keys.contains_key("explode");
        let separator = match (style, explode) {
            ("label", true) => ".",
            ("matrix", true) => ";",
            _ => self.join().unwrap_or(","),
        };
        let inner = match &self.value {
            value if style == "json" => value.to_string(),
            Value::Object(members) => {
                let mark = if explode { "=" } else { separator };
                let pairs = members.iter().map(|(name, value)| format!("{name}{mark}{}", text(value)));
                pairs.collect::<Vec<_>>().join(separator)
            }
            value if style == "matrix" && explode => joined(value, &format!("{separator}{}=", self.name)),
            value => joined(value, separator),
        };
        match style {
            "label" => format!(".{inner}"),
            "matrix" if explode && self.value.is_object() => format!(";{inner}"),
            "matrix" => format!(";{}={inner}", self.name),
            _ => inner,
        }
    }

    fn pairs(&self, pairs: &mut Vec<(String, String)>, usual: &str) {
        let style = self.keys.get("style").and_then(Value::as_str).unwrap_or(usual);
        let is_one_text = ["joined", "json"].contains(&style) && self.keys.contains_key("style");
        match self.join() {
            _ if is_one_text => pairs.push((self.name.clone(), self.one_text())),
            Some(join) => pairs.push((self.name.clone(), joined(&self.value, join))),
            None => styled(pairs, self.name.clone(), &self.value, style),
        }
    }

    /// Parts of a body: name, name of the file, media type, and what is in it.
    fn parts(&self, usual: &str) -> Vec<Value> {
        let is_type = |name: &str| self.keys.get("type").is_some_and(|ty| ty == name);
        let part = |file: Option<&str>, media: Option<&str>, holds: String| json!([self.name, file, media, holds]);
        let bytes = Some("application/octet-stream");
        let style = self.keys.get("style").and_then(Value::as_str).unwrap_or(usual);
        match &self.value {
            value if is_type("file") => vec![part(Some("file"), bytes, text(value))],
            value if is_type("bytes") => vec![part(None, bytes, text(value))],
            _ if style != "repeated" || self.join().is_some() => {
                let mut pairs = Vec::new();
                self.pairs(&mut pairs, style);
                pairs.iter().map(|(name, holds)| json!([name, null, null, holds])).collect()
            }
            Value::Array(items) => items.iter().map(|item| part(None, None, text(item))).collect(),
            Value::Object(_) => vec![part(None, Some("application/json"), self.value.to_string())],
            value => vec![part(None, None, text(value))],
        }
    }
}

/// A list or an object in a query or a form, by the table of styles in `docs/language.md`.
fn styled(pairs: &mut Vec<(String, String)>, name: String, value: &Value, style: &str) {
    match value {
        Value::Array(_) | Value::Object(_) if style == "json" => pairs.push((name, value.to_string())),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let name = match (style, item.is_object() || item.is_array()) {
                    ("brackets", false) => format!("{name}[]"),
                    ("brackets" | "indices", _) => format!("{name}[{at}]"),
                    ("dots", true) => format!("{name}.{at}"),
                    _ => name.clone(),
                };
                styled(pairs, name, item, style);
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                let name = if style == "dots" { format!("{name}.{member}") } else { format!("{name}[{member}]") };
                styled(pairs, name, value, style);
            }
        }
        value => pairs.push((name, text(value))),
    }
}

fn joined(value: &Value, join: &str) -> String {
    match value {
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(join),
        value => text(value),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
