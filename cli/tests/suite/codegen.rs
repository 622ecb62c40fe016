//! `chainloom codegen` as a program: exit codes, and what goes to stdout and stderr.

use chainloom_bounded::Bounded as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn chainloom(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chainloom"));
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command.current_dir(folder).args(args).bounded_output().unwrap()
}

/// Creates a folder with a spec that contains nothing but a title.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/lib.yaml"), "chainloom: 1\ndoc: An invented API.\n").unwrap();
    folder
}

const CODEGEN: [&str; 5] = ["codegen", "--spec", "spec", "--out", "my crate"];

#[test]
fn exit_codes() {
    let project = project();
    let code = |args: &[&str]| chainloom(project.path(), args).status.code();
    let check = [CODEGEN.as_slice(), &["--check"]].concat();
    assert_eq!(code(&[]), Some(2));
    assert_eq!(code(&["codegen"]), Some(2), "--spec and --out must be given");
    assert_eq!(code(&[CODEGEN.as_slice(), &["--no-such-flag"]].concat()), Some(2));
    assert_eq!(code(&check), Some(1));
    assert_eq!(code(&CODEGEN), Some(0));
    assert_eq!(code(&check), Some(0));
    fs::write(project.path().join("spec/empty.yaml"), "").unwrap();
    assert_eq!(code(&check), Some(1));
    assert_eq!(code(&CODEGEN), Some(1));
}

#[test]
fn a_check_names_the_command_that_fixes_it() {
    let output = chainloom(project().path(), &[CODEGEN.as_slice(), &["--check"]].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("run `chainloom codegen --spec spec --out 'my crate'`"), "{text}");
    assert!(output.stdout.is_empty());
}

#[test]
fn only_the_timings_go_to_stdout() {
    let project = project();
    assert!(chainloom(project.path(), &CODEGEN).stdout.is_empty());
    let output = chainloom(project.path(), &[CODEGEN.as_slice(), &["--timings"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with('{') && text.ends_with("}\n"), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn what_the_folder_of_the_crate_lacks_is_told_at_each_run() {
    let project = project();
    let spec = "chainloom: 1\ndoc: An invented API.\nserde: serde\nreadme: true\n";
    fs::write(project.path().join("spec/lib.yaml"), spec).unwrap();
    let notes = || {
        let output = chainloom(project.path(), &CODEGEN);
        assert!(output.status.success());
        let text = String::from_utf8(output.stderr).unwrap();
        text.lines().filter(|line| line.starts_with("note: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let [features, readme] = notes().try_into().unwrap();
        assert!(features.contains("`my crate/Cargo.toml` does not state `serde`"), "{features}");
        assert!(readme.contains("there is no `my crate/README.md`"), "{readme}");
    }
    fs::write(project.path().join("my crate/README.md"), "An invented API.\n").unwrap();
    fs::write(project.path().join("my crate/Cargo.toml"), "[features]\nserde = []\n").unwrap();
    assert_eq!(notes(), [""; 0]);
    let optional = "[dependencies]\nserde = { version = \"1\", optional = true }\n";
    fs::write(project.path().join("my crate/Cargo.toml"), optional).unwrap();
    assert_eq!(notes(), [""; 0], "an optional dependency is a feature");
    fs::write(project.path().join("my crate/Cargo.toml"), "[features]\n").unwrap();
    assert_eq!(notes().len(), 1, "the feature is gone");
}
