//! Texts of a report, and changes of a spec's text: the functions below the reports, which no report
//! reaches with every text. Their modules are compiled here once more.

#[path = "../../src/mask.rs"]
#[allow(dead_code, reason = "the reports use all of it")]
mod mask;
#[path = "../../src/words.rs"]
mod words;
#[path = "../../src/yaml.rs"]
#[allow(dead_code, reason = "the reports use all of it")]
mod yaml;

use mask::mask_value;
use serde_json::json;
use words::{fits, pattern, words as words_of};
use yaml::{add, replace};

#[test]
fn patterns_fit_whole_texts() {
    for (pattern, text) in [("a*c", "abc"), ("*", ""), ("a", "a"), ("*b*", "abc"), ("a*b*c", "a1b2c"), ("ab*", "ab")] {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a*c", "ab"), ("a", "ab"), ("a*a", "a"), ("a*b*c", "acb"), ("*x*", "abc")] {
        assert!(!fits(pattern, text), "{pattern} {text}");
    }
    assert_eq!(pattern("no \"{name}\" in {place}."), "no \"*\" in *.");
}

#[test]
fn names_have_words() {
    let of = |name: &str| words_of(name).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(of("bookID"), "book id");
    assert_eq!(of("getBookByTitle"), "book title");
    assert_eq!(of("shelf_ids"), "ids shelf");
}

#[test]
fn secrets_are_hidden_and_long_values_shortened() {
    assert_eq!(mask_value(&json!("hunter2"), "user_password", false), "[secret]");
    assert_eq!(mask_value(&json!("hunter2"), "note", true), "[secret]");
    assert_eq!(mask_value(&json!({ "api_key": "k", "a": 1 }), "note", false), r#"{"api_key":"[secret]","a":1}"#);
    assert_eq!(mask_value(&json!("é".repeat(200)), "note", false).chars().count(), 81);
}

const FILE: &str = "types:\n  Book:\n    doc: A book.\n    fields:\n      id: uint64\n    seen:\n      note?: string\n\n  Leaf: { fields: {} }\n";

#[test]
fn lines_are_added_to_blocks_only() {
    let added = add(FILE, 1, &["seen"], "more?: string").unwrap_or_default();
    assert!(added.contains("      note?: string\n      more?: string\n\n  Leaf"), "{added}");
    let made = add(FILE, 1, &["errors"], "1: A").unwrap_or_default();
    assert!(made.contains("      note?: string\n    errors:\n      1: A\n\n"), "{made}");
    assert_eq!(add(FILE, 8, &["seen"], "a?: string"), None);
    assert_eq!(
        replace(FILE, (4, 6), ("id", "id?"), &|_| true).as_deref(),
        Some(FILE.replace("id: uint64", "id?: uint64").as_str())
    );
    assert_eq!(replace(FILE, (4, 6), ("int64", "x"), &|_| true), None);
}
