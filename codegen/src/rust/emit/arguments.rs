//! Arguments: the parameter types of constructors, setters and methods of calls, and the conversion
//! of an argument into the field's value.
//!
//! ```text
//! isbn: impl Into<super::Isbn>                                 // a required member
//! fn shelf<M_>(self, value: impl rt::IntoOption<Shelf, M_>)    // an optional member
//! fn find_book<M_>(&self, isbn: impl rt::Argument<Isbn, M_>)   // a scalar or its text form
//! scan: impl rt::IntoBytes                                     // bytes, but no text
//! ```
//!
//! No type of a spec ends in an underscore, so the type parameters shadow none.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::rust::lower::{ArgumentKind, ElementKind, Field, RustType, TypeRef};

/// Setter of an optional member: its signature and the expression of the value.
pub(super) struct Setter {
    pub(super) generics: Option<TokenStream>,
    pub(super) ty: TokenStream,
    /// Expression of the member's value, in terms of `value`.
    pub(super) value: TokenStream,
}

/// Builds the setter of a member of a struct. The setter takes the value or an `Option` of the
/// value, with three exceptions. A list or a map is taken as an iterator. If null is a value,
/// `None` is null and cannot omit the member. A number is taken in its own type, so that the type
/// of a literal can be inferred.
pub(super) fn setter(field: &Field) -> Setter {
    let rust = &field.ty.rust;
    let boxed = field.boxed.then(|| quote!(.map(Box::new)));
    match (&field.ty.arg, rust) {
        (ArgumentKind::Items(part), RustType::Vec(_)) if nullable_item(part).is_some() => {
            let item = nullable_item(part);
            let value = quote!(value.into_iter().map(rt::IntoOption::into_option).collect());
            let value = if field.boxed { quote!(Box::new(#value)) } else { value };
            Setter {
                generics: Some(quote!(<M_>)),
                ty: quote!(impl IntoIterator<Item = impl rt::IntoOption<#item, M_>>),
                value: if field.maybe { quote!(#value.into()) } else { quote!(Some(#value)) },
            }
        }
        (ArgumentKind::Items(_) | ArgumentKind::Pairs(_), _) | (_, RustType::Option(_) | RustType::Maybe(_)) => {
            let value = arg_value(field, quote!(value));
            let value = if field.maybe { value } else { quote!(Some(#value)) };
            Setter { generics: None, ty: arg_type(&field.ty), value }
        }
        // The type of a numeric literal could not be inferred; a user's type may convert from any
        // type.
        (ArgumentKind::Plain, _) | (_, RustType::Foreign(_)) => {
            Setter { generics: None, ty: quote!(impl Into<Option<#rust>>), value: quote!(value.into() #boxed) }
        }
        (ArgumentKind::Bytes, _) => Setter {
            generics: None,
            ty: quote!(impl rt::IntoOptionalBytes),
            value: quote!(rt::IntoOptionalBytes::into_optional_bytes(value)),
        },
        (ArgumentKind::Into | ArgumentKind::IntoOrText, _) => Setter {
            generics: Some(quote!(<M_>)),
            ty: quote!(impl rt::IntoOption<#rust, M_>),
            value: quote!(value.into_option() #boxed),
        },
    }
}

/// Returns the item type of a list of nullable items; `None` for numbers and booleans, whose
/// literals could not be inferred.
fn nullable_item(part: &ElementKind) -> Option<&RustType> {
    match part {
        ElementKind::Into(RustType::Option(inner)) => match inner.as_ref() {
            RustType::Bool | RustType::F64 | RustType::Integer(_) => None,
            inner => Some(inner),
        },
        _ => None,
    }
}

/// Builds the setter of a call for the parameter with the number `index` in `input`. It also takes
/// the text form of a value, if there is one.
pub(super) fn call_setter(field: &Field, index: usize, input: &TokenStream) -> Setter {
    let (name, index) = (&field.name, Literal::usize_unsuffixed(index));
    match (value_of_text(&field.ty), text_argument_type(&field.ty, &format_ident!("M_"))) {
        (Some(value), _) => Setter {
            generics: Some(quote!(<M_>)),
            ty: quote!(impl rt::OptionalArgument<#value, M_>),
            value: quote!(self.configure(|call| call.set(#index, value, #input::#name))),
        },
        (None, Some(ty)) => Setter {
            generics: Some(quote!(<M_>)),
            ty,
            value: quote!(self.configure(|call| call.set_list(#index, value, #input::#name))),
        },
        (None, None) => Setter { value: quote!(self.map(|operation| operation.#name(value))), ..setter(field) },
    }
}

/// Returns the type into which the text form of a parameter is parsed; `None` if methods take no
/// texts for it.
fn value_of_text(ty: &TypeRef) -> Option<TokenStream> {
    let rust = &ty.rust;
    match &ty.arg {
        _ if !ty.takes_text() => None,
        ArgumentKind::IntoOrText => Some(quote!(#rust)),
        ArgumentKind::Bytes => Some(quote!(rt::RawBytes)),
        _ => None,
    }
}

/// Arguments of a method that starts a call: one for each required parameter.
pub(super) struct Arguments {
    pub(super) generics: Option<TokenStream>,
    /// Names and types of the parameters of the method.
    pub(super) declared: Vec<TokenStream>,
    /// Expressions of the values for the constructor of the input.
    pub(super) values: Vec<TokenStream>,
}

impl Arguments {
    /// Builds the arguments for required fields, each with its index in the input. Each argument
    /// that takes texts has a type parameter of its own.
    pub(super) fn of<'f>(fields: impl Iterator<Item = (usize, &'f Field)>) -> Self {
        let mut all = Self { generics: None, declared: Vec::new(), values: Vec::new() };
        let mut markers = Vec::new();
        for (index, field) in fields {
            let (name, at) = (&field.name, Literal::usize_unsuffixed(index));
            let marker = format_ident!("M{}_", markers.len() + 1);
            let parsed = text_argument_type(&field.ty, &marker);
            let value = match (&field.ty.arg, &parsed) {
                (_, None) => quote!(#name),
                (ArgumentKind::Items(_), _) => quote!(arguments_.list(#at, #name)),
                _ => quote!(arguments_.value(#at, #name)),
            };
            markers.extend(parsed.is_some().then_some(marker));
            let ty = parsed.unwrap_or_else(|| arg_type(&field.ty));
            all.declared.push(quote!(#name: #ty));
            all.values.push(value);
        }
        all.generics = (!markers.is_empty()).then(|| quote!(<#(#markers),*>));
        all
    }
}

/// Returns the type of an argument that takes a value or its text form; `None` if no text is taken.
fn text_argument_type(ty: &TypeRef, marker: &Ident) -> Option<TokenStream> {
    let ArgumentKind::Items(part) = &ty.arg else {
        return value_of_text(ty).map(|value| quote!(impl rt::Argument<#value, #marker>));
    };
    let item = match part.as_ref() {
        ElementKind::IntoOrText(item) => quote!(#item),
        _ => quote!(rt::RawBytes),
    };
    ty.takes_text().then(|| quote!(impl IntoIterator<Item = impl rt::Argument<#item, #marker>>))
}

/// Returns the type of an argument that takes values only.
pub(super) fn arg_type(ty: &TypeRef) -> TokenStream {
    let rust = &ty.rust;
    match &ty.arg {
        ArgumentKind::Plain => quote!(#rust),
        ArgumentKind::Into | ArgumentKind::IntoOrText => quote!(impl Into<#rust>),
        ArgumentKind::Bytes => quote!(impl rt::IntoBytes),
        ArgumentKind::Items(part) => {
            let item = element_type(part);
            quote!(impl IntoIterator<Item = #item>)
        }
        ArgumentKind::Pairs(parts) => {
            let parts = parts.iter().map(element_type);
            quote!(impl IntoIterator<Item = (#(#parts),*)>)
        }
    }
}

/// Returns the type of one item of an argument that takes a list or a map.
fn element_type(part: &ElementKind) -> TokenStream {
    match part {
        ElementKind::Plain(rust) => quote!(#rust),
        ElementKind::Into(rust) | ElementKind::IntoOrText(rust) => quote!(impl Into<#rust>),
        ElementKind::Bytes => quote!(impl rt::IntoBytes),
    }
}

/// Returns the function that converts an item of an argument; `None` if the item needs no
/// conversion.
fn element_conversion(part: &ElementKind) -> Option<TokenStream> {
    match part {
        ElementKind::Plain(_) => None,
        ElementKind::Into(_) | ElementKind::IntoOrText(_) => Some(quote!(Into::into)),
        ElementKind::Bytes => Some(quote!(rt::IntoBytes::into_bytes)),
    }
}

/// Returns the expression that converts an argument to the value of a member.
pub(super) fn arg_value(field: &Field, name: TokenStream) -> TokenStream {
    let value = match &field.ty.arg {
        ArgumentKind::Plain => quote!(#name),
        ArgumentKind::Into | ArgumentKind::IntoOrText => quote!(#name.into()),
        ArgumentKind::Bytes => quote!(rt::IntoBytes::into_bytes(#name)),
        ArgumentKind::Items(part) => {
            let change = element_conversion(part).map(|change| quote!(.map(#change)));
            quote!(#name.into_iter() #change .collect())
        }
        ArgumentKind::Pairs(parts) => {
            let [key, value] = parts.as_ref();
            let is_plain = matches!((key, value), (ElementKind::Plain(_), ElementKind::Plain(_)));
            let (key, value) = (converted_element(key, quote!(key)), converted_element(value, quote!(value)));
            let change = (!is_plain).then(|| quote!(.map(|(key, value)| (#key, #value))));
            quote!(#name.into_iter() #change .collect())
        }
    };
    if field.boxed { quote!(Box::new(#value)) } else { value }
}

/// Returns the expression that converts an argument for a key or a value of a map; `name` is the
/// expression of the argument.
fn converted_element(part: &ElementKind, name: TokenStream) -> TokenStream {
    match part {
        ElementKind::Plain(_) => name,
        ElementKind::Into(_) | ElementKind::IntoOrText(_) => quote!(#name.into()),
        ElementKind::Bytes => quote!(rt::IntoBytes::into_bytes(#name)),
    }
}
