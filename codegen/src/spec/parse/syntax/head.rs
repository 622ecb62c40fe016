//! A file whose first lines are lost.
//!
//! Input: the text. Output: a diagnostic at its first line, if that is deeper than a later one: no
//! line is left that it could belong to.

use super::line::lines;
use crate::diagnostic::{Code, Diagnostic};

pub(super) fn lost_head(file: usize, text: &str) -> Option<Diagnostic> {
    let lines = lines(file, text, usize::MAX);
    let first = lines.first()?;
    let later = lines.iter().find(|line| line.indent < first.indent && line.is_key())?;
    let message = format!("the file begins with a line that is indented by {}", first.indent);
    let problem = Diagnostic::error(Code::Syntax, first.content_span(), message).label("belongs to no line above");
    let problem = problem.second(later.content_span(), format!("indented by {}", later.indent));
    let hint = match first.content().starts_with("chainloom:") {
        true => format!("indent it by {} spaces", later.indent),
        false => "restore the lines above it; a file begins with `chainloom: 1`".to_owned(),
    };
    Some(problem.hint(hint))
}
