//! Statements on members and values: where a row names one member of a record, one parameter of an
//! operation or one value of an enumeration, rows name all of them. So a new one needs a row, or
//! `seen: true` where only real services have it.
//!
//! Input: the rows of `tests/data/statements`, and the spec. Output: what no row names.

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml::{Mapping, Value};

use super::statements::{is_compared, names, pairs, rows, scalar, steps, text_of};

/// A file of the spec, and a path in it without the marks of what is optional.
type Place = (String, Vec<String>);

/// Keys whose members have names that a document gives.
const OF_MEMBERS: [&str; 7] = ["fields", "common", "path", "query", "headers", "body", "params"];

/// Keys that say more of a thing, and hold no members of the API.
const ASIDE: [&str; 9] =
    ["examples", "example", "seen", "notes", "limits", "available", "errors", "failures", "deprecated"];

fn plain(key: &str) -> String {
    key.strip_suffix('?').unwrap_or(key).to_owned()
}

/// Whether no row has to name what is described: real services show it, or a document that is
/// compared as a whole has it.
fn is_seen(value: &Value) -> bool {
    value.get("seen").and_then(Value::as_bool) == Some(true) || is_compared(value)
}

/// The members and values at and below a node, by the place of the list that they are in.
fn described(file: &str, node: &Value, path: &[String], found: &mut BTreeMap<Place, Vec<String>>) {
    let Some(members) = node.as_mapping().filter(|_| !is_seen(node)) else { return };
    for (key, value) in members {
        let key = plain(&scalar(key));
        let inner = [path, std::slice::from_ref(&key)].concat();
        let holds_members = path.len() > 1 && path.last().is_some_and(|last| OF_MEMBERS.contains(&last.as_str()));
        if ASIDE.contains(&key.as_str()) && !holds_members {
            continue;
        }
        if holds_members && !is_seen(value) {
            found.entry((file.to_owned(), path.to_vec())).or_default().push(key.clone());
        }
        if key == "enum" && !holds_members {
            found.entry((file.to_owned(), inner)).or_default().extend(values(value));
        } else {
            described(file, value, &inner, found);
        }
    }
}

/// The values of an enumeration: a list of texts, or a mapping with what each means.
fn values(value: &Value) -> Vec<String> {
    match value {
        Value::Sequence(texts) => texts.iter().map(scalar).collect(),
        Value::Mapping(values) => {
            values.iter().filter(|(_, value)| !is_seen(value)).map(|(text, _)| scalar(text)).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds what a row names: the way to its place, its keys, and what it expects below them.
fn named(row: &Mapping, all: &mut BTreeSet<Place>) {
    let file = text_of(row, "spec").unwrap().to_owned();
    let path: Vec<String> =
        steps(text_of(row, "path").unwrap_or_default()).unwrap().iter().map(|step| plain(step)).collect();
    for end in 0..=path.len() {
        all.insert((file.clone(), path[..end].to_vec()));
    }
    for (key, value) in pairs(row.get("has")).unwrap() {
        expected(&file, &[&path[..], &[plain(&key)]].concat(), value, all);
    }
    let fields = pairs(row.get("fields")).unwrap().into_iter().map(|(name, _)| name);
    let lists = ["has_keys", "optional", "required"].map(|key| names(row.get(key)).unwrap());
    for name in fields.chain(lists.into_iter().flatten()) {
        all.insert((file.clone(), [&path[..], &[plain(&name)]].concat()));
    }
}

fn expected(file: &str, path: &[String], value: &Value, all: &mut BTreeSet<Place>) {
    all.insert((file.to_owned(), path.to_vec()));
    match value {
        Value::Sequence(items) => items.iter().for_each(|item| match item {
            Value::Mapping(_) => expected(file, path, item, all),
            other => _ = all.insert((file.to_owned(), [path, &[plain(&scalar(other))]].concat())),
        }),
        Value::Mapping(members) => {
            for (key, value) in members {
                expected(file, &[path, &[plain(&scalar(key))]].concat(), value, all);
            }
        }
        _ => {}
    }
}

/// What no row names although rows name others of the same list.
fn left_out(spec: &[(String, Value)], rows: &[Mapping]) -> Vec<String> {
    let (mut found, mut all) = (BTreeMap::new(), BTreeSet::new());
    for (file, content) in spec {
        for top in ["types", "operations", "subscriptions"] {
            let node = content.get(top).unwrap_or(&Value::Null);
            described(file, node, &[top.to_owned()], &mut found);
        }
    }
    rows.iter().for_each(|row| named(row, &mut all));
    let mut missing = Vec::new();
    for ((file, path), members) in found {
        let is_named =
            |member: &String| all.contains(&(file.clone(), [&path[..], std::slice::from_ref(member)].concat()));
        if members.iter().any(is_named) {
            let unnamed = members.iter().filter(|member| !is_named(member));
            missing.extend(unnamed.map(|member| format!("spec/{file}: {}.{member}", path.join("."))));
        }
    }
    missing
}

#[test]
fn where_rows_name_a_member_they_name_all() {
    let spec = chainloom_spec::files().into_iter();
    let spec: Vec<_> = spec.map(|(file, text)| (file.to_owned(), serde_yaml::from_str(text).unwrap())).collect();
    let rows: Vec<Mapping> = ["data", "metrics", "node"].iter().flat_map(|name| rows(name)).collect();
    let missing = left_out(&spec, &rows);
    assert!(
        missing.is_empty(),
        "rows of tests/data/statements name others of the same list, but not these. Add them to a row, or, where only \
         real services have them, write `seen: true` in the spec:\n{}",
        missing.join("\n")
    );
}

#[test]
fn what_is_added_without_a_row_is_told() {
    let spec = "types: { Cup: { fields: { size?: uint8, owner: string } }, Shade: { enum: [pale, dark] }, \
                Jug: { fields: { lid: boolean } } }\n\
                operations: { pour: { params: { cup: { type: Cup }, hot: { type: boolean, seen: true } } } }";
    let spec = [("tea.yaml".to_owned(), serde_yaml::from_str(spec).unwrap())];
    let told = |rows: &str| left_out(&spec, &serde_yaml::from_str::<Vec<Mapping>>(rows).unwrap());
    let whole = "- { spec: tea.yaml, path: types.Cup.fields, optional: [size], required: [owner] }\n\
                 - { spec: tea.yaml, path: types.Shade, has: [enum: [pale, dark]] }\n\
                 - { spec: tea.yaml, path: operations.pour.params.cup }";
    assert_eq!(told(whole), Vec::<String>::new());
    let in_part = "- { spec: tea.yaml, path: types.Cup.fields.size }\n\
                   - { spec: tea.yaml, path: types.Shade, has: [enum: [dark]] }";
    assert_eq!(told(in_part), ["spec/tea.yaml: types.Cup.fields.owner", "spec/tea.yaml: types.Shade.enum.pale"]);
}
