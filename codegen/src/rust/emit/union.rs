//! Unions whose arms are told apart by the form of the value: an enum with one variant an arm.
//!
//! ```text
//! pub enum Place { Row(u64), Name(Room), Nowhere }
//! pub static PLACE: rt::schema::Union = …;
//! impl rt::Read for Place { … }                    // the reader says which arm it is
//! impl rt::Write for Place { … }
//! impl From<Room> for Place { … }              // for each type that only one arm has
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::docs;
use crate::rust::lower::{FormArmBody, FormUnion};

pub(super) fn emit_form_union(item: &FormUnion) -> Vec<TokenStream> {
    let mut items = vec![emit_type(item), emit_table(item), emit_read(item), emit_write(item)];
    items.extend(emit_conversions(item));
    items
}

fn emit_type(item: &FormUnion) -> TokenStream {
    let (doc, name) = (docs(&item.doc), &item.name);
    let variants = item.arms.iter().map(|arm| {
        let (doc, name) = (docs(&arm.doc), &arm.name);
        let body = match &arm.body {
            FormArmBody::Value { ty, boxed, .. } => {
                let ty = &ty.rust;
                Some(if *boxed { quote!((Box<#ty>)) } else { quote!((#ty)) })
            }
            FormArmBody::Const(_) => None,
        };
        quote!(#doc #name #body)
    });
    quote! {
        #doc
        #[allow(clippy::large_enum_variant, reason = "how large members are is up to the service")]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
        }
    }
}

fn emit_table(item: &FormUnion) -> TokenStream {
    let (name, wire_name) = (&item.table, &item.wire_name);
    let arms = item.arms.iter().map(|arm| {
        let wire_name = &arm.wire_name;
        let body = match &arm.body {
            FormArmBody::Value { ty, .. } => {
                let schema = &ty.schema;
                quote!(Value(#schema))
            }
            FormArmBody::Const(json) => quote!(Const(#json)),
        };
        quote!(rt::schema::Arm { name: #wire_name, body: rt::schema::ArmBody::#body })
    });
    quote! {
        #[doc(hidden)]
        pub static #name: rt::schema::Union = rt::schema::Union {
            name: #wire_name,
            told_by: rt::schema::ToldBy::Form,
            common: &[],
            arms: &[#(#arms),*],
        };
    }
}

fn emit_read(item: &FormUnion) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let last = item.arms.len().saturating_sub(1);
    let arms = item.arms.iter().enumerate().map(|(index, arm)| {
        let variant = &arm.name;
        // `select` gives an index of the table, so the last arm is all that is left.
        let index = if index == last {
            quote!(_)
        } else {
            let index = Literal::usize_unsuffixed(index);
            quote!(#index)
        };
        match &arm.body {
            FormArmBody::Value { .. } => quote!((#index, ty) => Self::#variant(rt::Read::read(ty, reader)?)),
            FormArmBody::Const(_) => quote!((#index, _) => {
                reader.skip()?;
                Self::#variant
            }),
        }
    });
    let blank = item.arms.get(item.blank).map(|arm| {
        let variant = &arm.name;
        let value = matches!(arm.body, FormArmBody::Value { .. }).then(|| quote!((rt::blank())));
        quote!(Self::#variant #value)
    });
    quote! {
        impl rt::Read for #name {
            fn blank() -> Self {
                #blank
            }
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                Ok(match reader.select(&#table)? {
                    #(#arms,)*
                })
            }
        }
    }
}

fn emit_write(item: &FormUnion) -> TokenStream {
    let (name, table) = (&item.name, &item.table);
    let arms = item.arms.iter().enumerate().map(|(index, arm)| {
        let (variant, index) = (&arm.name, Literal::usize_unsuffixed(index));
        match &arm.body {
            FormArmBody::Value { .. } => quote!(Self::#variant(value) => writer.arm(&#table, #index, value)),
            FormArmBody::Const(_) => quote!(Self::#variant => writer.constant(&#table, #index)),
        }
    });
    quote! {
        impl rt::Write for #name {
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                match self {
                    #(#arms,)*
                }
            }
        }
    }
}

/// `From` for every arm whose type no other arm has.
fn emit_conversions(item: &FormUnion) -> Vec<TokenStream> {
    let name = &item.name;
    let conversions = item.arms.iter().filter_map(|arm| {
        let FormArmBody::Value { ty, from: true, boxed } = &arm.body else { return None };
        let (variant, ty) = (&arm.name, &ty.rust);
        let value = if *boxed { quote!(Box::new(value)) } else { quote!(value) };
        Some(quote! {
            impl From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    Self::#variant(#value)
                }
            }
        })
    });
    conversions.collect()
}
