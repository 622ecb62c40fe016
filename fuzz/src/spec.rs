//! Generates from bytes as a file of a spec.
//!
//! Input: bytes. Output: what is wrong. A spec may be refused with a diagnostic. Otherwise, the
//! output is valid Rust.

use chainloom_codegen::diagnostic::{Code, Diagnostics};
use chainloom_codegen::{Content, Input, Options, SourceFile, read_source, run};

use crate::Outcome;

/// Generates a crate from a file with these bytes.
///
/// # Errors
///
/// The generator finds a bug in itself, refuses without a word, or writes what is no Rust.
pub fn check(data: &[u8]) -> Outcome {
    let source = match read_source("", "library.yaml", data.to_vec()) {
        Ok(source) => source,
        Err(found) => return refused(&Diagnostics::from(*found), &[]),
    };
    let sources = [source];
    match run(Input::Files(&sources), &Options::default(), &mut |_| {}) {
        Ok(made) => written(&made.content),
        Err(found) => refused(&found, &sources),
    }
}

fn refused(found: &Diagnostics, sources: &[SourceFile]) -> Outcome {
    let shown = found.render(sources, true);
    if found.is_empty() || shown.is_empty() {
        return Err("the spec is refused without a word".to_owned());
    }
    match found.iter().find(|one| one.code == Code::Bug) {
        Some(_) => Err(found.render(sources, false)),
        None => Ok(()),
    }
}

fn written(content: &Content) -> Outcome {
    let Content::Files(files) = content else { return Err("a crate has no files".to_owned()) };
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        syn::parse_file(text).map_err(|error| format!("{path}: {error}\n{text}"))?;
    }
    Ok(())
}
