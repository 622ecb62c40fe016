//! What a spec with mistakes would have declared, so that a macro's user sees the mistakes and nothing that follows
//! from them.
//!
//! Input: trees of files, whole or not, and a type that stands for everything. Output: modules in which each name of
//! the spec is an alias of that type. Nothing is checked here, and no name is refused: one that cannot be is left out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::casing::{handle, ident, is_identifier, pascal};
use crate::rust::inline::{Layout, ROOT};
use crate::source::SourceFile;
use crate::spec::node::{Entry, Node, NodeKind};
use crate::spec::parse::{Tree, read_trees};

/// A module and what stands in it.
#[derive(Default)]
struct Module {
    names: BTreeSet<String>,
    /// The traits by which operations join a service of a package.
    traits: BTreeSet<String>,
    children: BTreeMap<String, Module>,
}

/// The skeleton of YAML files.
pub fn skeleton(sources: &[SourceFile], layout: Layout, broken: &TokenStream) -> TokenStream {
    let (trees, _) = read_trees(0, sources);
    let mut root = of_trees(&trees);
    // A file that is no YAML still gives its module.
    for source in sources.iter().filter(|source| !trees.iter().any(|tree| tree.source.path == source.path)) {
        root.at(&source.module).names.extend(guessed(&source.text));
    }
    emit_root(root, layout, broken)
}

/// The skeleton of trees.
pub fn skeleton_of_trees(trees: &[Tree], layout: Layout, broken: &TokenStream) -> TokenStream {
    emit_root(of_trees(trees), layout, broken)
}

fn of_trees(trees: &[Tree]) -> Module {
    let mut root = Module::default();
    for tree in trees.iter().filter(|tree| tree.source.module != ROOT) {
        let module = root.at(&tree.source.module);
        module.names.extend(declared(&tree.root));
        module.traits.extend(joined(&tree.root));
    }
    root
}

impl Module {
    /// The module of a file.
    fn at(&mut self, path: &str) -> &mut Self {
        path.split('/').fold(self, |module, part| module.children.entry(part.to_owned()).or_default())
    }
}

fn emit_root(mut root: Module, layout: Layout, broken: &TokenStream) -> TokenStream {
    match (layout, root.children.values_mut().next()) {
        (Layout::File, Some(first)) => {
            // A file that forgets its client is meant to have one, unless it joins another's.
            if first.traits.is_empty() {
                first.names.extend(CLIENT.map(str::to_owned));
            }
            emit_module(first, broken)
        }
        _ => emit_module(&root, broken),
    }
}

const CLIENT: [&str; 3] = ["Client", "Builder", "Call"];

/// The names that a file may give which is no YAML: what stands at the second level and could be one. Names too many
/// do no harm, as nobody uses them.
fn guessed(text: &str) -> Vec<String> {
    let keys = text.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':')).map(|(key, _)| pascal(key));
    keys.chain(CLIENT.map(str::to_owned)).collect()
}

/// The names of the types that a file gives.
fn declared(root: &Node) -> Vec<String> {
    let mut names = Vec::new();
    if entry(root, "client").is_some() || root.kind == NodeKind::Broken {
        names.extend(CLIENT.map(str::to_owned));
    }
    for key in ["scalars", "types", "operations"] {
        names.extend(keys(entry(root, key)));
    }
    for operation in entries(entry(root, "operations")) {
        names.extend(keys(entry(&operation.value, "variants")));
    }
    names.extend(service(root).filter(|service| !service.contains('/')).map(handle));
    names
}

/// The traits of a file that joins a service of a package.
fn joined(root: &Node) -> Vec<String> {
    let Some((_, service)) = service(root).and_then(|service| service.split_once('/')) else { return Vec::new() };
    let calls = keys(entry(root, "operations")).into_iter().map(|name| format!("{name}Call"));
    calls.chain([format!("{}Ext", handle(service))]).collect()
}

fn service(root: &Node) -> Option<&str> {
    match entry(root, "service").map(|node| &node.kind) {
        Some(NodeKind::Text(service)) => Some(service),
        _ => None,
    }
}

fn keys(node: Option<&Node>) -> Vec<String> {
    entries(node).iter().map(|entry| pascal(&entry.key.text)).collect()
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
    let names = module.names.iter().filter(|name| is_identifier(name)).map(|name| {
        let name = ident(name);
        quote!(#[doc = " Not there yet: the description has mistakes."] pub type #name = #broken;)
    });
    let traits = module.traits.iter().filter(|name| is_identifier(name)).map(|name| {
        let name = ident(name);
        quote!(#[doc = " Not there yet: the description has mistakes."] pub trait #name {})
    });
    let children = module.children.iter().filter(|(name, _)| is_identifier(name)).map(|(name, child)| {
        let name = ident(name);
        let content = emit_module(child, &quote!(super::#broken));
        quote!(#[doc = " Not there yet: the description has mistakes."] pub mod #name { #content })
    });
    quote!(#(#names)* #(#traits)* #(#children)*)
}
