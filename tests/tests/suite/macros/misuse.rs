//! The macros used wrong and used right, by a compiler.
//!
//! - `misuse/fail`: each mistake is told once, at its place, and nothing follows from it. The texts
//!   beside the cases are those of the stable compiler that CI has; where another one words
//!   something differently, look at the differences and write the texts anew with
//!   `TRYBUILD=overwrite CHAINLOOM_FULL=1 cargo test -p chainloom-tests --test suite trybuild`.
//! - `misuse/pass`: compiles without a warning in the editions 2021 and 2024, also where the
//!   dependency has another name.
//!
//! All of it is checked only: what the clients do is for `macros.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom_bounded::Bounded as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use chainloom_tests::compile::{Libraries, Source, manifest};
use chainloom_tests::full::{is_full, step};
use chainloom_tests::vectors::repository;

static LIBRARIES: LazyLock<Libraries> = LazyLock::new(|| Libraries::find().unwrap_or_else(|told| panic!("{told}")));

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

/// A folder of a crate that depends on us by this name, with the specs of these cases.
fn crate_folder(name: &str, specs: &str, alias: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misuse").join(name);
    let _ = fs::remove_dir_all(&folder);
    copy(&cases(specs).join("specs"), &folder.join("specs"));
    fs::write(folder.join("Cargo.toml"), manifest(name, &[(alias, "chainloom")])).unwrap();
    folder
}

/// The programs in a folder, sorted.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    found.sort();
    found
}

/// Does the work for each on two threads; the results are in order.
fn on_two_threads<T: Send>(cases: &[PathBuf], work: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    let (first, second) = cases.split_at(cases.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| second.iter().map(|case| work(case)).collect::<Vec<T>>());
        let mut all: Vec<T> = first.iter().map(|case| work(case)).collect();
        all.extend(other.join().unwrap());
        all
    })
}

fn check(folder: &Path, root: &Path, edition: &str, alias: &str) -> Result<String, String> {
    let name = root.file_stem().unwrap().to_str().unwrap();
    let to = folder.join(format!("made-{edition}"));
    fs::create_dir_all(&to).unwrap();
    let libraries = [(alias, "chainloom"), ("serde", "serde")];
    let source = Source { libraries: &libraries, edition, folder, ..Source::generated(name, root, &to) };
    LIBRARIES.check_program(&source)
}

/// The lines of a text without what is the same everywhere; trybuild indents some of them in its
/// own way, and does not say how many other types there are.
fn lines(said: &str) -> Vec<&str> {
    const ENDS: [&str; 3] =
        ["error: aborting due to", "For more information about this error", "Some errors have detailed"];
    let lines = said.lines().map(str::trim).filter(|line| !ENDS.iter().any(|end| line.starts_with(end)));
    let counts_others = |line: &str| line.starts_with("and ") && line.ends_with(" others");
    lines.filter(|line| !line.is_empty() && !counts_others(line)).collect()
}

/// The files of trybuild are read here without it, by the compiler alone. Those that show lines of
/// our own crates are left to trybuild itself.
#[test]
fn what_is_wrong_is_told() {
    let folder = crate_folder("fail", "fail", "chainloom");
    let roots = folder.join("tests/misuse/fail");
    copy(&cases("fail"), &roots);
    let expected = |case: &Path| fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
    let all = programs(&cases("fail"));
    assert!(all.len() >= 70, "{} cases", all.len());
    let here = all.into_iter().filter(|case| !expected(case).contains("$WORKSPACE"));
    let here: Vec<PathBuf> = here.step_by(step(6)).collect();
    let results = on_two_threads(&here, |case| {
        check(&folder, &Path::new("tests/misuse/fail").join(case.file_name().unwrap()), "2024", "chainloom")
    });
    let mut wrong = Vec::new();
    for (case, result) in here.iter().zip(results) {
        let said = result.expect_err(&format!("{} compiles", case.display()));
        if lines(&said) != lines(&expected(case)) {
            wrong.push(format!("--- {}\n{said}", case.display()));
        }
    }
    let help = "TRYBUILD=overwrite CHAINLOOM_FULL=1 cargo test -p chainloom-tests --test suite trybuild";
    assert!(wrong.is_empty(), "look at what differs, and write the texts anew with `{help}`:\n{}", wrong.join("\n"));
}

