//! Skeleton of a faulty spec: declares its names, so that the user of a macro sees the mistakes of
//! the spec, but no errors that follow from them.
//!
//! Input: the trees of files, possibly incomplete, and a placeholder type. Output: modules in which each name of the
//! spec is an alias of that type. Nothing is checked here; a name that is not an identifier is omitted.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::analysis::names::{CALLS, patterns};
use crate::casing::{pascal, snake};
use crate::ident::RustIdent;
use crate::language::node::{Entry, Node, NodeKind};
use crate::model::Content;
use crate::options::Layout;
use crate::source::SourceFile;
use crate::spec::parse::{BODY, Tree, read_trees};
use crate::spec::read::ROOT;

/// Methods of a trait by name, each with the number of its parameters.
type Methods = BTreeMap<String, usize>;

/// Module of the skeleton, with the names that it declares.
#[derive(Default)]
struct Module {
    names: BTreeSet<String>,
    /// Traits by which operations join a service of a package, and by which optional parameters are
    /// set.
    traits: BTreeMap<String, Methods>,
    /// Further names of the traits, by alias.
    aliases: BTreeMap<String, String>,
    /// Whether the module describes webhooks, and so has a static for them.
    has_webhooks: bool,
    children: BTreeMap<String, Module>,
}

/// Returns the skeleton of YAML files. `broken` is the type of which each name becomes an alias.
pub fn skeleton(sources: &[SourceFile], layout: Layout, broken: &TokenStream) -> TokenStream {
    let (trees, _) = read_trees(0, sources);
    let mut root = from_trees(&trees);
    // A file that is not YAML still becomes a module.
    for source in sources.iter().filter(|source| !trees.iter().any(|tree| tree.source.path == source.path)) {
        let module = root.module_at(&source.module);
        module.names.extend(CLIENT.map(str::to_owned));
        let names = guess_type_names(&source.text);
        module.child(CALLS).names.extend(names.iter().cloned());
        module.names.extend(names);
    }
    emit_root(root, layout, broken)
}

/// Returns the skeleton of trees that are not YAML files, such as the trees of a macro.
pub fn skeleton_of_trees(trees: &[Tree], layout: Layout, broken: &TokenStream) -> TokenStream {
    emit_root(from_trees(trees), layout, broken)
}

/// Returns the skeleton of a spec of which only the names of types are known.
pub fn skeleton_of_names(names: &[String], broken: &TokenStream) -> TokenStream {
    let names = names.iter().cloned().chain(CLIENT.map(str::to_owned)).collect();
    emit_module(&Module { names, ..Module::default() }, broken)
}

fn from_trees(trees: &[Tree]) -> Module {
    let mut root = Module::default();
    for tree in trees.iter().filter(|tree| tree.source.module != ROOT) {
        let module = root.module_at(&tree.source.module);
        module.names.extend(type_names(&tree.root));
        module.add_extension_traits(&tree.root);
        module.has_webhooks = entry(&tree.root, "webhooks").is_some();
        let calls: Vec<String> = calls(&tree.root).into_iter().map(|call| pascal(call.name)).collect();
        if !calls.is_empty() {
            module.child(CALLS).names.extend(calls);
        }
    }
    root
}

impl Module {
    /// Returns the child module with this name, which is created if it does not exist.
    fn child(&mut self, name: &str) -> &mut Self {
        self.children.entry(name.to_owned()).or_default()
    }

    /// Adds the traits of a file whose operations join a service of a package; nothing for other
    /// files.
    fn add_extension_traits(&mut self, root: &Node) {
        let Some((_, service)) = service(root).and_then(|service| service.split_once('/')) else { return };
        let handle = patterns::extension(&patterns::handle(service));
        let calls = calls(root);
        // A REST service may be the client's own; only the package knows which service that is.
        self.aliases.insert(patterns::extension("Client"), handle.clone());
        self.traits.insert(handle, calls.iter().map(|call| (snake(call.name), call.required)).collect());
        self.traits.extend(calls.into_iter().map(|call| {
            let setters = call.optional.into_iter().map(|name| (name, 1));
            (patterns::call_extension(call.name), setters.collect())
        }));
    }

