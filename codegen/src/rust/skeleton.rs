//! What a spec with mistakes would have declared, so that a macro's user sees the mistakes and nothing that follows
//! from them.
//!
//! Input: trees of files, whole or not, and a type that stands for everything. Output: modules in which each name of
//! the spec is an alias of that type. Nothing is checked here, and no name is refused: one that cannot be is left out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::casing::{pascal, snake};
use crate::ident::RustIdent;
use crate::judge::names::{CALLS, patterns};
use crate::options::Layout;
use crate::source::SourceFile;
use crate::spec::node::{Entry, Node, NodeKind};
use crate::spec::parse::{Tree, read_trees};
use crate::spec::read::ROOT;

/// A module and what stands in it.
#[derive(Default)]
struct Module {
    names: BTreeSet<String>,
    /// The traits by which operations join a service of a package, each with its methods.
    traits: BTreeMap<String, BTreeMap<String, usize>>,
    children: BTreeMap<String, Module>,
}

/// The skeleton of YAML files.
pub fn skeleton(sources: &[SourceFile], layout: Layout, broken: &TokenStream) -> TokenStream {
    let (trees, _) = read_trees(0, sources);
    let mut root = of_trees(&trees);
    // A file that is no YAML still gives its module.
    for source in sources.iter().filter(|source| !trees.iter().any(|tree| tree.source.path == source.path)) {
        let module = root.at(&source.module);
        module.names.extend(CLIENT.map(str::to_owned));
        let guessed = guessed(&source.text);
        module.child(CALLS).names.extend(guessed.iter().cloned());
        module.names.extend(guessed);
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
        let calls: Vec<String> = calls(&tree.root).into_iter().map(|call| pascal(call.name)).collect();
        if !calls.is_empty() {
            module.child(CALLS).names.extend(calls);
        }
    }
    root
}

impl Module {
    fn child(&mut self, name: &str) -> &mut Self {
        self.children.entry(name.to_owned()).or_default()
    }

    /// The module of a file.
    fn at(&mut self, path: &str) -> &mut Self {
        path.split('/').fold(self, Module::child)
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
    let keys = text.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
    keys.map(|(key, _)| pascal(key)).collect()
}

/// The names of the types that a file gives.
fn declared(root: &Node) -> Vec<String> {
    let mut names = Vec::new();
    if entry(root, "client").is_some() || root.kind == NodeKind::Broken {
        names.extend(CLIENT.map(str::to_owned));
    }
    for key in ["scalars", "types"] {
        names.extend(entries(entry(root, key)).iter().map(|entry| pascal(&entry.key.text)));
    }
    names.extend(service(root).filter(|service| !service.contains('/')).map(patterns::handle));
    names
}

/// A typed call: an operation or a variant.
struct Call<'n> {
    name: &'n str,
    /// How many parameters its method takes.
    required: usize,
}

fn calls(root: &Node) -> Vec<Call<'_>> {
    let operations = entries(entry(root, "operations")).iter();
    operations
        .flat_map(|operation| {
            let own = (&operation.key.text, [].as_slice());
            let variants = entries(entry(&operation.value, "variants")).iter();
            let variants = variants.map(|variant| (&variant.key.text, entries(entry(&variant.value, "fix"))));
            std::iter::once(own)
                .chain(variants)
                .map(|(name, fixed)| Call { name, required: required(&operation.value, fixed) })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The parameters that must be given.
fn required(operation: &Node, fixed: &[Entry]) -> usize {
    let places = ["path", "query", "headers", "body", "params"];
    let params = places.iter().flat_map(|place| entries(entry(operation, place)));
    let is_fixed = |name: &str| fixed.iter().any(|entry| entry.key.text == name);
    params.filter(|param| !param.key.text.ends_with('?') && !is_fixed(&param.key.text)).count()
}

/// The traits of a file that joins a service of a package.
fn joined(root: &Node) -> BTreeMap<String, BTreeMap<String, usize>> {
    let Some((_, service)) = service(root).and_then(|service| service.split_once('/')) else { return BTreeMap::new() };
    let calls = calls(root);
    let methods = calls.iter().map(|call| (snake(call.name), call.required)).collect();
    let of_calls = calls.iter().map(|call| (patterns::call_extension(call.name), BTreeMap::new()));
    let handle = patterns::handle(service);
    // A service of REST operations is the client itself; which it is, only the package knows.
    of_calls
        .chain([(patterns::extension("Client"), BTreeMap::new()), (patterns::extension(&handle), methods)])
        .collect()
}

fn service(root: &Node) -> Option<&str> {
    match entry(root, "service").map(|node| &node.kind) {
        Some(NodeKind::Text(service)) => Some(service),
        _ => None,
    }
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
    let doc = quote!(#[doc = " Not there yet: the description has mistakes."]);
    let names = module.names.iter().filter_map(|name| RustIdent::new(name));
    let names = names.map(|name| quote!(#doc pub type #name = #broken;));
    let traits = module.traits.iter().filter_map(|(name, methods)| Some((RustIdent::new(name)?, methods)));
    let traits = traits.map(|(name, methods)| {
        let methods = methods.iter().filter_map(|(name, required)| Some((RustIdent::new(name)?, *required)));
        let methods = methods.map(|(method, required)| emit_method(&method, required, broken));
        quote! {
            #doc
            pub trait #name { #(#methods)* }
            impl<T: ?Sized> #name for T {}
        }
    });
    let children = module.children.iter().filter_map(|(name, child)| Some((RustIdent::new(name)?, child)));
    let children = children.map(|(name, child)| {
        let content = emit_module(child, &quote!(super::#broken));
        quote!(#doc pub mod #name { #content })
    });
    quote!(#(#names)* #(#traits)* #(#children)*)
}

/// A method that takes anything, so that its use is no mistake of its own.
fn emit_method(name: &RustIdent, required: usize, broken: &TokenStream) -> TokenStream {
    let params = (0..required).map(|index| {
        let name = format_ident!("_p{index}");
        quote!(#name: impl Sized)
    });
    quote! {
        #[doc = " Not there yet: the description has mistakes."]
        fn #name(&self, #(#params),*) -> #broken {
            ::core::unimplemented!()
        }
    }
}
