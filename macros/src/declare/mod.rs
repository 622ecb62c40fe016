//! `#[api]`: a spec written in Rust.
//!
//! Input: an inline module of structs, enums and traits. Output: the module with the client in
//! place of the items, or the mistakes. The module becomes trees like those of YAML files, which
//! the generator interprets and checks. Only the notation in Rust is known here.

mod attributes;
mod bodies;
mod foreign;
mod hints;
mod imports;
mod items;
mod maker;
mod methods;
mod paths;
mod style;
mod types;
mod values;

use chainloom_codegen::Tree;
use chainloom_codegen::diagnostic::{Code, Diagnostic, Secondary};
use chainloom_codegen::node::NodeKind;
use chainloom_codegen::{Input, Layout, SourceFile};
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Item, ItemMod, ItemTrait, Meta, Token, Visibility, braced};

use crate::report::{self, Mistake, Place};
use crate::site;
use attributes::Attributes;
use foreign::Foreign;
use items::Declarations;
use maker::Maker;

/// Codes of diagnostics about names that are declared elsewhere in the spec.
const LOOKS_FOR: [Code; 6] =
    [Code::UnknownType, Code::PathParameter, Code::BadPagination, Code::BadWait, Code::BadRule, Code::BadExample];

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let module: ItemMod = match syn::parse2(item.clone()) {
        Ok(module) => module,
        Err(mistake) => return unread(&item, &mistake),
    };
    let Some((_, content)) = &module.content else {
        let text = "#[api] must see what is in the module: write `mod name { … }`, not `mod name;`";
        return report::alone(Place::of(&module), text);
    };
    let mut maker = Maker::default();
    let mut foreign = Foreign::of(content, &mut maker);
    let trees = make_trees(&mut maker, &mut foreign, args, &module, content);
    let mut mistakes = maker.mistakes();
    let content = match site::generate(Input::Tokens { trees: &trees, places: &maker.places() }, Layout::File) {
        Ok(content) if mistakes.is_empty() => {
            let aliases = foreign.aliases();
            quote!(#content #aliases)
        }
        Ok(_) => broken(&trees, mistakes),
        Err(found) => {
            // Refused items are missing in the trees, so uses of their names would cause consequential errors.
            let follows = |diagnostic: &&Diagnostic| maker.has_broken() && LOOKS_FOR.contains(&diagnostic.code);
            let own = found.iter().filter(|diagnostic| !follows(diagnostic));
            mistakes.extend(own.map(|diagnostic| mistake(diagnostic, &maker)));
            broken(&trees, mistakes)
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

/// Reports an item that is no whole module: one that Rust cannot read, or one of another kind.
fn unread(item: &TokenStream, mistake: &syn::Error) -> TokenStream {
    let parsed = Parser::parse2(module_head, item.clone());
    let Ok((visibility, ident, body)) = parsed else { return misplaced(item) };
    let place = Place::at(mistake.span());
    let text = format!("`#[api]` cannot read the module: {mistake}");
    let items = report::items(vec![Mistake { place, text }]);
    let skeleton = chainloom_codegen::skeleton_of_names(&declared_names(body), &report::broken());
    quote!(#visibility mod #ident { #items #skeleton })
}

/// Reads a module up to its body, whose content may be faulty.
fn module_head(input: ParseStream<'_>) -> syn::Result<(Visibility, Ident, TokenStream)> {
    Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    input.parse::<Token![mod]>()?;
    let ident = input.parse()?;
    let body;
    braced!(body in input);
    Ok((visibility, ident, body.parse()?))
}

/// Returns the names that follow `struct`, `enum`, `type` and `trait` in the body of a module.
fn declared_names(body: TokenStream) -> Vec<String> {
    let words: Vec<String> = body.into_iter().map(|tree| tree.to_string()).collect();
    let declares = |word: &str| ["struct", "enum", "type", "trait"].contains(&word);
    words.windows(2).filter(|pair| declares(&pair[0])).map(|pair| pair[1].clone()).collect()
}

/// Keeps a refused item, so that its uses cause no further errors.
fn misplaced(item: &TokenStream) -> TokenStream {
    let text = "#[api] describes a client by a whole module: put it above `mod name { … }`";
    let first: TokenStream = item.clone().into_iter().take(1).collect();
    let error = report::alone(Place::of(&first), text);
    quote!(#error #item)
}

/// Attributes of the module that stay on it: conditions and lints. Its documentation returns with
/// the client.
fn kept_attributes(module: &ItemMod) -> Vec<&Attribute> {
    let is_text = |attribute: &Attribute| attribute.path().is_ident("doc") && !matches!(attribute.meta, Meta::List(_));
    module.attrs.iter().filter(|attribute| !attribute.path().is_ident("api") && !is_text(attribute)).collect()
}

/// Converts the module to a file, and each trait to a file in the folder of its name.
fn make_trees(
    maker: &mut Maker,
    foreign: &mut Foreign,
    args: TokenStream,
    module: &ItemMod,
    content: &[Item],
) -> Vec<Tree> {
    let name = items::name(&module.ident);
    let traits: Vec<&ItemTrait> =
        content.iter().filter_map(|item| if let Item::Trait(item) = item { Some(item) } else { None }).collect();
    let mut attributes = Attributes::of_module(maker, args, &module.attrs);
    attributes.document(maker, format!("The client `{name}`."), &module.ident);
    let joins = |item: &&ItemTrait| methods::joins_package(item);
    if !attributes.has("client") && (traits.is_empty() || !traits.iter().all(joins)) {
        attributes.entries.push(methods::usual_client(maker, &module.ident));
    }
    refuse_same_traits(maker, &traits);
    let mut declared = Declarations::default();
    items::declare_items(maker, foreign, content, &mut declared);
    let mut trees = Vec::new();
    for (index, item) in traits.iter().enumerate() {
        maker.begin_file(index + 1);
        trees.push(methods::make_tree(maker, foreign, &name, item));
    }
    // Each file names what it uses of other specs; which trait needs what is not known before all
    // are read.
    for (index, tree) in trees.iter_mut().enumerate() {
        maker.begin_file(index + 1);
        if let NodeKind::Map(entries) = &mut tree.root.kind {
            entries.extend(foreign.uses(maker));
        }
    }
    maker.begin_file(0);
    declared.types.extend(foreign.types(maker));
    let entries = [attributes.entries, declared.into_entries(maker, &module.ident), foreign.uses(maker)].concat();
    let root = maker.file(entries, &module.ident);
    trees.insert(0, Tree { source: source_file(&name), root });
    trees
}

/// Refuses traits whose services have one module.
fn refuse_same_traits(maker: &mut Maker, traits: &[&ItemTrait]) {
    for (at, item) in traits.iter().enumerate() {
        let module = methods::module_name(item);
        if traits[..at].iter().any(|earlier| methods::module_name(earlier) == module) {
            let text = format!("two traits become the module `{module}` of the client\n= help: rename one of them");
            maker.refuse(&item.ident, text);
        }
    }
}

/// Returns the source file of a tree, which has no text, only a name.
fn source_file(module: &str) -> SourceFile {
    SourceFile { path: module.to_owned(), module: module.to_owned(), text: String::new() }
}

/// Generates the mistakes, and placeholders for the names of the client.
fn broken(trees: &[Tree], mistakes: Vec<Mistake>) -> TokenStream {
    let skeleton = chainloom_codegen::skeleton_of_trees(trees, Layout::File, &report::broken());
    let items = report::items(mistakes);
    quote!(#items #skeleton)
}

/// Converts a diagnostic of the generator to a mistake at its tokens, in the notation of Rust.
fn mistake(diagnostic: &Diagnostic, maker: &Maker) -> Mistake {
    let mut text = format!("[{}] {}", diagnostic.code.name(), hints::in_rust(&diagnostic.message));
    for second in &diagnostic.secondary {
        text.push_str(&format!("\n= note: {}, {}", second.text, whereabouts(second, maker)));
    }
    if let Some(hint) = &diagnostic.hint {
        text.push_str(&format!("\n= help: {}", hints::in_rust(hint)));
    }
    Mistake { place: Place::of(&maker.tokens(diagnostic.span)), text }
}

/// Describes a second place in words, since a compile error has only one place.
fn whereabouts(second: &Secondary, maker: &Maker) -> String {
    let tokens = maker.tokens(second.span);
    if tokens.is_empty() {
        return format!("in {} of the package, line {}", second.file, second.span.line);
    }
    let line = Place::of(&tokens).line().map(|line| format!("in line {line}: ")).unwrap_or_default();
    format!("{line}`{tokens}`")
}
