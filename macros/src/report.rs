//! Reports mistakes as compile errors, without consequential errors.
//!
//! Input: texts with their places. Output: `compile_error!`s in the order of the source, and a
//! placeholder type for everything that could not be generated. The type is an array whose length
//! is an error, so the compiler reports no errors about its uses.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// From the first token of something to its last.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    start: Span,
    end: Span,
}

impl Place {
    /// Returns the place of the tokens. Attributes above an item and its body in braces are left out: the tokens
    /// between them suffice.
    pub(crate) fn of(tokens: &impl ToTokens) -> Self {
        let trees: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
        let trees = without_attributes(&trees);
        let is_body =
            |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let Some(first) = trees.first() else { return Self::at(Span::call_site()) };
        let last = match trees {
            [.., before, last] if is_body(last) => before,
            [.., last] => last,
            [] => first,
        };
        Self { start: opening(first), end: closing(last) }
    }

    pub(crate) fn at(span: Span) -> Self {
        Self { start: span, end: span }
    }

    /// Returns line and column of the first token; zeros on compilers that do not provide them.
    fn order(self) -> (usize, usize) {
        let begin = self.start.start();
        (begin.line, begin.column)
    }

    /// Returns the number of the line, on compilers that provide it.
    pub(crate) fn line(self) -> Option<usize> {
        Some(self.start.start().line).filter(|line| *line > 0)
    }

    /// Returns the tokens of a compile error. The compiler marks the source from the first to the last token of the
    /// call, so these get the spans of the place.
    fn error(self, text: &str) -> TokenStream {
        let call = quote_spanned!(self.start=> ::core::compile_error!);
        let text = quote_spanned!(self.end=> { #text });
        quote!(#call #text)
    }
}

/// Returns the tokens after `#[…]`; attributes that stand alone stay.
fn without_attributes(trees: &[TokenTree]) -> &[TokenTree] {
    match trees {
        [TokenTree::Punct(hash), TokenTree::Group(_), rest @ ..] if hash.as_char() == '#' && !rest.is_empty() => {
            without_attributes(rest)
        }
        all => all,
    }
}

/// Returns the span of the first token.
fn opening(tree: &TokenTree) -> Span {
    match tree {
        TokenTree::Group(group) if group.delimiter() != Delimiter::None => group.span_open(),
        other => other.span(),
    }
}

/// Returns the span of the last token.
fn closing(tree: &TokenTree) -> Span {
    match tree {
        TokenTree::Group(group) if group.delimiter() != Delimiter::None => group.span_close(),
        other => other.span(),
    }
}

/// A mistake.
pub(crate) struct Mistake {
    pub(crate) place: Place,
    pub(crate) text: String,
}

/// Returns the tokens of a single mistake, without a type in place of missing ones.
pub(crate) fn alone(place: Place, text: &str) -> TokenStream {
    place.error(text)
}

/// Returns the name of the type that replaces all missing ones.
pub(crate) fn broken() -> TokenStream {
    let name = format_ident!("MistakesInTheDescription");
    quote!(#name)
}

/// Returns all mistakes, as items: the first is the type, the others stand by themselves.
pub(crate) fn items(mut mistakes: Vec<Mistake>) -> TokenStream {
    mistakes.sort_by_key(|mistake| mistake.place.order());
    let name = broken();
    let Some((first, others)) = mistakes.split_first() else { return TokenStream::new() };
    let first = first.place.error(&first.text);
    let others = others.iter().map(|mistake| mistake.place.error(&mistake.text));
    quote! {
        #[doc(hidden)]
        pub type #name = [(); #first];
        #(#others)*
    }
}
