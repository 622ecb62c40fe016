//! How values are taken: by constructors and setters, and by the methods that start a call.
//!
//! ```text
//! isbn: impl Into<super::Isbn>                                 // a member that must be there
//! fn shelf<M_>(self, value: impl rt::IntoOption<Shelf, M_>)    // one that may be left out: also as an `Option`
//! fn find_book<M_>(&self, isbn: impl rt::Argument<Isbn, M_>)   // a scalar of a call: also as its text
//! scan: impl rt::IntoBytes                                     // bytes: of what holds them, and of no text
//! ```
//!
//! No type of a spec ends in an underscore, so that the parameters hide none.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::rust::lower::{Arg, Field, Part, RustType, TypeRef};

/// How the setter of a member that may be left out takes it.
pub(super) struct Setter {
    pub(super) generics: Option<TokenStream>,
    pub(super) ty: TokenStream,
    /// The member, of `value`.
    pub(super) value: TokenStream,
}

/// A setter takes the value or an `Option` of it, with three exceptions. A list or a map is taken
/// as what gives its items. Where null is a value, `None` is null, so that it cannot also leave the
/// member out. A number is taken as its own type, so that a literal has one.
pub(super) fn setter(field: &Field) -> Setter {
    let rust = &field.ty.rust;
    let boxed = field.boxed.then(|| quote!(.map(Box::new)));
    match (&field.ty.arg, rust) {
        (Arg::Items(_) | Arg::Pairs(_), _) | (_, RustType::Option(_) | RustType::Maybe(_)) => {
            let value = arg_value(field, quote!(value));
            let value = if field.maybe { value } else { quote!(Some(#value)) };
            Setter { generics: None, ty: arg_type(&field.ty), value }
        }
        // A number without a type would become too many things; of a user's type, nothing is known.
        (Arg::Plain, _) | (_, RustType::Foreign(_)) => {
            Setter { generics: None, ty: quote!(impl Into<Option<#rust>>), value: quote!(value.into() #boxed) }
        }
        (Arg::Raw, _) => Setter {
            generics: None,
            ty: quote!(impl rt::IntoOptionalBytes),
            value: quote!(rt::IntoOptionalBytes::into_optional_bytes(value)),
        },
        (Arg::Into | Arg::Parsed, _) => Setter {
            generics: Some(quote!(<M_>)),
            ty: quote!(impl rt::IntoOption<#rust, M_>),
            value: quote!(value.into_option() #boxed),
        },
    }
}

/// The same for the setter of a call, to which a text may be given, too.
pub(super) fn call_setter(field: &Field, index: usize, input: &TokenStream) -> Setter {
    let (name, index) = (&field.name, Literal::usize_unsuffixed(index));
    match (value_of_text(&field.ty), parsed(&field.ty, &format_ident!("M_"))) {
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

/// The value that the text of a parameter is read as; none where texts are not taken.
fn value_of_text(ty: &TypeRef) -> Option<TokenStream> {
    match (&ty.arg, &ty.rust) {
        (_, RustType::Option(_) | RustType::Maybe(_)) => None,
        (Arg::Parsed, rust) => Some(quote!(#rust)),
        (Arg::Raw, _) => Some(quote!(rt::RawBytes)),
        _ => None,
    }
}

/// How a method takes what a call must have.
pub(super) struct Arguments {
    pub(super) generics: Option<TokenStream>,
    /// Names and types.
    pub(super) declared: Vec<TokenStream>,
    /// What is handed on to the constructor.
    pub(super) values: Vec<TokenStream>,
}

impl Arguments {
    /// The members that must be there, with their places in the input.
    pub(super) fn of<'f>(fields: impl Iterator<Item = (usize, &'f Field)>) -> Self {
        let mut all = Self { generics: None, declared: Vec::new(), values: Vec::new() };
        let mut markers = Vec::new();
        for (index, field) in fields {
            let (name, at) = (&field.name, Literal::usize_unsuffixed(index));
            let marker = format_ident!("M{}_", markers.len() + 1);
            let parsed = parsed(&field.ty, &marker);
            let value = match (&field.ty.arg, &parsed) {
                (_, None) => quote!(#name),
                (Arg::Items(_), _) => quote!(arguments_.list(#at, #name)),
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

/// How an argument is taken that may be given as a text.
fn parsed(ty: &TypeRef, marker: &Ident) -> Option<TokenStream> {
    let Arg::Items(part) = &ty.arg else {
        return value_of_text(ty).map(|value| quote!(impl rt::Argument<#value, #marker>));
    };
    let item = match part.as_ref() {
        Part::Parsed(item) => quote!(#item),
        Part::Raw => quote!(rt::RawBytes),
        Part::Plain(_) | Part::Into(_) => return None,
    };
    Some(quote!(impl IntoIterator<Item = impl rt::Argument<#item, #marker>>))
}

/// How a value is taken as an argument.
pub(super) fn arg_type(ty: &TypeRef) -> TokenStream {
    let rust = &ty.rust;
    match &ty.arg {
        Arg::Plain => quote!(#rust),
        Arg::Into | Arg::Parsed => quote!(impl Into<#rust>),
        Arg::Raw => quote!(impl rt::IntoBytes),
        Arg::Items(part) => {
            let item = part_type(part);
            quote!(impl IntoIterator<Item = #item>)
        }
        Arg::Pairs(parts) => {
            let parts = parts.iter().map(part_type);
            quote!(impl IntoIterator<Item = (#(#parts),*)>)
        }
    }
}

fn part_type(part: &Part) -> TokenStream {
    match part {
        Part::Plain(rust) => quote!(#rust),
        Part::Into(rust) | Part::Parsed(rust) => quote!(impl Into<#rust>),
        Part::Raw => quote!(impl rt::IntoBytes),
    }
}

/// What makes the part of what it was taken as; none where it is taken as it is.
fn conversion(part: &Part) -> Option<TokenStream> {
    match part {
        Part::Plain(_) => None,
        Part::Into(_) | Part::Parsed(_) => Some(quote!(Into::into)),
        Part::Raw => Some(quote!(rt::IntoBytes::into_bytes)),
    }
}

/// The value of a member, of what it was taken as.
pub(super) fn arg_value(field: &Field, name: TokenStream) -> TokenStream {
    let value = match &field.ty.arg {
        Arg::Plain => quote!(#name),
        Arg::Into | Arg::Parsed => quote!(#name.into()),
        Arg::Raw => quote!(rt::IntoBytes::into_bytes(#name)),
        Arg::Items(part) => {
            let change = conversion(part).map(|change| quote!(.map(#change)));
            quote!(#name.into_iter() #change .collect())
        }
        Arg::Pairs(parts) => {
            let [key, value] = parts.as_ref();
            let is_plain = matches!((key, value), (Part::Plain(_), Part::Plain(_)));
            let (key, value) = (converted(key, quote!(key)), converted(value, quote!(value)));
            let change = (!is_plain).then(|| quote!(.map(|(key, value)| (#key, #value))));
            quote!(#name.into_iter() #change .collect())
        }
    };
    if field.boxed { quote!(Box::new(#value)) } else { value }
}

/// A part of a pair, of what it was taken as.
fn converted(part: &Part, name: TokenStream) -> TokenStream {
    match part {
        Part::Plain(_) => name,
        Part::Into(_) | Part::Parsed(_) => quote!(#name.into()),
        Part::Raw => quote!(rt::IntoBytes::into_bytes(#name)),
    }
}
