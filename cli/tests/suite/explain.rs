//! `chainloom explain`: the pages, the list, and an unknown code.

use crate::common::{Project, text};

#[test]
fn a_code_is_explained() {
    let output = Project::new().run(&["explain", "unknown-type"]);
    let said = text(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(said.starts_with("unknown-type: No type has this name here.\n\n"), "{said}");
    assert!(said.contains("\nWrong:\n") && said.contains("\nRight:\n"), "{said}");
}

#[test]
fn all_codes_are_listed() {
    let output = Project::new().run(&["explain"]);
    let said = text(&output.stdout);
    assert!(output.status.success());
    assert!(said.lines().count() > 50 && said.lines().all(|line| line.ends_with('.')), "{said}");
    assert!(
        said.lines().any(|line| line.starts_with("unknown-type ") && line.ends_with("No type has this name here."))
    );
}

#[test]
fn an_unknown_code_is_a_usage_error() {
    let output = Project::new().run(&["explain", "unknown-typ"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("did you mean `unknown-type`?"));
}

/// The line stands once, after the count, and names a command that works.
#[test]
fn mistakes_end_with_where_to_read_more() {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: Odd.\n");
    project.write("spec/a.yaml", "chainloom: 1\ntypes: { A: { fields: { a: strng, b: txt } } }\n");
    let said = text(&project.codegen().stderr);
    let last: Vec<&str> = said.lines().rev().take(2).collect();
    assert_eq!(last, ["more about a code: chainloom explain unknown-type", "2 errors"], "{said}");
    assert!(project.run(&["explain", "unknown-type"]).status.success());
}
