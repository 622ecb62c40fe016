//! The nodes of the spec in a document: each is what the spec file says, and none is missing.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chainloom_codegen::model::Client;
use chainloom_disk::read_folder;
use chainloom_tests::vectors::repository;
use serde_json::{Map, Value as Json};
use serde_yaml::Value as Yaml;

use super::super::finding::Finding;

/// All files of the spec as JSON, by their paths without ending.
fn files() -> &'static BTreeMap<String, Json> {
    static FILES: OnceLock<BTreeMap<String, Json>> = OnceLock::new();
    FILES.get_or_init(|| {
        let files = read_folder(&repository().join("spec")).expect("the spec").files.into_iter();
        files
            .map(|file| {
                let read: Yaml =
                    serde_yaml::from_slice(&file.bytes).unwrap_or_else(|why| panic!("{}: {why}", file.path));
                (file.path.trim_end_matches(".yaml").to_owned(), json(&read))
            })
            .collect()
    })
}

/// YAML as JSON, with all numbers as floats.
fn json(value: &Yaml) -> Json {
    match value {
        Yaml::Null => Json::Null,
        Yaml::Bool(flag) => (*flag).into(),
        Yaml::Number(number) => number.as_f64().into(),
        Yaml::String(text) => text.as_str().into(),
        Yaml::Sequence(items) => items.iter().map(json).collect(),
        Yaml::Mapping(entries) => entries.iter().map(|(key, value)| (text(key), json(value))).collect(),
        Yaml::Tagged(tagged) => json(&tagged.value),
    }
}

/// A text that looks like a number stands in quotes, as in YAML.
fn text(key: &Yaml) -> String {
    match key.as_str() {
        Some(text) if text.parse::<f64>().is_ok() => format!("\"{text}\""),
        Some(text) => text.to_owned(),
        None => serde_yaml::to_string(key).unwrap_or_default().trim().to_owned(),
    }
}

fn floats(value: &Json) -> Json {
    match value {
        Json::Number(number) => number.as_f64().into(),
        Json::Array(items) => items.iter().map(floats).collect(),
        Json::Object(members) => members.iter().map(|(key, value)| (key.clone(), floats(value))).collect(),
        other => other.clone(),
    }
}

/// The files of a client, and those that all clients see.
pub(crate) fn check(finding: &mut Finding<'_>, client: &Client) {
    let nodes = &finding.document["x-chainloom"];
    for (path, file) in files() {
        let wanted = match file.get("deployment") {
            Some(deployment) => deployed(file, deployment, client),
            None if path.split('/').next() == Some(&client.name) => file.clone(),
            None if !path.contains('/') && file.get("client").is_none() => file.clone(),
            None => continue,
        };
        finding.expect(floats(&nodes[path]) == wanted, path, "the node differs from the file");
    }
}

/// A deployment with the variables of the client.
fn deployed(file: &Json, deployment: &Json, client: &Client) -> Json {
    let is_known = |name: &str| client.vars.iter().any(|var| var.name == name);
    let mut own: Map<String, Json> = deployment.as_object().cloned().unwrap_or_default();
    own.retain(|key, value| match value.as_object_mut() {
        Some(all) => {
            all.retain(|name, _| key == "vars" && is_known(name));
            !all.is_empty()
        }
        None => true,
    });
    let mut file = file.clone();
    file["deployment"] = Json::Object(own);
    file
}
