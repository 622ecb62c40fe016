//! Enumerations: an enum that keeps texts, or numbers, which it does not know.
//!
//! ```text
//! pub enum Genre { Poem, Novel, UnknownValue(rt::Text) }
//! pub static GENRE: Enum = …;
//! rt::text_enum!(Genre, GENRE [Poem(0, "poem"), Novel(1, "novel")]);     // reading, writing, conversions from and to text
//! ```

mod integers;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Parts, docs};
use crate::rust::lower::Enum;

pub(super) fn emit_enum(item: &Enum, parts: &mut Parts<TokenStream>) {
    parts.items.push(emit_type(item));
    match item.integers {
        true => {
            parts.invocations.push(integers::emit_impls(item));
            parts.tables.push(integers::emit_table(item));
        }
        false => {
            parts.invocations.push(emit_impls(item));
            parts.tables.push(emit_table(item));
        }
    }
}

fn emit_type(item: &Enum) -> TokenStream {
    let (doc, name) = (docs(&item.doc), &item.name);
    let variants = item.values.iter().map(|value| {
        let (doc, name) = (docs(&value.doc), &value.name);
        quote!(#doc #name)
    });
    let (copy, unknown) = match item.integers {
        true => (Some(quote!(Copy,)), quote!(i64)),
        false => (None, quote!(rt::Text)),
    };
    quote! {
        #doc
        #[derive(Clone, #copy Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A value that this version of the client does not list. It is written as it was read.
            UnknownValue(#unknown),
        }
    }
}

fn emit_table(item: &Enum) -> TokenStream {
    let (name, wire_name) = (&item.table, &item.wire_name);
    let values = item.values.iter().map(|value| &value.wire_name);
    quote! {
        pub static #name: Enum = Enum { name: #wire_name, values: &[#(#values),*] };
    }
}

/// Reading, writing and the conversions from and to text.
fn emit_impls(item: &Enum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let values = item.values.iter().enumerate().map(|(index, value)| {
        let (index, variant, text) = (Literal::usize_unsuffixed(index), &value.name, &value.wire_name);
        quote!(#variant(#index, #text))
    });
    quote!(rt::text_enum!(#name, #table [#(#values),*]);)
}
