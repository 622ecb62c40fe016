//! Statements: the spec holds every statement of the documents that it was written from.
//!
//! Input: `tests/data/statements/*.yaml`, one file for each document, and the spec. A row of such a
//! file says where a statement stands in the document (`at`), what it is about (`says`), and where
//! the spec holds it (`spec`, `path`). What must be there is said by any of:
//!
//! - `has`: keys with their values; a list in the row must be contained in the list, or the keys,
//!   of the spec; `text` is special: some text at or below the node contains these words,
//! - `has_keys`: these keys exist,
//! - `fields`: these keys exist with these type names, `[X]` for a list of `X`; or plainly with
//!   this text,
//! - `optional`, `required`: these keys exist with a `?`, without one,
//! - `lacks`: these keys do not exist.
//!
//! Each entry of these counts as a statement; a row without any of them counts as one. A key in a
//! path matches with or without its `?`; one with a dot or slash in it is put in backticks; `[n]`
//! is an entry of a list. People review whether the rows are complete.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use chainloom_tests::vectors::repository;
use serde_yaml::{Mapping, Value};

/// The rows that each file has at least, so that none gets lost.
const FLOORS: [(&str, usize); 3] = [("data", 265), ("metrics", 43), ("node", 398)];

const ROW_KEYS: [&str; 10] =
    ["at", "says", "spec", "path", "has", "has_keys", "fields", "optional", "required", "lacks"];

#[test]
fn the_spec_holds_the_statements_on_data() {
    check_document("data");
}

#[test]
fn the_spec_holds_the_statements_on_metrics() {
    check_document("metrics");
}

#[test]
fn the_spec_holds_the_statements_on_nodes() {
    check_document("node");
}

