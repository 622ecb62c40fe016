//! Foreign types: types from outside the module.
//!
//! Input: the module's `use` items and the types that it names. Output: aliases for types of other
//! crates, and `use` entries for types that the package of the macros describes itself.

use std::collections::{BTreeMap, BTreeSet};

use chainloom_codegen::RustIdent;
use chainloom_codegen::diagnostic::did_you_mean;
use chainloom_codegen::node::{Entry, NodeKind};
use chainloom_codegen::{pascal, type_advice};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::visit::Visit as _;
use syn::visit_mut::VisitMut as _;
use syn::{Generics, Ident, Item, Type};

use super::hints::in_rust;
use super::imports::{Import, Imports};
use super::maker::Maker;
use super::paths::{Names, Resolver};
use super::types::{known_types, shown};
use crate::site;

/// Names in the module that the module does not declare.
#[derive(Default)]
pub(crate) struct Foreign {
    declared: BTreeSet<String>,
    imports: Imports,
    /// The foreign types that are named, by the name that they have in the module.
    named: BTreeMap<String, ForeignType>,
    /// Type parameters, which were refused.
    parameters: BTreeSet<String>,
    /// The types of the package that are named: file and name.
    described: BTreeSet<(String, String)>,
}

/// A foreign type as it can be named at the root of the module, and as the user wrote it.
struct ForeignType {
    path: TokenStream,
    written: Type,
}

impl Foreign {
    pub(crate) fn of(content: &[Item], maker: &mut Maker) -> Self {
        let mut foreign = Self { imports: Imports::of(content, maker), ..Self::default() };
        for item in content {
            match item {
                Item::Struct(item) => foreign.declare(&item.ident),
                Item::Enum(item) => foreign.declare(&item.ident),
                Item::Type(item) => foreign.declare(&item.ident),
                _ => {}
            }
        }
        foreign
    }

    fn declare(&mut self, name: &Ident) {
        self.declared.insert(name.unraw().to_string());
    }

    /// Refuses type parameters. Their uses cause no further errors.
    pub(crate) fn refuse_generics(&mut self, maker: &mut Maker, generics: &Generics) {
        if !generics.params.is_empty() {
            maker.refuse(generics, "a value on the wire has one form: remove type parameters and lifetimes");
            self.parameters.extend(generics.type_params().map(|parameter| parameter.ident.to_string()));
        }
    }

    pub(crate) fn is_declared(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    pub(crate) fn is_imported(&self, name: &str) -> bool {
        self.imports.get(name).is_some()
    }

    /// Remembers that an import is needed, also for a type that the language has.
    pub(crate) fn mark_used(&mut self, ty: &Type) {
        if let Type::Path(path) = ty {
            let first = path.path.segments.first().map(|segment| segment.ident.unraw().to_string());
            let _ = first.and_then(|name| self.imports.take(&name));
        }
    }

    /// Returns the name of a foreign type in the module; `None` for a refused one.
    pub(crate) fn name(&mut self, maker: &mut Maker, ty: &Type) -> Option<String> {
        let mut names = Names::default();
        names.visit_type(ty);
        if let Some(unknown) = names.single.iter().find(|name| !self.is_known(name)) {
            self.refuse_unknown(maker, unknown);
            return None;
        }
        if let ([name], true) = (names.single.as_slice(), names.last.len() == 1) {
            let name = name.unraw().to_string();
            if let (true, Some(file)) = (shown(ty) == name, self.imports.take(&name).and_then(|import| import.file)) {
                self.described.insert((file, name.clone()));
                return Some(name);
            }
        }
        let mut resolved = ty.clone();
        Resolver { imports: &mut self.imports, declared: &self.declared }.visit_type_mut(&mut resolved);
        let path = resolved.to_token_stream();
        let short = names.last.iter().map(|name| pascal(&name.unraw().to_string())).collect();
        let alias = self.free_name(short, &path, ty);
        self.named.entry(alias.clone()).or_insert_with(|| ForeignType { path, written: ty.clone() });
        Some(alias)
    }

    /// Returns a free name in the module. Equal types have equal names.
    fn free_name(&self, short: String, path: &TokenStream, ty: &Type) -> String {
        let is_own = shown(ty) == short;
        let is_free = |name: &String| {
            let is_taken = self.declared.contains(name) || (!is_own && self.imports.get(name).is_some());
            let other = self.named.get(name).filter(|named| named.path.to_string() != path.to_string());
            !is_taken && other.is_none()
        };
        let others = (2_usize..).map(|count| format!("{short}{count}"));
        [short.clone(), format!("{short}Type")].into_iter().chain(others).find(is_free).unwrap_or(short)
    }

    fn is_known(&self, name: &Ident) -> bool {
        let name = name.unraw().to_string();
        self.declared.contains(&name) || self.is_imported(&name) || known_types().any(|known| known == name)
    }

    fn refuse_unknown(&self, maker: &mut Maker, name: &Ident) {
        let text = name.unraw().to_string();
        if self.parameters.contains(&text) {
            return;
        }
        let own = self.declared.iter().chain(self.imports.names()).map(String::as_str);
        let known: Vec<&str> = known_types().map(|name| -> &str { name }).chain(own).collect();
        let scalar = || type_advice(&text).map(|hint| in_rust(&hint));
        let hint = did_you_mean(&text, known).or_else(scalar);
        let hint = hint.unwrap_or_else(|| "declare it here, or `use` it in this module".to_owned());
        maker.refuse(name, format!("there is no type `{text}` in this module\n= help: {hint}"));
    }

    /// Converts the foreign types to declared types of the spec.
    pub(crate) fn types(&self, maker: &mut Maker) -> Vec<Entry> {
        let types = self.named.iter().map(|(name, named)| {
            let path = maker.text_entry("foreign", name.clone(), &named.written);
            let doc = maker.text_entry("doc", format!("The type `{}`.", shown(&named.written)), &named.written);
            let value = maker.map(vec![doc, path], &named.written);
            maker.entry(name.clone(), &named.written, value)
        });
        types.collect()
    }

    /// Returns the entries of the key `use` of the spec.
    pub(crate) fn uses(&self, maker: &mut Maker) -> Vec<Entry> {
        let mut files: BTreeMap<&String, Vec<&Import>> = BTreeMap::new();
        for (file, name) in &self.described {
            files.entry(file).or_default().extend(self.imports.get(name));
        }
        let Some(first) = files.values().flatten().next().map(|import| import.shown.clone()) else {
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (file, imports) in files {
            let names = imports.iter().map(|import| maker.text(import.shown.to_string(), &import.shown)).collect();
            let place = imports.first().map_or(&first, |import| &import.shown);
            let list = maker.node(NodeKind::List(names), place);
            entries.push(maker.entry(file.clone(), place, list));
        }
        let value = maker.map(entries, &first);
        vec![maker.entry("use", &first, value)]
    }

    /// Returns the aliases. Each type is checked at the place where it is written, and a failed check causes no further
    /// error.
    pub(crate) fn aliases(&self) -> TokenStream {
        let runtime: TokenStream = site::private_path().parse().unwrap_or_default();
        let aliases = self.named.iter().map(|(name, named)| {
            let ident = RustIdent::new(name);
            let doc = format!(" The type `{}`.", shown(&named.written));
            let path = &named.path;
            quote! {
                #[doc = #doc]
                pub type #ident =
                    <[(); #runtime::foreign::check::<#path>()] as #runtime::foreign::Checked<#path>>::Type;
            }
        });
        let aliases: TokenStream = aliases.collect();
        let unused = self.imports.unused();
        quote!(#aliases #unused)
    }
}
