//! Supply chain: steps that check dependencies, their versions and licences, and the packages of a
//! release.
//!
//! Input: the workspace. Output: steps of `cargo xtask ci --full`. Nothing leaves the machine, and
//! the lock file of the workspace stays unchanged.

use std::fs;
use std::path::Path;
use std::process::Command;

use chainloom_command::Failure;

use crate::full::FOR_USERS;
use crate::metadata::Package;
use crate::prepare::Toolchain;
use crate::step::{End, Steps, execute, output_of, say};
use crate::workspace::Workspace;
use crate::{texts, tools, validate};

/// The oldest toolchain that users may have: `rust-version` of the workspace.
const OLDEST: &str = "1.85";

/// The terms under which each package comes.
const LICENCE_FILES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Folders of the packages that users depend on, as `members` of a workspace. Cargo adds their path dependencies.
const MEMBERS_FOR_USERS: [&str; 3] = ["runtime", "generated", "macros"];

pub(crate) fn run_steps(workspace: &Workspace, packages: &[Package], steps: &mut Steps) -> Result<(), Failure> {
    steps.run("oldest toolchain", || check_oldest(workspace))?;
    steps.run("least versions", || check_least_versions(workspace))?;
    steps.run("unused dependencies", || check_unused(workspace))?;
    steps.run("packages", || check_packages(workspace, packages))?;
    steps.run("licences and bans", || check_licences(workspace))?;
    steps.run("advisories", || check_advisories(workspace))
}

fn check_oldest(workspace: &Workspace) -> Result<End, Failure> {
    let toolchain = match Toolchain::find(workspace, OLDEST) {
        Ok(toolchain) => toolchain,
        Err(why) => return validate::missing(workspace, why),
    };
    let mut command = toolchain.cargo(workspace);
    command.args(["check", "--all-features", "--target-dir", "target/oldest"]);
    for package in FOR_USERS {
        command.args(["--package", package]);
    }
    execute(&mut command)
}

/// Checks that the least versions that the manifests allow compile, and not only the versions of our lock file.
///
/// Versions of dependencies of dependencies are the newest ones. All happens in a copy, since cargo writes the versions
/// into the lock file next to the manifest.
fn check_least_versions(workspace: &Workspace) -> Result<End, Failure> {
    let toolchain = match Toolchain::find(workspace, OLDEST) {
        Ok(toolchain) => toolchain,
        Err(why) => return validate::missing(workspace, why),
    };
    let folder = tempfile::tempdir().map_err(|error| Failure::new(format_args!("cannot make a folder: {error}")))?;
    copy_sources(workspace, folder.path())?;
    leave_members_for_users(folder.path())?;
    let in_copy = |mut command: Command| {
        command.current_dir(folder.path());
        command
    };
    let mut update = in_copy(workspace.cargo(&["update", "--quiet", "-Z", "direct-minimal-versions"]));
    // The option is not in stable releases yet; it only chooses versions.
    execute(update.env("RUSTC_BOOTSTRAP", "1"))?;
    let mut check = in_copy(toolchain.cargo(workspace));
    check.args(["check", "--quiet", "--locked", "--all-features", "--target-dir"]).arg(workspace.path("target/least"));
    for package in FOR_USERS.iter().chain(&["chainloom-macros"]) {
        check.args(["--package", package]);
    }
    execute(&mut check)
}

/// Restricts the workspace of a copy to the packages of users, which alone determine the least versions: our programs
/// and tests may need newer ones.
fn leave_members_for_users(copy: &Path) -> Result<(), Failure> {
    let manifest = copy.join("Cargo.toml");
    let text = texts::read(&manifest)?;
    let line = text.lines().find(|line| line.starts_with("members = "));
    let line = line.ok_or_else(|| Failure::new("`Cargo.toml` has no line that begins with `members = `"))?;
    let text = text.replacen(line, &format!("members = {MEMBERS_FOR_USERS:?}"), 1);
    fs::write(&manifest, text).map_err(|error| Failure::io("cannot write", &manifest, &error))
}

/// Copies the files that git knows, or would add, as they are in the work tree.
fn copy_sources(workspace: &Workspace, target: &Path) -> Result<(), Failure> {
    let mut list = workspace.program("git");
    list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let files = output_of(&mut list).ok_or_else(|| Failure::new("`git ls-files` failed; run it to see why"))?;
    for file in files.split_terminator('\0') {
        let (from, to) = (workspace.path(file), target.join(file));
        // A file that was removed and not committed.
        if !from.is_file() {
            continue;
        }
        let parent = to.parent().unwrap_or(target);
        let copied = fs::create_dir_all(parent).and_then(|()| fs::copy(&from, &to));
        copied.map_err(|error| Failure::io("cannot copy", &from, &error))?;
    }
    Ok(())
}

/// Checks that no package names a dependency that it does not use.
fn check_unused(workspace: &Workspace) -> Result<End, Failure> {
    let machete = tools::from_crates_io(workspace, tools::CARGO_MACHETE)?;
    execute(workspace.program(machete).arg("--with-metadata"))
}

/// Checks that the packages compile from their published content, each with its default features, and the other
/// packages in place of those of the registry. Nothing leaves the machine.
fn check_packages(workspace: &Workspace, packages: &[Package]) -> Result<End, Failure> {
    // Cargo caches the unpacked and compiled packages by path, name and version, and would reuse those of an
    // earlier run. So each run has a separate folder.
    let place = tempfile::tempdir_in(workspace.path("target"))
        .map_err(|error| Failure::new(format_args!("cannot make a folder: {error}")))?;
    let mut command = workspace.cargo(&["package", "--quiet", "--allow-dirty", "--target-dir"]);
    command.arg(place.path());
    for package in packages.iter().filter(|package| package.public) {
        command.args(["--package", &package.name]);
        check_licence_files(workspace, &package.name)?;
    }
    execute(command.env("CARGO_PROFILE_DEV_DEBUG", "false"))
}

/// Checks that a package contains the licence texts.
fn check_licence_files(workspace: &Workspace, package: &str) -> Result<(), Failure> {
    let list = output_of(&mut workspace.cargo(&["package", "--list", "--allow-dirty", "--package", package]));
    let list = list.unwrap_or_default();
    let files: Vec<&str> = list.lines().collect();
    say(&format!("{package}: {} files", files.len()));
    match LICENCE_FILES.iter().find(|file| !files.contains(file)) {
        Some(file) => Err(Failure::new(format_args!(
            "the package {package} has no {file}: link the file of the repository into its folder"
        ))),
        None => Ok(()),
    }
}

fn check_licences(workspace: &Workspace) -> Result<End, Failure> {
    let deny = tools::from_crates_io(workspace, tools::CARGO_DENY)?;
    execute(workspace.program(deny).args(["--all-features", "check", "licenses", "bans", "sources"]))
}

/// Checks the dependencies against the list of advisories, which is fetched from outside; a missing list is reported.
fn check_advisories(workspace: &Workspace) -> Result<End, Failure> {
    let deny = tools::from_crates_io(workspace, tools::CARGO_DENY)?;
    if output_of(workspace.program(&deny).args(["fetch", "db"])).is_none() {
        return Ok(End::Skipped("the list of advisories cannot be fetched from here".to_owned()));
    }
    execute(workspace.program(deny).args(["--all-features", "check", "advisories"]))
}
