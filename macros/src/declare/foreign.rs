//! Types from outside the module.
//!
//! Input: the module's `use` items and the types that it names. Output: aliases for those of other crates, and `use`
//! entries for those that the package of the macros describes itself.

use std::collections::{BTreeMap, BTreeSet};

use chainloom_codegen::diagnostic::did_you_mean;
use chainloom_codegen::node::Entry;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned as _;
use syn::visit::Visit;
use syn::{Generics, Ident, Item, ItemUse, Type, UseTree};

use super::maker::Maker;
use super::types::{BUILT_IN, shown};
use crate::site;

/// What the module can name that it does not declare.
#[derive(Default)]
pub(crate) struct Foreign {
    declared: BTreeSet<String>,
    imports: BTreeMap<String, Import>,
    /// The foreign types that are named, by the name that they have in the module.
    named: BTreeMap<String, TokenStream>,
    /// Type parameters, which were refused.
    parameters: BTreeSet<String>,
    /// The types of the package that are named: file and name.
    described: BTreeSet<(String, String)>,
}

struct Import {
    ident: Ident,
    path: TokenStream,
    /// The file of the package's spec that has the type.
    file: Option<String>,
}

impl Foreign {
    pub(crate) fn of(content: &[Item], maker: &mut Maker) -> Self {
        let mut foreign = Self::default();
        for item in content {
            match item {
                Item::Use(item) => foreign.import(maker, item),
                Item::Struct(item) => foreign.declare(&item.ident),
                Item::Enum(item) => foreign.declare(&item.ident),
                Item::Type(item) => foreign.declare(&item.ident),
                _ => {}
            }
        }
        foreign
    }

    fn declare(&mut self, name: &Ident) {
        self.declared.insert(name.to_string());
    }

    fn import(&mut self, maker: &mut Maker, item: &ItemUse) {
        let start = item.leading_colon.map(|colons| quote!(#colons)).unwrap_or_default();
        self.import_tree(maker, start, &mut Vec::new(), &item.tree);
    }

    fn import_tree(&mut self, maker: &mut Maker, path: TokenStream, names: &mut Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(part) => {
                let ident = &part.ident;
                names.push(ident.to_string());
                self.import_tree(maker, quote!(#path #ident::), names, &part.tree);
                names.pop();
            }
            UseTree::Name(name) => self.import_name(&name.ident, &name.ident, path, names),
            UseTree::Rename(name) => self.import_name(&name.ident, &name.rename, path, names),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_tree(maker, path.clone(), names, tree);
                }
            }
            UseTree::Glob(glob) => maker.refuse(glob, "name what is used: the macro cannot see what `*` brings"),
        }
    }

    fn import_name(&mut self, name: &Ident, shown: &Ident, path: TokenStream, above: &[String]) {
        let file = if name == shown { site::described_file(above, &name.to_string()) } else { None };
        let import = Import { ident: shown.clone(), path: quote!(#path #name), file };
        self.imports.insert(shown.to_string(), import);
    }

    /// Refuses type parameters; their uses are then no mistakes of their own.
    pub(crate) fn refuse_generics(&mut self, maker: &mut Maker, generics: &Generics) {
        if !generics.params.is_empty() {
            maker.refuse(generics, "what travels has one form: no type parameters or lifetimes here");
            self.parameters.extend(generics.type_params().map(|parameter| parameter.ident.to_string()));
        }
    }

    pub(crate) fn is_declared(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    pub(crate) fn is_imported(&self, name: &str) -> bool {
        self.imports.contains_key(name)
    }

    /// The name that a type from outside has in the module.
    pub(crate) fn name(&mut self, maker: &mut Maker, ty: &Type) -> String {
        let mut names = Names::default();
        names.visit_type(ty);
        if let [name] = names.0.as_slice() {
            if shown(ty) == *name {
                return self.single(maker, ty, name);
            }
        }
        let short: String = names.0.iter().map(String::as_str).collect();
        let taken = self.declared.contains(&short) || self.imports.contains_key(&short);
        let alias = if taken { format!("{short}Type") } else { short };
        // What stands between the angles must be nameable where the alias stands.
        for name in &names.0 {
            if let Some(import) = self.imports.get(name) {
                self.named.entry(name.clone()).or_insert_with(|| import.path.clone());
            }
        }
        self.named.insert(alias.clone(), ty.to_token_stream());
        alias
    }

    /// A type that is one name: it must be imported, as the module has no other names than its own.
    fn single(&mut self, maker: &mut Maker, ty: &Type, name: &str) -> String {
        let Some(import) = self.imports.get(name) else {
            if self.parameters.contains(name) {
                return "json".to_owned();
            }
            let known = self.declared.iter().chain(self.imports.keys()).map(String::as_str);
            let near = did_you_mean(name, known.chain(BUILT_IN.iter().map(|(rust, _)| *rust)));
            let hint = near.unwrap_or_else(|| "declare it here, or `use` it in this module".to_owned());
            maker.refuse(ty, format!("there is no type `{name}` in this module\n  = help: {hint}"));
            return "json".to_owned();
        };
        match &import.file {
            Some(file) => _ = self.described.insert((file.clone(), name.to_owned())),
            None => _ = self.named.insert(name.to_owned(), import.path.clone()),
        }
        name.to_owned()
    }

    /// The foreign types as declared types of the spec.
    pub(crate) fn types(&self, maker: &mut Maker) -> Vec<Entry> {
        let types = self.named.iter().map(|(name, tokens)| {
            let path = maker.text_entry("foreign", name.clone(), tokens);
            let doc = maker.text_entry("doc", format!("The type `{}`.", tokens.to_string().replace(' ', "")), tokens);
            let value = maker.map(vec![doc, path], tokens);
            maker.entry(name.clone(), tokens, value)
        });
        types.collect()
    }

    /// The key `use` of the spec.
    pub(crate) fn uses(&self, maker: &mut Maker) -> Vec<Entry> {
        let mut files: BTreeMap<&String, Vec<&Import>> = BTreeMap::new();
        for (file, name) in &self.described {
            files.entry(file).or_default().extend(self.imports.get(name));
        }
        let Some(first) = files.values().flatten().next().map(|import| import.ident.clone()) else {
            return Vec::new();
        };
        let entries = files.into_iter().map(|(file, imports)| {
            let names = imports.iter().map(|import| maker.text(import.ident.to_string(), &import.ident)).collect();
            let list = maker.node(chainloom_codegen::node::NodeKind::List(names), &imports[0].ident);
            maker.entry(file.clone(), &imports[0].ident, list)
        });
        let entries = entries.collect();
        let value = maker.map(entries, &first);
        vec![maker.entry("use", &first, value)]
    }

    /// The aliases, and assertions that their types can travel, at the places where they are written.
    pub(crate) fn aliases(&self) -> TokenStream {
        let runtime: TokenStream = site::options().runtime.parse().unwrap_or_default();
        let aliases = self.named.iter().map(|(name, tokens)| {
            let ident = format_ident!("{name}");
            let doc = format!(" The type `{}`.", tokens.to_string().replace(' ', ""));
            let spanned = Ident::new(name, tokens.span());
            let assertion = super::assert_travels(&spanned, tokens.span(), &runtime);
            quote!(#[doc = #doc] pub type #ident = #tokens; #assertion)
        });
        aliases.collect()
    }
}

/// The last names of all paths in a type, in their order.
#[derive(Default)]
struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.0.extend(path.segments.last().map(|segment| segment.ident.to_string()));
        syn::visit::visit_path(self, path);
    }
}
