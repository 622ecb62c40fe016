//! Requests to the command `codegen`.
//!
//! Input: the folders and [`Flags`] of a command line. Output: a [`Request`].

use std::path::{Path, PathBuf};

use chainloom_codegen::Options;
use chainloom_forms::shell;

use crate::args::Flags;

/// A request to run `codegen`.
#[derive(Clone, Debug)]
pub struct Request {
    /// Folder of the spec.
    pub spec: PathBuf,
    /// Folder of the output.
    pub out: PathBuf,
    /// Flags of the run.
    pub flags: Flags,
    /// Options of the output.
    pub options: Options,
    /// Command line that writes the files.
    pub fix: String,
    /// Command line that explains a code, without the code.
    pub explain: String,
    /// Folder for notes by which a run sees that nothing has changed. Without it, each run generates.
    pub notes: Option<PathBuf>,
}

impl Request {
    /// Creates the request of a program such as `chainloom`. `given` are the folders of the command
    /// line, by their flags.
    #[must_use]
    pub fn new(program: &str, [spec, out]: [PathBuf; 2], flags: Flags, given: &[(&str, Option<&Path>)]) -> Self {
        let command = format!("{program} codegen");
        Self {
            spec,
            out,
            flags,
            fix: command_line(&command, given),
            explain: format!("{program} explain"),
            notes: None,
            options: Options { command, ..Options::default() },
        }
    }
}

/// Formats a command line as a person would type it: `base`, then the flags that were given.
fn command_line(base: &str, flags: &[(&str, Option<&Path>)]) -> String {
    let mut line = base.to_owned();
    for (flag, path) in flags {
        if let Some(path) = path {
            line.push_str(&format!(" {flag} {}", shell::word(&path.display().to_string())));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_words_of_a_shell() {
        let (spec, out) = (Path::new("my spec"), Path::new("$out+1"));
        let given = [("--spec", Some(spec)), ("--out", Some(out)), ("--other", None)];
        let request = Request::new("chainloom", [spec.into(), out.into()], Flags::default(), &given);
        assert_eq!(request.fix, "chainloom codegen --spec 'my spec' --out '$out+1'");
        assert_eq!(command_line("a", &[("--out", Some(Path::new("../a+b/c_1.d")))]), "a --out ../a+b/c_1.d");
    }
}
