//! The samples of an API, as its documentation shows them.
//!
//! Input: `wire.json` of a folder. Output: the samples as data. JSON keeps the digits of numbers as
//! they are documented.

use std::collections::BTreeMap;

use chainloom::runtime as rt;
use chainloom_tests::vectors::repository;
use serde_json::{Map, Value};

/// The samples of one API.
pub(crate) struct Wire {
    /// What the URL and the headers of the client are made of.
    pub(crate) vars: BTreeMap<String, String>,
    /// Invented secrets.
    pub(crate) secrets: BTreeMap<String, String>,
    pub(crate) samples: Vec<Sample>,
}

/// A call with all that is known of it.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) name: String,
    /// The id of the operation.
    pub(crate) operation: String,
    /// The parameters.
    pub(crate) input: Value,
    /// In place of those of the API.
    pub(crate) secrets: Option<BTreeMap<String, String>>,
    /// Requests and responses; more than one if a redirect is followed.
    pub(crate) exchanges: Vec<(Value, Value)>,
    pub(crate) expected: Expectation,
    /// Whether it can only be called by its type, because its response is a stream.
    pub(crate) is_typed_only: bool,
}

/// What the caller is given.
#[derive(Clone)]
pub(crate) enum Expectation {
    Value(Value),
    Error(Failure),
}

/// What is known of an error.
#[derive(Clone)]
pub(crate) struct Failure {
    status: Option<u16>,
    code: Option<i64>,
    says: Vec<String>,
}

impl Wire {
    /// The samples of the folder of this name.
    pub(crate) fn of(api: &str) -> Self {
        let file = repository().join("tests/data/foreign").join(api).join("wire.json");
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let samples = json["samples"].as_array().unwrap().iter().map(sample).collect();
        Self { vars: texts(&json["vars"]), secrets: texts(&json["secrets"]), samples }
    }

    /// The sample of this name.
    pub(crate) fn sample(&self, name: &str) -> &Sample {
        self.samples.iter().find(|sample| sample.name == name).unwrap_or_else(|| panic!("there is no sample `{name}`"))
    }
}

impl Sample {
    /// Status of the last response.
    pub(crate) fn status(&self) -> u16 {
        let status = self.exchanges.last().and_then(|(_, response)| response["status"].as_u64());
        status.map_or(200, |status| u16::try_from(status).unwrap())
    }
}

fn texts(json: &Value) -> BTreeMap<String, String> {
    let members = json.as_object().into_iter().flatten();
    members.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect()
}

fn sample(json: &Value) -> Sample {
    const KEYS: [&str; 11] = [
        "name", "source", "note", "operation", "input", "secrets", "request", "response", "exchanges", "gives", "error",
    ];
    let text = |key: &str| json[key].as_str().unwrap_or_else(|| panic!("`{key}` is missing: {json}")).to_owned();
    let unknown = json.as_object().unwrap().keys().find(|key| !KEYS.contains(&key.as_str()) && *key != "typedOnly");
    assert!(unknown.is_none(), "{}: {unknown:?} means nothing", json["name"]);
    assert!(text("source").starts_with("https://"), "{}: its source is the address of a page", json["name"]);
    let exchanges: Vec<(Value, Value)> = match json.get("exchanges") {
        Some(Value::Array(all)) => all.iter().map(|one| (one["request"].clone(), one["response"].clone())).collect(),
        _ => vec![(json["request"].clone(), json["response"].clone())],
    };
    let last = exchanges.last().map(|(_, response)| response).unwrap();
    let expected = match (json.get("error"), json.get("gives")) {
        (Some(error), _) => Expectation::Error(failure(error)),
        (_, Some(gives)) => Expectation::Value(gives.clone()),
        // The result of a JSON-RPC response, or else the body.
        _ => Expectation::Value(last["body"].get("result").filter(|_| is_rpc(last)).unwrap_or(&last["body"]).clone()),
    };
    Sample {
        name: text("name"),
        operation: text("operation"),
        input: json.get("input").cloned().unwrap_or_else(|| Value::Object(Map::new())),
        secrets: json.get("secrets").map(texts),
        is_typed_only: json.get("typedOnly").is_some_and(|only| only == &Value::Bool(true)),
        exchanges,
        expected,
    }
}

/// Whether a body has the members of a JSON-RPC response.
fn is_rpc(response: &Value) -> bool {
    let has = |name| response["body"].get(name).is_some();
    has("id") && (has("result") || has("error"))
}

fn failure(json: &Value) -> Failure {
    let says = json["says"].as_array().into_iter().flatten();
    Failure {
        status: json["status"].as_u64().map(|status| u16::try_from(status).unwrap()),
        code: json["code"].as_i64(),
        says: says.map(|text| text.as_str().unwrap().to_owned()).collect(),
    }
}

impl Failure {
    /// Holds an error against what is known of it.
    pub(crate) fn check(&self, error: &rt::Error) -> Result<(), String> {
        let (text, status) = (error.to_string(), error.status().map(|status| status.as_u16()));
        if self.status.is_some() && status != self.status {
            return Err(format!("expected the status {:?}: {text}", self.status));
        }
        if self.code.is_some() && error.rpc_code() != self.code {
            return Err(format!("expected the code {:?}, found {:?}: {text}", self.code, error.rpc_code()));
        }
        match self.says.iter().find(|part| !text.contains(part.as_str())) {
            Some(part) => Err(format!("the error does not say `{part}`: {text}")),
            None => Ok(()),
        }
    }
}
