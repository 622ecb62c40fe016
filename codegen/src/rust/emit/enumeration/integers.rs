//! Enumerations whose values are whole numbers.
//!
//! ```text
//! pub static SHELF: rt::schema::IntegerEnum = …;
//! impl rt::IntegerEnumeration for Shelf { … }         // by the place in the table
//! impl Shelf { pub fn number() }
//! impl rt::Read + rt::Write + From<i64> + Display for Shelf
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::rust::lower::Enum;

pub(super) fn emit_table(item: &Enum) -> TokenStream {
    let (name, wire_name) = (&item.table, &item.wire_name);
    let values = numbers(item);
    quote! {
        #[doc(hidden)]
        pub static #name: rt::schema::IntegerEnum =
            rt::schema::IntegerEnum { name: #wire_name, values: &[#(#values),*] };
    }
}

/// The digits of each value; `check` has read them as numbers of 64 bits.
fn numbers(item: &Enum) -> Vec<Literal> {
    item.values.iter().map(|value| Literal::i64_unsuffixed(value.wire_name.parse().unwrap_or_default())).collect()
}

pub(super) fn emit_impl(item: &Enum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let variants: Vec<_> = item.values.iter().map(|value| &value.name).collect();
    let numbers = numbers(item);
    let indices = (0..variants.len()).map(Literal::usize_unsuffixed);
    quote! {
        #[doc(hidden)]
        impl rt::IntegerEnumeration for #name {
            fn schema() -> &'static rt::schema::IntegerEnum {
                &#table
            }
            fn from_index(index: usize) -> Option<Self> {
                Some(match index {
                    #(#indices => Self::#variants,)*
                    _ => return None,
                })
            }
            fn unknown(number: i64) -> Self {
                Self::UnknownValue(number)
            }
            fn number(&self) -> i64 {
                match self {
                    #(Self::#variants => #numbers,)*
                    Self::UnknownValue(number) => *number,
                }
            }
        }
    }
}

/// Reading, writing and the conversions from and to a number.
pub(super) fn emit_values(item: &Enum) -> TokenStream {
    let name = &item.name;
    quote! {
        impl #name {
            /// The number of the value, as it is sent and answered; also of one that the description does not list.
            #[must_use]
            pub fn number(&self) -> i64 {
                rt::IntegerEnumeration::number(self)
            }
        }
        #[doc(hidden)]
        impl rt::Read for #name {
            fn blank() -> Self {
                Self::UnknownValue(rt::blank())
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                rt::read_integer_enum(reader)
            }
        }
        #[doc(hidden)]
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                rt::Write::write(&rt::IntegerEnumeration::number(self), rt::schema::Type::Json, writer);
            }
        }
        impl From<i64> for #name {
            fn from(number: i64) -> Self {
                rt::integer_enum_from(number)
            }
        }
        impl From<#name> for i64 {
            fn from(value: #name) -> Self {
                rt::IntegerEnumeration::number(&value)
            }
        }
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&rt::IntegerEnumeration::number(self), f)
            }
        }
    }
}
