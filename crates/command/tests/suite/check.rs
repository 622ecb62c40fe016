//! Output of `codegen --check`, which writes nothing.

use crate::common::{DOCUMENT, OURS, Project};

/// Runs a check, and makes sure that nothing was written.
fn drift(project: &Project) -> String {
    let before = project.output();
    let report = project.check();
    assert_eq!(report.code, 1, "{}", report.stderr);
    assert_eq!(project.output(), before);
    assert!(report.stderr.contains("run `fix it`"), "{}", report.stderr);
    report.stderr
}

#[test]
fn an_empty_output_folder() {
    let project = Project::new();
    let text = drift(&project);
    assert!(text.contains("missing: ") && text.contains("weather.rs"), "{text}");
    assert!(!project.exists("out"));
}

#[test]
fn an_edit_by_hand() {
    let project = Project::generated();
    let edited = project.read("out/src/weather.rs") + "fn by_hand() {}\n";
    project.write("out/src/weather.rs", edited);
    let text = drift(&project);
    assert!(text.contains("changed: ") && text.contains("-fn by_hand() {}"), "{text}");
    assert!(text.contains("0 missing, 1 changed, 0 orphaned"), "{text}");
}

#[test]
fn an_edit_of_a_document() {
    let project = Project::generated();
    project.write("out/docs/weather.openapi.json", DOCUMENT);
    project.write("out/docs/inventory.json", "[]");
    assert!(drift(&project).contains("0 missing, 2 changed, 0 orphaned"));
}

#[test]
fn an_edit_of_the_spec() {
    let project = Project::generated();
    let edited = project.read("spec/weather.yaml").replace("How warm.", "How warm it is.");
    project.write("spec/weather.yaml", edited);
    assert!(drift(&project).contains("+"));
}

#[test]
fn an_orphan() {
    let project = Project::generated();
    project.write("out/src/old/stale.rs", OURS);
    let text = drift(&project);
    assert!(text.contains("orphaned: ") && text.contains("stale.rs"), "{text}");
    assert_eq!(project.codegen().code, 0);
    assert_eq!(project.check().code, 0);
}

#[test]
fn a_file_that_is_gone() {
    let project = Project::generated();
    project.remove("out/src/shared/words.rs");
    assert!(drift(&project).contains("1 missing, 0 changed, 0 orphaned"));
}

#[test]
fn the_report_stays_short() {
    let project = Project::generated();
    let long: String = (0..5000).map(|n| format!("// {n}\n")).collect();
    project.write("out/src/weather.rs", format!("{OURS}{long}"));
    for n in 0..30 {
        let spec = "chainloom: 1\ndoc: Shared values.\nallow: [unused-type]\ntypes:\n\
                    \x20 Wind: { doc: Wind., enum: [calm, storm] }\n";
        project.write(&format!("spec/more/m{n}.yaml"), spec);
    }
    let text = drift(&project);
    assert!(text.lines().count() < 200, "{text}");
    assert!(text.contains("more lines"), "{text}");
}
