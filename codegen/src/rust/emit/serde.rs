//! serde's traits: two thin impls for each type, over the one bridge of the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ident::RustIdent;
use crate::rust::lower::{Arms, Item, Record, Serde};

/// The impls of an item that is a type of its own, where they are wanted.
pub(super) fn emit_serde(item: &Item, serde: &Serde) -> Option<TokenStream> {
    let condition = match serde {
        Serde::Never => return None,
        Serde::Feature(feature) => quote!(#[cfg(feature = #feature)]),
        Serde::Always => TokenStream::new(),
    };
    let (name, schema) = described(item)?;
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
fn described(item: &Item) -> Option<(&RustIdent, TokenStream)> {
    let table = |kind: TokenStream, table: &RustIdent| quote!(rt::schema::Type::#kind(&#table));
    match item {
        Item::Scalar(scalar) if scalar.alias.is_none() => Some((&scalar.name, table(quote!(Scalar), &scalar.table))),
        Item::Enum(item) if item.integers => Some((&item.name, table(quote!(IntegerEnum), &item.table))),
        Item::Enum(item) => Some((&item.name, table(quote!(Enum), &item.table))),
        Item::Record(record) => Some((&record.name, record_type(record))),
        Item::FormUnion(item) => Some((&item.name, table(quote!(Union), &item.table))),
        Item::Call(call) => Some((&call.input.name, record_type(&call.input))),
        _ => None,
    }
}

fn record_type(record: &Record) -> TokenStream {
    match &record.arms {
        Some(Arms { table, .. }) => quote!(rt::schema::Type::Union(&#table)),
        None => {
            let table = &record.table;
            quote!(rt::schema::Type::Record(&#table))
        }
    }
}
