//! Compares the generated data client with the clients of other generators: compile time, number of crates, binary
//! size.
//!
//! Input: the OpenAPI document of the data API. Output: two tables in Markdown. Each contender is a
//! small workspace below `target/compile`: a program that links 15 operations or a single one, and the
//! library that it needs. A client of another generator that does not compile is a result.

use std::fs;
use std::path::PathBuf;

use chainloom_command::Failure;

use super::generators::{Generator, Rival, document, generators};
use super::measure::{ProgramTime, empty, measure_time, output, print};
use crate::step::{End, execute, say};
use crate::texts::{read, write};
use crate::workspace::Workspace;

/// Folder of all small crates.
pub(super) const COMPILED: &str = "target/compile";
const PROGRAMS: &str = "benches/rivals/programs";
/// Number of compilations of a library; the least time counts.
const RUNS: usize = 3;
/// Cargo commands that are measured for a library whose dependencies are built.
const MODES: [&[&str]; 3] = [&["check"], &["build"], &["build", "--release"]];

/// Contender of the comparison. `benches/rivals/programs` has the program of each, and what it depends on.
struct Contender {
    name: &'static str,
    /// Library of the contender, if it is separate from the program.
    library: Option<&'static str>,
}

/// Our library, and the contender with the operations of the others.
const OWN: &str = "chainloom";
/// Contender with a single operation of another area, and without optional features.
const ONE: &str = "chainloom-one";
/// HTTP library on which every client is based.
const RAW: &str = "reqwest";

pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let (rivals, end) = generators(workspace, &Rival::WITH_PROGRAM)?;
    generate(workspace, &rivals)?;
    let contenders = contenders(&rivals);
    for contender in &contenders {
        prepare(workspace, contender)?;
    }
    let compiled = libraries(workspace, contenders)?;
    programs(workspace, &compiled)?;
    Ok(end)
}

/// Returns the contenders. The first is the baseline.
fn contenders(rivals: &[Generator]) -> Vec<Contender> {
    let rivals = rivals.iter().map(Generator::rival);
    let mut all: Vec<Contender> =
        rivals.map(|rival| Contender { name: rival.name(), library: Some(rival.library()) }).collect();
    all.extend([OWN, ONE].map(|name| Contender { name, library: Some(OWN) }));
    all.push(Contender { name: RAW, library: None });
    all
}

fn folder(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.path(COMPILED).join(name)
}

fn library(workspace: &Workspace, name: &str) -> PathBuf {
    folder(workspace, name).join("library")
}

/// Lets each generator write its library.
fn generate(workspace: &Workspace, rivals: &[Generator]) -> Result<(), Failure> {
    let from = folder(workspace, "openapi.json");
    write(&from, &document(workspace)?.to_string())?;
    for generator in rivals {
        let to = library(workspace, generator.rival().name());
        empty(&to)?;
        output(&mut generator.command(workspace, &from, &to))?;
    }
    Ok(())
}

