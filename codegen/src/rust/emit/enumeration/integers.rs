//! Enumerations whose values are whole numbers.
//!
//! ```text
//! pub static SHELF: IntegerEnum = …;
//! rt::integer_enum!(Shelf, SHELF [Top(0, 1), Low(1, -1)]);     // reading, writing, conversions from and to a number
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::rust::lower::Enum;

pub(super) fn emit_table(item: &Enum) -> TokenStream {
    let (name, wire_name) = (&item.table, &item.wire_name);
    let values = numbers(item);
    quote! {
        pub static #name: IntegerEnum = IntegerEnum { name: #wire_name, values: &[#(#values),*] };
    }
}

/// The digits of each value; `check` has read them as numbers of 64 bits.
fn numbers(item: &Enum) -> Vec<Literal> {
    item.values.iter().map(|value| Literal::i64_unsuffixed(value.wire_name.parse().unwrap_or_default())).collect()
}

/// Reading, writing and the conversions from and to a number.
pub(super) fn emit_impls(item: &Enum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let values = item.values.iter().zip(numbers(item)).enumerate().map(|(index, (value, number))| {
        let (index, variant) = (Literal::usize_unsuffixed(index), &value.name);
        quote!(#variant(#index, #number))
    });
    quote!(rt::integer_enum!(#name, #table [#(#values),*]);)
}
