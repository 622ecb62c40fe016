//! What a spec with mistakes would have declared, so that a macro's user sees the mistakes and nothing that follows
//! from them.
//!
//! Input: trees of files, whole or not, and a type that stands for everything. Output: modules in which each name of
//! the spec is an alias of that type. Nothing is checked here, and no name is refused: one that cannot be is left out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::inline::{Layout, ROOT};
use crate::names::{ident, is_identifier, pascal};
use crate::node::{Entry, Node, NodeKind};
use crate::parse::{Tree, read_trees};
use crate::read::SourceFile;

/// A module and what stands in it.
#[derive(Default)]
struct Module {
    names: BTreeSet<String>,
    children: BTreeMap<String, Module>,
}

/// The skeleton of YAML files.
pub fn skeleton(sources: &[SourceFile], layout: Layout, broken: &TokenStream) -> TokenStream {
    let (trees, _) = read_trees(sources);
    // A file that is no YAML still gives its module.
    let unread = sources.iter().filter(|source| !trees.iter().any(|tree| tree.source.path == source.path));
    let unread = unread.map(|source| Tree { source: source.clone(), root: empty() });
    skeleton_of_trees(&trees.iter().cloned().chain(unread).collect::<Vec<_>>(), layout, broken)
}

/// The skeleton of trees.
pub fn skeleton_of_trees(trees: &[Tree], layout: Layout, broken: &TokenStream) -> TokenStream {
    let mut root = Module::default();
    for tree in trees.iter().filter(|tree| tree.source.module != ROOT) {
        let mut module = &mut root;
        for part in tree.source.module.split('/') {
            module = module.children.entry(part.to_owned()).or_default();
        }
        module.names.extend(declared(&tree.root));
    }
    match (layout, root.children.values().next()) {
        (Layout::File, Some(first)) => emit_module(first, broken),
        _ => emit_module(&root, broken),
    }
}

fn empty() -> Node {
    Node { span: crate::diagnostic::Span::default(), kind: NodeKind::Broken }
}

/// The names of the types that a file gives.
fn declared(root: &Node) -> Vec<String> {
    let mut names = Vec::new();
    if entry(root, "client").is_some() || root.kind == NodeKind::Broken {
        names.extend(["Client", "Builder", "Call"].map(str::to_owned));
    }
    for key in ["scalars", "types", "operations"] {
        names.extend(keys(entry(root, key)));
    }
    for operation in entries(entry(root, "operations")) {
        names.extend(keys(entry(&operation.value, "variants")));
    }
    if let Some(NodeKind::Text(service)) = entry(root, "service").map(|node| &node.kind) {
        names.push(format!("{}Service", pascal(service)));
    }
    names
}

fn keys(node: Option<&Node>) -> Vec<String> {
    let names = entries(node).iter().map(|entry| pascal(&entry.key.text));
    names.filter(|name| is_identifier(name)).collect()
}

fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    entries(Some(node)).iter().find(|entry| entry.key.text == key).map(|entry| &entry.value)
}

fn entries(node: Option<&Node>) -> &[Entry] {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Map(entries)) => entries,
        _ => &[],
    }
}

fn emit_module(module: &Module, broken: &TokenStream) -> TokenStream {
    let names = module.names.iter().map(|name| {
        let name = ident(name);
        quote!(#[doc = " Not there yet: the description has mistakes."] pub type #name = #broken;)
    });
    let children = module.children.iter().filter(|(name, _)| is_identifier(name)).map(|(name, child)| {
        let name = ident(name);
        let content = emit_module(child, &quote!(super::#broken));
        quote!(#[doc = " Not there yet: the description has mistakes."] pub mod #name { #content })
    });
    quote!(#(#names)* #(#children)*)
}
