//! Emit: from Rust items to tokens.
//!
//! Input: a [`Crate`]. Output: its files, whose pieces become tokens one by one; `render` turns them into text. No
//! decision is made here: names, types and attributes come from `lower`. A file opens with the pseudo-Rust of
//! what it emits where that is more than a line.

mod answer;
mod arguments;
mod call;
mod client;
mod enumeration;
mod errors;
mod named;
mod paging;
mod record;
mod scalar;
mod serde;
mod service;
mod socket;
mod subscription;
mod types;
mod union;

use proc_macro2::TokenStream;
use quote::quote;

use crate::analysis::names::CALLS;
use crate::characters::shown;
use crate::ident::RustIdent;
use crate::options::Options;
use crate::rust::lower::{Alias, Call, Catalog, Child, Crate, Deployment, Deprecated, File, Item, RustType, Serde};

/// A Rust file: what it holds as tokens, and pieces that are still to be emitted. A crate has too many tokens to keep at once.
#[derive(Debug)]
pub(crate) struct Source<'l> {
    /// The module's path; empty for the root of the crate.
    pub(crate) module: &'l [RustIdent],
    /// The comment lines that open it, without slashes.
    pub(crate) header: Vec<String>,
    pub(crate) doc: &'l [String],
    /// Inner attributes, as text.
    pub(crate) attributes: Vec<String>,
    /// What the module takes from elsewhere.
    pub(crate) imports: Vec<TokenStream>,
    /// The modules that have files of their own.
    pub(crate) children: &'l [Child],
    pub(crate) items: Vec<Piece<'l>>,
    /// The module of calls, which stands in the file.
    pub(crate) calls: Option<Calls<'l>>,
}

/// What belongs together in a file. Pieces do not depend on each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'l> {
    Item(&'l Item, &'l Serde),
    /// The list of all operations.
    Catalog(&'l Catalog),
    /// The calls of a file that join a service of another crate.
    Joined(&'l [Item]),
}

impl Piece<'_> {
    /// Items that belong together stand in one entry; a blank line comes between entries.
    pub(crate) fn tokens(&self) -> Vec<TokenStream> {
        match self {
            Self::Item(item, serde) => emit_item(item).into_iter().chain(serde::emit_serde(item, serde)).collect(),
            Self::Catalog(catalog) => vec![emit_catalog(catalog)],
            Self::Joined(items) => call::emit_joined(&joined(items)),
        }
    }
}

/// The module of calls in a file.
#[derive(Debug)]
pub(crate) struct Calls<'l> {
    /// Its declaration, without what it holds.
    pub(crate) declaration: TokenStream,
    pub(crate) imports: Vec<TokenStream>,
    pub(crate) items: Vec<Piece<'l>>,
}

/// Emits a crate, but for the pieces of its files.
pub(crate) fn emit(lowered: &Crate) -> Vec<Source<'_>> {
    lowered.files.iter().map(|file| emit_file(lowered, file)).collect()
}

fn emit_file<'l>(lowered: &'l Crate, file: &'l File) -> Source<'l> {
    let is_root = file.path.is_empty();
    let mut items = pieces(lowered, &file.items);
    items.extend(is_root.then_some(Piece::Catalog(&lowered.catalog)));
    // Only the documentation of the whole crate is built with this flag, and shows which feature a module needs.
    let shows_features =
        is_root && lowered.files.iter().flat_map(|file| &file.children).any(|child| child.feature.is_some());
    let features = shows_features.then(|| "#![cfg_attr(docsrs, feature(doc_cfg))]".to_owned());
    // The root stands in `src`, a folder below the manifest.
    let readme = (is_root && lowered.readme).then(|| "#![doc = include_str!(\"../README.md\")]".to_owned());
    let mut imports = emit_imports(lowered, is_root, !items.is_empty());
    imports.extend(emit_joining(&file.calls));
    Source {
        module: &file.path,
        header: header(lowered, file),
        doc: &file.doc,
        attributes: readme.into_iter().chain(features).collect(),
        imports,
        children: &file.children,
        items,
        calls: emit_calls(lowered, file),
    }
}

fn pieces<'l>(lowered: &'l Crate, items: &'l [Item]) -> Vec<Piece<'l>> {
    items.iter().map(|item| Piece::Item(item, &lowered.serde)).collect()
}

