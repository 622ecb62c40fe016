//! What is asked of the command `codegen`.
//!
//! Input: the folders and [`Flags`] of a command line. Output: a [`Request`]. Nothing is done here.

use std::path::{Path, PathBuf};

use chainloom_codegen::Options;

use crate::args::Flags;

/// What is asked of the command.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of the spec.
    pub spec: PathBuf,
    /// The folder that the files go to.
    pub out: PathBuf,
    /// How it is done and told.
    pub flags: Flags,
    /// What may be chosen about the output.
    pub options: Options,
    /// The command that writes the files, as a person would type it.
    pub mend: String,
    /// The command that explains a code, but for the code.
    pub explain: String,
}

impl Request {
    /// A request as the program `program` makes it: `chainloom`. `given` are the folders that were named on the command
    /// line, by their flags.
    #[must_use]
    pub fn new(program: &str, [spec, out]: [PathBuf; 2], flags: Flags, given: &[(&str, Option<&Path>)]) -> Self {
        let command = format!("{program} codegen");
        Self {
            spec,
            out,
            flags,
            mend: command_line(&command, given),
            explain: format!("{program} explain"),
            options: Options { command, ..Options::default() },
        }
    }
}

/// A command line as a person would type it: `base`, then the flags that were given.
fn command_line(base: &str, flags: &[(&str, Option<&Path>)]) -> String {
    let mut line = base.to_owned();
    for (flag, path) in flags {
        if let Some(path) = path {
            let path = path.display().to_string();
            let plain = path.chars().all(|c| c.is_alphanumeric() || r"/\._-:".contains(c));
            let path = if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) };
            line.push_str(&format!(" {flag} {path}"));
        }
    }
    line
}
