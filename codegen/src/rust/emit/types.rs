//! Types and paths as tokens: implements `ToTokens` for the Rust types and item paths of `lower`.

use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt as _, format_ident, quote};

use crate::model::Integer;
use crate::rust::lower::{ItemPath, RustType, Start};

impl ToTokens for ItemPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(self.without_name());
        self.name.to_tokens(tokens);
    }
}

impl ItemPath {
    /// Returns the path of the module that contains the item, with colons at its end; empty for the
    /// current module.
    pub(super) fn without_name(&self) -> TokenStream {
        let start = match &self.start {
            Start::Up(count) => (0..*count).map(|_| quote!(super::)).collect(),
            Start::Crate(path) => {
                let path = foreign(path);
                quote!(#path::)
            }
        };
        let modules = &self.modules;
        quote!(#start #(#modules::)*)
    }
}

impl ToTokens for RustType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(match self {
            Self::Bool => quote!(bool),
            Self::F64 => quote!(f64),
            Self::Integer(integer) => {
                let name = format_ident!("{}", integer.rust_name());
                match integer {
                    Integer::U256 | Integer::I256 => quote!(rt::#name),
                    _ => quote!(#name),
                }
            }
            Self::Runtime(name) => {
                let name = format_ident!("{name}");
                quote!(rt::#name)
            }
            Self::OfBytes(name, bytes) => {
                let name = format_ident!("{name}");
                quote!(rt::#name<#bytes>)
            }
            Self::Maybe(inner) => quote!(rt::Maybe<#inner>),
            Self::Tuple(items) => quote!((#(#items,)*)),
            Self::Foreign(path) => foreign(path),
            Self::Item(path) => path.to_token_stream(),
            Self::Vec(item) => quote!(Vec<#item>),
            Self::Map(key, value) => quote!(::std::collections::BTreeMap<#key, #value>),
            Self::Option(inner) => quote!(Option<#inner>),
            Self::Box(inner) => quote!(Box<#inner>),
        });
    }
}

/// Returns the tokens of a path that a user wrote; `check` has parsed it.
pub(super) fn foreign(path: &str) -> TokenStream {
    path.parse().unwrap_or_default()
}
