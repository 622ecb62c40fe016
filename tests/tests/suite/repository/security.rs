//! `SECURITY.md` names the test that shows each promise: the test must exist.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;

use chainloom_tests::vectors::repository;

/// The tests that the page names, as name and file: ``[`name`](file)``.
fn named(page: &str) -> Vec<(&str, &str)> {
    let links = page.split("[`").skip(1).filter_map(|rest| rest.split_once("`]("));
    links.filter_map(|(name, rest)| Some((name, rest.split_once(')')?.0))).collect()
}

#[test]
fn each_promise_has_its_test() {
    let page = fs::read_to_string(repository().join("SECURITY.md")).unwrap();
    let named = named(&page);
    assert!(named.len() > 20, "{named:?}");
    let missing = named.iter().filter(|(name, file)| {
        let text = fs::read_to_string(repository().join(file)).unwrap_or_default();
        !text.contains(&format!("fn {name}()"))
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "SECURITY.md names tests that are not there: {missing:?}");
}
