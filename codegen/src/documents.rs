//! Documents: standard descriptions of the API that other tools read.
//!
//! Input: a [`crate::model::Model`]. Output: JSON texts. Nothing here knows Rust.

pub(crate) mod extensions;
pub(crate) mod json_schema;
pub(crate) mod openapi;
pub(crate) mod openrpc;
mod refusals;
pub(crate) mod spec_schema;

use serde_json::{Map, Value as Json};

use crate::files::MARK;

/// Pretty JSON, two spaces a level, with a line feed at its end. Its first member is the mark of
/// the generator.
fn text(document: Json) -> String {
    let mut marked = Map::new();
    marked.insert("x-generated-by".to_owned(), MARK.into());
    if let Json::Object(members) = document {
        marked.extend(members);
    }
    format!("{:#}\n", Json::Object(marked))
}