/// The same by trybuild, which compiles everything that a user compiles.
#[test]
fn what_is_wrong_is_told_by_trybuild() {
    if !is_full() {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    }
    // The specs stand where the crate of the cases is made, because `include_api!` looks for them
    // there.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let to = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME")).join("specs");
    let _ = fs::remove_dir_all(&to);
    copy(&cases("fail/specs"), &to);
    trybuild::TestCases::new().compile_fail("tests/misuse/fail/*.rs");
}

#[test]
fn what_is_right_compiles_without_a_warning() {
    let folder = crate_folder("pass", "pass", "chainloom");
    let programs = programs(&cases("pass"));
    assert!(programs.len() >= 15, "the cases are there");
    let sampled = |ordinary| -> Vec<PathBuf> { programs.iter().step_by(step(ordinary)).cloned().collect() };
    for (edition, programs) in [("2021", sampled(20)), ("2024", sampled(8))] {
        for result in on_two_threads(&programs, |program| check(&folder, program, edition, "chainloom")) {
            assert_eq!(result.as_deref(), Ok(""), "edition {edition}");
        }
    }
    let folder = crate_folder("renamed", "pass", "loom");
    assert_eq!(check(&folder, &cases("renamed.rs"), "2024", "loom").as_deref(), Ok(""));
}

/// Cargo builds a crate anew when one of the files changes that the compiler says it has read.
#[test]
fn the_files_of_a_spec_are_files_of_the_crate() {
    let folder = crate_folder("edited", "pass", "chainloom");
    check(&folder, &cases("edited.rs"), "2024", "chainloom").unwrap();
    let read = fs::read_to_string(folder.join("made-2024/edited.d")).unwrap();
    for file in ["specs/sky.yaml", "specs/folder/stock/orders.yaml"] {
        assert!(read.contains(file), "{file} is not among the files that were read:\n{read}");
    }
    let spec = folder.join("specs/sky.yaml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, text.replace("result: number", "result: numbr")).unwrap();
    let told = check(&folder, &cases("edited.rs"), "2024", "chainloom").unwrap_err();
    assert!(told.contains("--> specs/sky.yaml:17:64"), "{told}");
}

/// The same by cargo, which compiles everything that a user compiles.
#[test]
fn an_edit_of_a_spec_builds_the_crate_anew() {
    if !is_full() {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    }
    let folder = crate_folder("by-cargo", "pass", "chainloom");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::copy(cases("edited.rs"), folder.join("src/main.rs")).unwrap();
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let chainloom = repository().canonicalize().unwrap().join("generated");
    let manifest = format!(
        "[package]\nname = \"by-cargo\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         chainloom = {{ path = {chainloom:?}, default-features = false, features = [\"macros\"] }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let (is_right, told) = by_cargo(&folder);
    assert!(is_right, "{told}");
    let spec = folder.join("specs/sky.yaml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, text.replace("  speed:", "  velocity:")).unwrap();
    let (is_right, told) = by_cargo(&folder);
    assert!(!is_right && told.contains("no method named `speed`"), "{told}");
    fs::write(&spec, text).unwrap();
    assert!(by_cargo(&folder).0);
    fs::write(folder.join("specs/folder/stock/orders.yaml"), "chainloom: 1\n").unwrap();
    assert!(!by_cargo(&folder).0, "a file of a folder counts too");
}

fn by_cargo(folder: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("by-cargo"))
        // Set by the cargo that runs this test, and not meant for the one that it starts.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .bounded_output()
        .unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}
