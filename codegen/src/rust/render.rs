//! Render: from tokens to text.
//!
//! Input: [`Emitted`]. Output: path and text of each file. Text is laid out by prettyplease, item by item, so that
//! blank lines stand between items. A part that does not parse is a bug of the generator, and is named.

use std::fmt;

use proc_macro2::TokenStream;
use quote::quote;

use crate::files::source_path;
use crate::rust::emit::{Calls, Emitted, Source, emit_child};

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

/// Renders all files.
pub(crate) fn render(emitted: &Emitted) -> Result<Vec<(String, String)>, RenderError> {
    let rendered = emitted.sources.iter().map(|source| {
        let path = source_path(&source.module);
        let text = render_source(source, &path)?;
        Ok((path, text))
    });
    rendered.collect()
}

fn render_source(source: &Source, path: &str) -> Result<String, RenderError> {
    let mut text = String::new();
    for line in &source.header {
        text.push_str(&format!("// {line}\n"));
    }
    for line in &source.doc {
        text.push_str(format!("//! {line}").trim_end());
        text.push('\n');
    }
    if !source.attributes.is_empty() {
        text.push_str(&format!("\n{}\n", source.attributes.join("\n")));
    }
    let children = source.children.iter().map(emit_child).map(|child| quote!(#child;));
    for item in source.imports.iter().cloned().chain(children).chain(source.items.iter().cloned()) {
        text.push('\n');
        text.push_str(&render_item(item, path)?);
    }
    if let Some(calls) = &source.calls {
        text.push('\n');
        text.push_str(&render_calls(calls, path)?);
    }
    Ok(text)
}

/// A module in a file: its items, each a step further in.
fn render_calls(calls: &Calls, path: &str) -> Result<String, RenderError> {
    let declaration = &calls.declaration;
    let empty = render_item(quote!(#declaration {}), path)?;
    let items = calls.imports.iter().chain(&calls.items).cloned();
    let items: Vec<String> = items.map(|item| render_item(item, path)).collect::<Result<_, _>>()?;
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
