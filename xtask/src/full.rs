//! The slow steps of `cargo xtask ci --full`.
//!
//! Input: the workspace. Output: steps that pass, fail, or state why they were skipped.

use std::fs;
use std::path::Path;

use chainloom_command::Failure;
use walkdir::WalkDir;

use crate::bench::{check_instructions, time_json};
use crate::metadata::{Package, packages};
use crate::step::{End, Steps, execute, say};
use crate::test::TEST;
use crate::workspace::Workspace;
use crate::{fuzz, imports, scaling, soak, supply, third_party, tools, validate};

/// The packages that users compile: each of their features is checked alone.
pub(crate) const FOR_USERS: [&str; 2] = ["chainloom-runtime", "chainloom"];
/// Tests that the ordinary run samples, by their modules.
const SLOW: [&str; 28] = [
    "arrivals::", "bad_input::", "bounds::", "calling::", "cases::", "concurrent_calls::", "corruption::",
    "documents::", "emitted::", "examples::", "fault_matrix::", "foreign::", "import::", "imports::", "interrupted::",
    "killed::", "linear_time", "misuse::", "pages", "plausible::", "programs::", "random_specs::", "same_bytes::",
    "same_code::", "serving::", "spec_schema::", "suggest::", "synthetic_values::",
];
/// The server whose start and responses a second are measured.
const SERVER: &str = "chainloom-sandbox";

pub(crate) fn run_steps(workspace: &Workspace, steps: &mut Steps) -> Result<(), Failure> {
    let packages = packages(workspace)?;
    steps.run("slow tests, whole", || run_slow_tests(workspace))?;
    steps.run("programs of the documentation", || test_documentation(workspace))?;
    steps.run("fuzz targets", || fuzz::check(workspace))?;
    steps.run("soak", || soak::check(workspace))?;
    steps.run("HTTP/2, certificates and corpus", || test_connections(workspace))?;
    steps.run("features one by one", || check_features(workspace, &packages))?;
    supply::run_steps(workspace, &packages, steps)?;
    steps.run("same bytes elsewhere", || check_determinism(workspace))?;
    steps.run("documents", || validate::check_documents(workspace))?;
    steps.run("third party", || third_party::check(workspace))?;
    steps.run("documents of others", || imports::check(workspace))?;
    steps.run("scaling", || scaling::measure(workspace))?;
    steps.run("instructions", || check_instructions(workspace))?;
    steps.run("measurements", || measure(workspace))
}

/// Runs the tests that the ordinary run samples or leaves out, with the features of that run, so that little is
/// compiled again.
fn run_slow_tests(workspace: &Workspace) -> Result<End, Failure> {
    // These tests run thousands of specs, so optimizing saves many times what it costs.
    let slips = ["test", "--release", "--package", "chainloom-codegen", "--package", "chainloom-diff"];
    execute(
        workspace.cargo(&slips).args(["--test", "suite", "--", "mutations::", "complete::"]).env("CHAINLOOM_FULL", "1"),
    )?;
    let mut whole = workspace.cargo(&TEST);
    whole.args(["--no-fail-fast", "--test", "suite", "--"]).args(SLOW).env("CHAINLOOM_FULL", "1");
    match tools::for_documents(workspace) {
        Ok(modules) => {
            whole.env("CHAINLOOM_AJV", modules);
        }
        Err(why) if workspace.strict => {
            return Err(Failure::new(format_args!("with CHAINLOOM_CI=1 nothing may be skipped: {why}")));
        }
        Err(why) => say(&format!("the schema of the spec is not checked: {why}")),
    }
    execute(&mut whole)?;
    let histories = ["test", "--package", "chainloom-runtime", "--features", "ws", "--lib", "random_histories"];
    execute(workspace.cargo(&histories).env("CHAINLOOM_FULL", "1"))?;
    let mut macros = workspace.cargo(&["test", "--package", "chainloom-macros", "--lib"]);
    execute(macros.env("CHAINLOOM_FULL", "1"))
}

/// Checks that the programs of the generated documentation compile. rustdoc merges the programs of an edition
/// into one.
fn test_documentation(workspace: &Workspace) -> Result<End, Failure> {
    execute(&mut workspace.cargo(&["test", "--quiet", "--package", "chainloom", "--doc", "--all-features"]))
}

/// Runs the tests that need HTTP/2, the fuzz targets or TLS, with which no other test is built: TLS with rustls, and
/// with the library of the system.
fn test_connections(workspace: &Workspace) -> Result<End, Failure> {
    let apart = ["test", "--package", "chainloom-tests", "--no-default-features", "--features", "http2,fuzz"];
    execute(workspace.cargo(&apart).args(["--test", "http2", "--test", "fuzz_corpus"]))?;
    for features in ["tls", "tls,chainloom/native-tls"] {
        let test = ["test", "--package", "chainloom-tests", "--features", features, "--test", "tls"];
        execute(&mut workspace.cargo(&test))?;
    }
    Ok(End::Done)
}

/// Checks that each feature compiles without the others, and the crate without any.
fn check_features(workspace: &Workspace, packages: &[Package]) -> Result<End, Failure> {
    for package in packages.iter().filter(|package| FOR_USERS.contains(&package.name.as_str())) {
        let check = ["check", "--quiet", "--package", &package.name, "--no-default-features"];
        execute(&mut workspace.cargo(&check))?;
        for feature in &package.features {
            execute(workspace.cargo(&check).args(["--features", feature]))?;
        }
        execute(&mut workspace.cargo(&["check", "--quiet", "--package", &package.name, "--all-features"]))?;
    }
    // Conversions to the types of other crates are tested where these are compiled, and what a client does without a
    // feature where nothing turns it on.
    let runtime = ["test", "--quiet", "--package", "chainloom-runtime"];
    for features in [&["--all-features", "--lib"][..], &["--all-features", "--test", "suite"], &["--test", "suite"]] {
        execute(workspace.cargo(&runtime).args(features))?;
    }
    Ok(End::Done)
}

/// Checks that the spec in another folder, with another language and time zone, gives the bytes that are checked in.
fn check_determinism(workspace: &Workspace) -> Result<End, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::new(format_args!("cannot make a folder: {error}")))?;
    let copy = folder.path().join("spec");
    copy_folder(&workspace.path("spec"), &copy)?;
    // Run through cargo, since earlier steps may have built this program anew.
    let mut command = workspace.cargo(&["run", "--quiet", "--package", "xtask", "--manifest-path"]);
    command.arg(workspace.path("Cargo.toml")).args(["--", "codegen", "--check", "--spec", "spec", "--out"]);
    command.arg(workspace.path("generated")).current_dir(folder.path());
    command.envs([("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Pacific/Kiritimati")]);
    execute(&mut command)
}

/// Copies a folder with all that is in it.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    for entry in WalkDir::new(from) {
        let entry = entry.map_err(|error| Failure::walk(from, error))?;
        let place = entry.path();
        let target = to.join(place.strip_prefix(from).unwrap_or(place));
        let made = match entry.file_type() {
            kind if kind.is_dir() => fs::create_dir_all(&target),
            _ => fs::copy(place, &target).map(drop),
        };
        made.map_err(|error| Failure::io("cannot copy", place, &error))?;
    }
    Ok(())
}

fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let timed = time_json(workspace)?;
    execute(&mut workspace.cargo(&["bench", "--package", SERVER]))?;
    Ok(timed)
}
