//! Render: from tokens to text.
//!
//! Input: the files of a crate. Output: path and text of each file. prettyplease lays out the text
//! item by item, so that blank lines separate items, and only the tokens of one item are in memory.
//! If an item does not parse, the generator has a bug, and the error names the item. Macro
//! invocations, which prettyplease does not understand, are laid out here.

mod invocation;
mod wide;

use std::fmt;

use proc_macro2::TokenStream;
use quote::quote;

use crate::files::source_path;
use crate::parallel::in_parallel;
use crate::rust::emit::{Parts, Piece, Source, emit_calls, emit_child, emit_tables};

/// Emitted item that is not Rust: a bug of the generator.
#[derive(Debug)]
pub(crate) struct RenderError {
    /// File of the item.
    file: String,
    /// Beginning of the item.
    item: String,
    /// Message of the parser.
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

/// Number of files whose pieces are rendered together. The texts of the pieces are dropped
/// afterwards.
const AT_ONCE: usize = 64;

/// Renders all files, on all cores: path and text of each. The error is an item that does not
/// parse.
pub(crate) fn render(sources: &[Source<'_>]) -> Result<Vec<(String, String)>, RenderError> {
    let mut files = Vec::with_capacity(sources.len());
    for sources in sources.chunks(AT_ONCE) {
        files.extend(render_files(sources)?);
    }
    Ok(files)
}

/// Renders some files: all their pieces in parallel.
fn render_files(sources: &[Source<'_>]) -> Result<Vec<(String, String)>, RenderError> {
    let paths: Vec<String> = sources.iter().map(|source| source_path(source.module)).collect();
    let pieces: Vec<(Piece<'_>, &str)> = sources
        .iter()
        .zip(&paths)
        .flat_map(|(source, path)| source.pieces.iter().map(|piece| (*piece, path.as_str())))
        .collect();
    let mut rendered = in_parallel(&pieces, |(piece, path)| render_piece(piece, path)).into_iter();
    let files = sources.iter().zip(paths).map(|(source, path)| {
        let mut parts = Parts::default();
        for piece in rendered.by_ref().take(source.pieces.len()) {
            parts.add(piece?);
        }
        let mut text = render_source(source, &path, parts)?;
        // All texts are kept until they are compared with the files on disk.
        text.shrink_to_fit();
        Ok((path, text))
    });
    files.collect()
}

/// Emits a piece and renders it at once, so that its tokens need not be kept.
fn render_piece(piece: &Piece<'_>, path: &str) -> Result<Parts<String>, RenderError> {
    piece.tokens().try_map(|item| render_item(item, path))
}

/// Joins the rendered parts of a file.
fn render_source(source: &Source<'_>, path: &str, parts: Parts<String>) -> Result<String, RenderError> {
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
    let Parts { items, methods, setters, calls, invocations, impls, tables, statics } = parts;
    let children = source.children.iter().map(emit_child).map(|child| quote!(#child;));
    let mut entries: Vec<String> =
        source.imports.iter().cloned().chain(children).map(|item| render_item(item, path)).collect::<Result<_, _>>()?;
    entries.extend(items);
    let handle = source.handle.map(|handle| [quote!(impl #handle), quote!()]);
    entries.extend(handle.map(|handle| render_block(handle, path, methods)).transpose()?.flatten());
    entries.extend(setters);
    entries.extend(render_block(emit_calls(), path, calls)?);
    entries.extend((!invocations.is_empty()).then(|| invocations.concat()));
    entries.extend(impls);
    entries.extend(render_block(emit_tables(&statics), path, tables)?);
    for entry in entries {
        text.push('\n');
        text.push_str(&entry);
    }
    Ok(text)
}

/// Renders a module in a file or an impl, with its items indented; `None` if it would be empty.
fn render_block(
    [declaration, import]: [TokenStream; 2],
    path: &str,
    entries: Vec<String>,
) -> Result<Option<String>, RenderError> {
    if entries.is_empty() {
        return Ok(None);
    }
    let empty = render_item(quote!(#declaration {}), path)?;
    let import = (!import.is_empty()).then(|| render_item(import, path)).transpose()?;
    let inner: Vec<String> = import.into_iter().chain(entries).collect();
    let inner: String = inner.join("\n").lines().map(indented_line).collect();
    Ok(Some(format!("{} {{\n{inner}}}\n", empty.trim_end().trim_end_matches("{}").trim_end())))
}

/// Indents a line. Emitted texts contain no line breaks, since literals escape them.
fn indented_line(line: &str) -> String {
    if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }
}

/// Renders one item.
fn render_item(item: TokenStream, path: &str) -> Result<String, RenderError> {
    let rendered = syn::parse2::<syn::File>(item.clone()).and_then(|file| match file.items.as_slice() {
        [syn::Item::Macro(of)] => invocation::render(of, &file),
        _ => Ok(wide::join_wide_lines(&prettyplease::unparse(&file))),
    });
    rendered.map_err(|error| RenderError {
        file: path.to_owned(),
        item: item.to_string().chars().take(200).collect(),
        message: error.to_string(),
    })
}
