//! `cargo xtask third-party`: runs public tools against the sandbox, the standard documents and imports.
//!
//! Input: the pinned packages of `tests/third_party`, which are fetched into `target/tools`. Output: a
//! step, in which each tool prints its checks. The checks are in `tests/third_party` and in the tests
//! `third_party`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_command::Failure;

use crate::step::{End, Steps, execute, output_of, say};
use crate::test::TEST;
use crate::texts;
use crate::tools::{has_version, npm_install, plain};
use crate::validate::missing;
use crate::workspace::Workspace;

/// Folder of our scripts and pinned versions.
const SCRIPTS: &str = "tests/third_party";
/// Folder of the packages. npm removes packages that were not requested, so this folder is separate.
const FOLDER: &str = "target/tools/third-party";
/// The programs of an environment of Python.
const PROGRAMS: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// The browser's names.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const NO_BROWSER: &str =
    "the reference page is not tried in a browser: install Chromium, or name it in CHAINLOOM_BROWSER";

/// Runs public tools against the sandbox; installs them into `target/tools`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Beginning of the names of the tests to run [default: all]
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let name = args.name.as_deref().unwrap_or_default();
    steps.run("third party", || check_named(workspace, name))?;
    steps.close("cargo xtask third-party");
    Ok(())
}

pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    check_named(workspace, "")
}

fn check_named(workspace: &Workspace, name: &str) -> Result<End, Failure> {
    let folder = match fetch(workspace) {
        Ok(folder) => folder,
        Err(failure) => return missing(workspace, plain(&failure)),
    };
    let tests = |arguments: &[&str]| {
        let mut test = workspace.cargo(&TEST);
        test.env("CHAINLOOM_FULL", "1");
        test.args(["--test", "suite", "--"]).args(arguments).arg(format!("third_party::{name}"));
        test
    };
    // The test harness succeeds if no test matches.
    if output_of(&mut tests(&["--list"])).is_some_and(|listed| !listed.contains(": test")) {
        return Err(Failure::new(format_args!(
            "no test in a module `third_party` of `tests/tests/suite` begins with `{name}`"
        )));
    }
    let mut test = tests(&["--nocapture", "--test-threads", "1"]);
    match browser(workspace) {
        Some(browser) => {
            test.env("CHAINLOOM_BROWSER", browser);
        }
        None if workspace.strict => return missing(workspace, NO_BROWSER.to_owned()),
        None => say(NO_BROWSER),
    }
    execute(test.env("CHAINLOOM_THIRD_PARTY", folder))
}

/// Finds the browser of the machine, or installs it by the package manager if nothing may be skipped.
fn browser(workspace: &Workspace) -> Option<PathBuf> {
    let named = env::var_os("CHAINLOOM_BROWSER").map(PathBuf::from);
    named.or_else(in_path).or_else(|| {
        let apt = |args: &[&str]| execute(workspace.program("apt-get").args(args));
        // A new machine has no lists of packages yet.
        let is_installed = workspace.strict
            && (apt(&["install", "--yes", "chromium"]).is_ok()
                || apt(&["update"]).is_ok() && apt(&["install", "--yes", "chromium"]).is_ok());
        if is_installed { in_path() } else { None }
    })
}

fn in_path() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).flat_map(|folder| BROWSERS.map(|name| folder.join(name))).find(|program| program.is_file())
}

/// Returns the folder of the packages, which are all there.
pub(crate) fn fetch(workspace: &Workspace) -> Result<PathBuf, Failure> {
    for program in ["node", "python3"] {
        if output_of(workspace.program(program).arg("--version")).is_none() {
            return Err(Failure::new(format_args!("`{program}` is not installed")));
        }
    }
    let folder = workspace.path(FOLDER);
    fetch_from_npm(workspace, &folder)?;
    fetch_from_pip(workspace, &folder)?;
    Ok(folder)
}

fn fetch_from_npm(workspace: &Workspace, folder: &Path) -> Result<(), Failure> {
    let wanted: serde_json::Value = serde_json::from_str(&read(workspace, "package.json")?)
        .map_err(|error| Failure::new(format_args!("`{SCRIPTS}/package.json`: {error}")))?;
    let wanted = wanted["dependencies"].as_object().into_iter().flatten();
    let wanted: Vec<(&str, &str)> =
        wanted.map(|(name, version)| (name.as_str(), version.as_str().unwrap_or_default())).collect();
    let is_there = |(name, version): &(&str, &str)| has_version(&folder.join("node_modules").join(name), version);
    if wanted.iter().all(is_there) {
        return Ok(());
    }
    let asked: Vec<String> = wanted.iter().map(|(name, version)| format!("{name}@{version}")).collect();
    npm_install(workspace, folder, &asked)?;
    match wanted.iter().find(|package| !is_there(package)) {
        Some((name, version)) => Err(Failure::new(format_args!("npm has run, but {name} {version} is not there"))),
        None => Ok(()),
    }
}

/// Installs the packages of pip. The environment has a copy of the list that it was made from.
fn fetch_from_pip(workspace: &Workspace, folder: &Path) -> Result<(), Failure> {
    let wanted = read(workspace, "requirements.txt")?;
    let environment = folder.join("venv");
    let made_from = environment.join("requirements.txt");
    if fs::read_to_string(&made_from).is_ok_and(|text| text == wanted) {
        return Ok(());
    }
    execute(workspace.program("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let mut pip = workspace.program(environment.join(PROGRAMS).join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"]);
    execute(pip.arg(workspace.path(SCRIPTS).join("requirements.txt")))?;
    fs::write(&made_from, wanted).map_err(|error| Failure::io("cannot write", &made_from, &error))
}

fn read(workspace: &Workspace, name: &str) -> Result<String, Failure> {
    texts::read(&workspace.path(SCRIPTS).join(name))
}
