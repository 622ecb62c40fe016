//! Compiles generated crates with the compiler alone, against the libraries that this very test run was made with.
//!
//! Input: the root file of a crate. Output: what is made of it, or what the compiler says. There is no second cargo with a
//! target folder of its own, so no dependency is compiled again. What needs a manifest is for tests that run cargo.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The libraries beside the program that runs.
#[derive(Clone, Debug)]
pub struct Libraries {
    folder: PathBuf,
    runtime: PathBuf,
    tests: PathBuf,
}

/// A crate to be compiled.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Its name in Rust.
    pub name: &'a str,
    /// Its root file.
    pub root: &'a Path,
    /// The features that are on.
    pub features: &'a [&'a str],
    /// Lints that are off.
    pub allowed: &'a [&'a str],
    /// Where its files go.
    pub to: &'a Path,
}

impl Libraries {
    /// Finds the newest ones. What the test run made is as new as its sources, so the newest are never older than that.
    ///
    /// # Errors
    ///
    /// The libraries are not there, or do not go together.
    pub fn find() -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let folder = program.parent().ok_or("the program has no folder")?.to_owned();
        let tests =
            newest(&folder, "libchainloom_tests-")?.into_iter().next().ok_or("there is no libchainloom_tests")?;
        let probe = folder.join("../tmp/probe");
        std::fs::create_dir_all(&probe).map_err(|error| format!("{}: {error}", probe.display()))?;
        let root = probe.join(format!("probe{}.rs", std::process::id()));
        let text = "pub fn probe(entry: &chainloom_runtime::catalog::Entry) -> &'static str { chainloom_tests::calling::id(entry) }";
        std::fs::write(&root, text).map_err(|error| format!("{}: {error}", root.display()))?;
        let mut told = None;
        for runtime in newest(&folder, "libchainloom_runtime-")? {
            let found = Self { folder: folder.clone(), runtime, tests: tests.clone() };
            let mut command = found.command(&Source {
                name: "probe",
                root: &root,
                features: &[],
                allowed: &["missing_docs"],
                to: &probe,
            });
            match run(command.args(["--crate-type=lib", "--emit=metadata"]).arg(found.tests_argument())) {
                Ok(()) => return Ok(found),
                Err(error) => told.get_or_insert(error),
            };
        }
        Err(told.unwrap_or_else(|| "there is no libchainloom_runtime".to_owned()))
    }

    /// Checks a library, as `cargo check` does; a warning is an error.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn check(&self, source: &Source<'_>) -> Result<(), String> {
        run(self.command(source).args(["--crate-type=lib", "--emit=metadata", "-Dwarnings", "-Dmissing-docs"]))
    }

    /// Builds a library that programs can be linked with; a warning is an error.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn build(&self, source: &Source<'_>) -> Result<(), String> {
        let kind = ["--crate-type=lib", "--emit=metadata,link"];
        run(self.command(source).args(kind))
    }

    /// Builds a program out of libraries that lie in its folder, and of this package.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn program(&self, source: &Source<'_>, libraries: &[String]) -> Result<PathBuf, String> {
        let mut command = self.command(source);
        for name in libraries {
            command.arg(format!("--extern={name}={}", source.to.join(format!("lib{name}.rlib")).display()));
        }
        run(command.args(["--crate-type=bin", "--emit=link"]).arg(self.tests_argument()))?;
        Ok(source.to.join(format!("{}{}", source.name, std::env::consts::EXE_SUFFIX)))
    }

    fn tests_argument(&self) -> String {
        format!("--extern=chainloom_tests={}", self.tests.display())
    }

    fn command(&self, source: &Source<'_>) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
        command.arg(source.root).args([
            "--crate-name",
            source.name,
            "--edition=2024",
            "-Cdebuginfo=0",
            "--color=never",
        ]);
        command.arg("--out-dir").arg(source.to).arg(format!("-Ldependency={}", self.folder.display()));
        command.arg(format!("-Ldependency={}", source.to.display()));
        command.arg(format!("--extern=chainloom_runtime={}", self.runtime.display()));
        command.arg("--check-cfg=cfg(docsrs)").arg("--check-cfg=cfg(feature, values(any()))");
        // The last word on a lint counts, so what is allowed comes after the warnings.
        command.args(["-Dwarnings", "-Dmissing-docs"]).args(source.allowed.iter().map(|lint| format!("-A{lint}")));
        for feature in source.features {
            command.arg(format!("--cfg=feature={feature:?}"));
        }
        command
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The libraries of this name, the newest first.
fn newest(folder: &Path, begins: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(begins) && name.ends_with(".rlib") {
            let time = path.metadata().and_then(|data| data.modified()).map_err(|error| error.to_string())?;
            found.push((time, path));
        }
    }
    found.sort();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}
