//! Surface: the public API of a generated crate: each item that a program can name, with its
//! declaration.
//! Input: the emitted pieces of a crate. Output: a [`Surface`]: the path of each public item,
//! member, method and implementation, with its declaration as text. The surface is read from the
//! tokens that become the crate, so it is complete. Bodies, documentation and `#[doc(hidden)]`
//! items are omitted.

mod paths;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, ImplItem, Item, Signature, TraitItem, UseTree, Visibility};

use crate::analysis::names::CALLS;
use crate::parallel::in_parallel;
use crate::rust::emit::{Parts, Piece, Source};
use paths::Place;

/// Items of a crate that a program can name: declarations by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// Items by their paths, such as `library::books::Book.title` for a member,
    /// `library::Client::find_book` for a method and `impl Hash for library::books::Book`.
    pub items: BTreeMap<String, ApiItem>,
}

/// Declaration of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiItem {
    /// Human-readable declaration, with paths from the root of the crate.
    pub shown: String,
    /// Part of the declaration on which a program depends: without the names of arguments.
    pub shape: String,
}

/// Items with their paths.
type Found = Vec<(String, ApiItem)>;

/// Lists the public items of a crate with their declarations. The error is a piece that does not
/// parse.
pub(crate) fn public_items(sources: &[Source<'_>]) -> Result<Surface, String> {
    let by_source: Vec<&[Piece<'_>]> = sources.iter().map(|source| source.pieces.as_slice()).collect();
    let declared = in_parallel(&by_source, |pieces| Local::from_pieces(pieces));
    let locals = declared.into_iter().zip(sources).map(|(local, source)| local.with_imports(source));
    let locals = locals.collect::<Result<Vec<Local>, _>>()?;
    let pieces: Vec<(Piece<'_>, Place<'_>)> = sources
        .iter()
        .zip(&locals)
        .flat_map(|(source, local)| source.pieces.iter().map(move |piece| (*piece, local.place(source))))
        .collect();
    let mut surface = Surface::default();
    for found in in_parallel(&pieces, |(piece, place)| piece_items(piece, place)) {
        surface.items.extend(found?);
    }
    for (source, local) in sources.iter().zip(&locals) {
        let place = local.place(source);
        let mut imported = Found::new();
        source.imports.iter().try_for_each(|tokens| add_parsed(tokens.clone(), &place, &mut imported))?;
        surface.items.extend(imported);
        for child in source.children {
            let path: Vec<&str> = place.module.iter().copied().chain([child.name.as_str()]).collect();
            let shown = match &child.feature {
                Some(feature) => format!("mod, with the feature `{feature}`"),
                None => "mod".to_owned(),
            };
            surface.items.insert(path.join("::"), ApiItem { shape: shown.clone(), shown });
        }
    }
    Ok(surface)
}

/// Names that are visible in a file.
struct Local {
    /// Types that the file declares.
    items: BTreeSet<String>,
    /// Structs of calls that the file declares.
    calls: BTreeSet<String>,
    /// Paths of the imports, by name.
    imports: BTreeMap<String, String>,
}

impl Local {
    fn from_pieces(pieces: &[Piece<'_>]) -> Self {
        let mut local = Self { items: BTreeSet::new(), calls: BTreeSet::new(), imports: BTreeMap::new() };
        for piece in pieces {
            let parts = piece.tokens();
            for (names, tokens) in [(&mut local.items, &parts.items), (&mut local.calls, &parts.calls)] {
                names.extend(tokens.iter().flat_map(|item| paths::declared_names(item.clone())));
            }
        }
        local
    }

    fn with_imports(mut self, source: &Source<'_>) -> Result<Self, String> {
        let mut imports = BTreeMap::new();
        for tokens in &source.imports {
            let uses = parse_items(tokens.clone())?.into_iter().filter_map(|item| match item {
                Item::Use(item) => Some(item),
                _ => None,
            });
            for path in uses.flat_map(|item| imported_paths(&item.tree)) {
                if let Some(TokenTree::Ident(name)) = path.clone().into_iter().last() {
                    imports.insert(name.to_string(), self.place(source).text(path));
                }
            }
        }
        self.imports = imports;
        Ok(self)
    }

    /// Returns the place of the tokens of a file.
    fn place<'p>(&'p self, source: &Source<'p>) -> Place<'p> {
        let module: Vec<&str> = source.module.iter().map(|name| name.as_str()).collect();
        Place {
            depth: module.len(),
            module,
            items: &self.items,
            calls: &self.calls,
            handle: source.handle,
            imports: &self.imports,
        }
    }
}

fn piece_items(piece: &Piece<'_>, place: &Place<'_>) -> Result<Found, String> {
    let mut found = Found::new();
    let handle = place.handle;
    let Parts { items, methods, setters, calls, invocations, impls, tables: _, statics: _ } = piece.tokens();
    let below = place.calls();
    for (tokens, place) in
        items.into_iter().map(|item| (item, place)).chain(calls.into_iter().map(|call| (call, &below)))
    {
        add_parsed(tokens, place, &mut found)?;
    }
    let methods = methods.into_iter().map(|method| quote!(impl #handle { #method }));
    for tokens in methods.chain(setters).chain(invocations).chain(impls) {
        add_parsed(tokens, place, &mut found)?;
    }
    Ok(found)
}

fn add_parsed(tokens: TokenStream, place: &Place<'_>, found: &mut Found) -> Result<(), String> {
    parse_items(tokens)?.into_iter().for_each(|item| add_item(item, place, found));
    Ok(())
}

fn parse_items(tokens: TokenStream) -> Result<Vec<Item>, String> {
    let file: Result<syn::File, _> = syn::parse2(tokens);
    file.map(|file| file.items).map_err(|error| format!("an emitted item is not Rust: {error}"))
}

/// Adds an item whose shape is its whole declaration.
fn insert(found: &mut Found, path: String, shown: impl Into<String>) {
    let shown = shown.into();
    found.push((path, ApiItem { shape: shown.clone(), shown }));
}

fn add_item(item: Item, place: &Place<'_>, found: &mut Found) {
    match item {
        Item::Struct(item) if is_public(&item.vis, &item.attrs) => {
            let path = place.path(&item.ident);
            let generics = place.text(item.generics.to_token_stream());
            insert(found, path.clone(), format!("{}struct{generics}", exhaustive_prefix(&item.attrs)));
            add_derives(&item.attrs, &path, found);
            for (at, field) in item.fields.iter().enumerate() {
                if is_public(&field.vis, &field.attrs) {
                    let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
                    insert(found, format!("{path}.{name}"), place.text(field.ty.to_token_stream()));
                }
            }
        }
        Item::Enum(item) if is_public(&item.vis, &item.attrs) => {
            let path = place.path(&item.ident);
            insert(found, path.clone(), format!("{}enum", exhaustive_prefix(&item.attrs)));
            add_derives(&item.attrs, &path, found);
            for variant in &item.variants {
                if !is_hidden(&variant.attrs) {
                    let content = place.text(variant.fields.to_token_stream());
                    insert(found, format!("{path}::{}", variant.ident), format!("variant{content}"));
                }
            }
        }
        Item::Type(item) if is_public(&item.vis, &item.attrs) => {
            let (generics, target) = (item.generics, item.ty);
            insert(found, place.path(&item.ident), format!("type{}", place.text(quote!(#generics = #target))));
        }
        Item::Const(item) if is_public(&item.vis, &item.attrs) => {
            insert(found, place.path(&item.ident), format!("const: {}", place.text(item.ty.to_token_stream())));
        }
        Item::Static(item) if is_public(&item.vis, &item.attrs) => {
            insert(found, place.path(&item.ident), format!("static: {}", place.text(item.ty.to_token_stream())));
        }
        Item::Fn(item) if is_public(&item.vis, &item.attrs) => {
            found.push(function_item(&place.path(&item.sig.ident), &item.sig, place));
        }
        Item::Trait(item) if is_public(&item.vis, &item.attrs) => {
            let path = place.path(&item.ident);
            insert(found, path.clone(), place.text(bare_trait(&item)));
            for method in &item.items {
                if let TraitItem::Fn(method) = method {
                    found.push(function_item(&format!("{path}::{}", method.sig.ident), &method.sig, place));
                }
            }
        }
        Item::Impl(item) => add_impl_items(item, place, found),
        Item::Use(item) if is_public(&item.vis, &item.attrs) => {
            for path in imported_paths(&item.tree) {
                insert(found, format!("{}use {}", place.prefix(), place.text(path)), "use");
            }
        }
        Item::Macro(item) => add_invocation(&item.mac, place, found),
        _ => {}
    }
}

/// Returns the full path of each name that a `use` imports.
fn imported_paths(tree: &UseTree) -> Vec<TokenStream> {
    match tree {
        UseTree::Path(path) => {
            let name = &path.ident;
            imported_paths(&path.tree).into_iter().map(|rest| quote!(#name::#rest)).collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(imported_paths).collect(),
        other => vec![other.to_token_stream()],
    }
}

fn bare_trait(item: &syn::ItemTrait) -> TokenStream {
    let (generics, colon, bounds) = (&item.generics, &item.colon_token, &item.supertraits);
    quote!(trait #generics #colon #bounds)
}

fn add_impl_items(item: syn::ItemImpl, place: &Place<'_>, found: &mut Found) {
    let target = place.text(item.self_ty.to_token_stream());
    let Some((of, _)) = &item.trait_ else {
        for method in &item.items {
            match method {
                ImplItem::Fn(method) if is_public(&method.vis, &method.attrs) => {
                    found.push(function_item(&format!("{target}::{}", method.sig.ident), &method.sig, place));
                }
                ImplItem::Const(one) if is_public(&one.vis, &one.attrs) => {
                    insert(found, format!("{target}::{}", one.ident), place.text(one.ty.to_token_stream()));
                }
                _ => {}
            }
        }
        return;
    };
    let types = item.items.iter().filter_map(|item| match item {
        ImplItem::Type(ty) => Some(format!("{} = {}", ty.ident, place.text(ty.ty.to_token_stream()))),
        _ => None,
    });
    let types = types.collect::<Vec<_>>().join(", ");
    let path = format!("impl {} for {target}", place.text(of.to_token_stream()));
    insert(found, path, format!("impl{} {types}", place.text(item.generics.to_token_stream())).trim_end());
}

/// Adds the public parts that a macro of the runtime implements: setters, the result of an operation, the items of its
/// pages, the list of all operations, `Default`, and traits of serde.
fn add_invocation(call: &syn::Macro, place: &Place<'_>, found: &mut Found) {
    let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let trees: Vec<TokenTree> = call.tokens.clone().into_iter().collect();
    let is = |tree: &TokenTree, sign: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign);
    let part = |trees: &[TokenTree]| place.text(trees.iter().cloned().collect());
    match name.as_str() {
        "setters" => add_setters(&trees, place, found),
        "operation" => {
            let target = part(trees.split(|tree| is(tree, ',')).next().unwrap_or_default());
            let arrow = trees.iter().position(|tree| is(tree, '>'));
            // The service of a batch follows the output.
            let end = trees.iter().position(|tree| matches!(tree, TokenTree::Ident(word) if word == "in"));
            let end = end.map_or(trees.len(), |at| at.saturating_sub(1));
            let output = arrow.and_then(|at| trees.get(at + 1..end)).map(part);
            insert(found, format!("result of {target}"), output.unwrap_or_default());
        }
        "record" => {
            let head = trees.split(|tree| is(tree, ',')).next().unwrap_or_default();
            if matches!(head.last(), Some(TokenTree::Ident(word)) if word == "Default") {
                let target = part(head.get(..head.len().saturating_sub(2)).unwrap_or_default());
                insert(found, format!("impl Default for {target}"), "impl");
            }
        }
        "paged" => {
            let brackets = trees.iter().find_map(|tree| match tree {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group.stream()),
                _ => None,
            });
            let name = trees.split(|tree| matches!(tree, TokenTree::Group(_))).next().unwrap_or_default();
            let item = place.text(brackets.unwrap_or_default());
            insert(found, format!("impl Paged for {}", part(name)), format!("impl Item = {item}"));
        }
        "catalog" => {
            let name = part(trees.split(|tree| is(tree, ',')).next().unwrap_or_default());
            insert(found, format!("{}{name}", place.prefix()), "all operations");
        }
        // The invocation implements serde's traits for all types of a file.
        "serde_traits" => insert(found, format!("{}serde", place.prefix()), "traits of serde"),
        _ => {
            let target = part(trees.split(|tree| is(tree, ',')).next().unwrap_or_default());
            insert(found, format!("{name}! {target}"), "impl");
        }
    }
}

/// Adds the setters of `Name: fn a(value: T) { … } fn b…`: methods that take `self` and return it.
fn add_setters(trees: &[TokenTree], place: &Place<'_>, found: &mut Found) {
    let mut parts =
        trees.split(|tree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace));
    let mut owner = String::new();
    for part in &mut parts {
        let Some(at) = part.iter().position(|tree| matches!(tree, TokenTree::Ident(word) if word == "fn")) else {
            continue;
        };
        let (before, declaration) = part.split_at(at);
        let is_colon = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':');
        if owner.is_empty() {
            let end = before.iter().rposition(is_colon).unwrap_or(before.len());
            owner = place.text(before[..end].iter().cloned().collect());
        }
        let tokens: TokenStream = declaration.iter().cloned().collect();
        if let Ok(signature) = syn::parse2::<Signature>(tokens) {
            found.push(function_item(&format!("{owner}::{}", signature.ident), &signature, place));
        }
    }
}

fn function_item(path: &str, signature: &Signature, place: &Place<'_>) -> (String, ApiItem) {
    let (generics, output) = (&signature.generics, &signature.output);
    let types = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => receiver.to_token_stream(),
        FnArg::Typed(typed) => typed.ty.to_token_stream(),
    });
    let asynchronous = &signature.asyncness;
    let inputs = &signature.inputs;
    let shape = place.text(quote!(#asynchronous fn #generics (#(#types),*) #output));
    let shown = place.text(quote!(#asynchronous fn #generics (#inputs) #output));
    (path.to_owned(), ApiItem { shown: shown.replace(", )", ")"), shape })
}

/// Returns the mark before the declaration of a type: `exhaustive ` without `#[non_exhaustive]`,
/// since programs may then list all members, or else nothing.
fn exhaustive_prefix(attributes: &[Attribute]) -> String {
    let is_open = attributes.iter().any(|one| one.path().is_ident("non_exhaustive"));
    if is_open { String::new() } else { "exhaustive ".to_owned() }
}

/// Adds the derived traits, each as an implementation.
fn add_derives(attributes: &[Attribute], path: &str, found: &mut Found) {
    for list in attributes.iter().filter(|one| one.path().is_ident("derive")) {
        if let Ok(list) = list.meta.require_list() {
            for word in list.tokens.clone() {
                if let TokenTree::Ident(word) = word {
                    insert(found, format!("impl {word} for {path}"), "impl");
                }
            }
        }
    }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        one.path().is_ident("doc") && one.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "hidden")
    })
}

impl<'p> Place<'p> {
    /// Returns the place of the module of calls inside this module.
    fn calls(&self) -> Place<'p> {
        let module = self.module.iter().copied().chain([CALLS]).collect();
        Place { module, items: self.calls, ..*self }
    }
}
