//! Paging: implements `Paged` for a call, which extracts the items of a page for streams over pages.

use proc_macro2::TokenStream;
use quote::quote;

use super::path_in_calls;
use crate::rust::lower::{Call, PageItems, PageStep};

/// Emits the extraction of the items of a page; `None` if the call is not paged.
pub(super) fn emit_paged(call: &Call) -> Option<TokenStream> {
    let PageItems { may_be_missing, steps, item } = call.items.as_ref()?;
    let (name, items) = (path_in_calls(&call.input.name), emit_items(quote!(page), *may_be_missing, steps));
    Some(quote!(rt::paged!(#name [#item], page => #items);))
}

/// Emits the expression of the items within `value`: follows the fields in `steps`, and returns no
/// items if a field is missing.
fn emit_items(value: TokenStream, may_be_missing: bool, steps: &[PageStep]) -> TokenStream {
    let Some((PageStep { field, may_be_missing: is_next }, rest)) = steps.split_first() else {
        return quote!(rt::Held::into_items(#value));
    };
    if may_be_missing {
        let within = emit_items(quote!(within.#field), *is_next, rest);
        return quote!(rt::Passage::items(#value, |within| #within));
    }
    emit_items(quote!(#value.#field), *is_next, rest)
}
