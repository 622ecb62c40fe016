//! Imports: the `use` items of the module.
//!
//! Input: items. Output: the imported names with their paths. The items themselves are dropped:
//! generated code has its own imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Ident, Item, UseTree};

use super::maker::Maker;
use crate::site;

/// The imported names.
#[derive(Default)]
pub(crate) struct Imports {
    by_name: BTreeMap<String, Import>,
    used: BTreeSet<String>,
}

/// An imported name.
#[derive(Clone)]
pub(crate) struct Import {
    /// Name of the import in the module.
    pub(crate) shown: Ident,
    /// Path of the import, with or without a leading `::`.
    pub(crate) path: Vec<Ident>,
    pub(crate) is_global: bool,
    /// The file of the package's spec that has the type.
    pub(crate) file: Option<String>,
}

impl Imports {
    pub(crate) fn of(content: &[Item], maker: &mut Maker) -> Self {
        let mut imports = Self::default();
        for item in content {
            let Item::Use(item) = item else { continue };
            for attribute in &item.attrs {
                maker.refuse(attribute, "an import in an `#[api]` module cannot have attributes");
            }
            imports.read(maker, item.leading_colon.is_some(), &mut Vec::new(), &item.tree);
        }
        imports
    }

    fn read(&mut self, maker: &mut Maker, is_global: bool, above: &mut Vec<Ident>, tree: &UseTree) {
        match tree {
            UseTree::Path(part) => {
                above.push(part.ident.clone());
                self.read(maker, is_global, above, &part.tree);
                above.pop();
            }
            UseTree::Name(name) => self.add(is_global, above, &name.ident, None),
            UseTree::Rename(name) => self.add(is_global, above, &name.ident, Some(&name.rename)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.read(maker, is_global, above, tree);
                }
            }
            UseTree::Glob(glob) => maker.refuse(glob, "name the imported types: the macro cannot see what `*` imports"),
        }
    }

    /// Adds an imported name with its path.
    fn add(&mut self, is_global: bool, above: &[Ident], name: &Ident, rename: Option<&Ident>) {
        let mut path = above.to_vec();
        // `use a::b::{self}` brings `b`.
        if name != "self" || path.is_empty() {
            path.push(name.clone());
        }
        let Some(shown) = rename.or(path.last()).cloned() else { return };
        let names: Vec<String> = above.iter().map(Ident::to_string).collect();
        let file = if rename.is_none() { site::described_file(&names, &name.to_string()) } else { None };
        self.by_name.insert(shown.unraw().to_string(), Import { shown, path, is_global, file });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Import> {
        self.by_name.get(name)
    }

    /// Returns the import of a name, which then counts as used.
    pub(crate) fn take(&mut self, name: &str) -> Option<Import> {
        let import = self.by_name.get(name).cloned();
        if import.is_some() {
            self.used.insert(name.to_owned());
        }
        import
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.by_name.keys()
    }

    /// Returns the unused imports, which are kept for the compiler: it warns of them or reports wrong paths.
    pub(crate) fn unused(&self) -> TokenStream {
        let unused = self.by_name.iter().filter(|(name, _)| !self.used.contains(*name)).map(|(_, import)| {
            let Import { shown, path, is_global, .. } = import;
            let start = if *is_global { quote!(::) } else { TokenStream::new() };
            let renamed = if path.last() == Some(shown) { TokenStream::new() } else { quote!(as #shown) };
            quote!(const _: () = { use #start #(#path)::* #renamed; };)
        });
        unused.collect()
    }
}
