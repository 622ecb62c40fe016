//! A hand edit, of a generated file or of the spec: `--check` finds it and names the command that
//! mends it, and that command mends it.

use crate::common::{Project, text};

const MEND: &str = "run `chainloom codegen --spec spec --out out`";
/// As much as a person reads.
const SHORT: usize = 60;

/// Runs a check, which must fail with a short diff and leave everything as it is; returns stderr.
fn drift(project: &Project) -> String {
    let before = project.output();
    let output = project.check();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty());
    assert!(said.contains(MEND), "{said}");
    assert!(said.contains("@@ "), "a diff is shown: {said}");
    assert!(said.lines().count() <= SHORT, "{said}");
    assert!(project.output() == before, "a check writes nothing");
    said
}

fn assert_current(project: &Project) {
    let output = project.check();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_generated_file() {
    let project = Project::generated();
    let expected = project.texts();
    let edited = project.read("out/src/station/sky.rs").replacen("pub struct", "struct", 1);
    project.write("out/src/station/sky.rs", edited);
    let said = drift(&project);
    assert!(said.contains("sky.rs") && said.contains("-struct") && said.contains("+pub struct"), "{said}");
    assert!(said.contains("0 missing, 1 changed, 0 orphaned"), "{said}");
    project.must_write();
    assert_eq!(project.texts(), expected);
    assert_current(&project);
}

#[test]
fn the_spec() {
    let project = Project::generated();
    let edited = project.read("spec/library/books.yaml").replace("doc: A page of books.", "doc: A shelf of books.");
    project.write("spec/library/books.yaml", edited);
    let said = drift(&project);
    assert!(said.contains("+/// A shelf of books."), "{said}");
    project.must_write();
    assert!(project.read("out/src/library/books.rs").contains("/// A shelf of books."));
    assert_current(&project);
}
