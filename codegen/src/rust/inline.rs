//! Inline: the same tokens as files have, as the content of one module, for macros.
//!
//! Input: [`Emitted`]. Output: tokens. Where a file declares a module, the module's own content stands here; nothing else
//! differs from the files, so what a macro gives and what is checked in is the same code.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Model;
use crate::rust::emit::{Emitted, Source, docs, emit_child};

/// The module of the file that speaks of the crate as a whole.
pub(crate) const ROOT: &str = "lib";

/// What stands in the one module that the content is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The root of a crate, with a module for each file.
    Folder,
    /// The only file, or the one whose name is the folder of all others.
    File,
}

/// Lets the first module be the root, when all others are inside of it: a spec of one file, or of one client,
/// then becomes one module and not a module in a module.
pub fn take_as_root(model: &mut Model) {
    let own = model.modules.iter().filter(|module| module.package.is_none());
    let first = own.clone().map(|module| module.path.as_slice()).find(|path| path.len() == 1).map(<[String]>::to_vec);
    let Some(first) = first.filter(|first| own.clone().all(|module| module.path.starts_with(first))) else { return };
    for module in model.modules.iter_mut().filter(|module| module.package.is_none()) {
        module.path.drain(..first.len());
    }
}

/// The files by the paths of their modules.
type Files<'e> = HashMap<&'e [String], &'e Source>;

/// The content of the crate's root, with all modules inside.
pub fn inline(emitted: &Emitted) -> TokenStream {
    let files: Files<'_> = emitted.sources.iter().map(|source| (source.module.as_slice(), source)).collect();
    let root = files.get([].as_slice());
    let doc = root.map(|root| root.doc.iter().map(|line| format!(" {line}")));
    let doc = doc.into_iter().flatten().map(|line| quote!(#![doc = #line]));
    let content = root.map(|root| inline_source(&files, root)).unwrap_or_default();
    quote!(#(#doc)* #content)
}

fn inline_source(files: &Files<'_>, source: &Source) -> TokenStream {
    let children = source.children.iter().map(|child| {
        let path: Vec<String> = source.module.iter().chain([&child.name]).cloned().collect();
        let file = files.get(path.as_slice());
        let declaration = emit_child(child);
        let doc = docs(file.map(|file| file.doc.as_slice()).unwrap_or_default());
        let content = file.map(|file| inline_source(files, file));
        quote!(#doc #declaration { #content })
    });
    let (imports, items) = (&source.imports, &source.items);
    quote!(#(#imports)* #(#children)* #(#items)*)
}
