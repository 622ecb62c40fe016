//! The tree of a text: it equals the value that serde_yaml reads.

use chainloom_codegen::diagnostic::{Diagnostics, Span};
use chainloom_codegen::node::{Node, NodeKind};
use chainloom_codegen::{SourceFile, Tree, read_trees};

use crate::common::real_spec;

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

fn read(text: &str) -> Result<Tree, Diagnostics> {
    let source = SourceFile { path: "a.yaml".to_owned(), module: "a".to_owned(), text: text.to_owned() };
    read_trees(&[source]).map(|mut trees| trees.remove(0))
}

fn tree(text: &str) -> Node {
    read(text).unwrap_or_else(|found| panic!("{text}\n{}", found.lines())).root
}

#[test]
fn the_tree_is_what_serde_yaml_reads_from_the_spec() {
    let files = real_spec();
    assert!(files.len() > 10);
    for SourceFile { path, text, .. } in files {
        let value = serde_yaml::from_str(&text).unwrap();
        assert!(same(&tree(&text), &value), "{path}");
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
    let slice = |span: Span| &text[span.start..span.end];
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

/// Returns the message on a text that is not YAML.
fn refused(text: &str) -> String {
    read(text).unwrap_err().iter().map(|problem| problem.message.as_str()).collect()
}

#[test]
fn letters_that_stop_the_parser_are_named() {
    let long = format!("types:\n  {}: 1\n", "k".repeat(1_030));
    assert_eq!(refused(&long), "the key has more than 1,024 characters");
    assert_eq!(refused("types:\n  Book:\n    \0doc: A book.\n"), "the line has a control character");
    assert_eq!(refused("types:\n  Book: { doc: A\0 book. }\n"), "the line has a control character");
}

/// Returns what a plain scalar is read as.
fn kind(text: &str) -> Result<NodeKind, Diagnostics> {
    let NodeKind::Map(mut entries) = read(&format!("a: {text}\n"))?.root.kind else { panic!("{text}") };
    Ok(entries.remove(0).value.kind)
}

#[test]
fn plain_scalars_mean_what_serde_yaml_says() {
    for text in ["", "~", "null", "Null", "NULL"] {
        assert_eq!(kind(text), Ok(NodeKind::Null), "{text}");
    }
    assert_eq!(kind("true"), Ok(NodeKind::Boolean(true)));
    assert_eq!(kind("False"), Ok(NodeKind::Boolean(false)));
    let large = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    for text in ["0", "40112", "-1", "1.5", "2.0", "1e3", "720000000000000000", "18446744073709551616", large] {
        assert_eq!(kind(text), Ok(NodeKind::Number(text.to_owned())), "{text}");
    }
    for text in ["0x10", "0o7", "0b1", "+5", ".inf", ".5"] {
        let refused = kind(text).unwrap_err().lines();
        assert!(refused.contains("is a number in YAML, but not in JSON"), "{refused}");
    }
    for text in [
        "0..=1024", "1.0.0", "no", "yes", "off", "---", "012", "1_000", "2012-01-01",
        "11111111111111111111111111111111LpoYY", "nil", "None", "0x", "..=5",
    ] {
        assert_eq!(kind(text), Ok(NodeKind::Text(text.to_owned())), "{text}");
    }
}
