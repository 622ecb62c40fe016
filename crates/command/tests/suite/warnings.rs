//! Warnings are reported and do not fail a run, unless they are denied.

use crate::common::Project;
use chainloom_command::{Format, run};

/// A type that nothing needs.
const UNUSED: &str = "chainloom: 1\ndoc: More words.\ntypes: { Rain: { doc: How it rains., enum: [mist, hail] } }\n";

fn project() -> Project {
    let project = Project::new();
    project.write("spec/more.yaml", UNUSED);
    project
}

#[test]
fn they_are_printed_and_the_files_are_written() {
    let project = project();
    let report = project.codegen();
    assert_eq!(report.code, 0, "{}", report.stderr);
    assert!(report.stderr.contains("warning[unused-type]"), "{}", report.stderr);
    let last: Vec<&str> = report.stderr.lines().rev().take(2).collect();
    assert!(last[0].contains("files written") && last[1].starts_with("more about a code: explain "), "{last:?}");
    assert!(project.exists("out/src/more.rs"));
}

#[test]
fn denied_they_fail_the_run_before_anything_is_written() {
    let project = project();
    for check in [false, true] {
        let report = run(&project.with(|flags| (flags.deny_warnings, flags.check) = (true, check)));
        assert_eq!(report.code, 1);
        assert!(report.stderr.contains("warning[unused-type]"), "{}", report.stderr);
        assert!(report.stderr.ends_with("must have no warnings; nothing was written\n"), "{}", report.stderr);
        assert!(!project.exists("out"));
    }
}

#[test]
fn denied_they_are_in_the_json_too() {
    let project = project();
    let report = run(&project.with(|flags| (flags.deny_warnings, flags.format) = (true, Format::Json)));
    let object: serde_json::Value = serde_json::from_str(&report.stdout).unwrap();
    assert_eq!((report.code, &object["ok"], &object["files"]), (1, &false.into(), &serde_json::Value::Null));
    assert!(object["warnings"].as_u64().unwrap() > 0 && object["failure"].as_str().unwrap().contains("warnings"));
}

#[test]
fn without_warnings_there_is_nothing_to_deny() {
    let project = Project::new();
    project.remove("spec/shared/words.yaml");
    let report = run(&project.with(|flags| flags.deny_warnings = true));
    assert_eq!(report.code, 0, "{}", report.stderr);
}
