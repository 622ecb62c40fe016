//! Unions whose discriminator is the form of the value: an enum with one variant per arm.
//!
//! ```text
//! pub enum Place { Row(u64), Name(Room), Nowhere, UnknownValue(rt::RawJson) }
//! pub static PLACE: Union = …;
//! impl rt::Read for Place { … }                    // the reader finds the arm
//! impl rt::Write for Place { … }
//! impl From<Room> for Place { … }              // for each type that only one arm has
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::named::emit_named_union;
use super::{Parts, Scope, docs, path_in_tables};
use crate::ident::RustIdent;
use crate::rust::lower::{ArmValue, ElementKind, FormArm, FormUnion, FromImpls, RustType};
use chainloom_schema::Discriminator;

pub(super) fn emit_form_union(item: &FormUnion, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    scope.define(&item.table, item.schema, parts);
    match item.schema.discriminator {
        Discriminator::Status => return emit_named_union(item, false, parts),
        Discriminator::Event => return emit_named_union(item, true, parts),
        _ => {}
    }
    let unknown = quote! {
        /// A value that this version of the client does not describe. It is written as it was read.
        UnknownValue(rt::RawJson),
    };
    parts.items.push(emit_type(item, Some(unknown)));
    parts.items.extend(emit_conversions(item));
    parts.items.extend(item.takes_texts.then(|| from_parsed_text(item)));
    parts.impls.extend([emit_read(item), emit_write(item)]);
}

/// Emits the enum with one variant per arm, followed by the variant for unknown values.
pub(super) fn emit_type(item: &FormUnion, unknown: Option<TokenStream>) -> TokenStream {
    let (doc, name) = (docs(&item.doc), &item.name);
    let variants = item.arms.iter().map(|arm| {
        let (doc, name) = (docs(&arm.doc), &arm.name);
        let body = arm.value.as_ref().map(|ArmValue { ty, boxed, .. }| match boxed {
            true => quote!((Box<#ty>)),
            false => quote!((#ty)),
        });
        quote!(#doc #name #body)
    });
    quote! {
        #doc
        #[allow(clippy::large_enum_variant, reason = "how large members are is up to the service")]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            #unknown
        }
    }
}

fn emit_read(item: &FormUnion) -> TokenStream {
    let (name, table) = (&item.name, path_in_tables(&item.table));
    let arms = item.arms.iter().enumerate().map(|(index, arm)| {
        let (variant, index) = (&arm.name, Literal::usize_unsuffixed(index));
        match &arm.value {
            Some(_) => quote!((#index, ty) => Self::#variant(rt::Read::read(ty, reader)?)),
            None => quote!((#index, _) => {
                reader.skip()?;
                Self::#variant
            }),
        }
    });
    quote! {
        #[doc(hidden)]
        impl rt::Read for #name {
            #[inline]
            fn blank() -> Self {
                Self::UnknownValue(rt::blank())
            }
            #[inline]
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                Ok(match reader.select(&#table)? {
                    #(#arms,)*
                    (_, ty) => Self::UnknownValue(rt::Read::read(ty, reader)?),
                })
            }
        }
    }
}

fn emit_write(item: &FormUnion) -> TokenStream {
    let (name, table) = (&item.name, path_in_tables(&item.table));
    let arms = item.arms.iter().enumerate().map(|(index, arm)| {
        let (variant, index) = (&arm.name, Literal::usize_unsuffixed(index));
        match &arm.value {
            Some(_) => quote!(Self::#variant(value) => writer.arm(&#table, #index, value)),
            None => quote!(Self::#variant => writer.constant(&#table, #index)),
        }
    });
    quote! {
        #[doc(hidden)]
        impl rt::Write for #name {
            #[inline]
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                match self {
                    #(#arms,)*
                    Self::UnknownValue(value) => value.write(rt::schema::Type::Json, writer),
                }
            }
        }
    }
}

/// Emits `From` for every arm whose type no other arm has; for a text also from `&str`, for a list
/// also from an array, with `FromIterator` over its items.
fn emit_conversions(item: &FormUnion) -> Vec<TokenStream> {
    let name = &item.name;
    let conversions = item.arms.iter().filter_map(|arm| {
        let ArmValue { ty, from, boxed } = arm.value.as_ref()?;
        let variant = &arm.name;
        let value = if *boxed { quote!(Box::new(value)) } else { quote!(value) };
        let more = match from {
            FromImpls::Nothing => return None,
            FromImpls::Value => None,
            FromImpls::Text => Some(from_text(name, variant)),
            FromImpls::Items(item) => Some(from_items(name, variant, item)),
        };
        Some(quote! {
            impl From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    Self::#variant(#value)
                }
            }
            #more
        })
    });
    conversions.collect()
}

/// Emits `From` for texts and for lists of texts. A text becomes the value of the arm whose form it
/// has; a text that fits no arm is kept as unknown, since services accept more than is described.
fn from_parsed_text(item: &FormUnion) -> TokenStream {
    let name = &item.name;
    let has_items = |arm: &FormArm| {
        let from = arm.value.as_ref().map(|value| &value.from);
        matches!(from, Some(FromImpls::Items(ElementKind::Into(_) | ElementKind::IntoOrText(_))))
    };
    let lists = item.arms.iter().any(has_items).then(|| {
        quote! {
            impl<const N_: usize> From<&[&str; N_]> for #name {
                fn from(texts: &[&str; N_]) -> Self {
                    rt::of_texts(texts)
                }
            }
            impl From<&[&str]> for #name {
                fn from(texts: &[&str]) -> Self {
                    rt::of_texts(texts)
                }
            }
        }
    });
    quote! {
        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                rt::of_text(text)
            }
        }
        impl From<String> for #name {
            fn from(text: String) -> Self {
                rt::of_text(&text)
            }
        }
        #lists
    }
}

