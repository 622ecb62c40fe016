//! Render: from tokens to text.
//!
//! Input: the files of a crate. Output: path and text of each file. Text is laid out by prettyplease, item by item, so that
//! blank lines stand between items, and the tokens of a crate are never all there at once. A part that does not parse is a
//! bug of the generator, and is named.

use std::fmt;

use proc_macro2::TokenStream;
use quote::quote;

use crate::files::source_path;
use crate::parallel::in_parallel;
use crate::rust::emit::{Calls, Piece, Source, emit_child};

/// An emitted item that is not Rust: a bug of the generator.
#[derive(Debug)]
pub(crate) struct RenderError {
    /// The file it is for.
    file: String,
    /// The beginning of the item.
    item: String,
    /// What the parser says.
    message: String,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, item, message } = self;
        write!(
            f,
            "bug in the generator: an item of {file} is not Rust ({message}); please report it with this text: {item}"
        )
    }
}

/// So many files are rendered before the texts of their pieces are let go.
const AT_ONCE: usize = 64;

/// Renders all files, on all cores.
pub(crate) fn render(sources: &[Source<'_>]) -> Result<Vec<(String, String)>, RenderError> {
    let mut files = Vec::with_capacity(sources.len());
    for sources in sources.chunks(AT_ONCE) {
        files.extend(render_some(sources)?);
    }
    Ok(files)
}

fn render_some(sources: &[Source<'_>]) -> Result<Vec<(String, String)>, RenderError> {
    let paths: Vec<String> = sources.iter().map(|source| source_path(source.module)).collect();
    let pieces: Vec<(Piece<'_>, &str)> =
        sources.iter().zip(&paths).flat_map(|(source, path)| of_source(source, path)).collect();
    let mut rendered = in_parallel(&pieces, |(piece, path)| render_piece(piece, path)).into_iter();
    let files = sources.iter().zip(paths).map(|(source, path)| {
        let mut text = render_source(source, &path, &mut rendered)?;
        // All texts are kept until they are compared with the disk.
        text.shrink_to_fit();
        Ok((path, text))
    });
    files.collect()
}

/// All pieces of a file, with its path.
fn of_source<'l, 'p>(source: &Source<'l>, path: &'p str) -> Vec<(Piece<'l>, &'p str)> {
    let calls = source.calls.iter().flat_map(|calls| &calls.items);
    source.items.iter().chain(calls).map(|piece| (*piece, path)).collect()
}

/// The entries of a piece, each as text.
type Entries = Result<Vec<String>, RenderError>;

/// Emits and renders a piece, so that its tokens live no longer than this takes.
fn render_piece(piece: &Piece<'_>, path: &str) -> Entries {
    piece.tokens().into_iter().map(|item| render_item(item, path)).collect()
}

/// The next pieces that were rendered, so many as there are here.
fn entries(pieces: &[Piece<'_>], rendered: &mut impl Iterator<Item = Entries>) -> Entries {
    let mut all = Vec::new();
    for entries in rendered.take(pieces.len()) {
        all.extend(entries?);
    }
    Ok(all)
}

fn render_source(
    source: &Source<'_>,
    path: &str,
    rendered: &mut impl Iterator<Item = Entries>,
) -> Result<String, RenderError> {
    let mut text = String::new();
    for line in &source.header {
        text.push_str(&format!("// {line}\n"));
    }
    for line in source.doc {
        text.push_str(format!("//! {line}").trim_end());
        text.push('\n');
    }
    if !source.attributes.is_empty() {
        text.push_str(&format!("\n{}\n", source.attributes.join("\n")));
    }
    let children = source.children.iter().map(emit_child).map(|child| quote!(#child;));
    for item in source.imports.iter().cloned().chain(children) {
        text.push('\n');
        text.push_str(&render_item(item, path)?);
    }
    for entry in entries(&source.items, rendered)? {
        text.push('\n');
        text.push_str(&entry);
    }
    if let Some(calls) = &source.calls {
        text.push('\n');
        text.push_str(&render_calls(calls, path, entries(&calls.items, rendered)?)?);
    }
    Ok(text)
}

/// A module in a file: its items, each a step further in.
fn render_calls(calls: &Calls<'_>, path: &str, entries: Vec<String>) -> Result<String, RenderError> {
    let declaration = &calls.declaration;
    let empty = render_item(quote!(#declaration {}), path)?;
    let imports = calls.imports.iter().cloned().map(|item| render_item(item, path));
    let items: Vec<String> = imports.chain(entries.into_iter().map(Ok)).collect::<Result<_, _>>()?;
    let inner: String = items.join("\n").lines().map(indented).collect();
    Ok(format!("{} {{\n{inner}}}\n", empty.trim_end().trim_end_matches("{}").trim_end()))
}

/// No emitted text has a line break of its own: literals escape them.
fn indented(line: &str) -> String {
    if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }
}

fn render_item(item: TokenStream, path: &str) -> Result<String, RenderError> {
    let file = syn::parse2::<syn::File>(item.clone()).map_err(|error| RenderError {
        file: path.to_owned(),
        item: item.to_string().chars().take(200).collect(),
        message: error.to_string(),
    })?;
    Ok(prettyplease::unparse(&file))
}
