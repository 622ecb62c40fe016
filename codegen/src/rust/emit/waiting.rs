//! Waiting for the result of a call: the method of the handle, and the traits that describe the
//! reached result.
//!
//! ```text
//! impl BooksService { pub fn wait_for_loan(&self, id: …) -> rt::Waiting<calls::GetLoan> }
//! impl rt::Awaited for calls::GetLoan { type Ready = Loan; … }
//! impl rt::Confirmed for calls::GetLoan {}      // where heights behind the result are counted
//! impl rt::Numbered for calls::GetLoan { type Owner = Reader; type Given = … }      // where a number can be taken
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::Arguments;
use super::function::{Function, Prepared, prepare_call};
use super::{deprecated, docs, path_in_calls};
use crate::rust::lower::{ArgumentKind, Call, WaitMethod};

/// Builds the waiting method, with the parameters of the call's method; `None` for an operation
/// without `wait`.
pub(super) fn wait_method(call: &Call) -> Option<Function> {
    let wait = call.wait.as_ref()?;
    let (name, input, doc) = (&wait.method, path_in_calls(&call.input.name), docs(&wait.doc));
    let deprecated = deprecated(call.deprecated.as_ref());
    let Prepared { arguments: Arguments { generics, declared, .. }, before, made } = prepare_call(call);
    Some(Function {
        docs: quote!(#doc #deprecated),
        attributes: quote!(),
        signature: quote!(fn #name #generics(&self, #(#declared),*) -> rt::Waiting<#input>),
        body: quote!(#before rt::Waiting::new(#made.into_inner())),
        is_deprecated: call.deprecated.is_some(),
    })
}

/// Emits the traits that the runtime needs to wait for the result of a call; `None` for an
/// operation without `wait`.
pub(super) fn emit_awaited(call: &Call) -> Option<TokenStream> {
    let WaitMethod { ready, may_be_missing, has_confirmations, owner, .. } = call.wait.as_ref()?;
    let name = path_in_calls(&call.input.name);
    let value = if *may_be_missing { quote!(output) } else { quote!(Some(output)) };
    let confirmed = has_confirmations.then(|| quote!(impl rt::Confirmed for #name {}));
    let numbered = owner.as_ref().map(|owner| {
        let is_by_text = matches!(owner.arg, ArgumentKind::IntoOrText) && owner.takes_text();
        let given = if is_by_text { quote!(AsText) } else { quote!(AsValue) };
        let owner = &owner.rust;
        quote! {
            impl rt::Numbered for #name {
                type Owner = #owner;
                type Given = rt::given::#given;
            }
        }
    });
    Some(quote! {
        impl rt::Awaited for #name {
            type Ready = #ready;
            fn into_ready(output: Self::Output) -> Option<Self::Ready> {
                #value
            }
        }
        #confirmed
        #numbered
    })
}
