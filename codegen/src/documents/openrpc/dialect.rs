//! Dialect: converts JSON Schema 2020-12 to draft 7, which OpenRPC uses.
//!
//! Only one difference matters to our schemas: draft 7 ignores keywords next to a `$ref`.

use serde_json::{Value as Json, json};

/// Keywords whose values are data, not schemas.
const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

/// Converts a schema to draft 7: each `$ref` with other keywords next to it is moved into an `allOf`.
pub(super) fn to_draft_7(schema: Json) -> Json {
    match schema {
        Json::Array(items) => Json::Array(items.into_iter().map(to_draft_7).collect()),
        Json::Object(members) => {
            let is_data = |name: &str| DATA.contains(&name) || name.starts_with("x-");
            let members = members.into_iter();
            let members =
                members.map(|(name, value)| if is_data(&name) { (name, value) } else { (name, to_draft_7(value)) });
            let mut members: serde_json::Map<String, Json> = members.collect();
            if members.len() > 1 {
                if let Some(target @ Json::String(_)) = members.shift_remove("$ref") {
                    members.shift_insert(0, "allOf".to_owned(), json!([{ "$ref": target }]));
                }
            }
            Json::Object(members)
        }
        other => other,
    }
}
