//! The spec language as a JSON Schema, by which editors complete and check spec files.
//!
//! Input: the tables of keys that the parser reads by. Output: one JSON document (draft 2020-12).
//! The schema accepts every file that the generator accepts; mistakes that involve several places
//! of a file are left to the generator. All keys come from the tables; conditions across keys are
//! in `conditions`.

mod conditions;
mod shapes;

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::files::MARK;
use crate::language::mapping::Mapping as _;
use crate::language::table::{Need, Position, Shape, Table};
use crate::spec::document::{FileDecl, LibDecl, TYPE};
use crate::spec::parse::version::VERSION;
use shapes::{shape, to_def};

/// Returns the schema as text.
pub fn spec_schema() -> String {
    let mut defs = Map::new();
    for place in Position::ALL {
        defs.insert(shapes::type_name(place).to_owned(), shapes::type_at(place));
    }
    defs.insert("fields".to_owned(), shapes::fields());
    for (name, table) in tables() {
        defs.insert(name.to_owned(), mapping(table));
    }
    let keys_of_lib =
        LibDecl::TABLE.keys().map(|key| key.name).filter(|name| FileDecl::TABLE.keys().all(|key| key.name != *name));
    let is_lib: Vec<Json> = keys_of_lib.map(|name| json!({ "required": [name] })).collect();
    let schema = json!({
        "$comment": MARK,
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A spec file of chainloom, version {VERSION} of the language"),
        "description": "Made from the table of keys that the generator reads by.",
        "type": "object",
        "if": { "anyOf": is_lib },
        "then": to_def(LibDecl::TABLE.name),
        "else": to_def(FileDecl::TABLE.name),
        "$defs": defs,
    });
    format!("{schema:#}\n")
}

/// Returns all tables that can be reached from a file, by their names.
pub(super) fn tables() -> BTreeMap<&'static str, &'static Table> {
    let mut found = BTreeMap::new();
    let mut left: Vec<&'static Table> = vec![&FileDecl::TABLE, &LibDecl::TABLE, &TYPE];
    while let Some(table) = left.pop() {
        if found.insert(table.name, table).is_none() {
            table.keys().for_each(|key| collect_tables(key.shape, &mut left));
        }
    }
    found
}

/// Adds the tables that a shape names.
fn collect_tables(shape: Shape, into: &mut Vec<&'static Table>) {
    match shape {
        Shape::Keys(table) => into.push(table),
        Shape::List(inner)
        | Shape::Map(inner)
        | Shape::ByStatus(_, _, inner)
        | Shape::ByCode(inner)
        | Shape::Statuses(inner, _) => {
            collect_tables(*inner, into);
        }
        Shape::Either(shapes) => shapes.iter().for_each(|inner| collect_tables(*inner, into)),
        _ => {}
    }
}

/// Returns the schema of a mapping with known keys.
fn mapping(table: &'static Table) -> Json {
    let mut properties = Map::new();
    for key in table.keys() {
        properties.insert(key.name.to_owned(), with_doc(shape(key.shape), key.doc));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Json::Object(properties));
    schema.insert("additionalProperties".to_owned(), json!(false));
    let needed: Vec<&str> = table.keys().filter(|key| key.need != Need::No).map(|key| key.name).collect();
    if !needed.is_empty() {
        schema.insert("required".to_owned(), json!(needed));
    }
    let conditions = conditions::conditions(table);
    if !conditions.is_empty() {
        schema.insert("allOf".to_owned(), Json::Array(conditions));
    }
    Json::Object(schema)
}

/// Adds the description that an editor shows for a key.
fn with_doc(schema: Json, doc: &str) -> Json {
    let mut described = Map::new();
    described.insert("description".to_owned(), json!(doc));
    if let Json::Object(members) = schema {
        described.extend(members);
    }
    Json::Object(described)
}
