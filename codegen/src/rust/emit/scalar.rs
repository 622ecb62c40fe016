//! Scalars: a table, and a newtype where Rust and the runtime have no type for the form.
//!
//! ```text
//! pub type Price = rt::Decimal;                      // or:
//! pub struct CardId(pub [u8; 20]);                   // FromStr, TryFrom<&str>, Display, Debug
//! pub static CARD_ID: rt::schema::Scalar = …;
//! impl rt::Read + rt::Write for CardId
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use super::types::{emit_form, emit_presence};
use crate::model::{Form, Presence};
use crate::rust::lower::Scalar;

pub(super) fn emit_scalar(item: &Scalar) -> Vec<TokenStream> {
    let mut items = vec![emit_table(item)];
    let (doc, name) = (docs(&item.doc), &item.name);
    if let Some(alias) = &item.alias {
        items.insert(0, quote!(#doc pub type #name = #alias;));
    }
    match &item.form {
        Form::Base58Check { bytes, prefix } => items.extend(emit_base58check(item, *bytes, prefix)),
        Form::Bech32 { bytes, chain, base58check } => items.extend(emit_bech32(item, *bytes, *chain, *base58check)),
        _ => {}
    }
    items
}

fn emit_table(item: &Scalar) -> TokenStream {
    let (name, wire_name, form) = (&item.table, &item.wire_name, emit_form(&item.form));
    quote! {
        #[doc(hidden)]
        pub static #name: rt::schema::Scalar = rt::schema::Scalar { name: #wire_name, form: #form };
    }
}

fn emit_base58check(item: &Scalar, bytes: usize, prefix: &str) -> Vec<TokenStream> {
    let (doc, name) = (docs(&item.doc), &item.name);
    let definition = quote! {
        #doc
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name(pub [u8; #bytes]);
    };
    let values = quote! {
        #[doc(hidden)]
        impl rt::Read for #name {
            fn blank() -> Self {
                Self([0; #bytes])
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                reader.parse()
            }
        }
        #[doc(hidden)]
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                writer.display(self);
            }
        }
    };
    let parse = quote!(rt::base58check::parse(text, #prefix).map(Self));
    let text = emit_text_form(item, &parse);
    let print = quote! {
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&rt::base58check::write(&self.0, #prefix))
            }
        }
        impl ::std::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
    vec![definition, values, text, print, emit_bytes(item, bytes)]
}

/// From and to bytes, and through `rt::FixedBytes` from and to hex.
fn emit_bytes(item: &Scalar, bytes: usize) -> TokenStream {
    let name = &item.name;
    quote! {
        impl From<[u8; #bytes]> for #name {
            fn from(bytes: [u8; #bytes]) -> Self {
                Self(bytes)
            }
        }
        impl From<rt::FixedBytes<#bytes>> for #name {
            fn from(bytes: rt::FixedBytes<#bytes>) -> Self {
                Self(bytes.0)
            }
        }
        impl From<#name> for rt::FixedBytes<#bytes> {
            fn from(value: #name) -> Self {
                Self(value.0)
            }
        }
        impl ::std::convert::AsRef<[u8]> for #name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
    }
}

/// `FromStr` and `TryFrom<&str>`.
fn emit_text_form(item: &Scalar, parse: &TokenStream) -> TokenStream {
    let name = &item.name;
    quote! {
        impl ::std::str::FromStr for #name {
            type Err = rt::ParseError;
            fn from_str(text: &str) -> Result<Self, rt::ParseError> {
                #parse
            }
        }
        impl TryFrom<&str> for #name {
            type Error = rt::ParseError;
            fn try_from(text: &str) -> Result<Self, rt::ParseError> {
                text.parse()
            }
        }
    }
}

/// Reading an answer checks the form only, and `FromStr` the checksum too.
fn emit_bech32(item: &Scalar, bytes: usize, chain: Presence, short: bool) -> Vec<TokenStream> {
    let chain = emit_presence(chain);
    let (doc, name) = (docs(&item.doc), &item.name);
    let definition = quote! {
        #doc
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name(rt::Text);
        impl #name {
            /// The address as a string.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
    let values = quote! {
        #[doc(hidden)]
        impl rt::Read for #name {
            fn blank() -> Self {
                Self(rt::blank())
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                reader.parse_with(|text| {
                    rt::bech32::form(text, #bytes, #chain, #short).map(|()| Self(text.into()))
                })
            }
        }
        #[doc(hidden)]
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                writer.text(&self.0);
            }
        }
    };
    let text =
        emit_text_form(item, &quote!(rt::bech32::check(text, #bytes, #chain, #short).map(|()| Self(text.into()))));
    let print = quote! {
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&self.0)
            }
        }
        impl ::std::convert::AsRef<str> for #name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
        impl ::std::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
    vec![definition, values, text, print]
}
