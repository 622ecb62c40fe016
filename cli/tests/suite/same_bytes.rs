//! The same spec gives the same bytes, wherever it lies and however the machine is set up.

use chainloom_bounded::Bounded as _;

use std::collections::BTreeMap;

use crate::common::full::is_full;
use crate::common::{CODEGEN, Project, text};

/// Settings under which a careless program sorts, formats numbers, folds letters or formats times differently.
const SETTINGS: [[(&str, &str); 4]; 3] = [
    [("LANG", "C"), ("LC_ALL", "C"), ("TZ", "UTC"), ("HOME", "/nonexistent")],
    [("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Pacific/Kiritimati"), ("COLUMNS", "20")],
    [("LANG", "de_DE.UTF-8"), ("LC_ALL", "de_DE.UTF-8"), ("TZ", "America/St_Johns"), ("SOURCE_DATE_EPOCH", "1")],
];

/// Returns the output of a copy of the spec in a separate folder, written under these settings.
fn generated(spec: &str, settings: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    let project = Project::with_spec(spec);
    let output = project.command(&CODEGEN).envs(settings.iter().copied()).bounded_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    project.texts()
}

fn assert_same(spec: &str, settings: &[[(&str, &str); 4]]) {
    let expected = generated(spec, &[]);
    assert!(expected.len() > 5, "{spec} becomes files");
    for settings in settings {
        let actual = generated(spec, settings);
        assert_eq!(actual.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{settings:?}");
        let differs: Vec<_> = expected.iter().filter(|(path, bytes)| actual[*path] != **bytes).collect();
        assert!(differs.is_empty(), "{settings:?}: {:?}", differs.iter().map(|(path, _)| path).collect::<Vec<_>>());
    }
}

#[test]
fn of_an_invented_spec() {
    assert_same("tests/data/invented", &SETTINGS);
}

#[test]
fn of_the_spec_of_this_repository() {
    // It takes its time. `cargo xtask codegen --check` is tested under other settings, too.
    if !is_full() {
        return;
    }
    assert_same("spec", &SETTINGS[1..2]);
}

/// Only the folder's own name is shown, in messages; nothing of the way to it stands in a file.
#[test]
fn by_another_way_to_the_folder() {
    let project = Project::generated();
    let expected = project.texts();
    let (spec, out) = (project.path("spec"), project.path("other"));
    let args = ["codegen", "--spec", spec.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let output = project.run(&args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let actual = crate::common::files_below(&out).into_iter().map(|(path, (bytes, _))| (path, bytes));
    assert_eq!(actual.collect::<BTreeMap<_, _>>(), expected);
}
