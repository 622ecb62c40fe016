//! Command `explain`: the meaning of a diagnostic code.
//!
//! Input: the name of a code, or nothing. Output: its page, or a list of all codes. The pages are
//! in `chainloom-codegen`.

use chainloom_codegen::diagnostic::explain::{find, page};
use chainloom_codegen::diagnostic::{CodeInfo, TABLE};

use crate::report::Report;

/// Explains the code of an error or a warning, with an example
#[derive(Clone, Debug, clap::Args)]
pub struct Explain {
    /// Code in the brackets of a diagnostic, such as `unknown-type`; without it, lists all codes
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// Runs the command `explain`.
#[must_use]
pub fn explain(args: &Explain) -> Report {
    let Some(name) = &args.code else {
        return Report { stdout: list(), ..Report::default() };
    };
    match find(name) {
        Ok(info) => Report { stdout: explain_code(info), ..Report::default() },
        Err(hint) => {
            let help = hint.map_or(String::new(), |hint| format!("  = help: {hint}\n"));
            Report { code: 2, stderr: format!("error: there is no code `{name}`\n{help}"), ..Report::default() }
        }
    }
}

/// Returns the sentence of a code, and its page if there is one.
fn explain_code(info: &CodeInfo) -> String {
    let page = page(info.code).map_or(String::new(), |page| format!("\n{page}"));
    format!("{}: {}\n{page}", info.name, info.meaning)
}

fn list() -> String {
    let width = TABLE.iter().map(|info| info.name.len()).max().unwrap_or_default();
    TABLE.iter().map(|info| format!("{:width$}  {}\n", info.name, info.meaning)).collect()
}