/// Writes the program of a contender, and fetches what it depends on.
fn prepare(workspace: &Workspace, contender: &Contender) -> Result<(), Failure> {
    let (name, folder) = (contender.name, folder(workspace, contender.name));
    empty(&folder.join("target"))?;
    let given = format!("{PROGRAMS}/{name}");
    let dependencies = read(&workspace.path(&format!("{given}/dependencies.toml")))?;
    let dependencies = dependencies.replace("{root}", &workspace.path("").display().to_string());
    let manifest = format!(
        "[package]\nname = \"all-{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [profile.release]\nstrip = true\n\n[dependencies]\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\n{dependencies}"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/main.rs"), &read(&workspace.path(&format!("{given}/main.rs")))?)?;
    // Uses the same versions as the other measurements.
    let (from, to) = (workspace.path("benches/rivals/Cargo.lock"), folder.join("Cargo.lock"));
    fs::copy(&from, to).map_err(|error| Failure::io("cannot copy", &from, &error))?;
    execute(workspace.cargo(&["fetch", "--manifest-path"]).arg(folder.join("Cargo.toml"))).map(drop)
}

/// Prints the time of compiling the library of each contender, with its dependencies built. Returns the contenders that
/// compile.
fn libraries(workspace: &Workspace, contenders: Vec<Contender>) -> Result<Vec<Contender>, Failure> {
    print("| library, dependencies built | check | debug | release |\n|---|---|---|---|");
    let (mut base, mut compiled) = (None, Vec::new());
    for contender in contenders {
        let Some(library) = contender.library else {
            compiled.push(contender);
            continue;
        };
        if let Err(failure) = cargo(workspace, &contender, MODES[0]) {
            if library == OWN {
                return Err(failure);
            }
            say(&failure.to_string());
            print(&format!("| {} | does not compile | | |", contender.name));
            continue;
        }
        let mut times = Vec::new();
        for mode in MODES {
            cargo(workspace, &contender, mode)?;
            times.push(least(workspace, &contender, &[library], &[mode, &["--package", library]].concat())?.cpu);
        }
        let base: &Vec<f64> = base.get_or_insert_with(|| times.clone());
        let cells = times.iter().zip(base).map(|(time, base)| format!(" {time:.2} s ({:.2}) |", time / base));
        print(&format!("| {} |{}", contender.name, cells.collect::<String>()));
        compiled.push(contender);
    }
    Ok(compiled)
}

/// Prints the costs of a release program, with its library and from an empty folder.
fn programs(workspace: &Workspace, contenders: &[Contender]) -> Result<(), Failure> {
    print(
        "| program, release | with its library | from an empty folder | crates | size | over reqwest |\n\
         |---|---|---|---|---|---|",
    );
    let size = |name: &str| -> Result<f64, Failure> {
        let path = folder(workspace, name).join(format!("target/release/all-{name}"));
        let about = fs::metadata(&path).map_err(|error| Failure::io("cannot find", &path, &error))?;
        Ok(about.len() as f64 / 1e6)
    };
    let mut rows = Vec::new();
    for contender in contenders {
        empty(&folder(workspace, contender.name).join("target"))?;
        let whole = cargo(workspace, contender, &["build", "--release"])?;
        let own = format!("all-{}", contender.name);
        let again: Vec<&str> = contender.library.into_iter().chain([own.as_str()]).collect();
        let part = least(workspace, contender, &again, &["build", "--release"])?;
        rows.push((contender.name, part, whole, crates(workspace, contender)?, size(contender.name)?));
    }
    let raw = size(RAW)?;
    for (name, part, whole, crates, size) in rows {
        let (part, whole) = (time_text(part), time_text(whole));
        print(&format!("| {name} | {part} | {whole} | {crates} | {size:.2} MB | {:+.2} MB |", size - raw));
    }
    Ok(())
}

fn time_text(spent: ProgramTime) -> String {
    format!("{:.1} s, {:.1} s of processors", spent.wall, spent.cpu)
}

/// Returns the number of crates that are compiled for a program, without the program itself.
fn crates(workspace: &Workspace, contender: &Contender) -> Result<usize, Failure> {
    let mut command = workspace.cargo(&["tree", "--prefix", "none", "--edges", "normal,build", "--format", "{p}"]);
    let (told, _) = output(command.arg("--manifest-path").arg(folder(workspace, contender.name).join("Cargo.toml")))?;
    let names: std::collections::BTreeSet<&str> = told.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    Ok(names.iter().filter(|name| !name.is_empty()).count().saturating_sub(1))
}

/// Returns the least time of compiling packages again.
fn least(
    workspace: &Workspace,
    contender: &Contender,
    packages: &[&str],
    mode: &[&str],
) -> Result<ProgramTime, Failure> {
    let mut best: Option<ProgramTime> = None;
    for _ in 0..RUNS {
        for package in packages {
            let mut clean = vec!["clean", "--package", package];
            clean.extend(mode.contains(&"--release").then_some("--release"));
            cargo(workspace, contender, &clean)?;
        }
        let spent = cargo(workspace, contender, mode)?;
        best = Some(best.filter(|best| best.cpu <= spent.cpu).unwrap_or(spent));
    }
    best.ok_or_else(|| Failure::new("nothing was compiled"))
}

/// Runs cargo in the folder of a contender.
fn cargo(workspace: &Workspace, contender: &Contender, args: &[&str]) -> Result<ProgramTime, Failure> {
    let mut command = workspace.cargo(args);
    command.arg("--manifest-path").arg(folder(workspace, contender.name).join("Cargo.toml"));
    measure_time(command.arg("--target-dir").arg(folder(workspace, contender.name).join("target")))
}
