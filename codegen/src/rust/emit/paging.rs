//! How lists come in pages, and what a service allows: the parts of tables that a client may act on.

use proc_macro2::TokenStream;
use quote::quote;

use super::of_calls;
use super::types::variant;
use crate::model::{Limit, LimitSays, MemberPath, PageBy, PageEnd, Period};
use crate::rust::lower::{Call, PageItems, PageStep, Pages};

pub(super) fn emit_pages(pages: &Pages) -> TokenStream {
    let spec = &pages.spec;
    let by = emit_by(&pages.by);
    let items = Some(&spec.items).filter(|items| !items.0.is_empty()).map(emit_path);
    let items = items.map(|items| quote!(.items(#items)));
    let size = pages.size.map(|index| quote!(.size(#index)));
    let signs = spec.end.iter().map(emit_end);
    let end = (!spec.end.is_empty()).then(|| quote!(.end(&[#(PageEnd::#signs),*])));
    let overlap = Some(spec.overlap).filter(|overlap| *overlap > 0).map(|overlap| quote!(.overlap(#overlap)));
    let life = spec.life.map(|life| life.seconds).map(|seconds| quote!(.life(#seconds)));
    let repeats = spec.repeats.then(|| quote!(.repeats()));
    quote!(Paginate::new(PageBy::#by) #items #size #end #overlap #life #repeats)
}

/// The items of a page as Rust values.
pub(super) fn emit_paged(call: &Call) -> Option<TokenStream> {
    let PageItems { may_be_missing, steps, item } = call.items.as_ref()?;
    let (name, items) = (of_calls(&call.input.name), emit_items(quote!(page), *may_be_missing, steps));
    // A member that is not to be used is still where the items are.
    let silent = steps.iter().any(|step| step.is_deprecated).then(|| quote!(#[allow(deprecated)]));
    Some(quote! {
        #silent
        impl rt::Paged for #name {
            type Item = #item;
            fn into_items(page: Self::Output) -> Vec<Self::Item> {
                #items
            }
        }
    })
}

/// The items within a value, by the fields that lead to them.
fn emit_items(value: TokenStream, may_be_missing: bool, steps: &[PageStep]) -> TokenStream {
    let Some((PageStep { field, may_be_missing: is_next, .. }, rest)) = steps.split_first() else {
        return quote!(rt::Held::into_items(#value));
    };
    if may_be_missing {
        let within = emit_items(quote!(within.#field), *is_next, rest);
        return quote!(rt::Passage::items(#value, |within| #within));
    }
    emit_items(quote!(#value.#field), *is_next, rest)
}

fn emit_by(by: &PageBy<usize>) -> TokenStream {
    match by {
        PageBy::Token { next, into } => {
            let next = emit_path(next);
            quote!(Token { next: #next, into: #into })
        }
        PageBy::Link { rel } => quote!(Link { rel: #rel }),
        PageBy::Page { into, first } => quote!(Page { into: #into, first: #first }),
        PageBy::Offset { into } => quote!(Offset { into: #into }),
        PageBy::Last { next, into } => {
            let next = emit_path(next);
            quote!(Last { next: #next, into: #into })
        }
    }
}

fn emit_end(end: &PageEnd) -> TokenStream {
    match end {
        PageEnd::Absent => quote!(Absent),
        PageEnd::Empty => quote!(Empty),
        PageEnd::Short => quote!(Short),
        PageEnd::Unchanged => quote!(Unchanged),
        PageEnd::More(member) => {
            let member = emit_path(member);
            quote!(More(#member))
        }
        PageEnd::Total(member) => {
            let member = emit_path(member);
            quote!(Total(#member))
        }
    }
}

pub(super) fn emit_path(path: &MemberPath) -> TokenStream {
    let names = &path.0;
    quote!(&[#(#names),*])
}

/// Those that are numbers; what is said in words is for people.
pub(super) fn emit_limits(limits: &[Limit]) -> Option<TokenStream> {
    let numbers: Vec<TokenStream> = limits.iter().filter_map(emit_limit).collect();
    (!numbers.is_empty()).then(|| quote!(.limits(&[#(#numbers),*])))
}

fn emit_limit(limit: &Limit) -> Option<TokenStream> {
    let LimitSays::Number { of, max, per } = limit.says else { return None };
    let of = variant(of);
    let per = per.map(Period::seconds).map(|seconds| quote!(.per(#seconds)));
    let tier = limit.tier.as_ref().map(|tier| quote!(.tier(#tier)));
    Some(quote!(Limit::new(Quantity::#of, #max) #per #tier))
}
