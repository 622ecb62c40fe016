//! Scalars: a table, and a newtype if neither Rust nor the runtime has a type for the form.
//!
//! ```text
//! pub type Price = rt::Decimal;                      // or:
//! pub struct CardId(rt::Base58Check<20>);            // FromStr, TryFrom<&str>, Display, Debug
//! pub static CARD_ID: Scalar = …;
//! impl rt::Read + rt::Write for CardId
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::{Parts, Scope, docs};
use crate::rust::lower::Scalar;
use chainloom_schema::Form;

pub(super) fn emit_scalar(item: &Scalar, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    let (doc, name) = (docs(&item.doc), &item.name);
    if let Some(alias) = &item.alias {
        parts.items.push(quote!(#doc pub type #name = #alias;));
    }
    match &item.schema.form {
        Form::Base58Check { bytes, prefix } => emit_base58check(item, *bytes, prefix, parts),
        Form::Bech32 { bytes, chain, base58check } => {
            emit_bech32(item, *bytes, &scope.expression(chain), *base58check, parts);
        }
        _ => {}
    }
    scope.define(&item.table, item.schema, parts);
}

/// Emits a base58check newtype. A response keeps the checksum as sent; `FromStr` verifies it.
fn emit_base58check(item: &Scalar, bytes: usize, prefix: &str, parts: &mut Parts<TokenStream>) {
    let name = &item.name;
    let values = quote! {
        #[doc(hidden)]
        impl rt::Read for #name {
            fn blank() -> Self {
                Self(rt::Base58Check::blank())
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                rt::Base58Check::read(reader, #prefix).map(Self)
            }
        }
        #[doc(hidden)]
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                self.0.write(#prefix, writer);
            }
        }
    };
    let text = emit_text_form(item, &quote!(rt::Base58Check::parse(text, #prefix).map(Self)));
    let print = quote! {
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(#prefix, f)
            }
        }
        impl ::std::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
    parts.items.extend([emit_checked(item, bytes), text, print, emit_bytes(item, bytes)]);
    parts.impls.push(values);
}

/// Emits the newtype of bytes with a checksum, and its methods.
fn emit_checked(item: &Scalar, bytes: usize) -> TokenStream {
    let (doc, name) = (docs(&item.doc), &item.name);
    let doc_of_bytes = format!(" Returns the {bytes} bytes, without the checksum.");
    quote! {
        #doc
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name(rt::Base58Check<#bytes>);
        impl #name {
            #[doc = #doc_of_bytes]
            pub const fn bytes(&self) -> &[u8; #bytes] {
                self.0.bytes()
            }
            /// Returns whether the checksum fits the bytes. A value of a response keeps the
            /// checksum that the service sent; parsing a text verifies it, and a value with a wrong
            /// one is never sent.
            pub fn is_valid(&self) -> bool {
                self.0.is_valid()
            }
        }
    }
}

/// Emits the conversions from and to bytes, and through `rt::FixedBytes` from and to hex.
fn emit_bytes(item: &Scalar, bytes: usize) -> TokenStream {
    let name = &item.name;
    quote! {
        impl From<[u8; #bytes]> for #name {
            fn from(bytes: [u8; #bytes]) -> Self {
                Self(bytes.into())
            }
        }
        impl From<rt::FixedBytes<#bytes>> for #name {
            fn from(bytes: rt::FixedBytes<#bytes>) -> Self {
                Self(bytes.0.into())
            }
        }
        impl From<#name> for rt::FixedBytes<#bytes> {
            fn from(value: #name) -> Self {
                Self(*value.bytes())
            }
        }
        impl ::std::convert::AsRef<[u8]> for #name {
            fn as_ref(&self) -> &[u8] {
                self.bytes()
            }
        }
    }
}

/// Emits `FromStr` and `TryFrom<&str>`.
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

/// Emits a bech32 newtype. Reading a response checks the form only; `FromStr` also verifies the
/// checksum.
fn emit_bech32(item: &Scalar, bytes: usize, chain: &TokenStream, short: bool, parts: &mut Parts<TokenStream>) {
    let (doc, name) = (docs(&item.doc), &item.name);
    let definition = quote! {
        #doc
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name(rt::Text);
        impl #name {
            /// Returns the address as text.
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
    parts.items.extend([definition, text, print]);
    parts.impls.push(values);
}
