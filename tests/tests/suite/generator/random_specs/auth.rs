//! Secrets in every place, the ways to show who calls, and headers that every request has.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: keys of a client, and what a
//! request must carry.

use serde_json::{Map, Value, json};

use super::maker::{Maker, object};
use super::names::Kind;
use super::wire::Draft;

/// The secrets of a client and what it sends besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    secrets: Vec<Secret>,
    /// The ways of the client.
    ways: Option<Vec<Vec<usize>>>,
    headers: Map<String, Value>,
    servers: Vec<Server>,
    /// The server of the operation or of the service at hand, if it is not at the base URL.
    server: Option<usize>,
}

#[derive(Clone, Debug)]
struct Server {
    name: String,
    ways: Vec<Vec<usize>>,
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

impl Shown {
    /// The names of the servers, whose places are told apart by their ports.
    pub(crate) fn servers(&self) -> Value {
        self.servers.iter().map(|server| json!(server.name)).collect()
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
        if self.chance(30) {
            let servers = self.servers(vars);
            client.insert("servers".to_owned(), servers);
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
        let mut keys = object(keys);
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

    /// Servers besides that of the base URL.
    fn servers(&mut self, vars: &mut Map<String, Value>) -> Value {
        let mut servers = Map::new();
        for _ in 0..self.rng.usize(1..3) {
            let name = self.names.draw(Kind::Server);
            let mut keys = object(json!({ "baseUrl": "https://other.example/v1", "doc": "Another place." }));
            if self.chance(40) {
                let variable = self.names.draw(Kind::Variable);
                vars.insert(variable.clone(), json!({ "default": "https://third.example", "doc": "Where else." }));
                keys.insert("baseUrl".to_owned(), json!(format!("{{{variable}}}/v1")));
            }
            let mut ways = Vec::new();
            if !self.shown.secrets.is_empty() && self.chance(60) {
                let written;
                (ways, written) = self.ways();
                keys.insert("security".to_owned(), written);
            }
            servers.insert(name.clone(), Value::Object(keys));
            self.shown.servers.push(Server { name, ways });
        }
        Value::Object(servers)
    }

    /// Perhaps another server, for an operation or a service.
    pub(crate) fn server(&mut self, keys: &mut Map<String, Value>) {
        self.shown.server = None;
        if !self.shown.servers.is_empty() && self.chance(50) {
            let at = self.rng.usize(0..self.shown.servers.len());
            keys.insert("server".to_owned(), json!(self.shown.servers[at].name));
            self.shown.server = Some(at);
        }
    }

    /// What a request must carry, all secrets being set.
    pub(crate) fn show(&mut self, wire: &mut Map<String, Value>) {
        let of_place = match self.shown.server {
            Some(at) => Some(self.shown.servers[at].ways.clone()),
            None => self.shown.ways.clone(),
        };
        let ways = self.own_ways.clone().or(of_place);
        let all: Vec<usize> = (0..self.shown.secrets.len()).collect();
        let chosen = ways.map_or(all, |ways| ways.first().cloned().unwrap_or_default());
        let (mut carries, mut hides) = (Vec::new(), Vec::new());
        for (at, secret) in self.shown.secrets.iter().enumerate() {
            let (place, key, text) = &secret.sent;
            if chosen.contains(&at) { &mut carries } else { &mut hides }.push(json!([place, key, text]));
        }
        wire.insert("secrets".to_owned(), json!(carries));
        wire.insert("hidden".to_owned(), json!(hides));
        wire.insert("port".to_owned(), json!(self.shown.server.map_or(9, |at| 10 + at)));
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
