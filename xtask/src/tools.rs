//! Tools that tests and checks need: pinned, and fetched into `target/tools`.
//!
//! Input: the table below. Output: paths of programs. Nothing is installed outside `target/tools`.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_command::Failure;

use crate::prepare;
use crate::step::{execute, output_of};
use crate::workspace::Workspace;

/// Folder of tools.
const FOLDER: &str = "target/tools";

/// Program from a package of the npm registry, with a separate package for each platform.
struct NpmTool {
    package: &'static str,
    version: &'static str,
    program: &'static str,
    /// Variable with the location of the program, for the tests.
    variable: &'static str,
    /// Tests that need the program.
    needed_for: &'static str,
}

/// To add a tool, add a line. To update one, change its version: it is fetched anew.
const NPM_TOOLS: [NpmTool; 1] = [NpmTool {
    package: "@foundry-rs/anvil",
    version: "1.7.1",
    program: "anvil",
    variable: "CHAINLOOM_ANVIL",
    needed_for: "tests against a local EVM node",
}];

/// A package from the npm registry that is the same on every platform: what `xtask/validators`
/// imports or runs.
struct NpmPackage {
    package: &'static str,
    version: &'static str,
}

/// Folder of the validators. npm removes packages that were not requested, so this folder is separate and all packages
/// are installed at once.
const VALIDATORS: &str = "target/tools/validators";

/// Packages that read the standard documents as other programs would. To update a package, change its version: all are
/// fetched anew.
const NPM_PACKAGES: [NpmPackage; 7] = [
    NpmPackage { package: "@redocly/cli", version: "2.77.0" },
    NpmPackage { package: "@seriousme/openapi-schema-validator", version: "2.11.0" },
    NpmPackage { package: "@open-rpc/meta-schema", version: "1.14.9" },
    // The meta-schema of OpenRPC refers to this one for all schemas.
    NpmPackage { package: "@json-schema-tools/meta-schema", version: "1.8.0" },
    NpmPackage { package: "ajv", version: "8.20.0" },
    NpmPackage { package: "ajv-formats", version: "3.0.1" },
    NpmPackage { package: "yaml", version: "2.9.1" },
];

/// A program from crates.io: its name and version.
pub(crate) type CargoTool = (&'static str, &'static str);

/// Checks licences, advisories and bans.
pub(crate) const CARGO_DENY: CargoTool = ("cargo-deny", "0.20.2");

/// Finds dependencies that nothing uses.
pub(crate) const CARGO_MACHETE: CargoTool = ("cargo-machete", "0.9.2");

/// Builds and runs fuzz targets.
pub(crate) const CARGO_FUZZ: CargoTool = ("cargo-fuzz", "0.13.1");

/// Generates a client from OpenAPI, for comparison.
pub(crate) const CARGO_PROGENITOR: CargoTool = ("cargo-progenitor", "0.15.1");

/// Generates a client from OpenAPI, for comparison.
pub(crate) const OAS3_GEN: CargoTool = ("oas3-gen", "0.29.0");

/// Generates a client from OpenAPI, for comparison.
pub(crate) const OPENAPI_TO_RUST: CargoTool = ("openapi-to-rust", "0.23.0");

/// A program of Java in a package of PyPI.
pub(crate) struct JavaTool {
    package: &'static str,
    version: &'static str,
    /// Path in the package.
    file: &'static str,
}

/// Generates clients from OpenAPI, for comparison.
pub(crate) const OPENAPI_GENERATOR: JavaTool = JavaTool {
    package: "openapi-generator-cli",
    version: "7.17.0",
    file: "openapi_generator_cli/openapi-generator.jar",
};

