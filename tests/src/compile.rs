//! Compiles crates with the compiler alone, against the libraries that this very test run was made
//! with.
//!
//! Input: the root file of a crate and the libraries that it names. Output: what is made of it, or
//! what the compiler says. There is no second cargo with a target folder of its own, so no
//! dependency is compiled again. What cargo itself has to do with it is for the tests that run
//! cargo, which are slow and belong to the full tier.

use chainloom_bounded::Bounded as _;
use std::any::TypeId;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The library of this package, by which the others are recognized.
const OURS: &str = "chainloom_tests";

/// A library, by the name under which it is in the folder, and a program that compiles only with
/// the one that this package has. Each one may stand on those before it.
const KNOWN: [(&str, &str); 4] = [
    (
        "chainloom_runtime",
        "pub fn id(entry: &chainloom_runtime::catalog::Entry) -> &'static str { chainloom_tests::calling::id(entry) }",
    ),
    (
        "chainloom",
        "pub fn same(all: &'static [chainloom_runtime::catalog::Entry]) -> bool { all.len() == \
         chainloom::operations().len() && std::ptr::eq(all, chainloom::operations()) && std::ptr::eq(all, \
         chainloom_tests::operations()) }",
    ),
    ("tokio", "pub fn same(handle: tokio::runtime::Handle) -> chainloom_tests::tokio::runtime::Handle { handle }"),
    (
        "serde",
        // A build without derives has the same traits.
        "#[derive(serde::Serialize)] pub struct Derived; \
         pub fn same(value: impl serde::Serialize) -> impl chainloom_runtime::__private::serde::Serialize { value }",
    ),
];

/// The libraries beside the program that runs.
#[derive(Clone, Debug)]
pub struct Libraries {
    folder: PathBuf,
    found: Vec<(&'static str, PathBuf)>,
}

/// A crate to be compiled.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Its name in Rust.
    pub name: &'a str,
    /// Its root file.
    pub root: &'a Path,
    /// Where its files go.
    pub to: &'a Path,
    /// The libraries of ours that it names, each under the name that it has for the crate.
    pub libraries: &'a [(&'a str, &'a str)],
    /// The edition.
    pub edition: &'a str,
    /// What else the compiler is told.
    pub arguments: &'a [String],
    /// The folder of the crate's manifest, from where the compiler runs.
    pub folder: &'a Path,
}

impl<'a> Source<'a> {
    /// A crate that knows the runtime, as one that the command generates.
    pub fn generated(name: &'a str, root: &'a Path, to: &'a Path) -> Self {
        let libraries = &[("chainloom_runtime", "chainloom_runtime")];
        Self { name, root, to, libraries, edition: "2024", arguments: &[], folder: to }
    }
}

/// A warning is an error, also where a public item lacks its doc.
pub fn strict() -> Vec<String> {
    ["-Dwarnings", "-Dmissing-docs"].map(str::to_owned).to_vec()
}

impl Libraries {
    /// Finds the libraries that the running program is linked with. Others of the same names may
    /// lie beside them, from runs with other features.
    ///
    /// # Errors
    ///
    /// The libraries are not there.
    pub fn find() -> Result<Self, String> {
        static FOUND: OnceLock<Result<Libraries, String>> = OnceLock::new();
        FOUND.get_or_init(Self::search).clone()
    }

