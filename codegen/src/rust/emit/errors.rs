//! JSON-RPC error codes: the enumeration of a service.
//!
//! ```text
//! pub enum SkyErrorCode { CloudedOver, UnknownValue(i64) }
//! impl SkyErrorCode { pub fn of(error: &rt::Error) -> Option<Self> }
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::docs;
use crate::rust::lower::ErrorCodes;

pub(super) fn emit_codes(codes: &ErrorCodes) -> Vec<TokenStream> {
    vec![emit_enum(codes), emit_impl(codes), emit_display(codes)]
}

fn emit_enum(codes: &ErrorCodes) -> TokenStream {
    let (doc, name) = (docs(&codes.doc), &codes.name);
    let variants = codes.codes.iter().map(|code| {
        let (doc, name) = (docs(&code.doc), &code.name);
        quote!(#doc #name)
    });
    quote! {
        #doc
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A code that this version of the client does not list.
            UnknownValue(i64),
        }
    }
}

fn emit_impl(codes: &ErrorCodes) -> TokenStream {
    let name = &codes.name;
    let variants: Vec<_> = codes.codes.iter().map(|code| &code.name).collect();
    let texts = codes.codes.iter().map(|code| &code.wire_name);
    let numbers = codes.codes.iter().map(|code| Literal::i64_unsuffixed(code.code));
    quote! {
        impl #name {
            /// Returns the code of an error; `None` if the call failed for another reason than an error of the service.
            pub fn of(error: &rt::Error) -> Option<Self> {
                Some(match error.rpc_name() {
                    #(Some(#texts) => Self::#variants,)*
                    _ => Self::UnknownValue(error.rpc_code()?),
                })
            }
            /// Returns the numeric code, as the service sends it.
            pub const fn code(self) -> i64 {
                match self {
                    #(Self::#variants => #numbers,)*
                    Self::UnknownValue(code) => code,
                }
            }
        }
    }
}

fn emit_display(codes: &ErrorCodes) -> TokenStream {
    let name = &codes.name;
    let variants = codes.codes.iter().map(|code| &code.name);
    let texts = codes.codes.iter().map(|code| &code.wire_name);
    quote! {
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    #(Self::#variants => f.write_str(#texts),)*
                    Self::UnknownValue(code) => ::std::fmt::Display::fmt(code, f),
                }
            }
        }
    }
}