/// A tool for the tests: a variable to be set, or what has to be skipped and why.
pub(crate) type Tool = Result<(&'static str, PathBuf), String>;

/// Fetches the tools of the tests that are not there yet.
pub(crate) fn for_tests(workspace: &Workspace) -> Vec<Tool> {
    let fetch = |tool: &NpmTool| match fetch(workspace, tool) {
        Ok(program) => Ok((tool.variable, program)),
        Err(failure) => {
            let why = plain(&failure);
            let NpmTool { needed_for, program, version, .. } = tool;
            Err(format!("{needed_for} ({program} {version}): {why}"))
        }
    };
    let curl = match prepare::has(workspace, prepare::CURL) {
        true => None,
        false => Some(Err("tests of what `to_curl` writes: `curl` is not installed".to_owned())),
    };
    NPM_TOOLS.iter().map(fetch).chain(curl).collect()
}

/// Returns the path of a program, which is installed if it is missing.
fn fetch(workspace: &Workspace, tool: &NpmTool) -> Result<PathBuf, Failure> {
    let platform = platform().ok_or_else(|| Failure::new(format_args!("there is none for {OS} on {ARCH}")))?;
    let folder = workspace.path(FOLDER);
    let package = folder.join("node_modules").join(format!("{}-{platform}", tool.package));
    let program = package.join("bin").join(format!("{}{EXE_SUFFIX}", tool.program));
    if !is_installed(&package, &program, tool.version) {
        install(workspace, &folder, tool)?;
    }
    if !is_installed(&package, &program, tool.version) {
        let shown = workspace.shown(&program).display().to_string();
        return Err(Failure::new(format_args!("npm has run, but `{shown}` of version {} is not there", tool.version)));
    }
    Ok(program)
}

fn install(workspace: &Workspace, folder: &Path, tool: &NpmTool) -> Result<(), Failure> {
    npm_install(workspace, folder, &[format!("{}@{}", tool.package, tool.version)])
}

/// Lets npm put packages into a folder; scripts of packages are not run.
pub(crate) fn npm_install(workspace: &Workspace, folder: &Path, packages: &[String]) -> Result<(), Failure> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if output_of(workspace.program(npm).arg("--version")).is_none() {
        return Err(Failure::new("npm is not installed; it comes with Node.js"));
    }
    fs::create_dir_all(folder).map_err(|error| Failure::io("cannot make the folder", folder, &error))?;
    let mut command = workspace.program(npm);
    command.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]);
    command.arg(folder).args(packages);
    execute(&mut command).map(drop)
}

/// Returns the folder of the packages that validate documents. The error is the reason why they are missing.
pub(crate) fn for_documents(workspace: &Workspace) -> Result<PathBuf, String> {
    let folder = workspace.path(VALIDATORS);
    let modules = folder.join("node_modules");
    let is_there = |wanted: &NpmPackage| has_version(&modules.join(wanted.package), wanted.version);
    if !NPM_PACKAGES.iter().all(is_there) {
        let wanted: Vec<String> = NPM_PACKAGES.iter().map(|one| format!("{}@{}", one.package, one.version)).collect();
        let installed = npm_install(workspace, &folder, &wanted);
        installed.map_err(|failure| plain(&failure))?;
    }
    match NPM_PACKAGES.iter().find(|wanted| !is_there(wanted)) {
        Some(missing) => Err(format!("npm has run, but {} {} is not there", missing.package, missing.version)),
        None => Ok(modules),
    }
}

/// Returns whether this version is installed. The `package.json` of a package contains its version.
fn is_installed(package: &Path, program: &Path, version: &str) -> bool {
    program.is_file() && has_version(package, version)
}

pub(crate) fn has_version(package: &Path, version: &str) -> bool {
    let about = fs::read_to_string(package.join("package.json")).unwrap_or_default();
    let about: serde_json::Value = serde_json::from_str(&about).unwrap_or_default();
    about["version"].as_str() == Some(version)
}

/// Returns the name of the platform in packages.
fn platform() -> Option<String> {
    let system = match OS {
        "linux" => "linux",
        "macos" => "darwin",
        "windows" => "win32",
        _ => return None,
    };
    let processor = match ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        _ => return None,
    };
    Some(format!("{system}-{processor}"))
}

/// Builds a program of cargo on first use, which may take some minutes.
pub(crate) fn from_crates_io(workspace: &Workspace, (name, version): CargoTool) -> Result<PathBuf, Failure> {
    let folder = workspace.path(FOLDER);
    let program = folder.join("bin").join(format!("{name}{EXE_SUFFIX}"));
    let found = output_of(workspace.program(&program).arg("--version")).unwrap_or_default();
    if found.trim() != format!("{name} {version}") {
        let mut command = workspace.cargo(&["install", name, "--version", version, "--locked", "--root"]);
        execute(command.arg(&folder))?;
    }
    Ok(program)
}

/// Returns the message of a failure without the prefix `error: `, to quote it in another message.
pub(crate) fn plain(failure: &Failure) -> String {
    failure.to_string().trim_start_matches("error: ").to_owned()
}

/// Fetches a program of Java on first use. `java -jar` runs the file that is returned.
pub(crate) fn from_pip(workspace: &Workspace, tool: &JavaTool) -> Result<PathBuf, Failure> {
    if output_of(workspace.program("java").arg("-version")).is_none() {
        return Err(Failure::new("`java` is not installed"));
    }
    let JavaTool { package, version, file } = tool;
    let folder = workspace.path(FOLDER).join(format!("{package}-{version}"));
    let program = folder.join(file);
    if !program.is_file() {
        let mut pip = workspace.program("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
        execute(pip.arg(&folder).arg(format!("{package}=={version}")))?;
    }
    Ok(program)
}
