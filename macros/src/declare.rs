//! `#[api]`: a description in Rust.
//!
//! Input: an inline module of structs, enums and traits. Output: the same module with the client in their place, or the
//! mistakes. The module becomes trees like those of YAML files: what their words mean, and what is wrong with
//! them, is for the library. Here is only how Rust says them.

mod attributes;
mod foreign;
mod items;
mod maker;
mod methods;
mod types;
mod values;

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::inline::Layout;
use chainloom_codegen::parse::Tree;
use chainloom_codegen::read::SourceFile;
use chainloom_codegen::{generate_inline_of_trees, skeleton};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Item, ItemMod, ItemTrait};

use crate::report::{self, Mistake};
use crate::site;
use attributes::Attributes;
use foreign::Foreign;
use items::Declared;
use maker::Maker;

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let module: ItemMod = match syn::parse2(item.clone()) {
        Ok(module) => module,
        Err(_) => return misplaced(&item),
    };
    let Some((_, content)) = &module.content else {
        let text = "#[api] must see what is in the module: write `mod name { … }`, not `mod name;`";
        return report::alone(module.span(), text);
    };
    let mut maker = Maker::default();
    let mut foreign = Foreign::of(content, &mut maker);
    let trees = make_trees(&mut maker, &mut foreign, args, &module, content);
    let mut mistakes = maker.mistakes();
    let content = match generate_inline_of_trees(&trees, &site::options(), Layout::File) {
        Ok(content) if mistakes.is_empty() => {
            let aliases = foreign.aliases();
            quote!(#content #aliases)
        }
        Ok(_) => broken(&trees, &mistakes),
        Err(found) => {
            mistakes.extend(place(&found, &maker));
            broken(&trees, &mistakes)
        }
    };
    let (visibility, ident, attributes) = (&module.vis, &module.ident, kept_attributes(&module));
    quote! {
        #(#attributes)*
        #visibility mod #ident {
            #content
        }
    }
}

fn misplaced(item: &TokenStream) -> TokenStream {
    let error = report::alone(
        proc_macro2::Span::call_site(),
        "#[api] describes a client by a whole module: put it above `mod name { … }`",
    );
    quote!(#error #item)
}

/// What stands on the module for others: conditions and lints. Its documentation comes back with the client.
fn kept_attributes(module: &ItemMod) -> Vec<&syn::Attribute> {
    let is_read = |attribute: &&syn::Attribute| ["api", "doc"].iter().any(|name| attribute.path().is_ident(name));
    module.attrs.iter().filter(|attribute| !is_read(attribute)).collect()
}

/// The module as a file, and each trait as a file in the folder of its name.
fn make_trees(
    maker: &mut Maker,
    foreign: &mut Foreign,
    args: TokenStream,
    module: &ItemMod,
    content: &[Item],
) -> Vec<Tree> {
    let name = module.ident.to_string();
    let traits: Vec<&ItemTrait> =
        content.iter().filter_map(|item| if let Item::Trait(item) = item { Some(item) } else { None }).collect();
    let mut attributes = Attributes::of_module(maker, args, &module.attrs);
    let joins = |item: &&ItemTrait| methods::joins_package(item);
    if !attributes.has("client") && (traits.is_empty() || !traits.iter().all(joins)) {
        attributes.entries.push(methods::usual_client(maker, &module.ident));
    }
    let mut declared = Declared::default();
    items::declare_items(maker, foreign, content, &mut declared);
    let mut trees = Vec::new();
    for (index, item) in traits.iter().enumerate() {
        maker.begin_file(index + 1);
        trees.push(methods::make_tree(maker, foreign, &name, item));
    }
    maker.begin_file(0);
    declared.types.extend(foreign.types(maker));
    let entries = [attributes.entries, declared.into_entries(maker, &module.ident), foreign.uses(maker)].concat();
    let root = maker.file(entries, &module.ident);
    trees.insert(0, Tree { source: source_file(&name), root });
    trees
}

/// A tree has no text, only a name.
fn source_file(module: &str) -> SourceFile {
    SourceFile { path: module.to_owned(), module: module.to_owned(), text: String::new() }
}

fn broken(trees: &[Tree], mistakes: &[Mistake]) -> TokenStream {
    let skeleton = skeleton::skeleton_of_trees(trees, Layout::File, &report::broken());
    let items = report::items(mistakes);
    quote!(#items #skeleton)
}

/// The library's diagnostics, at the tokens that they speak of.
fn place(found: &Diagnostics, maker: &Maker) -> Vec<Mistake> {
    let one = |diagnostic: &chainloom_codegen::diagnostic::Diagnostic| {
        let mut text = diagnostic.message.clone();
        for second in &diagnostic.secondary {
            text.push_str(&format!("\n  = note: {}: `{}`", second.text, maker.tokens(second.span)));
        }
        if let Some(hint) = &diagnostic.hint {
            text.push_str(&format!("\n  = help: {hint}"));
        }
        Mistake { span: maker.place(diagnostic.span), text }
    };
    found.iter().map(one).collect()
}

/// An assertion that a type can travel, at the place where the user wrote it.
fn assert_travels(ty: &impl ToTokens, span: proc_macro2::Span, runtime: &TokenStream) -> TokenStream {
    quote_spanned! {span=>
        const _: () = {
            const fn travels<T: #runtime::Read + #runtime::Write>() {}
            travels::<#ty>();
        };
    }
}
