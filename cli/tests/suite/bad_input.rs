//! Bad specs through the program: exit code 1, the code and the place of each mistake, no panic, and an
//! output folder that stays as it was, to the byte and to the time of change. Input: the specs of
//! `codegen/tests/front`, of which the ordinary run tries one of four, and files that only a process shows
//! to be harmless.

use std::fs;

use crate::common::full::step;
use crate::common::{Project, files_below, repository, text};

/// The file that is bad; the rest of the spec is in order.
const FILE: &str = "spec/library/bad.yaml";
const HEAD: &str = "chainloom: 1\ndoc: Bad on purpose.\nservice: library\n";

/// Runs the program on a bad spec, and returns what its reports do wrong: they must have all of `wanted`, with paths
/// below the folder of the spec.
fn faults_of_reports(project: &Project, wanted: &[&str]) -> Vec<String> {
    let before = project.output();
    let mut faults = Vec::new();
    for output in [project.codegen(), project.check()] {
        let stderr = text(&output.stderr).replace("spec/", "");
        let lacking: Vec<_> = wanted.iter().filter(|line| !stderr.contains(**line)).collect();
        let is_panic = stderr.contains("panicked") || stderr.contains("overflowed its stack");
        if output.status.code() != Some(1) || is_panic || !output.stdout.is_empty() || !lacking.is_empty() {
            let shown: String = stderr.chars().take(2_000).collect();
            faults.push(format!("{}, without {lacking:?}, stdout {:?}:\n{shown}", output.status, text(&output.stdout)));
        }
    }
    if project.output() != before {
        faults.push("the output was touched".to_owned());
    }
    faults
}

#[test]
fn every_mistake_is_reported_and_nothing_is_touched() {
    let project = Project::generated();
    let mut cases: Vec<_> = fs::read_dir(repository().join("codegen/tests/front")).unwrap().collect();
    cases.sort_by_key(|entry| entry.as_ref().unwrap().path());
    let mut count = 0;
    for entry in cases.into_iter().step_by(step(12)) {
        let folder = entry.unwrap().path();
        let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
        if expected.starts_with("no mistakes") {
            continue;
        }
        fs::remove_dir_all(project.path("spec")).unwrap();
        for (path, (bytes, _)) in files_below(&folder).iter().filter(|(path, _)| path.ends_with(".yaml")) {
            project.write(&format!("spec/{path}"), bytes);
        }
        let faults = faults_of_reports(&project, &expected.lines().collect::<Vec<_>>());
        assert!(faults.is_empty(), "{}: {}", folder.display(), faults.join("\n\n"));
        count += 1;
    }
    assert!(count > 240 / step(12), "{count} specs");
}

#[test]
fn every_file_that_is_no_spec_is_reported_and_nothing_is_touched() {
    let project = Project::generated();
    let cases: [(Vec<u8>, &str, &str); 5] = [
        (vec![b'a'; 50_000_000], "too-large", ":1:1"),
        (format!("{HEAD}types: {}{}\n", "[".repeat(10_000), "]".repeat(10_000)).into(), "too-deep", ":4:"),
        (format!("{HEAD}types: {{ {} }}\n", "a, ".repeat(50_000)).into(), "duplicate-key", ":4:13"),
        (b"chainloom: 1\ndoc: \xf0\x9f".to_vec(), "not-utf8", ":2:6"),
        (format!("{HEAD}\0\0\0\n").into(), "", ":4:1"),
    ];
    for (bytes, code, place) in cases {
        project.write(FILE, &bytes);
        let faults = faults_of_reports(&project, &[&format!("error[{code}"), &format!("library/bad.yaml{place}")]);
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    }
    fs::remove_file(project.path(FILE)).unwrap();
    assert!(project.check().status.success(), "without the bad file all is well");
}

/// Mistakes in several files, and several in one, are reported in one run, in the order of the files.
#[test]
fn all_mistakes_at_once() {
    let project = Project::generated();
    let before = project.output();
    project.write(FILE, format!("{HEAD}types:\n  A: {{ doc: A., fields: {{ b: Bok, c: Cok }} }}\n"));
    project.write("spec/station/bad.yaml", "chainloom: 1\ndoc: Bad.\ntypes:\n  A: { doc: A., fields: { d: Dok } }\n");
    let said = text(&project.codegen().stderr);
    let at: Vec<_> = ["`Bok`", "`Cok`", "`Dok`"].iter().map(|name| said.find(name)).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{said}");
    assert!(said.contains("3 errors"), "{said}");
    assert!(project.output() == before);
}
