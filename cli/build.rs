//! Checks the spec of the program when the program is built.
//!
//! Input: the files of `chainloom-spec`. Output: what they mean, as bytes that the program reads at its
//! start; or their mistakes with their places, which end the build.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use chainloom_codegen::{name, read_sources};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    match store() {
        Ok(()) => ExitCode::SUCCESS,
        Err(mistakes) => {
            eprintln!("{mistakes}");
            ExitCode::FAILURE
        }
    }
}

/// Stores the checked spec in the folder of outputs.
fn store() -> Result<(), String> {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = read_sources("spec", files.collect()).map_err(|mistakes| mistakes.render(&[], false))?;
    let named = name(&sources, &[]).map_err(|mistakes| mistakes.render(&sources, false))?;
    let bytes = named.to_bytes().map_err(|error| error.to_string())?;
    let folder = env::var_os("OUT_DIR").ok_or("`OUT_DIR` is not set")?;
    fs::write(Path::new(&folder).join("spec.bin"), bytes).map_err(|error| error.to_string())
}
