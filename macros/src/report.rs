//! Mistakes as compile errors, and nothing that follows from them.
//!
//! Input: texts with their places. Output: `compile_error!`s, and the type that stands for everything that could not be
//! made: an array whose length is an error, about whose uses the compiler is silent.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// A mistake to be told.
pub(crate) struct Mistake {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// One mistake, where nothing can stand in for what is missing.
pub(crate) fn alone(span: Span, text: &str) -> TokenStream {
    quote_spanned!(span=> ::core::compile_error!(#text);)
}

/// The name of the type that stands for everything.
pub(crate) fn broken() -> TokenStream {
    let name = format_ident!("MistakesInTheDescription");
    quote!(#name)
}

/// All mistakes, as items: the first is the type, the others stand by themselves.
pub(crate) fn items(mistakes: &[Mistake]) -> TokenStream {
    let name = broken();
    let Some((first, others)) = mistakes.split_first() else { return TokenStream::new() };
    let text = &first.text;
    let first = quote_spanned!(first.span=> ::core::compile_error!(#text));
    let others = others.iter().map(|mistake| alone(mistake.span, &mistake.text));
    quote! {
        #[doc(hidden)]
        pub type #name = [(); #first];
        #(#others)*
    }
}
