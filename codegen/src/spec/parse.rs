//! From source files to typed documents.
//!
//! Input: texts. Output: [`Documents`], or everything that is wrong with the shape of the files. Two
//! steps: `events` makes a tree with spans, and refuses parts of YAML that the language does not have;
//! the other modules read the tree by the grammar (`document` declares all keys). Names are not resolved
//! here.

mod arms;
mod characters;
mod errors;
mod events;
mod file;
mod foreign_words;
mod operations;
mod parameters;
mod request_line;
mod requests;
mod responses;
mod scalar;
mod syntax;
mod type_texts;
mod types;
pub(crate) mod version;

use crate::diagnostic::{Diagnostic, Diagnostics, begin_suggestions};
use crate::language::node::Node;
use crate::language::reader::Reader;
use crate::parallel::in_parallel;
use crate::source::SourceFile;
use crate::spec::document::Documents;
pub(crate) use requests::{BODY, BYTES, FILE};
pub use version::VERSION;

/// File as a node tree, from any front end.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Source file; its text is empty for front ends of other languages than YAML.
    pub source: SourceFile,
    /// Root node of the file.
    pub root: Node,
}

/// Parses all files into typed documents, without resolving names.
///
/// # Errors
/// Returns all mistakes of shape; no file hides the mistakes of another.
pub(crate) fn parse(sources: &[SourceFile]) -> Result<Documents, Diagnostics> {
    parse_behind(&[], sources)
}

/// Parses files as [`parse`] does. `others` are the paths of files that were parsed before; the file
/// indices in spans continue after their indices.
pub(crate) fn parse_behind(others: &[String], sources: &[SourceFile]) -> Result<Documents, Diagnostics> {
    let (trees, found) = read_trees(others.len(), sources);
    let paths = others.iter().cloned().chain(sources.iter().map(|source| source.path.clone())).collect();
    let documents = read_documents(&trees, found, paths)?;
    let trees = trees.into_iter().map(|tree| (tree.source.module, tree.root)).collect();
    Ok(Documents { trees, ..documents })
}

/// Reads typed documents from the trees of another front end. `Span::file` of their nodes is an
/// index into `trees`.
///
/// # Errors
/// Returns all mistakes of shape.
pub(crate) fn parse_trees(trees: &[Tree]) -> Result<Documents, Diagnostics> {
    read_documents(trees, Vec::new(), paths_of(trees))
}

/// Checks trees of another front end for what the YAML front end refuses: deep nesting and
/// duplicate keys.
///
/// # Errors
/// Returns a diagnostic for each such place.
pub(crate) fn refuse_shape(trees: &[Tree]) -> Result<(), Diagnostics> {
    let mut found = Vec::new();
    trees.iter().for_each(|tree| events::refuse_shape(&tree.root, &mut found));
    Diagnostics::end_stage(found, &paths_of(trees))
}

fn paths_of(trees: &[Tree]) -> Vec<String> {
    trees.iter().map(|tree| tree.source.path.clone()).collect()
}

/// Parses the sources into trees, and returns diagnostics for sources that are not YAML. `first` is
/// the file index of the first source.
pub(crate) fn read_trees(first: usize, sources: &[SourceFile]) -> (Vec<Tree>, Vec<Diagnostic>) {
    let files: Vec<(usize, &SourceFile)> = (first..).zip(sources).collect();
    let read = in_parallel(&files, |(file, source)| {
        let mut found = Vec::new();
        let root = events::parse_events(*file, &source.text, &mut found);
        (root.map(|root| Tree { source: (*source).clone(), root }), found)
    });
    let (trees, found): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    (trees.into_iter().flatten().collect(), found.into_iter().flatten().collect())
}

fn read_documents(trees: &[Tree], found: Vec<Diagnostic>, paths: Vec<String>) -> Result<Documents, Diagnostics> {
    begin_suggestions();
    let mut reader = Reader::new(found, foreign_words::advise);
    trees.iter().for_each(|tree| characters::refuse_hidden(tree, &mut reader.found));
    let mut files: Vec<_> =
        trees.iter().filter_map(|tree| file::read_file(&mut reader, &tree.source, &tree.root)).collect();
    files.sort_by(|a, b| a.module.cmp(&b.module));
    parameters::replace_generic_uses(&mut reader, &mut files);
    Diagnostics::end_stage(reader.found, &paths)?;
    Ok(Documents { files, trees: Vec::new(), paths })
}
