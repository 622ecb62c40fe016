//! What comes back beyond a JSON body: its description, and the methods of a call that give more than the value.
//!
//! ```text
//! .answer(&Answer::new(AnswerBody::Bytes(&["image/png"])))
//! fn stream(self) -> rt::BoxFuture<'static, Result<rt::ByteStream, rt::Error>>
//! fn with_headers(self) -> rt::BoxFuture<'static, Result<(Book, FindBookHeaders), rt::Error>>
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::call::Function;
use crate::rust::lower::{Answer, AnswerKind, Call};

/// How the description of an operation says its answer; nothing for a JSON body.
pub(super) fn emit_answer(answer: &Answer) -> Option<TokenStream> {
    let body = match &answer.kind {
        AnswerKind::Json => quote!(Json),
        AnswerKind::Text(types) => quote!(Text(&[#(#types),*])),
        AnswerKind::Bytes(types) => quote!(Bytes(&[#(#types),*])),
        AnswerKind::ByStatus(table) => quote!(ByStatus(&#table)),
        AnswerKind::Events { table, .. } => quote!(Events(&#table)),
    };
    let headers = answer.headers.as_ref().map(|headers| {
        let table = &headers.table;
        quote!(.headers(&#table))
    });
    let leaves = answer.leaves_origin.then(|| quote!(.leaves_origin()));
    let is_plain = matches!(answer.kind, AnswerKind::Json) && headers.is_none() && leaves.is_none();
    (!is_plain).then(|| quote!(.answer(&Answer::new(AnswerBody::#body) #headers #leaves)))
}

/// The type of what a call gives.
pub(super) fn output(call: &Call) -> TokenStream {
    match (&call.answer.kind, &call.output) {
        (AnswerKind::Bytes(_), _) => quote!(rt::Bytes),
        (_, Some(ty)) => {
            let rust = &ty.rust;
            quote!(#rust)
        }
        (_, None) => quote!(()),
    }
}

/// What the description says of the output.
pub(super) fn emit_output(call: &Call) -> Option<TokenStream> {
    match (&call.answer.kind, &call.output) {
        (AnswerKind::Bytes(_), _) => Some(quote!(.output(super::rt::schema::BYTES))),
        (_, Some(ty)) => {
            let schema = &ty.schema;
            Some(quote!(.output(#schema)))
        }
        (_, None) => None,
    }
}

/// The methods of a call that give more than its value.
pub(super) fn methods(call: &Call) -> Vec<Function> {
    let stream = match &call.answer.kind {
        AnswerKind::Bytes(_) => Some(method(
            quote! {
                /// Sends the call and returns the body of the response as a stream of bytes.
            },
            quote!(stream),
            quote!(rt::ByteStream),
            quote!(stream()),
        )),
        AnswerKind::Events { event, .. } => Some(method(
            quote! {
                /// Sends the call and returns the events of the response as a stream. Where events may be missing, it gives a gap.
            },
            quote!(stream),
            quote!(rt::Subscription<rt::Event<#event>>),
            quote!(events()),
        )),
        _ => None,
    };
    let headers = call.answer.headers.as_ref().map(|headers| {
        let (output, name) = (output(call), &headers.name);
        method(
            quote! {
                /// Sends the call and returns the response with its headers.
            },
            quote!(with_headers),
            quote!((#output, #name)),
            quote!(with_headers()),
        )
    });
    stream.into_iter().chain(headers).collect()
}

fn method(docs: TokenStream, name: TokenStream, gives: TokenStream, call: TokenStream) -> Function {
    Function {
        docs: quote! {
            #docs
            ///
            /// # Errors
            ///
            /// See [`Error`](rt::Error).
        },
        signature: quote!(fn #name(self) -> rt::BoxFuture<'static, Result<#gives, rt::Error>>),
        body: quote!(Box::pin(self.into_inner().#call)),
        is_deprecated: false,
    }
}
