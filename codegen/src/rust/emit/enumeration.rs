//! Enumerations: an enum that keeps texts, or numbers, which it does not know.
//!
//! ```text
//! pub enum Genre { Poem, Novel, UnknownValue(rt::Text) }
//! pub static GENRE: rt::schema::Enum = …;
//! impl rt::Enumeration for Genre { … }               // by the place in the table
//! impl Genre { pub fn as_str() }
//! impl rt::Read + rt::Write + From<&str> + From<String> + FromStr + AsRef<str> + Display for Genre
//! ```

mod integers;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::docs;
use crate::rust::lower::Enum;

pub(super) fn emit_enum(item: &Enum) -> Vec<TokenStream> {
    match item.integers {
        true => {
            vec![emit_type(item), integers::emit_table(item), integers::emit_impl(item), integers::emit_values(item)]
        }
        false => vec![emit_type(item), emit_table(item), emit_impl(item), emit_values(item)],
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
        #[doc(hidden)]
        pub static #name: rt::schema::Enum =
            rt::schema::Enum { name: #wire_name, values: &[#(#values),*] };
    }
}

fn emit_impl(item: &Enum) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let variants: Vec<_> = item.values.iter().map(|value| &value.name).collect();
    let wire_names = item.values.iter().map(|value| &value.wire_name);
    let indices = (0..variants.len()).map(Literal::usize_unsuffixed);
    quote! {
        #[doc(hidden)]
        impl rt::Enumeration for #name {
            fn schema() -> &'static rt::schema::Enum {
                &#table
            }
            fn from_index(index: usize) -> Option<Self> {
                Some(match index {
                    #(#indices => Self::#variants,)*
                    _ => return None,
                })
            }
            fn unknown(text: rt::Text) -> Self {
                Self::UnknownValue(text)
            }
            fn as_str(&self) -> &str {
                match self {
                    #(Self::#variants => #wire_names,)*
                    Self::UnknownValue(text) => text,
                }
            }
        }
    }
}

/// Reading, writing and the conversions from and to text.
fn emit_values(item: &Enum) -> TokenStream {
    let name = &item.name;
    quote! {
        impl #name {
            /// The text of the value, as it is sent and answered; also of one that the description does not list.
            #[must_use]
            pub fn as_str(&self) -> &str {
                rt::Enumeration::as_str(self)
            }
        }
        #[doc(hidden)]
        impl rt::Read for #name {
            fn blank() -> Self {
                Self::UnknownValue(rt::blank())
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                rt::read_enum(reader)
            }
        }
        #[doc(hidden)]
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                writer.text(rt::Enumeration::as_str(self));
            }
        }
        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                rt::enum_from(text)
            }
        }
        impl From<::std::string::String> for #name {
            fn from(text: ::std::string::String) -> Self {
                rt::enum_from(&text)
            }
        }
        /// Any text is a value; one that the description does not list is kept.
        impl ::std::str::FromStr for #name {
            type Err = ::std::convert::Infallible;
            fn from_str(text: &str) -> Result<Self, ::std::convert::Infallible> {
                Ok(rt::enum_from(text))
            }
        }
        impl ::std::convert::AsRef<str> for #name {
            fn as_ref(&self) -> &str {
                rt::Enumeration::as_str(self)
            }
        }
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(rt::Enumeration::as_str(self))
            }
        }
    }
}
