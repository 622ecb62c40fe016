//! Tables of results: their columns, and what they show of names and texts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom_console::table;
use chainloom_runtime::RawJson;

/// Maximum width of a table in columns.
const MOST: usize = 100;

fn shown(json: &serde_json::Value, width: usize) -> String {
    RawJson::parse(&json.to_string()).map(|json| table(&json, width)).unwrap_or_default()
}

#[test]
fn many_columns_take_linear_time() {
    // It must end: comparing every name with all before it would take minutes.
    let items: Vec<serde_json::Value> =
        (0..50_000).map(|number| serde_json::json!({ format!("member{number}"): number, "empty": null })).collect();
    let text = shown(&items.into(), 80);
    let note = text.lines().last().unwrap_or_default();
    assert!(note.starts_with("(49991 more: ") && !text.contains("empty"), "{note}");
    let wide: serde_json::Map<_, _> = (0..300).map(|number| (format!("m{number}"), number.into())).collect();
    let text = shown(&serde_json::json!([wide]), 100_000);
    assert!(text.contains(&format!("({} more: m{MOST}, ", 300 - MOST)), "{text}");
}

#[test]
fn names_and_values_stay_on_their_line() {
    let text =
        shown(&serde_json::json!({ "a\u{1b}[2J": "b\nc", "list": [{ "d\u{202e}\n": ["e\r", { "f\u{9b}": 1 }] }] }), 80);
    assert_eq!(text, "a\\u{1b}[2J  b\\u{a}c\n\nlist:\n  d\\u{202e}\\u{a}\n  [\"e\\r\",{\"f\\u009b\":1}]\n");
}

#[test]
fn a_name_of_any_length_is_shown() {
    let name = "n".repeat(100_000);
    let text = shown(&serde_json::json!({ name.as_str(): 1, "short": 2 }), 80);
    assert_eq!(text, format!("{name}  1\nshort  2\n"));
}