pub(super) fn rows(name: &str) -> Vec<Mapping> {
    let file = repository().join(format!("tests/data/statements/{name}.yaml"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What can be called or subscribed to, as file, key and name, of which a row speaks.
fn named_by(row: &Mapping) -> Vec<(String, String)> {
    let (Ok(file), Ok(path)) = (text_of(row, "spec"), text_of(row, "path")) else { return Vec::new() };
    let steps = steps(path).unwrap_or_default();
    match steps.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [kind @ ("operations" | "subscriptions")] => {
            let has = pairs(row.get("has")).unwrap_or_default().into_iter().map(|(name, _)| name);
            let all = has.chain(names(row.get("has_keys")).unwrap_or_default());
            all.map(|name| (file.to_owned(), format!("{kind}.{name}"))).collect()
        }
        [kind @ ("operations" | "subscriptions"), name, ..] => vec![(file.to_owned(), format!("{kind}.{name}"))],
        _ => Vec::new(),
    }
}

/// Marks of documents that a program compares with the spec as a whole, so that no row is needed:
/// see `documents/operator.rs`. The SDK adds to such a document.
pub(super) const COMPARED: [&str; 3] = ["data-api", "metrics-api", "sdk"];

/// Whether what a node of the spec describes is from a document that is compared as a whole.
pub(super) fn is_compared(node: &Value) -> bool {
    let source = node.get("source").and_then(Value::as_str).and_then(|source| source.split(' ').next());
    source.is_some_and(|mark| COMPARED.contains(&mark))
}

/// All that can be called or subscribed to: from the documents with rows, and, apart, from real services
/// only.
fn described() -> [BTreeSet<(String, String)>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for (file, text) in chainloom_spec::files() {
        let spec: Value = serde_yaml::from_str(text).unwrap();
        for kind in ["operations", "subscriptions"] {
            for (name, value) in spec.get(kind).and_then(Value::as_mapping).into_iter().flatten() {
                let is_seen = value.get("seen").and_then(Value::as_bool) == Some(true) || is_compared(value);
                found[usize::from(is_seen)].insert((file.to_owned(), format!("{kind}.{}", name.as_str().unwrap())));
            }
        }
    }
    found
}

/// Nothing is counted by hand: what is in the spec is in a row, or is marked as seen only.
#[test]
fn what_the_spec_describes_is_said_by_a_document_or_seen() {
    let named: BTreeSet<_> =
        ["data", "metrics", "node"].iter().flat_map(|name| rows(name)).flat_map(|row| named_by(&row)).collect();
    let [described, seen] = described();
    println!("{} from the documents, {} from real services only", described.len(), seen.len());
    let missing: Vec<String> =
        described.difference(&named).map(|(file, name)| format!("spec/{file}: {name}")).collect();
    assert!(
        missing.is_empty(),
        "no row of tests/data/statements names these. Add one that says what the document says of it and where \
         (`at`), or, \
         where only real services have it, write `seen: true` in the spec:\n{}",
        missing.join("\n")
    );
}

fn check_document(name: &str) {
    let rows = rows(name);
    let floor = FLOORS.iter().find(|(floor, _)| *floor == name).unwrap().1;
    assert!(
        rows.len() >= floor,
        "{name}: {} rows, but there were {floor}: rows are only taken away with the document's statement",
        rows.len()
    );
    let mut spec = Spec::default();
    let mut known = BTreeSet::new();
    let mut count = 0;
    let mut missing = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let fails = match check_row(row, &mut spec) {
            Ok((statements, fails)) => {
                count += statements;
                fails
            }
            Err(broken) => vec![broken],
        };
        let title = title(row);
        if !known.insert(serde_yaml::to_string(row).unwrap()) {
            missing.push(format!("row {}, {title}: it stands there twice", index + 1));
        }
        missing.extend(fails.into_iter().map(|fail| format!("row {}, {title}: {fail}", index + 1)));
    }
    println!("{name}: {} rows, {count} statements", rows.len());
    assert!(missing.is_empty(), "{name}: not in the spec:\n{}", missing.join("\n"));
}

/// The spec files that rows name, each read once.
#[derive(Default)]
struct Spec {
    files: BTreeMap<String, Value>,
}

impl Spec {
    fn file(&mut self, name: &str) -> Result<&Value, String> {
        if !self.files.contains_key(name) {
            let text = fs::read_to_string(repository().join("spec").join(name))
                .map_err(|error| format!("spec/{name}: {error}"))?;
            let value = serde_yaml::from_str(&text).map_err(|error| format!("spec/{name}: {error}"))?;
            self.files.insert(name.to_owned(), value);
        }
        Ok(&self.files[name])
    }
}

/// How many statements a row makes, and those that do not hold; an error when the row itself is
/// wrong.
fn check_row(row: &Mapping, spec: &mut Spec) -> Result<(usize, Vec<String>), String> {
    for key in row.keys().map(scalar) {
        if !ROW_KEYS.contains(&key.as_str()) {
            return Err(format!("`{key}` is no key of a row"));
        }
    }
    for key in ["at", "says"] {
        if text_of(row, key)?.trim().is_empty() {
            return Err(format!("`{key}` is empty"));
        }
    }
    let path = if row.contains_key("path") { text_of(row, "path")? } else { "" };
    let node = resolve(spec.file(text_of(row, "spec")?)?, path)?;
    check_node(row, node)
}

fn check_node(row: &Mapping, node: &Value) -> Result<(usize, Vec<String>), String> {
    let mut results = Vec::new();
    for (key, value) in pairs(row.get("has"))? {
        results.push(check_has(node, &key, value));
    }
    for (key, value) in pairs(row.get("fields"))? {
        results.push(check_type(node, &key, &scalar(value)));
    }
    for key in names(row.get("has_keys"))? {
        results.push(member(node, &key).map(|_| ()).ok_or(format!("`{key}` is missing")));
    }
    for key in names(row.get("optional"))? {
        results.push(exact(node, &format!("{key}?")).map(|_| ()).ok_or(format!("`{key}?` is missing")));
    }
    for key in names(row.get("required"))? {
        results.push(exact(node, &key).map(|_| ()).ok_or(format!("`{key}`, not optional, is missing")));
    }
    for key in names(row.get("lacks"))? {
        results.push(if member(node, &key).is_none() { Ok(()) } else { Err(format!("`{key}` is there")) });
    }
    let count = results.len().max(1);
    Ok((count, results.into_iter().filter_map(Result::err).collect()))
}

/// Whether the node has this key with this value.
fn check_has(node: &Value, key: &str, expected: &Value) -> Result<(), String> {
    if key == "text" {
        let words = squeeze(&scalar(expected));
        let found = !words.is_empty() && texts(node).iter().any(|text| squeeze(text).contains(&words));
        return if found { Ok(()) } else { Err(format!("no text with the words `{words}`")) };
    }
    let Some(actual) = member(node, key) else { return Err(format!("`{key}` is missing")) };
    if contains(actual, expected) { Ok(()) } else { Err(format!("`{key}` is {actual:?}, not {expected:?}")) }
}

/// Whether all of `expected` is in `actual`: the same scalar, or each entry of a list or mapping.
fn contains(actual: &Value, expected: &Value) -> bool {
    match expected {
        Value::Sequence(entries) => entries.iter().all(|entry| match actual {
            Value::Sequence(all) => all.iter().any(|one| contains(one, entry)),
            Value::Mapping(_) => member(actual, &scalar(entry)).is_some(),
            _ => false,
        }),
        Value::Mapping(entries) => {
            entries.iter().all(|(key, value)| member(actual, &scalar(key)).is_some_and(|found| contains(found, value)))
        }
        _ => is_scalar(actual) && scalar(actual) == scalar(expected),
    }
}

/// Whether the field at this key is of this type.
fn check_type(node: &Value, key: &str, expected: &str) -> Result<(), String> {
    let Some(field) = member(node, key) else { return Err(format!("field `{key}` is missing")) };
    let actual = type_name(field);
    if actual == expected { Ok(()) } else { Err(format!("field `{key}` is of type `{actual}`, not `{expected}`")) }
}

fn type_name(field: &Value) -> String {
    match field {
        Value::Sequence(items) => format!("[{}]", items.iter().map(type_name).collect::<Vec<_>>().join(", ")),
        Value::Mapping(_) => match (exact(field, "type"), exact(field, "list")) {
            (Some(name), _) => type_name(name),
            (None, Some(item)) => format!("[{}]", type_name(item)),
            (None, None) => String::new(),
        },
        _ => scalar(field),
    }
}

/// The node at a path.
fn resolve<'a>(root: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut node = root;
    for step in steps(path)? {
        let next = match step.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(index) => index.parse::<usize>().ok().and_then(|index| node.as_sequence()?.get(index)),
            None => member(node, &step),
        };
        node = next.ok_or(format!("the path `{path}` ends before `{step}`"))?;
    }
    Ok(node)
}

