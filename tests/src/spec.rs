//! The spec of this repository, checked.
//!
//! Input: the files in `spec/`. Output: the [`Model`] that all generated files come from, for tests
//! that hold other things against it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use chainloom_codegen::model::{CallView, Model, to_json};
use chainloom_codegen::{NamedModel, SourceFile, name, read_sources};
use serde_json::Value;

use crate::vectors::repository;

/// The checked model, read once.
///
/// # Errors
///
/// A file cannot be read, or the spec has mistakes; the text has them all.
pub fn model() -> Result<&'static Model, &'static str> {
    named().map(NamedModel::model)
}

/// The checked model with the names in Rust, read once.
///
/// # Errors
///
/// As [`model`].
pub fn named() -> Result<&'static NamedModel, &'static str> {
    static NAMED: OnceLock<Result<NamedModel, String>> = OnceLock::new();
    NAMED.get_or_init(read).as_ref().map_err(String::as_str)
}

/// A typed call by its id: service, dot, name.
pub fn typed_call(id: &str) -> Option<CallView<'static>> {
    let model = model().ok()?;
    model.typed_calls().find(|call| self::id(model, *call) == id)
}

/// The id of a typed call.
pub fn id(model: &Model, call: CallView<'_>) -> String {
    call.id_of(&model.services[call.operation.service.0])
}

/// The parameters of the first example of a typed call; none where there is no example. Those that a
/// variant fixes are no parameters of the typed call.
pub fn example_input(call: CallView<'_>) -> Value {
    let is_fixed = |name: &str| call.fixed_params().any(|(fixed, _)| fixed == name);
    let given = call.own.examples.first().into_iter().flat_map(|example| &example.request);
    let given = given.filter(|(name, _)| !is_fixed(name));
    Value::Object(given.map(|(name, value)| (name.clone(), to_json(value))).collect())
}

fn read() -> Result<NamedModel, String> {
    let sources = sources()?;
    name(&sources, &[]).map_err(|mistakes| mistakes.render(&sources, false))
}

/// The texts of its files.
///
/// # Errors
///
/// A file cannot be read, or is no text.
pub fn sources() -> Result<Vec<SourceFile>, String> {
    let folder = repository().join("spec");
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    let read = files.iter().map(|file| {
        let path = file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(file).map_err(|error| format!("{path}: {error}"))?;
        Ok((path, bytes))
    });
    let read = read.collect::<Result<Vec<_>, String>>()?;
    read_sources("spec", read).map_err(|mistakes| mistakes.render(&[], false))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}
