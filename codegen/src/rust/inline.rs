//! Inline: the files of a crate as the tokens of one module, for macros.
//!
//! Input: the files of a crate. Output: tokens, in which each module declaration contains the
//! module. There are two more differences to files: the prelude is imported, because a crate may
//! have disabled it, and `#[rustfmt::skip]` is omitted.

use std::collections::HashMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::ident::RustIdent;
use crate::rust::emit::{Parts, Source, docs, emit_calls, emit_child, emit_tables};

/// Files of a crate by the paths of their modules.
type Files<'e> = HashMap<&'e [RustIdent], &'e Source<'e>>;

/// Returns the content of the root module, with the content of all other modules inside.
pub(crate) fn inline(sources: &[Source<'_>]) -> TokenStream {
    let files: Files<'_> = sources.iter().map(|source| (source.module, source)).collect();
    let root = files.get([].as_slice());
    let doc = root.map(|root| root.doc.iter().map(|line| format!(" {line}")));
    let doc = doc.into_iter().flatten().map(|line| quote!(#![doc = #line]));
    let content = root.map(|root| inline_source(&files, root)).unwrap_or_default();
    quote!(#(#doc)* #content)
}

fn inline_source(files: &Files<'_>, source: &Source<'_>) -> TokenStream {
    let children = source.children.iter().map(|child| {
        let path: Vec<RustIdent> = source.module.iter().chain([&child.name]).cloned().collect();
        let file = files.get(path.as_slice());
        let declaration = without_rustfmt_skip(emit_child(child));
        let doc = docs(file.map(|file| file.doc).unwrap_or_default());
        let content = file.map(|file| inline_source(files, file));
        quote!(#doc #declaration { #content })
    });
    let mut parts = Parts::default();
    source.pieces.iter().for_each(|piece| parts.add(piece.tokens()));
    let Parts { items, methods, setters, calls, invocations, impls, tables, statics } = parts;
    let (calls, tables) = (inline_module(emit_calls(), &calls), inline_module(emit_tables(&statics), &tables));
    let methods = source.handle.map(|handle| quote!(impl #handle { #(#methods)* }));
    let (prelude, imports, items) = (prelude(), &source.imports, items.into_iter().map(without_rustfmt_skip));
    quote!(#prelude #(#imports)* #(#children)* #(#items)* #methods #(#setters)* #calls #(#invocations)* #(#impls)* #tables)
}

/// Returns a module inside a file; `None` if it would be empty.
fn inline_module([declaration, import]: [TokenStream; 2], items: &[TokenStream]) -> Option<TokenStream> {
    let (declaration, prelude) = (without_rustfmt_skip(declaration), prelude());
    (!items.is_empty()).then(|| quote!(#declaration { #prelude #import #(#items)* }))
}

/// Removes `#[rustfmt::skip]`: nothing formats these tokens, and the attribute is unknown in a
/// crate without a prelude.
fn without_rustfmt_skip(item: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = item.into_iter().collect();
    let is_mark = |pair: &[TokenTree]| match pair {
        [TokenTree::Punct(hash), TokenTree::Group(group)] if hash.as_char() == '#' => {
            matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == "rustfmt")
        }
        _ => false,
    };
    if let Some(at) = trees.windows(2).position(is_mark) {
        trees.drain(at..at + 2);
    }
    trees.into_iter().collect()
}

/// Returns the import of the prelude: `#![no_implicit_prelude]` applies to all modules of a crate,
/// also to the output of macros.
fn prelude() -> TokenStream {
    quote! {
        #[allow(unused_imports, reason = "the prelude is here already, unless the crate has turned it off")]
        use ::std::prelude::rust_2021::*;
    }
}
