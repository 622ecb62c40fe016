//! Writes all programs as modules of one file, for the program `programs`.
//!
//! Input: the files of `programs` and `src/bin`. Output: `programs.rs`, with the function that runs
//! a program by its name.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let (mut modules, mut arms) = (String::new(), String::new());
    for folder in ["programs", "src/bin"] {
        println!("cargo::rerun-if-changed={folder}");
        for file in fs::read_dir(folder)? {
            let file = file?.path();
            let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else { continue };
            if name == "alloy" && env::var_os("CARGO_FEATURE_ALLOY").is_none() {
                continue;
            }
            let text = fs::read_to_string(&file)?;
            // Files that a program names are beside it.
            let here = env::current_dir()?.join(folder);
            modules.push_str(&format!(
                "#[path = {here:?}]\nmod {name} {{\n{text}\npub(super) fn run() -> std::process::ExitCode {{\n    std::process::Termination::report(main())\n}}\n}}\n"
            ));
            arms.push_str(&format!("        {name:?} => {name}::run(),\n"));
        }
    }
    let run = format!(
        "fn run(name: &str) -> ExitCode {{\n    match name {{\n{arms}        _ => ExitCode::FAILURE,\n    }}\n}}\n"
    );
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(Path::new(&out).join("programs.rs"), modules + &run)
}
