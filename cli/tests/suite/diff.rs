//! `chainloom diff`: folders and revisions, formats, and exit codes.

use chainloom_bounded::Bounded as _;

use std::process::Command;

use crate::common::{Project, text};

const SPEC: &str = "chainloom: 1\ndoc: A shop.\nclient: { baseUrl: \"https://shop.example\" }\nservice: shop\n\
                    types:\n  Item: { doc: Item on sale., fields: { name: { type: string, doc: Name. }, price: { type: uint32, doc: Price. } } }\n\
                    operations:\n  getItem: { doc: Returns an item., get: \"/items/{id}\", path: { id: { type: string, doc: ID. } }, response: Item }\n";

fn without_price() -> String {
    SPEC.replace(", price: { type: uint32, doc: Price. }", "")
}

fn git(project: &Project, args: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(project.path(".")).args(["-c", "user.name=test", "-c", "user.email=test@example.com"]);
    let output = command.args(args).bounded_output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", text(&output.stderr));
}

/// Creates a repository with two commits: `v1` has a price, and `HEAD` has none.
fn repository_of_two() -> Project {
    let project = Project::new();
    git(&project, &["init", "--quiet"]);
    project.write("api/shop.yaml", SPEC);
    project.write("api/.hidden.yaml", "none of it");
    git(&project, &["add", "--force", "."]);
    git(&project, &["commit", "--quiet", "-m", "Add the spec"]);
    git(&project, &["tag", "v1"]);
    project.write("api/shop.yaml", without_price());
    git(&project, &["commit", "--quiet", "-a", "-m", "Remove the price"]);
    project
}

#[test]
fn folders_are_compared() {
    let project = Project::new();
    project.write("old/shop.yaml", SPEC);
    project.write("new/shop.yaml", without_price());
    let output = project.run(&["diff", "old", "new", "--version", "1.4.0"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stderr.is_empty());
    assert!(said.contains("required member `price` of `Item` is gone"), "{said}");
    assert!(said.contains("old/shop.yaml:6") && said.ends_with("Version: major (1.4.0 becomes 2.0.0).\n"), "{said}");

    let output = project.run(&["diff", "new", "old"]);
    assert_eq!(output.status.code(), Some(0), "a new member of a response breaks nothing");
    let said = text(&output.stderr);
    assert!(said.starts_with("note: no version was compared: ") && said.lines().count() == 1, "{said}");
    assert!(project.run(&["diff", "new", "old", "--format", "json"]).stderr.is_empty());
    let output = project.run(&["diff", "old", "old"]);
    assert_eq!(text(&output.stdout), "The specs do not differ.\n");
    assert!(output.stderr.is_empty());
}

#[test]
fn revisions_are_compared() {
    let project = repository_of_two();
    for sides in [["v1:api", "HEAD:api"], ["v1:./api/", "api"], ["HEAD~1", "HEAD"]] {
        let output = project.run(&["diff", sides[0], sides[1], "--spec", "api"]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{sides:?}: {said}{}", text(&output.stderr));
        assert!(said.contains("required member `price` of `Item` is gone"), "{said}");
    }
    // The work tree is not looked at.
    project.write("api/shop.yaml", "no spec");
    assert_eq!(project.run(&["diff", "v1:api", "HEAD:api"]).status.code(), Some(1));
}

#[test]
fn a_version_that_is_raised_enough_passes() {
    let project = repository_of_two();
    let manifest = |version: &str| format!("[workspace.package]\nversion = \"{version}\"\n");
    project.write("Cargo.toml", manifest("1.5.0"));
    let rows = [
        (vec!["--version", "1.4.0"], 1, "The manifest has 1.5.0, which is too low.\n"),
        (vec!["--version", "0.4.0"], 0, "The manifest has 1.5.0, which is enough.\n"),
    ];
    for (version, code, end) in rows {
        let arguments = [vec!["diff", "v1:api", "api", "--manifest", "Cargo.toml"], version].concat();
        let output = project.run(&arguments);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(code), String::new()), "{arguments:?}");
        assert!(text(&output.stdout).ends_with(end), "{}", text(&output.stdout));
    }
    let output = project.run(&["diff", "v1:api", "api", "--manifest", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no file `Cargo.toml` in the revision `v1`"), "{}", text(&output.stderr));
    git(&project, &["add", "--force", "Cargo.toml"]);
    git(&project, &["commit", "--quiet", "-m", "Release 1.5.0"]);
    project.write("Cargo.toml", manifest("2.0.0"));
    project.write("api/shop.yaml", SPEC.replace("Item on sale.", "Item for sale."));
    let output = project.run(&["diff", "HEAD:api", "api", "--manifest", "Cargo.toml", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["stated"], &json["raised"]), (&"2.0.0".into(), &true.into()));
}

#[test]
fn what_cannot_be_read_is_reported_of_both_sides() {
    let project = repository_of_two();
    project.write("wrong/shop.yaml", SPEC.replace("type: uint32", "type: uint33"));
    let rows = [
        (
            ["wrong", "nowhere"],
            vec![
                "unknown-type",
                "`wrong` is no valid spec: 1 mistake is listed above",
                "`nowhere` is neither a folder nor a revision",
            ],
        ),
        (["v1", "api"], vec!["no spec file in `v1:spec`", "--spec"]),
        (["v1:api", "--output=x"], vec!["unexpected argument"]),
        (["v1:nowhere", "api"], vec!["no spec file in `v1:nowhere`"]),
    ];
    for (sides, expected) in rows {
        let output = project.run(&["diff", sides[0], sides[1]]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(output.stdout.is_empty());
        assert!(expected.iter().all(|part| said.contains(part)), "{said}");
    }
}

#[test]
fn formats_for_changelogs_and_programs() {
    let project = repository_of_two();
    let markdown = text(&project.run(&["diff", "v1:api", "HEAD:api", "--format", "markdown"]).stdout);
    assert!(
        markdown.starts_with(
            "### Breaking\n\n- Required member `price` of `Item` is gone (wire breaking, Rust breaking): "
        )
    );
    let output = project.run(&["diff", "v1:api", "HEAD:api", "--format", "json", "--version", "0.2.0"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["breaking"], &json["semver"], &json["next"]), (&true.into(), &"major".into(), &"0.3.0".into()));
    let change = &json["changes"][0];
    assert_eq!(
        (&change["sort"], &change["kind"], &change["wire"]),
        (&"removed".into(), &"member".into(), &"breaking".into())
    );
    assert_eq!(change["old"], serde_json::json!({ "file": "v1:api/shop.yaml", "line": 6 }));
    assert_eq!(change["declarations"][0]["path"], "shop::Item.price");
}

#[test]
fn a_version_has_three_numbers() {
    let output = Project::new().run(&["diff", "a", "b", "--version", "1.2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a version has three numbers, such as 0.3.1"));
}
