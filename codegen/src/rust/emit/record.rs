//! Structs: the type, its constructor and setters, its table, and access to fields by their index
//! in the table.
//!
//! ```text
//! pub struct Price { pub value: rt::Decimal, pub extra: rt::Extra }
//! impl Price { pub fn new() … }                                     // where users send it
//! rt::setters! { Price: fn note(value: …) { value.into() } }
//! rt::record!(Price: Default, PRICE [value(0)], extra(extra));
//! pub static PRICE: Record = …;
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::arguments::{Setter, arg_type, arg_value, setter};
use super::{Parts, Scope, deprecated, docs, path_in_calls};
use crate::rust::lower::{ArgumentKind, Arms, Field, Given, Record};
use chainloom_schema::Discriminator;

pub(super) fn emit_record(record: &Record, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    parts.items.push(emit_struct(record));
    parts.items.extend(record.arms.as_ref().map(|arms| emit_arms(record, arms)));
    if record.is_input {
        parts.items.push(emit_constructor(record));
        parts.items.extend(emit_setters(record));
        parts.items.extend(record.arms.as_ref().map(|arms| emit_conversions(record, arms)));
    }
    let name = &record.name;
    parts.invocations.push(emit_impl(record, &quote!(#name)));
    emit_tables(record, scope, parts);
}

/// Emits the struct of a call or a subscription.
pub(super) fn emit_input(input: &Record, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    parts.calls.extend([emit_struct(input), emit_constructor(input)]);
    parts.calls.extend(emit_setters(input));
    parts.invocations.push(emit_impl(input, &path_in_calls(&input.name)));
    emit_tables(input, scope, parts);
}

/// Iterates over the members that have a setter.
fn setter_members(record: &Record) -> impl Iterator<Item = &Field> {
    record.members().map(|(_, field)| field).filter(|field| field.given == Given::Setter)
}

/// Iterates over the members that the constructor takes.
fn constructor_members(record: &Record) -> impl Iterator<Item = &Field> {
    record.members().map(|(_, field)| field).filter(|field| field.given == Given::Argument)
}

/// Emits the struct itself.
fn emit_struct(record: &Record) -> TokenStream {
    let (doc, name) = (docs(&record.doc), &record.name);
    let fields = record.members().map(|(_, field)| {
        let (doc, name, ty) = (docs(&field.doc), &field.name, field_type(field));
        let deprecated = deprecated(field.deprecated.as_ref());
        quote!(#doc #deprecated pub #name: #ty)
    });
    let arms = record.arms.as_ref().map(|arms| {
        let (field, name) = (&arms.field, &arms.name);
        quote! {
            /// The variant, with the members that only this variant has.
            pub #field: #name,
        }
    });
    let extra = record.extra.as_ref().map(|extra| {
        quote! {
            /// Members that this version of the client does not describe.
            pub #extra: rt::Extra,
        }
    });
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #(#fields,)*
            #arms
            #extra
        }
    }
}

/// Returns the type of a struct field: `Option` for an optional member, `Box` for a recursive one.
/// `Maybe` covers both absence and null.
fn field_type(field: &Field) -> TokenStream {
    let ty = &field.ty.rust;
    let ty = if field.boxed { quote!(Box<#ty>) } else { quote!(#ty) };
    if field.required || field.maybe { ty } else { quote!(Option<#ty>) }
}

/// Emits the enum of the arms of a union.
fn emit_arms(of: &Record, arms: &Arms) -> TokenStream {
    let name = &arms.name;
    let summary = format!(" Variants of [`{}`], each with the members that only it has.", of.name);
    let variants = arms.arms.iter().map(|arm| {
        let (doc, name, record) = (docs(&arm.doc), &arm.name, &arm.record);
        quote!(#doc #name(#record))
    });
    let unknown = unknown_tag(arms);
    quote! {
        #[doc = #summary]
        #[allow(clippy::large_enum_variant, reason = "how large members are is up to the service")]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            #unknown
        }
    }
}

/// Emits the variant of the arm enum that keeps an unknown tag: a boolean, a number or a text.
fn unknown_tag(arms: &Arms) -> TokenStream {
    match arms.schema.discriminator {
        Discriminator::BooleanTag(_) => quote! {
            /// A variant that this version of the client does not describe: the boolean that stands for it.
            UnknownValue(bool),
        },
        Discriminator::IntegerTag(_) => quote! {
            /// A variant that this version of the client does not describe: the number that stands for it.
            UnknownValue(i64),
        },
        _ => quote! {
            /// A variant that this version of the client does not describe: its name.
            UnknownValue(rt::Text),
        },
    }
}

/// Emits the static that describes a record, and for a union the static of its arms.
fn emit_tables(record: &Record, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    scope.define(&record.table, record.schema, parts);
    if let Some(arms) = &record.arms {
        scope.define(&arms.table, arms.schema, parts);
    }
}

/// Emits the macro invocation that implements the traits for the runtime; `ty` is the path of the
/// struct. `Default` is implemented if no member is required. A record that only responses contain
/// always has it, as it has no constructor: tests of users build such a record by setting its
/// members.
fn emit_impl(record: &Record, ty: &TokenStream) -> TokenStream {
    let table = &record.table;
    let members = record.members().map(|(index, field)| {
        let (index, name) = (Literal::usize_unsuffixed(index), &field.name);
        quote!(#name(#index))
    });
    let extra = record.extra.as_ref().map(|extra| quote!(, extra(#extra)));
    let arms = record.arms.as_ref().map(|Arms { field, name, table, arms, .. }| {
        let arms = arms.iter().enumerate().map(|(index, arm)| {
            let (index, name) = (Literal::usize_unsuffixed(index), &arm.name);
            quote!(#name(#index))
        });
        quote!(, arms[#field, #name, #table [#(#arms),*]])
    });
    let must_be_given = record.arms.is_some() || constructor_members(record).next().is_some();
    let default = (!record.is_input || !must_be_given).then(|| quote!(: Default));
    quote!(rt::record!(#ty #default, #table [#(#members),*] #extra #arms);)
}

/// Returns the attribute that allows access to deprecated fields; `None` if no field is deprecated.
fn allow_deprecated(record: &Record) -> Option<TokenStream> {
    record.fields.iter().any(|field| field.deprecated.is_some()).then(|| quote!(#[allow(deprecated)]))
}

/// Emits the constructor, which takes the required members; for a union, it takes the arm first.
fn emit_constructor(record: &Record) -> TokenStream {
    let name = &record.name;
    let arm = record.arms.as_ref().map(|Arms { field, name, .. }| quote!(#field: impl Into<#name>));
    let parameters = arm.into_iter().chain(constructor_members(record).map(|field| {
        let (name, ty) = (&field.name, arg_type(&field.ty));
        quote!(#name: #ty)
    }));
    let sets = record.members().map(|(_, field)| {
        let (name, is_held) = (&field.name, field.required || field.maybe);
        match (field.given, &field.ty.arg) {
            (Given::Argument, ArgumentKind::Plain) if is_held && !field.boxed => quote!(#name),
            (Given::Argument, _) => {
                let value = arg_value(field, quote!(#name));
                if is_held { quote!(#name: #value) } else { quote!(#name: Some(#value)) }
            }
            _ if field.maybe => quote!(#name: rt::Maybe::Absent),
            _ => quote!(#name: None),
        }
    });
    let arms = record.arms.as_ref().map(|Arms { field, .. }| quote!(#field: #field.into(),));
    let extra = record.extra.as_ref().map(|extra| quote!(#extra: rt::blank(),));
    let silent = allow_deprecated(record);
    quote! {
        #silent
        impl #name {
            /// Creates a value from its required fields. Each optional field has a setter.
            pub fn new(#(#parameters),*) -> Self {
                Self { #(#sets,)* #arms #extra }
            }
        }
    }
}

/// Emits `From` for every arm with its own record: into the enum of the arms, and into the union if
/// no other member is required.
fn emit_conversions(record: &Record, arms: &Arms) -> TokenStream {
    let (name, kinds) = (&record.name, &arms.name);
    let is_alone = constructor_members(record).next().is_none();
    let conversions = arms.arms.iter().filter(|arm| arm.from).map(|arm| {
        let (variant, arm) = (&arm.name, &arm.record);
        let into_union = is_alone.then(|| {
            quote! {
                impl From<#arm> for #name {
                    fn from(arm: #arm) -> Self {
                        Self::new(arm)
                    }
                }
            }
        });
        quote! {
            impl From<#arm> for #kinds {
                fn from(arm: #arm) -> Self {
                    Self::#variant(arm)
                }
            }
            #into_union
        }
    });
    quote!(#(#conversions)*)
}

/// Emits the setters of a struct, one line each, without documentation, which the fields have;
/// `None` if no field has a setter.
fn emit_setters(input: &Record) -> Option<TokenStream> {
    let name = &input.name;
    let mut setters = setter_members(input).map(|field| {
        let (name, Setter { generics, ty, value }) = (&field.name, setter(field));
        quote!(fn #name #generics(value: #ty) { #value })
    });
    let first = setters.next()?;
    Some(quote!(rt::setters! { #name: #first #(#setters)* }))
}
