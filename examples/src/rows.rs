//! The methods of a row.
//!
//! Input: a JSON-RPC request. Output: its result or an error. Unknown parameters are refused.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Forecast;
use crate::server::Orchard;

/// A tree, as it goes over the wire.
#[derive(Clone, Serialize)]
pub(crate) struct Tree {
    tag: String,
    species: String,
    state: Value,
}

impl Tree {
    pub(crate) fn species(&self) -> &str {
        &self.species
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    jsonrpc: String,
    pub(crate) id: Value,
    method: String,
    #[serde(default)]
    params: Value,
}

pub(crate) struct Refusal {
    pub(crate) code: i64,
    pub(crate) message: String,
}

fn refuse(code: i64, message: impl ToString) -> Refusal {
    Refusal { code, message: message.to_string() }
}

pub(crate) fn respond(orchard: &mut Orchard, row: &str, request: Request) -> Result<Value, Refusal> {
    if request.jsonrpc != "2.0" {
        return Err(refuse(-32600, "this is no JSON-RPC 2.0"));
    }
    if row != "north" {
        return Err(refuse(-32001, "there is no such row"));
    }
    match request.method.as_str() {
        "tree.plant" => plant(orchard, read(request.params)?),
        "tree.find" => find(orchard, read(request.params)?),
        "tree.list" => read(request.params).map(|Nothing {}| json!(orchard.trees)),
        "tree.water" => water(orchard, &read(request.params)?),
        "tree.sprinkle" => read(request.params).map(|Sprinkle { tag }| json!(tree(orchard, &tag).is_some())),
        "row.forecast" => read(request.params).map(|Nothing {}| json!(forecast())),
        _ => Err(refuse(-32601, "there is no such method")),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    let params = if params.is_null() { json!({}) } else { params };
    serde_json::from_value(params).map_err(|error| refuse(-32602, error))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sprinkle {
    tag: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plant {
    species: String,
    depth: Option<u32>,
}

/// The tag of a tree is its place and the depth of its roots.
fn plant(orchard: &mut Orchard, wish: Plant) -> Result<Value, Refusal> {
    let tag = format!("0x{:04x}{:04x}", orchard.trees.len(), wish.depth.unwrap_or(40));
    orchard.trees.push(Tree { tag: tag.clone(), species: wish.species, state: json!({ "is": "sapling" }) });
    Ok(json!(tag))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Find {
    key: Value,
}

fn find(orchard: &mut Orchard, wish: Find) -> Result<Value, Refusal> {
    let found = match &wish.key {
        Value::Number(place) => place.as_u64().and_then(|place| orchard.trees.get(usize::try_from(place).ok()?)),
        Value::String(tag) => tree(orchard, tag).map(|tree| &*tree),
        _ => return Err(refuse(-32602, "a tree has a place or a tag")),
    };
    found.map(|tree| json!(tree)).ok_or_else(|| refuse(-32002, "there is no such tree"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Water {
    tags: Vec<String>,
    litres: u32,
}

/// Ten litres make a tree bear one fruit.
fn water(orchard: &mut Orchard, wish: &Water) -> Result<Value, Refusal> {
    for tag in &wish.tags {
        let tree = tree(orchard, tag).ok_or_else(|| refuse(-32002, "there is no such tree"))?;
        if wish.litres >= 10 {
            tree.state = json!({ "is": "bearing", "fruits": wish.litres / 10 });
        }
    }
    Ok(json!(orchard.trees.iter().filter(|tree| tree.state["is"] == "bearing").count()))
}

fn tree<'o>(orchard: &'o mut Orchard, tag: &str) -> Option<&'o mut Tree> {
    orchard.trees.iter_mut().find(|tree| tree.tag == tag)
}

fn forecast() -> Forecast {
    Forecast { rain: 12.5, days: vec!["sun".to_owned(), "rain".to_owned()] }
}