    /// Returns the module of the file with this path, which is created if it does not exist.
    fn module_at(&mut self, path: &str) -> &mut Self {
        path.split('/').fold(self, Module::child)
    }
}

fn emit_root(mut root: Module, layout: Layout, broken: &TokenStream) -> TokenStream {
    match (layout, root.children.values_mut().next()) {
        (Layout::File, Some(first)) => {
            // In a file without `client`, the key is probably forgotten, unless the file joins the
            // service of a package.
            if first.traits.is_empty() {
                first.names.extend(CLIENT.map(str::to_owned));
            }
            emit_module(first, broken)
        }
        _ => emit_module(&root, broken),
    }
}

/// Names of the items that a client file declares.
const CLIENT: [&str; 3] = ["Client", "Builder", "Call"];

/// Guesses the type names of a file that is not YAML: all keys on the second level. Extra names do no harm, since
/// nobody uses them.
fn guess_type_names(text: &str) -> Vec<String> {
    let keys = text.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
    keys.map(|(key, _)| pascal(key)).collect()
}

/// Returns the names of the types that a file declares.
fn type_names(root: &Node) -> Vec<String> {
    let mut names = Vec::new();
    if entry(root, "client").is_some() || root.kind == NodeKind::Broken {
        names.extend(CLIENT.map(str::to_owned));
    }
    for key in ["scalars", "types"] {
        names.extend(entries(entry(root, key)).iter().map(|entry| pascal(&entry.key.text)));
    }
    let own = || service(root).filter(|service| !service.contains('/'));
    names.extend(own().map(patterns::handle));
    names.extend(own().filter(|_| entry(root, "rpc").is_some()).map(patterns::error_codes));
    names
}

/// Typed call: an operation or a variant.
struct Call<'n> {
    name: &'n str,
    /// Number of arguments of the method that starts the call.
    required: usize,
    /// Names of the setters of the call.
    optional: Vec<String>,
}

/// Returns the typed calls of a file: each operation with its variants.
fn calls(root: &Node) -> Vec<Call<'_>> {
    let operations = entries(entry(root, "operations")).iter();
    operations
        .flat_map(|operation| {
            let own = (&operation.key.text, [].as_slice());
            let variants = entries(entry(&operation.value, "variants")).iter();
            let variants = variants.map(|variant| (&variant.key.text, entries(entry(&variant.value, "fix"))));
            std::iter::once(own)
                .chain(variants)
                .map(|(name, fixed)| lower_call(name, &operation.value, fixed))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Builds a call. Optional parameters, and required ones next to one of the same type, become
/// setters; other required parameters become arguments of the method.
fn lower_call<'n>(name: &'n str, operation: &Node, fixed: &[Entry]) -> Call<'n> {
    let places = ["path", "query", "headers", "cookies", "body", "params"];
    let params = places.iter().flat_map(|place| entries(entry(operation, place)));
    let is_free = |param: &&Entry| {
        let name = param.key.text.trim_end_matches('?');
        fixed.iter().all(|entry| entry.key.text != name) && entry(&param.value, "const").is_none()
    };
    let (optional, required): (Vec<&Entry>, Vec<_>) =
        params.filter(is_free).partition(|param| param.key.text.ends_with('?'));
    let optional = optional.into_iter().map(setter_name).chain(entry(operation, "body?").map(|_| BODY.to_owned()));
    Call { name, required: required.len() + usize::from(has_whole_body(operation)), optional: optional.collect() }
}

