//! The files that are checked in are those of the spec, also when it lies in another folder and the
//! machine speaks another language and lives in another time zone.

use chainloom_bounded::Bounded as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// `cargo xtask codegen --check`, in a folder.
fn check(folder: &Path, args: &[&str], settings: &[(&str, &str)]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(folder).args(["codegen", "--check"]).args(args).envs(settings.iter().copied());
    let output = command.bounded_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_generated_files_are_those_of_the_spec() {
    check(Path::new(env!("CARGO_MANIFEST_DIR")), &[], &[]);
}

#[test]
fn also_in_another_place_and_under_other_settings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("spec"), &folder.path().join("spec"));
    let out = root.join("generated");
    let args = ["--spec", "spec", "--out", out.to_str().unwrap()];
    let language = "tr_TR.UTF-8";
    check(folder.path(), &args, &[("LANG", language), ("LC_ALL", language), ("TZ", "Pacific/Kiritimati")]);
}
