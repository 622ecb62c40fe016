//! The schema of the spec language, compared with the generator: it refuses no file that the generator accepts, and
//! much that the generator refuses.
//!
//! Each file in `tests/spec_schema/broken` is `good.yaml` with one mistake, after which it is named. `expected.txt`
//! states whether the schema or the generator refuses it; with `CHAINLOOM_BLESS=1` the test writes the present result.
//!
//! A public validator applies the schema, which `cargo xtask ci --full` has: `CHAINLOOM_AJV` names the folder of its
//! packages. Without it, only the generator is tested.

use chainloom_bounded::Bounded as _;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::bless::Expected;
use crate::common::{here, yaml_files};
use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::read_source;
use chainloom_codegen::spec_schema;
use chainloom_codegen::understand;
use serde_json::{Value as Json, json};
use serde_yaml::Value as Yaml;

mod mutations;

fn schema() -> Json {
    serde_json::from_str(&spec_schema()).unwrap()
}

/// Reads the files of a spec, by their paths in its folder.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
    yaml_files(folder).into_iter().map(|(path, bytes)| (path, text(bytes))).collect()
}

fn codegen(files: &[(String, String)]) -> Result<(), Diagnostics> {
    let mut sources: Vec<SourceFile> = Vec::new();
    for (path, text) in files {
        sources.push(read_source("", path, text.clone().into_bytes()).unwrap());
    }
    understand(&sources, &[]).map(drop)
}

/// Converts a YAML value as an editor passes it to the schema: every key is a text.
fn to_json(value: &Yaml) -> Json {
    let key = |key: &Yaml| match key {
        Yaml::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap().trim().to_owned(),
    };
    match value {
        Yaml::Mapping(entries) => {
            Json::Object(entries.iter().map(|(name, value)| (key(name), to_json(value))).collect())
        }
        Yaml::Sequence(items) => items.iter().map(to_json).collect(),
        other => serde_json::to_value(other).unwrap(),
    }
}

