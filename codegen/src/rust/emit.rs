//! Emit: from Rust items to tokens.
//!
//! Input: a [`Crate`]. Output: its files, whose pieces become tokens one by one; `render` turns
//! them into text. Emit makes no decisions: names, types and attributes come from `lower`. The
//! documentation of each module below opens with a sketch of the Rust that it emits.

mod arguments;
mod call;
mod client;
mod enumeration;
mod errors;
mod function;
mod named;
mod paging;
mod record;
mod response;
mod scalar;
mod serde;
mod service;
mod socket;
mod subscription;
mod table;
mod types;
mod union;
mod waiting;
mod webhooks;

use std::collections::BTreeSet;

use chainloom_forms::printable::line;
use proc_macro2::TokenStream;
use quote::quote;

use crate::analysis::names::{CALLS, TABLES};
use crate::ident::RustIdent;
use crate::options::Options;
use crate::rust::lower::{
    Alias, Call, Catalog, CatalogGroup, Child, Crate, Deployment, Deprecated, File, Item, ItemPath, RustType, Serde,
    Start,
};
pub(crate) use table::Scope;

/// Rust file: its frame as tokens, and pieces that are emitted later. A crate has too many tokens
/// to keep at once.
#[derive(Debug)]
pub(crate) struct Source<'l> {
    /// Path of the module; empty for the root of the crate.
    pub(crate) module: &'l [RustIdent],
    /// Comment lines at the top of the file, without slashes.
    pub(crate) header: Vec<String>,
    pub(crate) doc: &'l [String],
    /// Inner attributes, as text.
    pub(crate) attributes: Vec<String>,
    /// Imports and re-exports of the module.
    pub(crate) imports: Vec<TokenStream>,
    /// Child modules with their own files.
    pub(crate) children: &'l [Child],
    /// Type with the methods of the file; `None` for a file without methods.
    pub(crate) handle: Option<&'l ItemPath>,
    pub(crate) pieces: Vec<Piece<'l>>,
}

/// Part of a file. Its tokens are made separately from the other pieces, and dropped once they are
/// rendered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'l> {
    Item(&'l Item, Scope<'l>),
    /// List of all operations.
    Catalog(&'l Catalog),
    /// Calls of a file that join a service of another crate.
    Joined(&'l [Item]),
    /// serde's traits for the types of a file.
    Serde(&'l File, &'l Serde),
}

/// Parts of a file or a piece, in the order of the file. Items that belong together are one entry;
/// entries are separated by blank lines.
#[derive(Clone, Debug)]
pub(crate) struct Parts<T> {
    /// Types, clients and handles.
    pub(crate) items: Vec<T>,
    /// Methods of the handle that start calls and subscriptions.
    pub(crate) methods: Vec<T>,
    /// Setters of the optional parameters of calls and subscriptions.
    pub(crate) setters: Vec<T>,
    /// Structs of calls, in a separate module.
    pub(crate) calls: Vec<T>,
    /// Macro invocations that implement traits for the runtime, without blank lines between them.
    pub(crate) invocations: Vec<T>,
    /// Other impls for the runtime.
    pub(crate) impls: Vec<T>,
    /// Statics that describe all items, in a separate module.
    pub(crate) tables: Vec<T>,
    /// Statics of other modules that the tables import.
    pub(crate) statics: BTreeSet<ItemPath>,
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            methods: Vec::new(),
            setters: Vec::new(),
            calls: Vec::new(),
            invocations: Vec::new(),
            impls: Vec::new(),
            tables: Vec::new(),
            statics: BTreeSet::new(),
        }
    }
}

impl<T> Parts<T> {
    /// Appends the parts of another piece of the same file, list by list.
    pub(crate) fn add(&mut self, other: Self) {
        self.items.extend(other.items);
        self.methods.extend(other.methods);
        self.setters.extend(other.setters);
        self.calls.extend(other.calls);
        self.invocations.extend(other.invocations);
        self.impls.extend(other.impls);
        self.tables.extend(other.tables);
        self.statics.extend(other.statics);
    }

    /// Converts each entry of all lists; stops at the first error. The imported statics stay as
    /// they are.
    pub(crate) fn try_map<U, E>(self, change: impl Fn(T) -> Result<U, E>) -> Result<Parts<U>, E> {
        let all = |list: Vec<T>| list.into_iter().map(&change).collect::<Result<Vec<U>, E>>();
        Ok(Parts {
            items: all(self.items)?,
            methods: all(self.methods)?,
            setters: all(self.setters)?,
            calls: all(self.calls)?,
            invocations: all(self.invocations)?,
            impls: all(self.impls)?,
            tables: all(self.tables)?,
            statics: self.statics,
        })
    }
}

impl Piece<'_> {
    /// Emits the piece: the parts that it adds to the file.
    pub(crate) fn tokens(&self) -> Parts<TokenStream> {
        let mut parts = Parts::default();
        match self {
            Self::Item(item, scope) => emit_item(item, *scope, &mut parts),
            Self::Catalog(catalog) => parts.items.push(emit_catalog(catalog)),
            Self::Joined(items) => parts.items.extend(call::emit_joined(&joined_calls(items))),
            Self::Serde(file, serde) => parts.impls.extend(serde::emit_serde(file, serde)),
        }
        parts
    }
}

