//! The macros used wrong and used right, by a compiler.
//!
//! - `misuse/fail`: each mistake is told once, at its place, and nothing follows from it. The texts beside the cases are those of
//!   the stable compiler that CI has; where another one words something differently, look at the differences and write the
//!   texts anew with `TRYBUILD=overwrite cargo test -p chainloom-tests --test misuse`.
//! - `misuse/pass`: compiles without a warning in the editions 2021 and 2024, also where the dependency has another name.
//!
//! All of it is compiled in one folder below the target folder, offline, and checked only: what the clients do is for `macros.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_tests::vectors::repository;

/// Where trybuild has its target folder: what it compiled is not compiled again for the crates here.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("tests/trybuild")
}

fn cases(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misuse").join(kind)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &to) } else { _ = fs::copy(&path, &to).unwrap() }
    }
}

/// The specs stand where the crate of the cases is made, because `include_api!` looks for them there.
fn place_specs() {
    let to = target().join(env!("CARGO_PKG_NAME")).join("specs");
    let _ = fs::remove_dir_all(&to);
    copy(&cases("fail/specs"), &to);
}

#[test]
fn what_is_wrong_is_told() {
    place_specs();
    trybuild::TestCases::new().compile_fail("tests/misuse/fail/*.rs");
}

#[test]
fn what_is_right_compiles_without_a_warning() {
    let folder = workspace();
    let entries = fs::read_dir(folder.join("edition-2021/src/bin")).unwrap();
    let cases = entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "rs"));
    assert!(cases.count() >= 15, "the cases are there");
    let (is_right, told) = check(&folder, "--workspace");
    assert!(is_right, "{told}");
}

#[test]
fn an_edit_of_a_spec_builds_the_crate_anew() {
    let folder = workspace();
    assert!(check(&folder, "--package=edited").0);
    let spec = folder.join("edited/specs/sky.yaml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, text.replace("  speed:", "  velocity:")).unwrap();
    let (is_right, told) = check(&folder, "--package=edited");
    assert!(!is_right && told.contains("no method named `speed`"), "{told}");
    fs::write(&spec, text.replace("result: number", "result: numbr")).unwrap();
    let (is_right, told) = check(&folder, "--package=edited");
    assert!(!is_right && told.contains("--> specs/sky.yaml:17:64"), "{told}");
    let inner = folder.join("edited/specs/folder/stock/orders.yaml");
    fs::write(&spec, text).unwrap();
    assert!(check(&folder, "--package=edited").0);
    fs::write(&inner, "chainloom: 1\n").unwrap();
    assert!(!check(&folder, "--package=edited").0, "a file of a folder counts too");
}

fn check(folder: &Path, packages: &str) -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--keep-going", packages])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_INCREMENTAL", "0")
        // Set by the cargo that runs this test, and not meant for the one that it starts.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A workspace of crates as users have them, in a folder of the test that asks.
fn workspace() -> PathBuf {
    let test = std::thread::current().name().unwrap().to_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    let chainloom = repository().canonicalize().unwrap().join("generated");
    fs::create_dir_all(&folder).unwrap();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"edition-2021\", \"edition-2024\", \"renamed\", \"edited\"]\n\n\
         [workspace.dependencies]\nchainloom = {{ path = {chainloom:?}, default-features = false, \
         features = [\"data\", \"metrics\", \"node\", \"evm\", \"macros\", \"serde\"] }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let usual = "chainloom = { workspace = true }\nserde = { version = \"1\", features = [\"derive\"] }";
    for (name, edition) in [("edition-2021", "2021"), ("edition-2024", "2024")] {
        member(&folder, name, edition, usual);
        copy(&cases("pass"), &folder.join(name).join("src/bin"));
    }
    let renamed = format!("loom = {{ package = \"chainloom\", path = {chainloom:?}, default-features = false }}");
    for (name, dependencies) in [("renamed", renamed.as_str()), ("edited", usual)] {
        member(&folder, name, "2024", dependencies);
        fs::create_dir_all(folder.join(name).join("src")).unwrap();
        fs::copy(cases(&format!("{name}.rs")), folder.join(name).join("src/main.rs")).unwrap();
    }
    folder
}

fn member(folder: &Path, name: &str, edition: &str, dependencies: &str) {
    let folder = folder.join(name);
    copy(&cases("pass/specs"), &folder.join("specs"));
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\n[dependencies]\n{dependencies}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
}