/// Returns the violations of the schema in each of the files, or `None` without a validator.
fn complaints(texts: &[String]) -> Option<Vec<Vec<String>>> {
    let Some(modules) = std::env::var_os("CHAINLOOM_AJV") else {
        println!("skipped: what the schema says is for `cargo xtask ci --full`, which sets CHAINLOOM_AJV");
        return None;
    };
    let values: Vec<Json> = texts.iter().map(|text| to_json(&serde_yaml::from_str(text).unwrap())).collect();
    let mut asked = Command::new("node")
        .arg(here().join("../xtask/validators/complaints.mjs"))
        .arg(modules)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The program reads all before it writes.
    asked
        .stdin
        .take()
        .unwrap()
        .write_all(json!({ "schema": schema(), "values": values }).to_string().as_bytes())
        .unwrap();
    let output = asked.bounded_output().unwrap();
    assert!(output.status.success(), "the validator fails");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Returns every spec of this repository that the generator accepts.
fn good_specs() -> Vec<(String, Vec<(String, String)>)> {
    let mut folders = vec![here().join("../spec"), here().join("../tests/data/invented")];
    for cases in ["tests/front", "tests/emitted"] {
        folders.extend(std::fs::read_dir(here().join(cases)).unwrap().map(|entry| entry.unwrap().path()));
    }
    folders.sort();
    let named = |folder: PathBuf| (folder.display().to_string(), sources(&folder));
    let mut specs: Vec<_> = folders.into_iter().map(named).collect();
    specs.push(("README.md".to_owned(), readme_spec()));
    specs
        .retain(|(_, files)| files.iter().all(|(path, text)| read_source("", path, text.clone().into_bytes()).is_ok()));
    specs.retain(|(_, files)| codegen(files).is_ok());
    specs
}

/// Returns the spec with the example of the README in place of the file that it shows.
fn readme_spec() -> Vec<(String, String)> {
    let readme = std::fs::read_to_string(here().join("../README.md")).unwrap();
    let start = readme.find("```yaml\n").unwrap() + "```yaml\n".len();
    let length = readme[start..].find("```").unwrap();
    let mut files = sources(&here().join("../spec"));
    let place = files.iter_mut().find(|(path, _)| path == "data/blocks.yaml").unwrap();
    place.1 = readme[start..start + length].to_owned();
    files
}

#[test]
fn every_good_file_validates() {
    let specs = good_specs();
    for wanted in ["spec", "invented", "README.md", "good_examples", "union_tag"] {
        assert!(specs.iter().any(|(name, _)| name.ends_with(wanted)), "{wanted} is no good spec");
    }
    let named = specs.iter().flat_map(|(name, files)| files.iter().map(move |(path, text)| (name, path, text)));
    let files: Vec<_> = named.collect();
    assert!(files.len() > 60, "{} files", files.len());
    let texts: Vec<String> = files.iter().map(|(_, _, text)| (*text).clone()).collect();
    for ((name, path, _), said) in files.iter().zip(complaints(&texts).unwrap_or_default()) {
        assert_eq!(said, Vec::<String>::new(), "{name}: {path}");
    }
}

#[test]
fn broken_files_are_refused() {
    let folder = here().join("tests/spec_schema");
    let alone = |text: &str| codegen(&[("library.yaml".to_owned(), text.to_owned())]);
    let good = std::fs::read_to_string(folder.join("good.yaml")).unwrap();
    alone(&good).unwrap_or_else(|found| panic!("{}", found.lines()));
    let text = |(path, bytes): (String, Vec<u8>)| (path, String::from_utf8(bytes).unwrap());
    let files: Vec<(String, String)> = yaml_files(&folder.join("broken")).into_iter().map(text).collect();
    assert!(files.len() >= 30, "{} files", files.len());
    let mut texts: Vec<String> = files.iter().map(|(_, text)| text.clone()).collect();
    texts.push(good);
    let by_schema = complaints(&texts);
    let expected = folder.join("expected.txt");
    // Without a validator, its column is taken as it stands.
    let kept = std::fs::read_to_string(&expected).unwrap_or_default();
    let mut said = String::new();
    for (at, (path, text)) in files.iter().enumerate() {
        let name = path.trim_end_matches(".yaml");
        let found = alone(text).expect_err(name).lines();
        let codes: Vec<&str> = found.split("error[").skip(1).filter_map(|rest| rest.split(']').next()).collect();
        let is_refused = match &by_schema {
            Some(said) => !said[at].is_empty(),
            None => kept.lines().any(|line| line.starts_with('s') && line.split_whitespace().last() == Some(name)),
        };
        let schema = if is_refused { "schema +" } else { "        " };
        writeln!(said, "{schema} codegen [{}]  {name}", codes.join(", ")).unwrap();
    }
    assert!(by_schema.is_none_or(|said| said[files.len()].is_empty()), "the schema refuses good.yaml");
    let count = said.lines().filter(|line| line.starts_with('s')).count();
    assert!(count >= 24, "the schema refuses {count}");
    let mut compared = Expected::default();
    compared.file(&expected, &said);
    compared.close();
}

/// Returns the mappings of the language, by their names: the declared mappings, and tables of keys.
fn tables() -> Vec<String> {
    let folders = ["src/language/words", "src/spec/document"].map(|folder| std::fs::read_dir(here().join(folder)));
    let files = folders.into_iter().flat_map(Result::unwrap).map(|file| file.unwrap().path());
    let mut names = Vec::new();
    for file in files.chain([here().join("src/spec/document.rs")]) {
        let text = std::fs::read_to_string(file).unwrap();
        names.extend(text.split("Table::new(").skip(1).map(quoted));
        names.extend(text.split(" struct ").chain(text.split(" enum ")).filter_map(declared));
    }
    // A group of keys that stand in other mappings has no name.
    names.retain(|name| !name.is_empty());
    names
}

/// Returns the first text in quotes.
fn quoted(text: &str) -> String {
    text.split('"').nth(1).unwrap().to_owned()
}

/// Returns the name of a mapping, from `Name = "name", "called" {`.
fn declared(text: &str) -> Option<String> {
    let head = text.lines().next()?;
    head.split_once(" = ").map(|(_, names)| quoted(names))
}

#[test]
fn every_table_is_in_the_schema() {
    let schema = schema();
    let tables = tables();
    assert!(tables.len() > 45, "{} tables", tables.len());
    for table in &tables {
        assert!(schema["$defs"][table]["properties"].is_object(), "{table} is not in the schema");
    }
    let text = schema.to_string();
    for (name, _) in schema["$defs"].as_object().unwrap() {
        assert!(text.contains(&format!("\"#/$defs/{name}\"")), "nothing refers to {name}");
    }
}

#[test]
fn every_key_has_a_sentence_and_stands_in_the_language() {
    let language = std::fs::read_to_string(here().join("../docs/language.md")).unwrap();
    let quoted: Vec<&str> = language.split('`').skip(1).step_by(2).collect();
    let is_name = |letter: char| letter.is_ascii_alphanumeric();
    let words: Vec<&str> = quoted.iter().flat_map(|code| code.split(|letter| !is_name(letter))).collect();
    let schema = schema();
    let mut missing = Vec::new();
    for table in tables() {
        for (key, value) in schema["$defs"][&table]["properties"].as_object().unwrap() {
            let doc = value["description"].as_str().unwrap_or_default();
            assert!(doc.ends_with('.') && doc.len() > 10, "{table}: `{key}` says {doc:?}");
            if !words.contains(&key.trim_end_matches('?')) {
                missing.push(format!("{table}: {key}"));
            }
        }
    }
    assert!(missing.is_empty(), "docs/language.md does not name {missing:?}");
}

#[test]
fn every_spec_file_names_the_schema_for_editors() {
    let folder = here().join("../spec");
    let files = sources(&folder);
    assert!(files.len() > 30);
    for (path, text) in files {
        let up = "../".repeat(path.matches('/').count() + 1);
        let first = format!("# yaml-language-server: $schema={up}generated/docs/spec.schema.json");
        assert_eq!(text.lines().next(), Some(first.as_str()), "the first line of spec/{path}");
    }
}
