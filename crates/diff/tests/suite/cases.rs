//! Each folder in `tests/cases` is a case: an old and a new spec, a program of a user that compiles
//! against the old one, and in `expected.txt` what is said of the difference.
//!
//! With `CHAINLOOM_BLESS=1` the test writes what is said now. Whether the program compiles against
//! the new crate is tried by the test `diff_programs` of `chainloom-tests`.

use chainloom_diff::{Diff, Level, Version, Versions, compare, json, markdown, text};

use crate::bless::Expected;
use crate::common::full::step;
use crate::common::{cases, read};

fn diff(case: &std::path::Path) -> Diff {
    compare(&read(&case.join("old")), &read(&case.join("new")))
}

#[test]
fn every_case_says_what_is_expected() {
    let mut expected = Expected::default();
    let all = cases();
    for case in &all {
        let diff = diff(case);
        let versions = Versions { released: Version::parse("0.3.1"), stated: None };
        expected.file(&case.join("expected.txt"), &text(&diff, versions));
        // The other formats have the same content: one case of each is enough.
        if case.ends_with("member_becomes_optional") {
            expected.file(&case.join("expected.md"), &markdown(&diff, versions));
            let json = format!("{:#}\n", json(&diff, versions));
            expected.file(&case.join("expected.json"), &json);
        }
    }
    assert!(all.len() >= 40, "{} cases", all.len());
    expected.close();
}

#[test]
fn a_spec_does_not_differ_from_itself() {
    for case in cases().into_iter().step_by(step(8)) {
        for side in ["old", "new"] {
            let spec = read(&case.join(side));
            assert_eq!(compare(&spec, &spec), Diff::default(), "{}", case.display());
        }
    }
}

/// Every case but one differs, in both directions.
#[test]
fn what_differs_one_way_differs_the_other_way() {
    for case in cases().into_iter().step_by(step(8)) {
        let (old, new) = (read(&case.join("old")), read(&case.join("new")));
        let is_same = case.ends_with("same");
        assert_eq!(compare(&old, &new).changes.is_empty(), is_same, "{}", case.display());
        assert_eq!(compare(&new, &old).changes.is_empty(), is_same, "{}", case.display());
    }
}

#[test]
fn versions_rise_as_cargo_reads_them() {
    let next = |version: &str, level| Version::parse(version).unwrap().next(level).to_string();
    let rows = [
        ("1.2.3", ["2.0.0", "1.3.0", "1.2.4"]),
        ("v0.3.1", ["0.4.0", "0.3.2", "0.3.2"]),
        ("0.0.7", ["0.0.8", "0.0.8", "0.0.8"]),
    ];
    for (version, expected) in rows {
        assert_eq!([Level::Major, Level::Minor, Level::Patch].map(|level| next(version, level)), expected);
        assert_eq!(next(version, Level::None), version.trim_start_matches('v'));
    }
    assert!(["1.2", "1.2.x", "", "1.2.3.4", "1.2.3-rc"].iter().all(|text| Version::parse(text).is_none()));
}
