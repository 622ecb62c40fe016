//! Members of JSON objects in documents: helpers that add members, and links to external documentation.

use serde_json::{Map, Value as Json, json};

use crate::model::{Model, Source};

/// Members of a JSON object, in order.
pub(crate) type Members = Map<String, Json>;

/// Adds a member; nothing for `None`.
pub(crate) fn put(out: &mut Members, name: &str, value: Option<Json>) {
    if let Some(value) = value {
        out.insert(name.to_owned(), value);
    }
}

/// Adds an array; nothing if it is empty.
pub(crate) fn put_all(out: &mut Members, name: &str, values: impl Iterator<Item = Json>) {
    let values: Vec<Json> = values.collect();
    put(out, name, (!values.is_empty()).then_some(Json::Array(values)));
}

/// Returns the link to a source document, as OpenAPI and OpenRPC write it; `None` if the document
/// has no public URL.
pub(crate) fn external_docs(model: &Model, source: Option<&Source>) -> Option<Json> {
    let source = source?;
    let document = model.document_of(source)?;
    let url = document.url.as_ref()?;
    let section = match source.parts() {
        (_, "") => String::new(),
        (_, section) => format!(", {section}"),
    };
    Some(json!({ "description": format!("{}{section}", document.title), "url": url }))
}

/// Returns the values without repetitions, in order.
pub(crate) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut out = Vec::new();
    for value in values {
        if !out.contains(&value) {
            out.push(value);
        }
    }
    out
}
