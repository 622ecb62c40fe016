//! serde's traits: one macro entry for each type of a file. The runtime implements the traits through
//! its tables.
//!
//! ```text
//! rt::serde_traits!(Record(Price, PRICE), Record(calls::FindBook, FIND_BOOK_INPUT));
//! ```

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::path_in_calls;
use crate::ident::RustIdent;
use crate::rust::lower::{Arms, File, Item, Record, Serde};
use chainloom_schema::Type;

/// Emits serde's traits for all types of a file except aliases; `None` if the crate has no such
/// traits, or the file no such types.
pub(super) fn emit_serde(file: &File, serde: &Serde) -> Option<TokenStream> {
    let condition = match serde {
        Serde::Never => return None,
        Serde::Feature(feature) => quote!(#[cfg(feature = #feature)]),
        Serde::Always => TokenStream::new(),
    };
    let described: Vec<TokenStream> = file.items.iter().chain(&file.calls).filter_map(macro_entry).collect();
    (!described.is_empty()).then(|| quote!(#condition rt::serde_traits!(#(#described),*);))
}

/// Returns the macro entry of a type: its kind, its name and its static.
fn macro_entry(item: &Item) -> Option<TokenStream> {
    let (kind, name, table) = match item {
        Item::Scalar(scalar) if scalar.alias.is_none() => ("Scalar", name_tokens(&scalar.name), &scalar.table),
        Item::Enum(item) if matches!(item.schema, Type::IntegerEnum(_)) => {
            ("IntegerEnum", name_tokens(&item.name), &item.table)
        }
        Item::Enum(item) => ("Enum", name_tokens(&item.name), &item.table),
        Item::Record(Record { name: own, arms: Some(Arms { table, .. }), .. }) => ("Union", name_tokens(own), table),
        Item::Record(record) => ("Record", name_tokens(&record.name), &record.table),
        Item::FormUnion(item) => ("Union", name_tokens(&item.name), &item.table),
        Item::Call(call) => ("Record", path_in_calls(&call.input.name), &call.input.table),
        _ => return None,
    };
    let kind = format_ident!("{kind}");
    Some(quote!(#kind(#name, #table)))
}

fn name_tokens(name: &RustIdent) -> TokenStream {
    quote!(#name)
}
