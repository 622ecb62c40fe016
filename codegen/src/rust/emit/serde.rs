//! serde's traits: two thin impls for each type, over the one bridge of the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use crate::casing::ident;
use crate::rust::lower::{Item, Record, Serde};

/// The impls of an item that is a type of its own, where they are wanted.
pub(super) fn emit_serde(item: &Item, serde: &Serde) -> Option<TokenStream> {
    let condition = match serde {
        Serde::Never => return None,
        Serde::Feature(feature) => quote!(#[cfg(feature = #feature)]),
        Serde::Always => TokenStream::new(),
    };
    let (name, schema) = described(item)?;
    let name = ident(name);
    Some(quote! {
        #condition
        impl rt::serde::Serialize for #name {
            fn serialize<S: rt::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                rt::serde_bridge::serialize(self, #schema, serializer)
            }
        }
        #condition
        impl<'de> rt::serde::Deserialize<'de> for #name {
            fn deserialize<D: rt::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                rt::serde_bridge::deserialize(#schema, deserializer)
            }
        }
    })
}

/// The name of a type and what describes it.
fn described(item: &Item) -> Option<(&str, TokenStream)> {
    let table = |kind: TokenStream, name: &str| {
        let table = ident(name);
        quote!(rt::schema::Type::#kind(&#table))
    };
    match item {
        Item::Scalar(scalar) if scalar.newtype.is_some() => {
            Some((&scalar.name, table(quote!(Scalar), &scalar.static_name)))
        }
        Item::Enum(item) => Some((&item.name, table(quote!(Enum), &item.static_name))),
        Item::Record(record) if !record.is_table => Some((&record.name, record_type(record))),
        Item::FormUnion(item) => Some((&item.name, table(quote!(Union), &item.static_name))),
        Item::Operation(operation) => Some((&operation.input.name, record_type(&operation.input))),
        _ => None,
    }
}

fn record_type(record: &Record) -> TokenStream {
    let table = ident(&record.static_name);
    if record.arms.is_some() {
        quote!(rt::schema::Type::Union(&#table))
    } else {
        quote!(rt::schema::Type::Record(&#table))
    }
}