fn emit_calls<'l>(lowered: &'l Crate, file: &'l File) -> Option<Calls<'l>> {
    let mut items = pieces(lowered, &file.calls);
    items.extend((!joined(&file.calls).is_empty()).then_some(Piece::Joined(&file.calls)));
    let name = RustIdent::new(CALLS).unwrap_or_default();
    (!items.is_empty()).then(|| Calls {
        declaration: quote! {
            /// Calls as values: one struct per operation, with its parameters as fields.
            #[rustfmt::skip]
            pub mod #name
        },
        imports: vec![emit_runtime(lowered)],
        items,
    })
}

/// The calls that join a service of another crate.
fn joined(items: &[Item]) -> Vec<&Call> {
    let joined = items.iter().filter_map(|item| match item {
        Item::Call(call) if call.joins.is_some() => Some(call.as_ref()),
        _ => None,
    });
    joined.collect()
}

/// The traits by which calls join stand where users look for them, beside the types of the module.
fn emit_joining(items: &[Item]) -> Option<TokenStream> {
    let joined = joined(items);
    let traits = call::joining_traits(&joined);
    let name = RustIdent::new(CALLS).unwrap_or_default();
    (!traits.is_empty()).then(|| quote!(pub use #name::{#(#traits),*};))
}

fn emit_imports(lowered: &Crate, is_root: bool, has_items: bool) -> Vec<TokenStream> {
    let runtime = types::foreign(&lowered.runtime);
    let mut imports = Vec::new();
    if is_root {
        let reexports = &lowered.reexports;
        imports.push(quote!(pub use #runtime as runtime;));
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
    imports.extend(has_items.then(|| emit_runtime(lowered)));
    imports
}

/// The runtime's module for generated code, by the short name that all items use.
fn emit_runtime(lowered: &Crate) -> TokenStream {
    let runtime = types::foreign(&Options::private(&lowered.runtime));
    quote!(use #runtime as rt;)
}

fn header(lowered: &Crate, file: &File) -> Vec<String> {
    let from = file.spec.as_deref().map(|spec| format!(" from {}", shown(spec))).unwrap_or_default();
    vec![
        format!("@generated by {}{from}", lowered.command),
        "Emitter: chainloom-codegen, codegen/src/rust/emit.rs. Do not edit; change the spec and generate again."
            .to_owned(),
    ]
}

/// The declaration of a module, without what it holds.
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

fn emit_item(item: &Item) -> Vec<TokenStream> {
    match item {
        Item::Alias(alias) => vec![emit_alias(alias)],
        Item::Scalar(item) => scalar::emit_scalar(item),
        Item::Enum(item) => enumeration::emit_enum(item),
        Item::Record(record) => record::emit_record(record),
        Item::FormUnion(item) => union::emit_form_union(item),
        Item::Call(item) => call::emit_call(item),
        Item::Client(item) => client::emit_client(item),
        Item::Service(item) => service::emit_service(item),
        Item::Subscription(item) => subscription::emit_subscription(item),
        Item::Deployment(item) => vec![emit_deployment(item)],
    }
}

/// One attribute a line, each with a leading space, so that it prints as `///`.
pub(crate) fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

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
        // Through the runtime's check, which gives one error where the type cannot travel, and not one for each use.
        RustType::Foreign(path) => {
            let path = types::foreign(path);
            quote!(<[(); rt::foreign::check::<#path>()] as rt::foreign::Checked<#path>>::Type)
        }
        target => quote!(#target),
    };
    quote!(#doc pub type #name = #target;)
}

fn emit_deployment(deployment: &Deployment) -> TokenStream {
    let (doc, name) = (docs(&deployment.doc), &deployment.name);
    let (wire_name, missing) = (&deployment.wire_name, &deployment.missing);
    let vars = deployment.vars.iter().map(|(name, value)| quote!((#name, #value)));
    quote! {
        #doc
        pub static #name: rt::schema::Deployment = rt::schema::Deployment {
            name: #wire_name,
            vars: &[#(#vars),*],
            missing: &[#(#missing),*],
        };
    }
}

fn emit_catalog(catalog: &Catalog) -> TokenStream {
    let name = &catalog.name;
    let entries = catalog.entries.iter().map(|entry| {
        let (features, call) = (&entry.features, &entry.call);
        quote!(#(#[cfg(feature = #features)])* rt::catalog::Entry::of::<#call>())
    });
    quote! {
        /// All operations as data, with functions that read and write their values.
        #[rustfmt::skip]
        pub static #name: &[rt::catalog::Entry] = &[#(#entries),*];
    }
}
