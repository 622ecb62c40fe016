//! Enumerations: an enum that preserves texts, or numbers, without a variant.
//!
//! ```text
//! pub enum Genre { Poem, Novel, UnknownValue(rt::Text) }
//! pub static GENRE: Enum = …;
//! rt::text_enum!(Genre, GENRE [Poem(0, "poem"), Novel(1, "novel")]);  // reading, writing, text
//! ```

mod integers;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Parts, Scope, docs};
use crate::rust::lower::Enum;
use chainloom_schema::{self as schema, Type};

pub(super) fn emit_enum(item: &Enum, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    match item.schema {
        Type::IntegerEnum(schema) => {
            parts.items.push(emit_type(item, true));
            parts.invocations.push(integers::emit_impls(item, schema));
            scope.define(&item.table, schema, parts);
        }
        Type::Enum(schema) => {
            parts.items.push(emit_type(item, false));
            parts.invocations.push(emit_impls(item, schema));
            scope.define(&item.table, schema, parts);
        }
        _ => {}
    }
}

fn emit_type(item: &Enum, is_integer: bool) -> TokenStream {
    let (doc, name) = (docs(&item.doc), &item.name);
    let variants = item.values.iter().map(|value| {
        let (doc, name) = (docs(&value.doc), &value.name);
        quote!(#doc #name)
    });
    let (copy, unknown) = match is_integer {
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

/// Emits the macro invocation that implements reading, writing, and the conversions from and to
/// text.
fn emit_impls(item: &Enum, schema: &schema::Enum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let values = item.values.iter().zip(schema.values).enumerate().map(|(index, (value, text))| {
        let (index, variant) = (Literal::usize_unsuffixed(index), &value.name);
        quote!(#variant(#index, #text))
    });
    quote!(rt::text_enum!(#name, #table [#(#values),*]);)
}
