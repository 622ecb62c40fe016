//! Secrets in every place, the ways to show who calls, and headers that every request has.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: keys of a client, and what a
//! request must carry.

use serde_json::{Map, Value, json};

use super::maker::Maker;
use super::names::Kind;
use super::wire::Draft;

/// The secrets of a client and what it sends besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    secrets: Vec<Secret>,
    /// The ways of the client.
    ways: Option<Vec<Vec<usize>>>,
    headers: Map<String, Value>,
}

#[derive(Clone, Debug)]
struct Secret {
    name: String,
    value: &'static str,
    /// `header`, `query` or `cookie`, the name there, and the text there.
    sent: (&'static str, String, String),
}

impl Shown {
    /// What the builder of the client is given.
    pub(crate) fn values(&self) -> Value {
        self.secrets.iter().map(|secret| (secret.name.clone(), json!(secret.value))).collect::<Map<_, _>>().into()
    }
}

impl Maker {
    /// Secrets and constant headers of a client.
    pub(crate) fn auth(&mut self, client: &mut Map<String, Value>, vars: &mut Map<String, Value>) {
        (self.shown, self.own_ways) = (Shown::default(), None);
        let mut auth = Map::new();
        let mut places = vec!["header", "template", "scheme", "query", "cookie"];
        let count = if self.chance(60) { self.rng.usize(1..4) } else { 0 };
        for _ in 0..count {
            let place = places.remove(self.rng.usize(0..places.len()));
            let (name, keys) = self.secret(place, vars);
            auth.insert(name, keys);
        }
        if !auth.is_empty() {
            client.insert("auth".to_owned(), Value::Object(auth));
        }
        if count > 0 && self.chance(50) {
            let (ways, written) = self.ways();
            client.insert("security".to_owned(), written);
            self.shown.ways = Some(ways);
        }
        let mut headers = Map::new();
        if self.chance(30) {
            headers.insert(
                "rateLimit".to_owned(),
                json!({ "limit": "x-limit", "retryAfter": "retry-after", "seen": true }),
            );
        }
        if self.chance(30) {
            let name = self.names.draw(Kind::Parameter);
            self.shown.headers.insert(name.clone(), json!("always this"));
            headers.insert("send".to_owned(), json!({ name: "always this" }));
        }
        if !headers.is_empty() {
            client.insert("headers".to_owned(), Value::Object(headers));
        }
    }

    fn secret(&mut self, place: &str, vars: &mut Map<String, Value>) -> (String, Value) {
        let name = self.names.draw(Kind::Secret);
        let mut value = "s3cret";
        let (keys, sent) = match place {
            "header" => (
                json!({ "header": "X-Own-Key", "prefix": "Key " }),
                ("header", "X-Own-Key".to_owned(), "Key s3cret".to_owned()),
            ),
            "template" => {
                let header = self.names.draw(Kind::Variable);
                vars.insert(header.clone(), json!({ "default": "x-key", "doc": "A header." }));
                (json!({ "header": format!("{{{header}}}") }), ("header", "x-key".to_owned(), value.to_owned()))
            }
            "scheme" if self.chance(50) => {
                value = "user:pass";
                (json!({ "scheme": "basic" }), ("header", "authorization".to_owned(), "Basic dXNlcjpwYXNz".to_owned()))
            }
            "scheme" => {
                (json!({ "scheme": "bearer" }), ("header", "authorization".to_owned(), "Bearer s3cret".to_owned()))
            }
            "query" => {
                let key = self.names.draw(Kind::Parameter);
                (json!({ "query": key }), ("query", key, value.to_owned()))
            }
            _ => (json!({ "cookie": "sid" }), ("cookie", "sid".to_owned(), value.to_owned())),
        };
        let mut keys = super::maker::object(keys);
        keys.insert("doc".to_owned(), json!("A key."));
        if self.chance(40) {
            keys.insert("optional".to_owned(), json!(true));
        }
        self.shown.secrets.push(Secret { name: name.clone(), value, sent });
        (name, Value::Object(keys))
    }

    /// Ways to show who calls, by their numbers and as the spec writes them.
    fn ways(&mut self) -> (Vec<Vec<usize>>, Value) {
        let count = self.shown.secrets.len();
        let mut ways = Vec::new();
        for _ in 0..self.rng.usize(0..3) {
            let first = self.rng.usize(0..count);
            ways.push(if self.chance(50) { vec![first] } else { (first..count).collect() });
        }
        let name = |at: &usize| json!(self.shown.secrets[*at].name);
        let written = ways.iter().map(|way| match way.as_slice() {
            [only] => name(only),
            several => several.iter().map(name).collect(),
        });
        let written = written.collect();
        (ways, written)
    }

    /// What a request must carry, all secrets being set.
    pub(crate) fn show(&mut self, wire: &mut Map<String, Value>) {
        let ways = self.own_ways.clone().or_else(|| self.shown.ways.clone());
        let all: Vec<usize> = (0..self.shown.secrets.len()).collect();
        let chosen = ways.map_or(all, |ways| ways.first().cloned().unwrap_or_default());
        let mut carries = Vec::new();
        for at in chosen {
            let (place, key, text) = &self.shown.secrets[at].sent;
            carries.push(json!([place, key, text]));
        }
        wire.insert("secrets".to_owned(), json!(carries));
        wire.insert("always".to_owned(), Value::Object(self.shown.headers.clone()));
    }

    /// Perhaps other ways for an operation.
    pub(crate) fn own_security(&mut self, draft: &mut Draft) {
        self.own_ways = None;
        if !self.shown.secrets.is_empty() && self.chance(20) {
            let (ways, written) = self.ways();
            draft.keys.insert("security".to_owned(), written);
            self.own_ways = Some(ways);
        }
    }
}
