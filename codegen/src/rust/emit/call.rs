//! Calls: the method that starts a call, its setters, the struct of its parameters, and its table.
//!
//! ```text
//! impl BooksService { pub fn find_book(&self, isbn: …) -> super::Call<calls::FindBook> }
//! impl super::Call<calls::FindBook> { pub fn room(self, …) -> Self }
//! pub mod calls { pub struct FindBook { pub isbn: super::Isbn } }     // see `record`
//! rt::operation!(calls::FindBook, FIND_BOOK -> Book, in BooksService);
//! impl rt::Paged for calls::ListBooks { type Item = Book; … }  // where the response is a page
//! pub static FIND_BOOK: Operation = …;
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::{Arguments, Setter, call_setter};
use super::function::{Function, Prepared, prepare_call};
use super::paging::emit_paged;
use super::record::emit_input;
use super::response::{output_type, response_methods};
use super::waiting::{emit_awaited, wait_method};
use super::{Parts, Scope, deprecated, docs, path_in_calls};
use crate::analysis::names::{CALLS, OPTIONS};
use crate::ident::RustIdent;
use crate::rust::lower::{Call, Given, ItemPath};

pub(super) fn emit_call(call: &Call, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    if call.joins.is_none() {
        parts.methods.push(start_method(call).public());
        parts.methods.extend(wait_method(call).map(Function::public));
        parts.setters.extend(emit_setters(call));
    }
    emit_input(&call.input, scope, parts);
    parts.invocations.push(emit_operation_impl(call));
    parts.impls.extend(emit_paged(call));
    parts.impls.extend(emit_awaited(call));
    scope.define(&call.table, call.operation, parts);
}

/// Emits the macro invocation that implements the traits of a call. It states the output, the
/// handle whose batches take the call, and whether a parameter has the name of an option.
fn emit_operation_impl(call: &Call) -> TokenStream {
    let (name, table, output, handle) = (path_in_calls(&call.input.name), &call.table, output_type(call), &call.handle);
    let batched = call.batched.then(|| quote!(, in #handle));
    let setters = call.params.iter().filter(|field| field.given == Given::Setter);
    let is_taken = { setters }.any(|field| OPTIONS.contains(&field.name.as_str()));
    let options = is_taken.then(|| quote!(, options NoOptionSetters));
    quote!(rt::operation!(#name, #table -> #output #batched #options);)
}

/// Emits the setters of optional parameters, and the methods that return a stream or the headers;
/// `None` if there are neither.
fn emit_setters(call: &Call) -> Option<TokenStream> {
    let (ready, name) = (&call.call, path_in_calls(&call.input.name));
    let setters = setter_functions(call);
    if setters.is_empty() {
        return None;
    }
    let setters = setters.into_iter().map(Function::public);
    Some(quote!(impl #ready<#name> { #(#setters)* }))
}

/// Builds the setters of the optional parameters, and the methods that return a stream or the
/// headers.
fn setter_functions(call: &Call) -> Vec<Function> {
    let input = path_in_calls(&call.input.name);
    let optional = call.params.iter().enumerate().filter(|(_, field)| field.given == Given::Setter);
    let setters = optional.map(|(index, field)| {
        let (doc, name) = (docs(&field.doc), &field.name);
        let Setter { generics, ty, value } = call_setter(field, index, &input);
        let deprecated = deprecated(field.deprecated.as_ref());
        Function {
            docs: quote!(#doc #deprecated),
            attributes: quote!(),
            signature: quote!(fn #name #generics(self, value: #ty) -> Self),
            body: value,
            is_deprecated: field.deprecated.is_some(),
        }
    });
    setters.chain(response_methods(call)).collect()
}

/// Builds the method that starts a call.
fn start_method(call: &Call) -> Function {
    let (ready, input, method, doc) = (&call.call, path_in_calls(&call.input.name), &call.method, docs(&call.doc));
    let aliases = call.aliases.iter().map(|name| quote!(#[doc(alias = #name)]));
    let deprecated = deprecated(call.deprecated.as_ref());
    let Prepared { arguments: Arguments { generics, declared, .. }, before, made } = prepare_call(call);
    Function {
        docs: quote!(#doc #(#aliases)* #deprecated),
        attributes: quote!(),
        signature: quote!(fn #method #generics(&self, #(#declared),*) -> #ready<#input>),
        body: quote!(#before #made),
        is_deprecated: call.deprecated.is_some(),
    }
}

/// Emits calls that join a service of another crate. Its types cannot have methods from here, so
/// extension traits add them.
///
/// ```text
/// pub trait SkyServiceExt { fn find_star(&self, …) -> station::Call<FindStar>; }
/// impl SkyServiceExt for station::sky::SkyService { … }
/// pub trait FindStarCall { fn depth(self, value: …) -> Self; }
/// impl FindStarCall for station::Call<FindStar> { … }
/// ```
pub(super) fn emit_joined(calls: &[&Call]) -> Vec<TokenStream> {
    let traits = calls.iter().filter_map(|call| emit_call_trait(call));
    traits.chain(emit_handle_trait(calls)).collect()
}

/// Emits the extension trait of the handle. All calls of a file join the same service.
fn emit_handle_trait(calls: &[&Call]) -> Option<TokenStream> {
    let first = calls.first()?;
    let methods = calls.iter().flat_map(|call| std::iter::once(start_method(call)).chain(wait_method(call))).collect();
    let doc =
        " Operations added to a service of another crate. Import the trait to call them as methods of its handle.";
    let handle: &ItemPath = &first.handle;
    Some(emit_trait(&first.joins.as_ref()?.handle, doc, &quote!(#handle), methods))
}

/// Emits the extension trait with the setters of a call; `None` if the call has no setters.
fn emit_call_trait(call: &Call) -> Option<TokenStream> {
    let (ready, name) = (&call.call, path_in_calls(&call.input.name));
    let setters = setter_functions(call);
    let doc =
        format!(" Optional parameters of [`{CALLS}::{}`]. Import the trait to set them on the call.", call.input.name);
    let joins = call.joins.as_ref()?;
    (!setters.is_empty()).then(|| emit_trait(&joins.call, &doc, &quote!(#ready<#name>), setters))
}

/// Emits an extension trait and its implementation for `target`.
fn emit_trait(name: &RustIdent, doc: &str, target: &TokenStream, functions: Vec<Function>) -> TokenStream {
    let declared = functions.iter().map(|Function { docs, signature, .. }| quote!(#docs #signature;));
    let done =
        functions.iter().map(|Function { attributes, signature, body, .. }| quote!(#attributes #signature { #body }));
    // A deprecated function may mention itself in an inherent impl, but not in the impl of a trait.
    let silent = functions.iter().any(|function| function.is_deprecated).then(|| quote!(#[allow(deprecated)]));
    quote! {
        #[doc = #doc]
        pub trait #name {
            #(#declared)*
        }
        #silent
        impl #name for #target {
            #(#done)*
        }
    }
}
