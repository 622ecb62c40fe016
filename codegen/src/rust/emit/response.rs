//! Responses: the result type of a call, and the methods that return a stream, or the headers
//! beside the result.
//!
//! ```text
//! fn stream(self) -> rt::BoxFuture<'static, Result<rt::ByteStream, rt::Error>>
//! fn with_headers(self) -> rt::BoxFuture<'static, Result<(Book, FindBookHeaders), rt::Error>>
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::function::Function;
use crate::rust::lower::Call;
use chainloom_schema::ResponseBody;

/// Returns the type of the result of a call; `()` if the body of the response is ignored.
pub(super) fn output_type(call: &Call) -> TokenStream {
    match &call.output {
        Some(ty) => quote!(#ty),
        None => quote!(()),
    }
}

/// Returns the methods of a call that return a stream or the headers.
pub(super) fn response_methods(call: &Call) -> Vec<Function> {
    let stream = match (call.operation.response.body, &call.event, &call.line) {
        (ResponseBody::Bytes(_), ..) => Some(response_method(
            quote! {
                /// Sends the call and returns the body of the response as a stream of bytes.
            },
            quote!(stream),
            quote!(rt::ByteStream),
            quote!(stream()),
        )),
        (_, Some(event), _) => Some(response_method(
            quote! {
                /// Sends the call and returns the events of the response as a stream. The stream yields
                /// a gap where events may be missing.
            },
            quote!(stream),
            quote!(rt::Subscription<rt::Event<#event>>),
            quote!(events()),
        )),
        (.., Some(line)) => Some(response_method(
            quote! {
                /// Sends the call and returns the lines of the response as a stream. A line that
                /// does not fit its type is an error, and others follow.
            },
            quote!(stream),
            quote!(rt::LineStream<#line>),
            quote!(lines()),
        )),
        _ => None,
    };
    let headers = call.headers.as_ref().map(|name| {
        let output = output_type(call);
        response_method(
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

/// Builds a method that sends a call. `gives` is the type of its result, and `call` the method of
/// the runtime that it calls.
fn response_method(docs: TokenStream, name: TokenStream, gives: TokenStream, call: TokenStream) -> Function {
    Function {
        docs: quote! {
            #docs
            ///
            /// # Errors
            ///
            /// See [`Error`](rt::Error).
        },
        // The library would compile the types of the response otherwise.
        attributes: quote!(#[inline]),
        signature: quote!(fn #name(self) -> rt::BoxFuture<'static, Result<#gives, rt::Error>>),
        body: quote!(Box::pin(self.into_inner().#call)),
        is_deprecated: false,
    }
}
