//! Functions: their docs, signature and body, and the statements by which a method creates a call
//! from its parameters.
//!
//! A method is in an impl of the generated crate, or in an extension trait if another crate owns
//! the type.

use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::Arguments;
use super::{path_in_calls, path_in_tables};
use crate::rust::lower::{Call, Given};

/// Function in parts. An inherent impl emits it as a whole; a trait emits the signature apart from
/// the body.
pub(super) struct Function {
    pub(super) docs: TokenStream,
    /// Attributes of the function with its body.
    pub(super) attributes: TokenStream,
    pub(super) signature: TokenStream,
    pub(super) body: TokenStream,
    pub(super) is_deprecated: bool,
}

impl Function {
    /// Emits the function with `pub`, for an inherent impl.
    pub(super) fn public(self) -> TokenStream {
        let Self { docs, attributes, signature, body, .. } = self;
        quote!(#docs #attributes pub #signature { #body })
    }
}

/// Code by which a method creates a call from its arguments.
pub(super) struct Prepared {
    pub(super) arguments: Arguments,
    /// Statements before the expression of the call.
    pub(super) before: TokenStream,
    /// Expression of the call.
    pub(super) made: TokenStream,
}

/// Returns the code by which a method creates a call from its arguments.
pub(super) fn prepare_call(call: &Call) -> Prepared {
    let input = path_in_calls(&call.input.name);
    let required = call.params.iter().enumerate().filter(|(_, field)| field.given == Given::Argument);
    let arguments = Arguments::of(required);
    let (table, values) = (path_in_tables(&call.input.table), &arguments.values);
    let (before, made) = match arguments.generics {
        None => (quote!(), quote!(self.prepare(#input::new(#(#values),*)))),
        Some(_) => (
            quote! {
                let mut arguments_ = rt::TypedArguments::new(&#table);
                let operation = #input::new(#(#values),*);
            },
            quote!(self.prepare(operation).configure(|call| call.arguments(arguments_))),
        ),
    };
    Prepared { arguments, before, made }
}
