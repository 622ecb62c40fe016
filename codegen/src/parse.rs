//! From source files to typed documents.
//!
//! Input: texts. Output: [`Documents`], or everything that is wrong with the shape of the files. Two
//! steps: `events` makes a tree with places and refuses what YAML has and our language has not;
//! the other modules read the tree by the grammar (`keys` lists all keys). Names are not resolved here.

mod attributes;
mod client;
mod common;
mod events;
mod file;
mod keys;
mod operations;
mod reader;
mod rules;
mod scalar;
mod types;

#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostics;
use crate::document::Documents;
use crate::read::SourceFile;
use reader::Reader;

/// Reads the shape of all files.
///
/// # Errors
/// Everything that is wrong with the shape of any file; no file hides the mistakes of another.
pub fn parse(sources: &[SourceFile]) -> Result<Documents, Diagnostics> {
    let mut reader = Reader::default();
    let mut files = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let root = events::parse_events(file, &source.text, &mut reader.found);
        if let Some(document) = root.and_then(|root| file::read_file(&mut reader, source, &root)) {
            files.push(document);
        }
    }
    let paths: Vec<String> = sources.iter().map(|source| source.path.clone()).collect();
    Diagnostics::check(reader.found, &paths)?;
    files.sort_by(|a, b| a.module.cmp(&b.module));
    Ok(Documents { files, paths })
}