/// Emits `From<&str>` for a union with a variant that holds a text.
fn from_text(name: &RustIdent, variant: &RustIdent) -> TokenStream {
    quote! {
        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                Self::#variant(text.into())
            }
        }
    }
}

/// Emits the conversions from the items of a list. No type of a spec ends in an underscore, so the
/// type parameters shadow none.
fn from_items(name: &RustIdent, variant: &RustIdent, item: &ElementKind) -> TokenStream {
    let (bound, change) = match item {
        ElementKind::Plain(item) => return from_plain_items(name, variant, item),
        ElementKind::Into(item) | ElementKind::IntoOrText(item) => (quote!(Into<#item>), quote!(Into::into)),
        ElementKind::Bytes => (quote!(rt::IntoBytes), quote!(rt::IntoBytes::into_bytes)),
    };
    quote! {
        impl<T_: #bound> ::std::iter::FromIterator<T_> for #name {
            fn from_iter<I_: IntoIterator<Item = T_>>(items: I_) -> Self {
                Self::#variant(items.into_iter().map(#change).collect())
            }
        }
        impl<T_: #bound, const N_: usize> From<[T_; N_]> for #name {
            fn from(items: [T_; N_]) -> Self {
                items.into_iter().collect()
            }
        }
    }
}

/// Emits the conversions from items of their own type, so that the types of `[1, 2]` can be
/// inferred.
fn from_plain_items(name: &RustIdent, variant: &RustIdent, item: &RustType) -> TokenStream {
    quote! {
        impl ::std::iter::FromIterator<#item> for #name {
            fn from_iter<I_: IntoIterator<Item = #item>>(items: I_) -> Self {
                Self::#variant(items.into_iter().collect())
            }
        }
        impl<const N_: usize> From<[#item; N_]> for #name {
            fn from(items: [#item; N_]) -> Self {
                items.into_iter().collect()
            }
        }
    }
}
