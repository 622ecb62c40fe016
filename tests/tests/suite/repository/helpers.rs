//! What the tests share: when two values are equal, how a template matches, and what a recording holds.

use chainloom::runtime::schema::ParamStyle;
use chainloom_tests::equality::difference;
use chainloom_tests::matching::{path_variables, variables};
use chainloom_tests::requests::{params, path_difference, query_sent};
use chainloom_tests::vectors::exchanges_of;
use serde_json::json;

#[test]
fn what_is_equal() {
    for (left, right) in [
        (json!({"a": null}), json!({})),
        (json!({"a": []}), json!({})),
        (json!({"a": []}), json!({"a": null})),
        (json!(5), json!("5")),
        (json!(1.0), json!("1.00")),
        (json!(100), json!("1e2")),
        (json!("0xAB"), json!("0xab")),
        (json!({"0xAb": 1}), json!({"0xaB": "1"})),
    ] {
        assert_eq!(difference(&left, &right), None, "{left} {right}");
    }
}

#[test]
fn what_differs() {
    for (left, right) in [
        (json!([1, 2]), json!([2, 1])),
        (json!([1]), json!([1, 2])),
        (json!({"a": 0}), json!({})),
        (json!({"a": ""}), json!({})),
        (json!({"a": {}}), json!({})),
        (json!(5), json!("6")),
        (json!(true), json!("true")),
        (json!("x"), json!("X")),
        (json!({"ab": 1}), json!({"ab": 1, "AB": 2})),
        (json!({"ab": 1, "AB": 2}), json!({"ab": 1})),
        (json!([]), json!({})),
        (json!(""), json!(0)),
        (json!("-5"), json!(5)),
        (json!(0.1), json!("0.10000000000000001")),
        (json!("0x10"), json!("16")),
        (json!(18446744073709551615u64), json!("18446744073709551614")),
    ] {
        assert!(difference(&left, &right).is_some(), "{left} {right}");
    }
}

#[test]
fn a_variable_stands_for_any_text() {
    assert!(variables("admin{separator}set", "admin.set").is_some());
    assert!(variables("{prefix}.get", "nx.get").is_some());
    assert!(variables("{prefix}.get", ".get").is_none());
    assert!(variables("{prefix}.get", "nx.put").is_none());
    assert!(path_variables("/v1/{a}/b:c", "/v1/x/b:c").is_some());
    assert!(path_variables("/v1/{a}", "/v1/x/y").is_none());
    let found = path_variables("/v1/{a}/{b}:c", "/v1/x/y:c");
    assert_eq!(found, Some(vec![("a", "x".to_owned()), ("b", "y".to_owned())]));
}

#[test]
fn what_says_nothing_is_left_out() {
    let positional = |value| params(Some(&value), Some(ParamStyle::Positional), &[]);
    assert_eq!(positional(json!([1, null, 2, null, null])), json!([1, null, 2]));
    assert_eq!(positional(json!([{}])), json!([{}]));
    let in_array = |value| params(Some(&value), Some(ParamStyle::ObjectInArray), &[]);
    assert_eq!(in_array(json!({ "a": 1 })), json!([{ "a": 1 }]));
    assert_eq!(in_array(json!([{}])), json!([]));
    let named = |value, left_out: &[&str]| params(Some(&value), Some(ParamStyle::Named), left_out);
    assert_eq!(named(json!({ "a": 1, "b": 2 }), &["b"]), json!({ "a": 1 }));
    assert_eq!(named(json!({ "b": 2 }), &["b"]), json!(null));
    assert_eq!(named(json!([{ "a": 1 }]), &[]), json!([{ "a": 1 }]));
}

#[test]
fn paths_and_queries() {
    assert_eq!(path_difference("/a/0xAB/b:c", "/a/0xab/b%3Ac"), None);
    assert!(path_difference("/a/b", "/a/b/c").is_some());
    assert!(path_difference("/a/b", "/a/c").is_some());
    assert_eq!(query_sent("a=1&b=x%20y&a=2"), json!({ "a": ["1", "2"], "b": ["x y"] }));
}

#[test]
fn every_exchange_of_a_file() {
    let one = json!({ "request": { "method": "a" }, "response": { "result": 1 } });
    assert_eq!(exchanges_of("f", &json!({ "exchanges": [one, one] })).len(), 2);
    let full = json!({ "operation": "a", "request": { "http": "GET", "path": "/a" }, "status": 404, "response": {} });
    let read = exchanges_of("f", &full);
    assert!(matches!(read.as_slice(), [exchange] if exchange.status == 404 && exchange.verb == "GET"));
    assert!(exchanges_of("f", &json!({ "about": "something else" })).is_empty());
}
