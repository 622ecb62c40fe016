//! The generated documents: every fact of the spec is in them.
#![allow(clippy::expect_used)]

mod finding;
mod openapi;
mod openrpc;
mod operator;
mod reference_data;
mod reference_page;
mod removal;
mod types;

use std::collections::BTreeMap;

use chainloom_tests::vectors::repository;
use serde_json::Value;

/// Returns the checked-in documents whose files have this ending, by name without it. They are what the spec makes:
/// `codegen --check` is a step of its own.
fn read_documents(ending: &str) -> BTreeMap<String, Value> {
    let folder = std::fs::read_dir(repository().join("generated/docs")).expect("the folder of the documents");
    let read = |path: std::path::PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned();
        Some((name, serde_json::from_str(&std::fs::read_to_string(&path).expect("a text")).expect("JSON")))
    };
    folder.filter_map(|entry| read(entry.expect("an entry").path())).collect()
}