/// The steps of a path: keys, and indexes with their brackets.
pub(super) fn steps(path: &str) -> Result<Vec<String>, String> {
    let mut steps = Vec::new();
    let mut step = String::new();
    let mut quoted = false;
    for letter in path.chars() {
        match letter {
            '`' => quoted = !quoted,
            '.' | '[' if !quoted => {
                steps.push(std::mem::take(&mut step));
                if letter == '[' {
                    step.push(letter);
                }
            }
            _ => step.push(letter),
        }
    }
    steps.push(step);
    if quoted {
        return Err(format!("the path `{path}` has a backtick too many"));
    }
    steps.retain(|step| !step.is_empty());
    Ok(steps)
}

/// The value of a key, which may be written with a `?`.
fn member<'a>(node: &'a Value, key: &str) -> Option<&'a Value> {
    exact(node, key).or_else(|| exact(node, &format!("{key}?")))
}

fn exact<'a>(node: &'a Value, key: &str) -> Option<&'a Value> {
    node.as_mapping()?.iter().find(|(name, _)| scalar(name) == key).map(|(_, value)| value)
}

/// All texts at and below a node.
fn texts(node: &Value) -> Vec<String> {
    match node {
        Value::Sequence(items) => items.iter().flat_map(texts).collect(),
        Value::Mapping(members) => members.values().flat_map(texts).collect(),
        _ => vec![scalar(node)],
    }
}

/// The pairs of a mapping, or of a list of mappings.
pub(super) fn pairs(value: Option<&Value>) -> Result<Vec<(String, &Value)>, String> {
    match value {
        None => Ok(Vec::new()),
        Some(Value::Mapping(members)) => Ok(members.iter().map(|(key, value)| (scalar(key), value)).collect()),
        Some(Value::Sequence(items)) => {
            let nested: Result<Vec<_>, _> = items.iter().map(|item| pairs(Some(item))).collect();
            Ok(nested?.into_iter().flatten().collect())
        }
        Some(other) => Err(format!("{other:?} is no list of keys with values")),
    }
}

pub(super) fn names(value: Option<&Value>) -> Result<Vec<String>, String> {
    match value {
        None => Ok(Vec::new()),
        Some(Value::Sequence(items)) if items.iter().all(is_scalar) => Ok(items.iter().map(scalar).collect()),
        Some(other) => Err(format!("{other:?} is no list of keys")),
    }
}

