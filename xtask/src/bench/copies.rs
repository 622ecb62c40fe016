//! Copies an API many times, as a spec and as an OpenAPI document.
//!
//! Input: the spec of this repository, or a document. Output: each file, path, operation and schema
//! once per copy, under a unique name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_command::Failure;
use serde_json::{Map, Value, json};

use super::generators::API;
use crate::texts::{read, write};
use crate::workspace::Workspace;

const SPEC: &str = "spec";
/// Files that all copies use.
const SHARED: [&str; 2] = ["lib.yaml", "scalars.yaml"];
/// Component kind whose names get no suffix, because they are referenced by name instead of `$ref`.
const SCHEMES: &str = "securitySchemes";

/// Writes a spec in which each copy is a client with separate files.
pub(super) fn write_spec(workspace: &Workspace, folder: &Path, count: usize) -> Result<(), Failure> {
    let spec = workspace.path(SPEC);
    for name in SHARED {
        write(&folder.join(name), &read(&spec.join(name))?)?;
    }
    let client = read(&spec.join(format!("{API}.yaml")))?;
    let modules = modules(&spec.join(API))?;
    for copy in 0..count {
        let name = format!("{API}{copy}");
        write(&folder.join(format!("{name}.yaml")), &rename_service(&client, &name))?;
        for (file, text) in &modules {
            write(&folder.join(&name).join(file), &rename_service(text, &name))?;
        }
    }
    Ok(())
}

/// Reads the files of a client: their names and texts.
fn modules(folder: &Path) -> Result<Vec<(PathBuf, String)>, Failure> {
    let cannot = |error: std::io::Error| Failure::io("cannot read the folder", folder, &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        found.push((entry.file_name().into(), read(&entry.path())?));
    }
    Ok(found)
}

/// Renames the service, the feature and the used files of a copied spec file.
fn rename_service(text: &str, name: &str) -> String {
    let text = text.replace(&format!(" {API}/"), &format!(" {name}/"));
    let line = |key: &str, name: &str| format!("\n{key}: {name}\n");
    ["service", "feature"].iter().fold(text, |text, key| text.replace(&line(key, API), &line(key, name)))
}

/// Returns a document with all copies.
pub(super) fn document(one: &Value, count: usize) -> Value {
    let (mut paths, mut components) = (Map::new(), BTreeMap::<String, Map<String, Value>>::new());
    for copy in 0..count {
        let (mut part, ending) = (one.clone(), format!("Copy{copy}"));
        rename(&mut part, &ending);
        paths.extend(members(&mut part["paths"]).map(|(path, value)| (format!("/copy{copy}{path}"), value)));
        for (kind, mut things) in members(&mut part["components"]) {
            let ending = if kind == SCHEMES { "" } else { &ending };
            let things = members(&mut things).map(|(name, thing)| (name + ending, thing));
            components.entry(kind).or_default().extend(things);
        }
    }
    let mut whole = one.clone();
    whole["paths"] = Value::Object(paths);
    whole["components"] = json!(components);
    whole
}

/// Appends `ending` to operation IDs, tags and references.
fn rename(value: &mut Value, ending: &str) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, ending)),
        Value::Object(members) => {
            for (name, value) in members {
                match (name.as_str(), &mut *value) {
                    ("$ref" | "operationId", Value::String(text)) => text.push_str(ending),
                    ("tags", Value::Array(tags)) => tags.iter_mut().for_each(|tag| append(tag, ending)),
                    _ => rename(value, ending),
                }
            }
        }
        _ => {}
    }
}

/// Appends `ending` to a text.
fn append(value: &mut Value, ending: &str) {
    if let Value::String(text) = value {
        text.push_str(ending);
    }
}

/// Takes the members out of an object.
fn members(value: &mut Value) -> impl Iterator<Item = (String, Value)> + use<> {
    let members = match value.take() {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    members.into_iter()
}
