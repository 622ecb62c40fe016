//! Enumerations whose values are integers.
//!
//! ```text
//! pub static SHELF: IntegerEnum = …;
//! rt::integer_enum!(Shelf, SHELF [Top(0, 1), Low(1, -1)]);     // reading, writing, numbers
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::rust::lower::Enum;
use chainloom_schema::IntegerEnum;

/// Emits the macro invocation that implements reading, writing, and the conversions from and to a
/// number.
pub(super) fn emit_impls(item: &Enum, schema: &IntegerEnum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let values = item.values.iter().zip(schema.values).enumerate().map(|(index, (value, number))| {
        let (index, variant) = (Literal::usize_unsuffixed(index), &value.name);
        let number = Literal::i64_unsuffixed(*number);
        quote!(#variant(#index, #number))
    });
    quote!(rt::integer_enum!(#name, #table [#(#values),*]);)
}