pub(super) fn text_of<'a>(row: &'a Mapping, key: &str) -> Result<&'a str, String> {
    row.get(key).and_then(Value::as_str).ok_or(format!("`{key}` must be a text"))
}

fn title(row: &Mapping) -> String {
    let part = |key| row.get(key).map(scalar).unwrap_or_default();
    format!("section {}, {} ({}: {})", part("at"), part("says"), part("spec"), part("path"))
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Sequence(_) | Value::Mapping(_))
}

/// A scalar as text; nothing for what is none.
pub(super) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => String::new(),
    }
}

/// Lower case, with single spaces.
fn squeeze(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An invented spec, for the tests of what is above.
const INVENTED: &str = r#"
types:
  Cup:
    doc: A cup of tea.
    fields: { size?: { type: Volume, range: 1..=9, default: 3 }, owner: string, leaves: { list: Leaf } }
  Shade: { enum: [pale, dark] }
  Kind: { enum: { green: Unoxidised., black: Oxidised. } }
paths: { a/b.c: 1 }
notes: [{ text: "Hot water." }, { text: "The pot is   warmed." }]
codes: { 400: Too cold }
"#;

fn fails(row: &str) -> Vec<String> {
    let spec: Value = serde_yaml::from_str(INVENTED).unwrap();
    let row: Mapping = serde_yaml::from_str(row).unwrap();
    let path = row.get("path").map(scalar).unwrap_or_default();
    match resolve(&spec, &path).and_then(|node| check_node(&row, node)) {
        Ok((count, fails)) => {
            assert!(count > 0);
            fails
        }
        Err(broken) => vec![broken],
    }
}

#[test]
fn rows_that_hold_are_taken() {
    for row in [
        "{ path: types.Cup.fields.size, has: [range: 1..=9, default: 3] }",
        "{ path: types.Cup, has: [text: cup of] }",
        "{ path: types.Cup.fields, fields: { size: Volume, owner: string, leaves: '[Leaf]' } }",
        "{ path: types.Cup.fields, optional: [size], required: [owner], lacks: [price] }",
        "{ path: types.Shade, has: [enum: [dark, pale]] }",
        "{ path: types.Kind, has: [enum: [green, black]] }",
        "{ path: paths.`a/b.c` }",
        "{ path: 'notes[1]', has: [text: pot is warmed] }",
        "{ path: notes, has: [text: hot water] }",
        "{ has_keys: [types, notes] }",
        "{ path: codes, has: [400: Too cold] }",
    ] {
        assert_eq!(fails(row), Vec::<String>::new(), "{row}");
    }
}

#[test]
fn wrong_rows_fail() {
    for row in [
        "{ path: types.Cup.fields.height }",
        "{ path: types.Cup.fields.size, has: [range: 1..=8] }",
        "{ path: types.Cup.fields.size, has: [unit: ml] }",
        "{ path: types.Cup, has: [text: mug] }",
        "{ path: types.Cup.fields, fields: { size: Weight } }",
        "{ path: types.Cup.fields, fields: { leaves: Leaf } }",
        "{ path: types.Cup.fields, optional: [owner] }",
        "{ path: types.Cup.fields, required: [size] }",
        "{ path: types.Cup.fields, lacks: [size] }",
        "{ path: types.Cup.fields, has_keys: [owner, price] }",
        "{ path: types.Shade, has: [enum: [dark, grey]] }",
        "{ path: types.Kind, has: [enum: [white]] }",
        "{ path: paths.a/b.c }",
        "{ path: 'notes[2]' }",
        "{ path: types.`Cup }",
        "{ path: types.Cup, has_keys: fields }",
    ] {
        assert_eq!(fails(row).len(), 1, "{row}");
    }
}

#[test]
fn rows_with_unknown_or_missing_keys_fail() {
    for row in [
        "{ at: '1', says: a, spec: lib.yaml, pth: x }",
        "{ at: '1', spec: lib.yaml }",
        "{ at: '1', says: a, spec: none.yaml }",
    ] {
        let row: Mapping = serde_yaml::from_str(row).unwrap();
        assert!(check_row(&row, &mut Spec::default()).is_err());
    }
}