    fn search() -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let folder = program.parent().ok_or("the program has no folder")?.to_owned();
        let mut libraries = Self { folder, found: Vec::new() };
        let to = libraries.folder.join(format!("../tmp/probe-{}", std::process::id()));
        std::fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
        libraries.add_ours(&to)?;
        for (name, program) in KNOWN {
            libraries.add(name, program, &to)?;
        }
        let _ = std::fs::remove_dir_all(to);
        Ok(libraries)
    }

    /// Adds the library of this package: the one that has the identity of the running program's.
    fn add_ours(&mut self, to: &Path) -> Result<(), String> {
        let mut candidates = candidates(&self.folder, OURS)?;
        if let [only] = candidates.as_slice() {
            // The running program is linked with it, so it is there.
            self.found.push((OURS, only.clone()));
            return Ok(());
        }
        let root = to.join("identity.rs");
        let text = "fn main() { print!(\"{}\", chainloom_tests::compile::identity()) }";
        std::fs::write(&root, text).map_err(|error| format!("{}: {error}", root.display()))?;
        while let Some(library) = candidates.pop() {
            self.found = vec![(OURS, library)];
            let source = Source { libraries: &[(OURS, OURS)], ..Source::generated("identity", &root, to) };
            let said = self.program(&source).and_then(|(program, _)| run_for_output(&mut Command::new(program)));
            if said.is_ok_and(|said| said == identity()) {
                return Ok(());
            }
        }
        Err(format!("no lib{OURS} in {} is that of the running program", self.folder.display()))
    }

    fn add(&mut self, name: &'static str, program: &str, to: &Path) -> Result<(), String> {
        let root = to.join(format!("{name}.rs"));
        std::fs::write(&root, program).map_err(|error| format!("{}: {error}", root.display()))?;
        let mut told = None;
        for library in candidates(&self.folder, name)? {
            self.found.push((name, library));
            let all: Vec<(&str, &str)> = self.found.iter().map(|(name, _)| (*name, *name)).collect();
            let probe = Source { libraries: &all, ..Source::generated("probe", &root, to) };
            match self.check(&probe) {
                Ok(_) => return Ok(()),
                Err(error) => told.get_or_insert(error),
            };
            self.found.pop();
        }
        Err(told.unwrap_or_else(|| format!("there is no lib{name} in {}", self.folder.display())))
    }

    /// Checks a library, as `cargo check` does, and gives what the compiler says although it is
    /// content.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn check(&self, source: &Source<'_>) -> Result<String, String> {
        run(self.command(source).args(["--crate-type=lib", "--emit=metadata,dep-info"]))
    }

    /// Builds a library that programs can be linked with.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn build(&self, source: &Source<'_>) -> Result<String, String> {
        run(self.command(source).args(["--crate-type=lib", "--emit=metadata,link"]))
    }

    /// Checks a program.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn check_program(&self, source: &Source<'_>) -> Result<String, String> {
        run(self.command(source).args(["--crate-type=bin", "--emit=metadata,dep-info"]))
    }

    /// Builds a program: its path, and what the compiler says.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    pub fn program(&self, source: &Source<'_>) -> Result<(PathBuf, String), String> {
        let said = run(self.command(source).args(["--crate-type=bin", "--emit=link"]))?;
        Ok((source.to.join(format!("{}{}", source.name, std::env::consts::EXE_SUFFIX)), said))
    }

    fn command(&self, source: &Source<'_>) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
        command.arg(source.root).args(["--crate-name", source.name, "--edition", source.edition]);
        command.args([
            "-Cdebuginfo=0",
            "--color=never",
            "--check-cfg=cfg(docsrs)",
            "--check-cfg=cfg(feature, values(any()))",
        ]);
        command.arg("--out-dir").arg(source.to).arg(format!("-Ldependency={}", self.folder.display()));
        command.arg(format!("-Ldependency={}", source.to.display())).args(source.arguments);
        for (alias, name) in source.libraries {
            let library = self.found.iter().find(|(known, _)| known == name);
            let path = library.map_or_else(|| source.to.join(format!("lib{name}.rlib")), |(_, path)| path.clone());
            command.arg(format!("--extern={alias}={}", path.display()));
        }
        command.current_dir(source.folder).env("CARGO_MANIFEST_DIR", source.folder).env("CARGO", env!("CARGO"));
        command
    }
}

/// A manifest by which macros find how the crate calls what it depends on.
pub fn manifest(name: &str, dependencies: &[(&str, &str)]) -> String {
    let mut text = format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\n\n[workspace]\n\n[dependencies]\n");
    for (alias, package) in dependencies {
        let _ = writeln!(text, "{alias} = {{ package = \"{package}\", version = \"*\" }}");
    }
    text
}

/// Returns what only one build of this package has: the same library with other features or another
/// profile has another one.
pub fn identity() -> String {
    format!("{:?}", TypeId::of::<Libraries>())
}

fn run_for_output(command: &mut Command) -> Result<String, String> {
    let output = command.bounded_output().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.bounded_output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(said) } else { Err(said) }
}

/// The libraries of this name, sorted.
fn candidates(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let begins = format!("lib{name}-");
    let is_library = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(&begins) && file.ends_with(".rlib")
    };
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_library).collect();
    found.sort();
    Ok(found)
}
