//! Output that goes nowhere: a full disk is reported and fails the run, a reader that went away does not.

use chainloom_bounded::Bounded as _;

use std::fs::OpenOptions;
use std::process::Stdio;

use crate::common::{CODEGEN, Project, text};

/// Returns a device that takes no bytes.
fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

fn project() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project
}

#[test]
fn a_full_disk_fails_the_run() {
    let codegen = |more: &[&'static str]| [CODEGEN.as_slice(), more].concat();
    let runs = [
        codegen(&["--timings"]),
        codegen(&["--format", "json"]),
        codegen(&["--format", "json", "--check"]),
        codegen(&["--format", "json", "--watch"]),
        vec!["explain"],
        vec!["explain", "unknown-type"],
        vec!["--help"],
        vec!["codegen", "--help"],
        vec!["--version"],
    ];
    let project = project();
    for args in runs {
        let output =
            project.command(&args).stdout(full()).stderr(Stdio::piped()).spawn().unwrap().bounded_output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.ends_with("error: cannot print the output: No space left on device (os error 28)\n"), "{said}");
    }
}

#[test]
fn also_where_people_read() {
    let project = project();
    let code = |args: &[&str]| project.command(args).stderr(full()).status().unwrap().code();
    assert_eq!(code(&CODEGEN), Some(1));
    assert_eq!(code(&["explain", "unknown-typ"]), Some(2), "what failed before keeps its code");
    assert_eq!(code(&["--no-such-flag"]), Some(2));
    assert!(project.path("out/src/lib.rs").exists(), "the files are written");
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let project = project();
    let mut child = project.command(&["explain"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(chainloom_bounded::wait(&mut child).unwrap().success());
}
