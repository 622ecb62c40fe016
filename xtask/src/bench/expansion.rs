//! Measures the expansion of `include_api!` of the whole spec in the dev profile, and the other
//! passes of the compiler.
//!
//! Input: the spec. Output: a table in Markdown. The crate is a folder below `target/compile`,
//! whose only line is the macro. The compiler prints the time of its passes, which requires
//! `RUSTC_BOOTSTRAP`.

use chainloom_command::Failure;

use super::compile::COMPILED;
use super::measure::{output, print};
use crate::step::{End, execute};
use crate::texts::write;
use crate::workspace::Workspace;

/// Number of expansions; the least time counts.
const RUNS: usize = 5;
/// Compiler passes that are printed: the expansion of macros, and the sum of all passes.
const PASSES: [&str; 2] = ["macro_expand_crate", "total"];

pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let folder = workspace.path(COMPILED).join("expansion");
    let manifest = format!(
        "[package]\nname = \"expansion\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[features]\n\
         default = [\"data\", \"metrics\", \"node\", \"evm\"]\ndata = []\nmetrics = []\nnode = []\nevm = []\n\n\
         [dependencies]\n\
         chainloom = {{ path = {:?}, default-features = false, features = [\"macros\"] }}\n",
        workspace.path("generated")
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/lib.rs"), "//! The whole spec.\n\nchainloom::include_api!(\"../../../spec\");\n")?;
    let cargo = |args: &[&str]| {
        let mut command = workspace.cargo(args);
        command.env("RUSTC_BOOTSTRAP", "1").arg("--manifest-path").arg(folder.join("Cargo.toml"));
        command
    };
    execute(&mut cargo(&["build"]))?;
    let mut least = [f64::INFINITY; PASSES.len()];
    for _ in 0..RUNS {
        execute(&mut cargo(&["clean", "--package", "expansion"]))?;
        let (_, told) = output(cargo(&["rustc", "--lib"]).args(["--", "-Z", "time-passes"]))?;
        for (least, name) in least.iter_mut().zip(PASSES) {
            *least = least.min(pass(&told, name).unwrap_or(f64::INFINITY));
        }
    }
    let [expansion, total] = least;
    if !expansion.is_finite() {
        return Err(Failure::new("the compiler printed no time of the expansion of macros"));
    }
    print("| `include_api!` of the whole spec, dev profile | seconds |\n|---|---|");
    print(&format!("| expansion | {expansion:.2} |"));
    print(&format!("| the compiler in all | {total:.2} |"));
    Ok(End::Done)
}

/// Returns the seconds of a pass: `time:   0.123; rss: …   name`.
fn pass(told: &str, name: &str) -> Option<f64> {
    let line = told.lines().find(|line| line.starts_with("time:") && line.split_whitespace().last() == Some(name))?;
    line.strip_prefix("time:")?.split_once(';')?.0.trim().parse().ok()
}
