//! Unions whose discriminator is the status or the event name: an enum with one variant per arm.
//!
//! ```text
//! pub enum FindBookResult { Ok(Book), NotModified }
//! pub enum NewsEvent { Book(Book), UnknownValue(rt::UnknownEvent) }
//! pub static FIND_BOOK_RESULT: Union = …;
//! impl rt::Read + rt::Write for FindBookResult
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::union::emit_type;
use super::{Parts, path_in_tables};
use crate::rust::lower::FormUnion;

/// Emits a union whose arm is selected by the event name, or by the HTTP status if `is_event` is
/// false. Only an event may be unknown.
pub(super) fn emit_named_union(item: &FormUnion, is_event: bool, parts: &mut Parts<TokenStream>) {
    let unknown = is_event.then(|| {
        quote! {
            /// An event that this version of the client does not list.
            UnknownValue(rt::UnknownEvent),
        }
    });
    parts.items.push(emit_type(item, unknown));
    parts.impls.extend([emit_read(item, is_event), emit_write(item, is_event)]);
}

fn emit_read(item: &FormUnion, is_event: bool) -> TokenStream {
    let (name, table) = (&item.name, path_in_tables(&item.table));
    let last = item.arms.len().saturating_sub(1);
    let arms = item.arms.iter().enumerate().map(|(at, arm)| {
        let variant = &arm.name;
        // The table lists all statuses of the response, so the last arm needs no index.
        let index = if at == last && !is_event {
            quote!(_)
        } else {
            let index = Literal::usize_unsuffixed(at);
            quote!(#index)
        };
        match &arm.value {
            Some(_) => quote!(#index => Self::#variant(rt::Read::read(told.ty, reader)?)),
            None => quote!(#index => {
                reader.skip()?;
                Self::#variant
            }),
        }
    });
    let unknown = is_event.then(|| quote!(_ => Self::UnknownValue(rt::UnknownEvent::read(&told.name, reader)?),));
    let blank = match is_event {
        true => Some(quote!(Self::UnknownValue(rt::UnknownEvent::blank()))),
        false => item.arms.first().map(|arm| {
            let variant = &arm.name;
            let value = arm.value.is_some().then(|| quote!((rt::blank())));
            quote!(Self::#variant #value)
        }),
    };
    quote! {
        #[doc(hidden)]
        impl rt::Read for #name {
            #[inline]
            fn blank() -> Self {
                #blank
            }
            #[inline]
            fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
                reader.named(&#table, |reader, told| Ok(match told.arm {
                    #(#arms,)*
                    #unknown
                }))
            }
        }
    }
}

fn emit_write(item: &FormUnion, is_event: bool) -> TokenStream {
    let (name, table) = (&item.name, path_in_tables(&item.table));
    let arms = item.arms.iter().enumerate().map(|(at, arm)| {
        let (variant, index) = (&arm.name, Literal::usize_unsuffixed(at));
        match &arm.value {
            Some(_) => {
                quote!(Self::#variant(value) => writer.named(&#table, #index, Some(value)))
            }
            None => quote!(Self::#variant => writer.named(&#table, #index, None)),
        }
    });
    let unknown = is_event.then(|| quote!(Self::UnknownValue(event) => writer.unknown_event(event),));
    quote! {
        #[doc(hidden)]
        impl rt::Write for #name {
            #[inline]
            fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
                match self {
                    #(#arms,)*
                    #unknown
                }
            }
        }
    }
}