/// Returns whether the body is one required parameter, and no mapping of members.
fn has_whole_body(operation: &Node) -> bool {
    let is_raw = || match entry(operation, "content").map(|node| &node.kind) {
        Some(NodeKind::Text(content)) => entry(operation, "body?").is_none() && Content::of(content).is_raw(),
        _ => false,
    };
    match entry(operation, BODY).map(|node| &node.kind) {
        Some(kind) => !matches!(kind, NodeKind::Map(_)),
        None => is_raw(),
    }
}

/// Returns the name of the setter of a parameter: from `rust`, or derived.
fn setter_name(param: &Entry) -> String {
    match entry(&param.value, "rust").map(|node| &node.kind) {
        Some(NodeKind::Text(name)) => name.clone(),
        _ => snake(param.key.text.trim_end_matches('?')),
    }
}

/// Returns the name under `service` of a file.
fn service(root: &Node) -> Option<&str> {
    match entry(root, "service").map(|node| &node.kind) {
        Some(NodeKind::Text(service)) => Some(service),
        _ => None,
    }
}

/// Returns the value of a key of a mapping.
fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    entries(Some(node)).iter().find(|entry| entry.key.text == key).map(|entry| &entry.value)
}

/// Returns the entries of a mapping; empty for other nodes.
fn entries(node: Option<&Node>) -> &[Entry] {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Map(entries)) => entries,
        _ => &[],
    }
}

fn emit_module(module: &Module, broken: &TokenStream) -> TokenStream {
    let doc = placeholder_doc();
    // Analysis reports a name that is declared twice; here, such a name is emitted once.
    let is_free = |name: &&String| !module.traits.contains_key(*name) && !module.children.contains_key(*name);
    let names = module.names.iter().filter(is_free).filter_map(|name| ident(name));
    let names = names.map(|name| quote!(#doc pub type #name = #broken;));
    let traits = module.traits.iter().filter_map(|(name, methods)| Some((ident(name)?, methods)));
    let traits = traits.map(|(name, methods)| emit_trait(&name, methods, broken));
    let aliases = module.aliases.iter().filter(|(alias, _)| !module.names.contains(*alias) && is_free(alias));
    let aliases = aliases.filter_map(|(alias, name)| Some((ident(alias)?, ident(name)?)));
    let aliases = aliases.map(|(alias, name)| quote!(#doc pub use self::#name as #alias;));
    let children = module.children.iter().filter_map(|(name, child)| Some((ident(name)?, child)));
    let children = children.map(|(name, child)| {
        let content = emit_module(child, &quote!(super::#broken));
        quote!(#doc pub mod #name { #content })
    });
    let webhooks = module.has_webhooks.then(|| quote!(#doc pub static WEBHOOKS: #broken = [];));
    quote!(#(#names)* #(#traits)* #(#aliases)* #webhooks #(#children)*)
}

/// Returns the name as an identifier, as the generator writes it.
fn ident(name: &str) -> Option<RustIdent> {
    RustIdent::new(&patterns::without_keyword(name.to_owned()))
}

fn placeholder_doc() -> TokenStream {
    quote!(#[doc = " Not available: the spec has mistakes."])
}

/// Emits a trait that every type implements.
fn emit_trait(name: &RustIdent, methods: &Methods, broken: &TokenStream) -> TokenStream {
    let doc = placeholder_doc();
    let methods = methods.iter().filter_map(|(name, params)| Some((ident(name)?, *params)));
    let methods = methods.map(|(method, params)| emit_method(&method, params, broken));
    quote! {
        #doc
        pub trait #name { #(#methods)* }
        impl<T: ?::core::marker::Sized> #name for T {}
    }
}

/// Emits a method that accepts any arguments, so that calls of it cause no further errors.
fn emit_method(name: &RustIdent, params: usize, broken: &TokenStream) -> TokenStream {
    let doc = placeholder_doc();
    let params = (0..params).map(|index| {
        let name = format_ident!("_p{index}");
        quote!(#name: impl ::core::marker::Sized)
    });
    quote! {
        #doc
        fn #name(&self, #(#params),*) -> #broken {
            ::core::unimplemented!()
        }
    }
}