/// Returns the path from the file to a struct in the module of calls.
fn path_in_calls(name: &RustIdent) -> TokenStream {
    let calls = RustIdent::new(CALLS).unwrap_or_default();
    quote!(#calls::#name)
}

/// Returns the path from the file to a static in the module of the tables.
fn path_in_tables(name: &RustIdent) -> TokenStream {
    let tables = RustIdent::new(TABLES).unwrap_or_default();
    quote!(#tables::#name)
}

/// Emits the declaration of the module of calls and its imports, without its items.
pub(crate) fn emit_calls() -> [TokenStream; 2] {
    let name = RustIdent::new(CALLS).unwrap_or_default();
    let declaration = quote! {
        /// Calls as values: one struct per operation, with its parameters as fields.
        #[rustfmt::skip]
        pub mod #name
    };
    let import = quote! {
        #[allow(unused_imports)]
        use super::rt;
    };
    [declaration, import]
}

/// Emits the declaration of the module of the tables and its imports, without its items.
pub(crate) fn emit_tables(statics: &BTreeSet<ItemPath>) -> [TokenStream; 2] {
    let name = RustIdent::new(TABLES).unwrap_or_default();
    let declaration = quote! {
        #[doc(hidden)]
        #[rustfmt::skip]
        pub mod #name
    };
    let statics: Vec<&ItemPath> = statics.iter().collect();
    let imports = statics.chunk_by(|a, b| a.is_beside(b)).map(emit_use);
    [declaration, quote!(use super::rt::schema::*; #(#imports)*)]
}

/// Emits the files of a crate, without their pieces.
pub(crate) fn emit(lowered: &Crate) -> Vec<Source<'_>> {
    lowered.files.iter().map(|file| emit_file(lowered, file)).collect()
}

/// Emits a file without the tokens of its pieces.
fn emit_file<'l>(lowered: &'l Crate, file: &'l File) -> Source<'l> {
    let is_root = file.path.is_empty();
    let scope = Scope { lowered, module: &file.path };
    let mut pieces: Vec<Piece<'l>> =
        file.items.iter().chain(&file.calls).map(|item| Piece::Item(item, scope)).collect();
    pieces.extend((!joined_calls(&file.calls).is_empty()).then_some(Piece::Joined(&file.calls)));
    pieces.extend((!pieces.is_empty()).then_some(Piece::Serde(file, &lowered.serde)));
    pieces.extend(is_root.then_some(Piece::Catalog(&lowered.catalog)));
    // Only the documentation of the whole crate is built with this flag; it shows which feature a
    // module needs.
    let shows_features =
        is_root && lowered.files.iter().flat_map(|file| &file.children).any(|child| child.feature.is_some());
    let features = shows_features.then(|| "#![cfg_attr(docsrs, feature(doc_cfg))]".to_owned());
    // `README.md` describes the crate. The root is in `src`, a folder below the manifest.
    let has_readme = is_root && lowered.readme;
    let readme = has_readme.then(|| "#![doc = include_str!(\"../README.md\")]".to_owned());
    Source {
        module: &file.path,
        header: header(lowered, file),
        doc: if has_readme { &[] } else { &file.doc },
        attributes: readme.into_iter().chain(features).collect(),
        imports: emit_imports(lowered, file, !pieces.is_empty()),
        children: &file.children,
        handle: file.calls.iter().find_map(handle),
        pieces,
    }
}

/// Returns the type whose method starts the call or the subscription; all operations of a file have
/// the same type. `None` for other items, and for calls that join a service of another crate.
fn handle(item: &Item) -> Option<&ItemPath> {
    match item {
        Item::Call(call) => call.joins.is_none().then_some(&call.handle),
        Item::Subscription(subscription) => subscription.method.as_ref().map(|method| &method.handle),
        _ => None,
    }
}

/// Returns the calls of a file that join a service of another crate.
fn joined_calls(items: &[Item]) -> Vec<&Call> {
    let joined = items.iter().filter_map(|item| match item {
        Item::Call(call) if call.joins.is_some() => Some(call.as_ref()),
        _ => None,
    });
    joined.collect()
}

/// Emits the imports and re-exports of a file. `has_items` states whether the file has code that
/// refers to the runtime.
fn emit_imports(lowered: &Crate, file: &File, has_items: bool) -> Vec<TokenStream> {
    let runtime = types::foreign(&lowered.runtime);
    let mut imports = Vec::new();
    if file.path.is_empty() {
        let reexports = &lowered.reexports;
        // The runtime is a module of the crate, since the compiler suggests paths of traits through it.
        imports.push(quote! {
            /// The types that all clients share: errors, settings and calls, and the values of fields.
            pub mod runtime {
                #[doc(no_inline)]
                pub use #runtime::*;
            }
        });
        imports.extend((!reexports.is_empty()).then(|| quote!(pub use #runtime::{#(#reexports),*};)));
        imports.extend(lowered.macros.as_ref().map(|feature| {
            quote! {
                #[cfg(feature = #feature)]
                #[cfg_attr(docsrs, doc(cfg(feature = #feature)))]
                pub use ::chainloom_macros::{api, include_api};
            }
        }));
        imports.extend(lowered.fixtures.as_ref().map(|feature| {
            quote! {
                #[cfg(feature = #feature)]
                #[cfg_attr(docsrs, doc(cfg(feature = #feature)))]
                pub use ::chainloom_values::testing;
            }
        }));
    }
    for (types, visibility) in [(&file.reexports, Some(quote!(#[doc(no_inline)] pub))), (&file.imports, None)] {
        let types: Vec<&ItemPath> = types.iter().collect();
        // In a private module, imports may be unused.
        let uses = types.chunk_by(|a, b| a.is_beside(b)).map(emit_use);
        imports.extend(uses.map(|import| quote!(#[allow(unused_imports)] #visibility #import)));
    }
    // All items refer to the runtime's module for generated code as `rt`.
    let private = types::foreign(&Options::private(&lowered.runtime));
    imports.extend(has_items.then(|| quote!(use #private as rt;)));
    imports
}

/// Emits the import of several items of one module.
fn emit_use(items: &[&ItemPath]) -> TokenStream {
    // A module of the file may have the name of another crate.
    let below = items.first().filter(|one| one.start == Start::Up(0)).map(|_| quote!(self::));
    let path = items.first().map(|one| one.without_name());
    let names = items.iter().map(|one| &one.name);
    match items {
        [one] => quote!(use #below #one;),
        _ => quote!(use #below #path {#(#names),*};),
    }
}

/// Returns the comment lines at the top of a generated file.
fn header(lowered: &Crate, file: &File) -> Vec<String> {
    let from = file.spec.as_deref().map(|spec| format!(" from {}", line(spec))).unwrap_or_default();
    vec![
        format!("@generated by {}{from}", lowered.command),
        "Emitter: chainloom-codegen, codegen/src/rust/emit.rs. Do not edit; change the spec and generate again."
            .to_owned(),
    ]
}

/// Emits the declaration of a module, without its items.
pub(crate) fn emit_child(child: &Child) -> TokenStream {
    let name = &child.name;
    let feature = child.feature.as_ref().map(|feature| {
        quote! {
            #[cfg(feature = #feature)]
            #[cfg_attr(docsrs, doc(cfg(feature = #feature)))]
        }
    });
    quote! {
        #feature
        #[rustfmt::skip]
        pub mod #name
    }
}

fn emit_item(item: &Item, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    match item {
        Item::Alias(alias) => parts.items.push(emit_alias(alias)),
        Item::Scalar(item) => scalar::emit_scalar(item, scope, parts),
        Item::Enum(item) => enumeration::emit_enum(item, scope, parts),
        Item::Record(record) => record::emit_record(record, scope, parts),
        Item::FormUnion(item) => union::emit_form_union(item, scope, parts),
        Item::Call(item) => call::emit_call(item, scope, parts),
        Item::Client(item) => client::emit_client(item, scope, parts),
        Item::Service(item) => service::emit_service(item, scope, parts),
        Item::Subscription(item) => subscription::emit_subscription(item, scope, parts),
        Item::Webhooks(item) => webhooks::emit_webhooks(item, scope, parts),
        Item::Deployment(item) => parts.items.push(emit_deployment(item, scope)),
    }
}

/// Emits one `doc` attribute per line of documentation, with a leading space, so that it prints as
/// `///`.
pub(crate) fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// Emits `#[deprecated]`; `None` without a mark.
fn deprecated(mark: Option<&Deprecated>) -> Option<TokenStream> {
    mark.map(|mark| {
        let note = &mark.note;
        let since = mark.since.as_ref().map(|since| quote!(since = #since,));
        quote!(#[deprecated(#since note = #note)])
    })
}

fn emit_alias(alias: &Alias) -> TokenStream {
    let (doc, name) = (docs(&alias.doc), &alias.name);
    let target = match &alias.target {
        // The runtime checks the type, so that the compiler reports one error if the type is
        // unsuitable, and not one per use.
        RustType::Foreign(path) => {
            let path = types::foreign(path);
            quote!(<[(); rt::foreign::check::<#path>()] as rt::foreign::Checked<#path>>::Type)
        }
        target => quote!(#target),
    };
    quote!(#doc pub type #name = #target;)
}

fn emit_deployment(deployment: &Deployment, scope: Scope<'_>) -> TokenStream {
    let (doc, name, table) = (docs(&deployment.doc), &deployment.name, scope.expression(deployment.schema));
    quote!(#doc pub static #name: rt::schema::Deployment = #table;)
}

/// Emits the list of all operations.
fn emit_catalog(catalog: &Catalog) -> TokenStream {
    let name = &catalog.name;
    let groups = catalog.groups.iter().map(|CatalogGroup { features, calls }| {
        let condition = match features.as_slice() {
            [feature] => quote!(feature = #feature),
            features => quote!(all(#(feature = #features),*)),
        };
        quote!([cfg(#condition)] [#(#calls),*])
    });
    quote!(rt::catalog!(#name #(, #groups)*);)
}
