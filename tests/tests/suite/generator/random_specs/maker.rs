//! One spec: its files, with names from outside.
//!
//! Input: a seed, and the names to force. Output: the texts of the files, which are right with
//! plain names. Every example that a spec has is right, too, so that each operation can be called
//! with it.

use serde_json::{Map, Value, json};

use super::auth::Shown;
use super::names::{Kind, Names};
use super::responses::ResponseSample;
use super::wire::Draft;

/// A spec on the way.
pub(crate) struct Maker {
    pub(crate) rng: fastrand::Rng,
    pub(crate) names: Names,
    /// What the files at the root declare.
    pub(crate) shared: Vec<NamedType>,
    /// What the file at hand declares.
    pub(crate) own: Vec<NamedType>,
    /// The service whose operations are being made.
    pub(crate) service: String,
    /// How that service takes parameters, if it is one of JSON-RPC.
    pub(crate) style: String,
    /// The operation of that service that returns the latest height.
    pub(crate) latest: Option<String>,
    /// Types that operations of the file at hand need, beside those that it has.
    pub(crate) later: Map<String, Value>,
    /// The secrets of the client at hand, and the ways of the operation at hand to show them.
    pub(crate) shown: Shown,
    pub(crate) own_ways: Option<Vec<Vec<usize>>>,
    /// Arguments and responses of each typed call.
    pub(crate) calls: Vec<Value>,
}

/// A type that has a name.
#[derive(Clone, Debug)]
pub(crate) struct NamedType {
    pub(crate) made: Sample,
    /// A record can be extended, and a text can be the key of a map.
    pub(crate) is_record: bool,
    pub(crate) is_scalar: bool,
}

/// A use of a type, and a value of it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) ty: Value,
    pub(crate) sample: Value,
}

/// A file: its path and its keys.
pub(crate) type File = (String, Map<String, Value>);

/// The members of an object and a value for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    pub(crate) fields: Map<String, Value>,
    pub(crate) sample: Map<String, Value>,
    /// The names of those that may be left out.
    pub(crate) optional: Vec<String>,
    /// Values that are refused, by the names of their parameters.
    pub(crate) bad: Vec<(String, Value)>,
}

impl Members {
    pub(crate) fn push(&mut self, name: &str, is_optional: bool, made: Sample) {
        let mark = if is_optional { "?" } else { "" };
        self.fields.insert(format!("{name}{mark}"), made.ty);
        self.sample.insert(name.to_owned(), made.sample);
        if is_optional {
            self.optional.push(name.to_owned());
        }
    }

    /// A parameter that has one value and is never given.
    pub(crate) fn push_constant(&mut self, name: &str, value: Value) {
        self.fields.insert(name.to_owned(), json!({ "const": value, "doc": "Always this." }));
    }
}

/// A spec as texts, the names in it, and how its operations are called.
pub(crate) struct Spelt {
    pub(crate) files: Vec<(String, String)>,
    pub(crate) names: Names,
    pub(crate) calls: Vec<Value>,
}

/// The files of a spec.
pub(crate) fn make(seed: u64, names: Names) -> Spelt {
    let mut maker = Maker {
        rng: fastrand::Rng::with_seed(seed),
        names,
        shared: Vec::new(),
        own: Vec::new(),
        service: String::new(),
        style: String::new(),
        latest: None,
        later: Map::new(),
        shown: Shown::default(),
        own_ways: None,
        calls: Vec::new(),
    };
    let mut files = vec![maker.scalars()];
    let mut settings = Vec::new();
    for _ in 0..1 + usize::from(maker.chance(30)) {
        let is_rpc = maker.chance(50);
        let (made, variable) = if is_rpc { maker.rpc_client() } else { maker.rest_client() };
        files.extend(made);
        settings.push(variable);
    }
    if maker.chance(60) {
        files.push(maker.deployment(&settings));
    }
    let texts = files.into_iter().map(|(path, keys)| (format!("{path}.yaml"), text(&keys))).collect();
    Spelt { files: texts, names: maker.names, calls: maker.calls }
}

