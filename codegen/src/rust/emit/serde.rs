//! serde's traits: one line for each type, over the one bridge of the runtime.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::ident::RustIdent;
use crate::rust::lower::{Arms, Item, Record, Serde};

/// The impls of an item that is a type of its own, where they are wanted.
pub(super) fn emit_serde(item: &Item, serde: &Serde) -> Option<TokenStream> {
    let condition = match serde {
        Serde::Never => return None,
        Serde::Feature(feature) => quote!(#[cfg(feature = #feature)]),
        Serde::Always => TokenStream::new(),
    };
    let (name, kind, table) = described(item)?;
    let kind = format_ident!("{kind}");
    Some(quote! {
        #condition
        rt::serde_traits!(#name, #kind(#table));
    })
}

/// The name of a type, and what describes it: the kind and the static.
fn described(item: &Item) -> Option<(&RustIdent, &'static str, &RustIdent)> {
    match item {
        Item::Scalar(scalar) if scalar.alias.is_none() => Some((&scalar.name, "Scalar", &scalar.table)),
        Item::Enum(item) if item.integers => Some((&item.name, "IntegerEnum", &item.table)),
        Item::Enum(item) => Some((&item.name, "Enum", &item.table)),
        Item::Record(record) => Some(of_record(record)),
        Item::FormUnion(item) => Some((&item.name, "Union", &item.table)),
        Item::Call(call) => Some(of_record(&call.input)),
        _ => None,
    }
}

fn of_record(record: &Record) -> (&RustIdent, &'static str, &RustIdent) {
    match &record.arms {
        Some(Arms { table, .. }) => (&record.name, "Union", table),
        None => (&record.name, "Record", &record.table),
    }
}
