//! `did you mean`, for names that are not known.

use chainloom_codegen::diagnostic::did_you_mean;
use chainloom_codegen::{SourceFile, understand};

use crate::common::full::is_full;

#[test]
fn near_names_are_found() {
    let known = ["query", "path", "examples"];
    assert_eq!(did_you_mean("querry", known).as_deref(), Some("did you mean `query`?"));
    assert_eq!(did_you_mean("zzz", known), None);
    assert_eq!(did_you_mean(&"x".repeat(10_000), known), None);
    assert_eq!(did_you_mean("querying", known).as_deref(), Some("did you mean `query`?"));
}

#[test]
fn another_word_is_not_suggested() {
    for (wrong, known) in [
        ("uint256", "uint16"),
        ("int33", "int64"),
        ("date", "date-time"),
        ("book", "bookSize"),
        ("base58", "base64"),
        ("base58", "base58check"),
    ] {
        assert_eq!(did_you_mean(wrong, [known]), None, "{wrong}");
    }
    assert_eq!(did_you_mean("sha265", ["sha256"]).as_deref(), Some("did you mean `sha256`?"));
}

/// The hints of a spec whose many operations return types that it lacks. The search for them is bounded.
fn hints(wrong: usize, known: usize) -> usize {
    let mut text = "chainloom: 1\nclient: { baseUrl: \"https://shop.example\" }\ntypes:\n".to_owned();
    (0..known).for_each(|at| text.push_str(&format!("  Member{at}: {{ type: string }}\n")));
    text.push_str("operations:\n");
    (0..wrong).for_each(|at| text.push_str(&format!("  look{at}: {{ get: /look/{at}, response: Membre{at} }}\n")));
    let source = SourceFile { path: "shop.yaml".to_owned(), module: "shop".to_owned(), text };
    let found = understand(&[source], &[]).unwrap_err();
    found.iter().filter(|problem| problem.hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean"))).count()
}

#[test]
fn very_many_wrong_names_are_answered_soon() {
    if !is_full() {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    }
    let found = hints(3_000, 2_000);
    assert!((10..3_000).contains(&found), "{found}");
    assert_eq!(hints(1, 8), 1, "the next run begins anew");
}
