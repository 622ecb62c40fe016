//! The standard documents: what other tools read in place of our spec.
//!
//! Input: a checked [`Model`]. Output: path and text of each document. Each kind has a module of its own, which gives
//! the names of its files with their documents; folder, order, mark and text are decided here.

use serde_json::{Map, Value as Json};

use super::{openapi, openrpc};
use crate::documents::spec_schema::spec_schema;
use crate::files::MARK;
use crate::model::Model;

/// Path and text of all standard documents, sorted by path.
pub fn documents(model: &Model) -> Vec<(String, String)> {
    let all = openapi::documents(model).into_iter().chain(openrpc::documents(model));
    let mut texts: Vec<(String, String)> =
        all.map(|(name, document)| (format!("docs/{name}"), text(document))).collect();
    texts.push(("docs/spec.schema.json".to_owned(), spec_schema()));
    texts.sort();
    texts
}

/// Pretty JSON, two spaces a level, with a line feed at its end. Its first member is the mark by which we know it again.
fn text(document: Json) -> String {
    let mut marked = Map::new();
    marked.insert("x-generated-by".to_owned(), MARK.into());
    if let Json::Object(members) = document {
        marked.extend(members);
    }
    format!("{:#}\n", Json::Object(marked))
}