impl Maker {
    pub(crate) fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(0..100) < percent
    }

    /// Calls of an operation: with all parameters, with those that it must have, and with values
    /// that are refused.
    pub(crate) fn call(&mut self, name: &str, draft: &Draft, answered: &ResponseSample) {
        let id = format!("{}.{name}", self.service);
        for all in [true, false].into_iter().take(if draft.has_less() { 2 } else { 1 }) {
            let mut wire = draft.wire(all);
            self.show(&mut wire);
            let mut call = json!({ "id": id, "request": draft.given(all), "response": answered.typed, "wire": wire });
            call["comes"] = json!(answered.comes);
            call["secrets"] = self.shown.values();
            call["servers"] = self.shown.servers();
            self.calls.push(call);
        }
        for (parameter, value) in &draft.bad {
            let mut request = draft.given(true);
            request.insert(parameter.clone(), value.clone());
            let mut call = json!({ "id": id, "request": request, "refused": parameter });
            call["secrets"] = self.shown.values();
            call["servers"] = self.shown.servers();
            self.calls.push(call);
        }
    }

    pub(crate) fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.usize(0..words.len())]
    }

    pub(crate) fn doc(&mut self) -> Value {
        let docs = [
            "What it is.",
            "Said in `code` and [brackets].",
            "First.\n\n# A title\n\n- a point\n- another",
            "\"quoted\" \\ <b>",
        ];
        json!(self.one_of(&docs))
    }

    /// What many things may have beside the rest; nothing acts on it.
    pub(crate) fn decorate(&mut self, keys: &mut Map<String, Value>, which: &[&str]) {
        for key in which {
            if !self.chance(12) {
                continue;
            }
            let value = match *key {
                "since" | "until" => json!("v1.2"),
                "seen" => json!(true),
                "source" => json!("document 1.2"),
                "notes" => json!([{ "text": "Nothing acts on it.", "seen": true, "source": "seen" }]),
                "limits" => json!([
                    { "what": "calls", "value": 40, "status": 429, "doc": "A minute." },
                    { "what": self.one_of(&["requests", "cost"]), "max": 10, "per": "minute", "tier": "most" },
                ]),
                "cost" => json!(20),
                "available" => {
                    let word = self.one_of(&["flag", "config", "public", "chains", "archive", "served"]);
                    json!([{ word: "--with-it", "doc": "Only then." }])
                }
                "deprecated" => json!({ "since": "v1.1", "use": "another", "doc": "It is old." }),
                other => panic!("what is {other}?"),
            };
            keys.insert((*key).to_owned(), value);
        }
    }

    fn deployment(&mut self, variables: &[String]) -> File {
        let path = format!("deployments/{}", self.names.draw(Kind::File));
        let vars: Map<String, Value> =
            variables.iter().map(|name| (name.clone(), json!("http://127.0.0.1:9"))).collect();
        let keys = json!({ "chainloom": 1, "doc": "A place.", "deployment": { "vars": vars, "missing": ["none_*"] } });
        (path, object(keys))
    }
}

pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(keys) => keys,
        other => panic!("{other} is no object"),
    }
}

/// YAML that a person can read: two levels in lines, what is below them as JSON.
fn text(keys: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in keys {
        match value {
            Value::Object(inner)
                if !inner.is_empty() && ["scalars", "types", "operations", "subscriptions"].contains(&key.as_str()) =>
            {
                text.push_str(&format!("{key}:\n"));
                for (key, value) in inner {
                    text.push_str(&format!("  {}: {value}\n", Value::from(key.as_str())));
                }
            }
            _ => text.push_str(&format!("{key}: {value}\n")),
        }
    }
    with_integer_keys(&text)
}

/// What the key of a whole number begins with until the text is made: JSON has no such keys, and a
/// quoted one is a text.
const INTEGER: &str = "integer key ";

/// The key of a whole number.
pub(crate) fn integer_key(value: i64) -> String {
    format!("{INTEGER}{value}")
}

fn with_integer_keys(text: &str) -> String {
    let begin = format!("\"{INTEGER}");
    let mut parts = text.split(&begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &part.replacen("\":", ": ", 1))
}
