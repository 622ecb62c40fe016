//! A run that finds all as an earlier one left it.

use std::fs;
use std::path::PathBuf;

use crate::common::{DOCUMENT, OURS, Project};
use chainloom_command::{Report, Request, run};

type Change = fn(&Project);

/// Creates a project whose spec has no warnings.
fn quiet() -> Project {
    let project = Project::new();
    project.remove("spec/shared/words.yaml");
    project
}

/// Runs and notes the result.
fn noting(project: &Project) -> Report {
    run(&request(project))
}

fn request(project: &Project) -> Request {
    Request { notes: Some(project.path("notes")), ..project.request() }
}

fn note(project: &Project) -> PathBuf {
    let notes: Vec<PathBuf> = fs::read_dir(project.path("notes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(notes.len(), 1, "one note for each output folder: {notes:?}");
    notes[0].clone()
}

/// Marks the note by a line break at its end, which no run writes.
fn mark(project: &Project) {
    let text = fs::read_to_string(note(project)).unwrap();
    fs::write(note(project), text + "\n").unwrap();
}

fn has_generated(project: &Project) -> bool {
    !fs::read_to_string(note(project)).unwrap().ends_with('\n')
}

#[test]
fn nothing_is_generated_where_nothing_has_changed() {
    let project = quiet();
    noting(&project);
    mark(&project);
    let (again, generated) = (noting(&project), project.codegen());
    assert!(!has_generated(&project), "the second run generates nothing");
    assert_eq!((again.code, again.stdout, again.stderr), (generated.code, generated.stdout, generated.stderr));
}

#[test]
fn each_change_is_seen() {
    let changes: [(&str, Change); 7] = [
        ("an edit by hand", |project| project.write("out/src/weather.rs", format!("{OURS}fn by_hand() {{}}\n"))),
        ("a file that is gone", |project| project.remove("out/docs/inventory.json")),
        ("an orphan", |project| project.write("out/docs/old.openapi.json", DOCUMENT)),
        ("a comment in the spec", |project| {
            project.write("spec/weather.yaml", project.read("spec/weather.yaml") + "# more\n");
        }),
        ("another file of the spec", |project| project.write("spec/empty.yaml", "doc: Nothing.\n")),
        ("a note that is none", |project| fs::write(note(project), "no note").unwrap()),
        ("a note of other files", |project| {
            let text = fs::read_to_string(note(project)).unwrap();
            fs::write(note(project), text.replace("\"docs/inventory.json\",", "")).unwrap();
        }),
    ];
    for (what, change) in changes {
        let project = quiet();
        noting(&project);
        mark(&project);
        change(&project);
        let report = noting(&project);
        assert!(report.code != 0 || has_generated(&project), "{what}: {}", report.stderr);
    }
}

/// A run that generates nothing still reads the manifest and looks for the README.
#[test]
fn what_the_crate_lacks_is_told_without_generating() {
    let project = quiet();
    let lib = "chainloom: 1\ndoc: An invented API.\nserde: serde\nreadme: true\n";
    project.write("spec/lib.yaml", lib);
    let first = noting(&project);
    assert_eq!(first.stderr.matches("note: ").count(), 2, "{}", first.stderr);
    mark(&project);
    assert_eq!(noting(&project).stderr.matches("note: ").count(), 2);
    project.write("out/README.md", "An invented API.\n");
    assert_eq!(noting(&project).stderr.matches("note: ").count(), 1);
    assert!(!has_generated(&project), "no run but the first generates");
}

#[test]
fn another_run_is_seen() {
    let project = quiet();
    noting(&project);
    mark(&project);
    let mut other = request(&project);
    other.options.command = "another command".to_owned();
    let report = run(&other);
    assert!(report.stderr.contains(" written, 0 removed") && has_generated(&project), "{}", report.stderr);
}

#[test]
fn a_warning_is_printed_by_each_run() {
    let project = Project::new();
    let (first, again) = (noting(&project), noting(&project));
    assert!(first.stderr.contains("warning["), "{}", first.stderr);
    let warnings = |report: &Report| report.stderr.matches("warning[").count();
    assert_eq!(warnings(&first), warnings(&again));
}
