//! From bytes to source files.
//!
//! Input: a path and the bytes of a file. Output: a [`SourceFile`] whose text is UTF-8 of bounded
//! size and not blank. Reading the disk is the caller's job.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::source::SourceFile;

/// Module of the file that describes the whole crate.
pub(crate) const ROOT: &str = "lib";

/// Maximum size of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;

/// Converts the bytes of the file at `path` in the folder of the spec to a source file. `root` is
/// the display path of that folder.
///
/// # Errors
/// The file is too large, not UTF-8, or blank.
pub fn read_source(root: &str, path: &str, bytes: Vec<u8>) -> Result<SourceFile, Box<Diagnostic>> {
    let path = path.replace('\\', "/");
    let shown = match root.trim_end_matches('/') {
        "" => path.clone(),
        root => format!("{root}/{path}"),
    };
    let refuse = |code: Code, span: Span, message: String, hint: &str| {
        let mut diagnostic = Diagnostic::error(code, span, message).hint(hint);
        diagnostic.file.clone_from(&shown);
        Err(Box::new(diagnostic))
    };
    let top = Span { line: 1, column: 1, ..Span::default() };
    // The size is checked first: a huge file must not be scanned.
    if bytes.len() > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, more than {MAX_FILE_BYTES}", bytes.len());
        return refuse(Code::TooLarge, top, message, "split it into several files");
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let span = bad_byte(error.as_bytes(), error.utf8_error().valid_up_to());
            let message = "the file is not UTF-8 text".to_owned();
            return refuse(Code::NotUtf8, span, message, "save the file as UTF-8");
        }
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let message = "the file is empty".to_owned();
        let hint = "begin with `chainloom: 1`, or remove the file";
        return refuse(Code::EmptyFile, top, message, hint);
    }
    let is_yaml = |ending: &str| ["yaml", "yml"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    let module =
        path.rsplit_once('.').filter(|(_, ending)| is_yaml(ending)).map_or(path.as_str(), |(module, _)| module);
    let module = module.to_owned();
    Ok(SourceFile { path: shown, module, text })
}

/// Converts all files of a spec, given by their paths in its folder and their bytes.
///
/// # Errors
/// Returns a diagnostic for each unusable file.
pub fn read_sources(root: &str, files: Vec<(String, Vec<u8>)>) -> Result<Vec<SourceFile>, Diagnostics> {
    let mut sources = Vec::new();
    let mut found = Vec::new();
    for (path, bytes) in files {
        match read_source(root, &path, bytes) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    Diagnostics::of_read(found)?;
    Ok(sources)
}

/// Returns the span of the first byte that is not UTF-8.
fn bad_byte(bytes: &[u8], at: usize) -> Span {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit('\n').next().unwrap_or_default();
    Span { file: 0, start: at, end: at + 1, line, column: last.chars().count() + 1 }
}
