//! What small documents become, and what the report says of them: the sheets of `tests/cases`.
//!
//! Input: the sheets, whose form [`sheets`] describes. Output: the same sheets; `CHAINLOOM_BLESS=1` writes them.

mod sheets;

use std::path::Path;

use chainloom_import::Imported;
use serde_json::Value as Json;

use crate::bless::Expected;

/// Returns whether a line of a spec is a bare key, or one that every import has.
fn is_frame(line: &str) -> bool {
    let is_key = ["client:", "scalars:", "types:", "operations:", "fields:"].contains(&line);
    is_key || ["# Imported from ", "chainloom: ", "allow: "].iter().any(|head| line.starts_with(head))
}

/// Shows the report as people read it for the question `report`, or else the lines of the spec, unless the question
/// begins with `only`, and the parts of our own document to which the question has pointers.
fn shown(_: &str, imported: &Imported, question: &str) -> Vec<String> {
    if question == "report" {
        return imported.report.text().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    }
    let mut pieces = Vec::new();
    for (path, text) in imported.files.iter().filter(|_| !question.starts_with("only")) {
        pieces.extend((imported.files.len() > 1).then(|| format!("# {path}")));
        pieces.extend(text.lines().map(str::trim).filter(|line| !is_frame(line)).map(str::to_owned));
    }
    let pointers = question.split(' ').filter(|word| word.starts_with('/') && !question.starts_with("--"));
    let mut pointers = pointers.peekable();
    if pointers.peek().is_some() {
        let ours: Json = serde_json::from_str(&sheets::documents(imported)[0].1).unwrap();
        pieces.extend(pointers.map(|at| format!("{at}: {}", ours.pointer(at).unwrap_or_default())));
    }
    pieces
}

#[test]
fn documents_become_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let count = sheets::play(&folder, shown);
    assert!(count >= 200, "{count} cases");
}
