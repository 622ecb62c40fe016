//! Tests that the tree equals the value that serde_yaml reads.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use super::events::parse_events;
use crate::language::node::{Node, NodeKind};

fn same(node: &Node, value: &serde_yaml::Value) -> bool {
    use serde_yaml::Value;
    match (&node.kind, value) {
        (NodeKind::Null, Value::Null) => true,
        (NodeKind::Boolean(a), Value::Bool(b)) => a == b,
        (NodeKind::Number(a), Value::Number(b)) => a.parse::<f64>().ok() == b.as_f64(),
        (NodeKind::Text(a), Value::String(b)) => a == b,
        (NodeKind::List(a), Value::Sequence(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (NodeKind::Map(a), Value::Mapping(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(entry, (key, value))| {
                    let key = match key {
                        Value::Number(number) => number.to_string(),
                        key => key.as_str().unwrap_or_default().to_owned(),
                    };
                    entry.key.text == key && same(&entry.value, value)
                })
        }
        _ => false,
    }
}

fn tree(text: &str) -> Node {
    let mut found = Vec::new();
    let node = parse_events(0, text, &mut found);
    assert_eq!(found, [], "{text}");
    node.unwrap()
}

fn yaml_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            yaml_files(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            into.push(path);
        }
    }
}

#[test]
fn the_tree_is_what_serde_yaml_reads_from_the_spec() {
    let mut files = Vec::new();
    yaml_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec"), &mut files);
    assert!(files.len() > 10);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let value = serde_yaml::from_str(&text).unwrap();
        assert!(same(&tree(&text), &value), "{}", file.display());
    }
}

#[test]
fn the_tree_is_what_serde_yaml_reads_from_odd_texts() {
    for text in [
        "a: 1\nb: [x, 'y', \"z\\n\", ~, null, true, 1.50, -3, 1e5]\n",
        "a: |\n  text\n\n  more\nb: >-\n  folded\n  text\n",
        "a:\n  - - 1\n    - 2\n  - x: y\n    z:\n",
        "{ a: { b: [] }, c: {}, \"d?\": \"e: f\" }",
        "é: ü # comment\nlong: a b\n  c\n",
        "a: 0..=1024\nb: 1.0.0\nc: 5..=1\nd: \"0x10\"\ne: Block | null\nf: 012\n",
        "a: 115792089237316195423570985008687907853269984665640564039457584007913129639935\n",
        "a: -\nb: x#y\nc: 'it''s'\n",
        "a: 1\r\nb: two\r\n",
    ] {
        let value = serde_yaml::from_str(text);
        // serde_yaml's own value type has no integers above 64 bits.
        if let Ok(value) = value {
            assert!(same(&tree(text), &value), "{text}\n{:?}\n{value:?}", tree(text));
        }
    }
}

#[test]
fn spans_cover_the_text_of_scalars() {
    let text = "é: ünïcode\nlist: [α, \"β\", γ]\nkey: value\r\nlast: end";
    let NodeKind::Map(entries) = tree(text).kind else {
        panic!("a mapping");
    };
    let slice = |span: crate::diagnostic::Span| &text[span.start..span.end];
    assert_eq!(slice(entries[0].key.span), "é");
    assert_eq!(slice(entries[0].value.span), "ünïcode");
    let NodeKind::List(items) = &entries[1].value.kind else {
        panic!("a list");
    };
    assert_eq!(slice(items[0].span), "α");
    assert_eq!(slice(items[1].span), "\"β\"");
    assert_eq!((items[1].span.line, items[1].span.column), (2, 11));
    assert_eq!(slice(entries[2].value.span), "value");
    assert_eq!(slice(entries[3].value.span), "end");
    assert_eq!(entries[3].value.span.line, 4);
}

/// Returns the messages of the diagnostics of a text that is not YAML.
fn refused(text: &str) -> String {
    let mut found = Vec::new();
    let _ = super::events::parse_events(0, text, &mut found);
    found.iter().map(|problem| problem.message.as_str()).collect()
}

#[test]
fn letters_that_stop_the_parser_are_named() {
    let long = format!("types:\n  {}: 1\n", "k".repeat(1_030));
    assert_eq!(refused(&long), "the key has more than 1,024 characters");
    assert_eq!(refused("types:\n  Book:\n    \0doc: A book.\n"), "the line has a control character");
    assert_eq!(refused("types:\n  Book: { doc: A\0 book. }\n"), "the line has a control character");
}
