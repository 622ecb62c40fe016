//! Operations: the input struct, its description, and the method that starts a call.
//!
//! ```text
//! pub struct FindBook { pub isbn: Isbn }                 // see `record`
//! pub static FIND_BOOK: rt::schema::Operation = …;
//! impl rt::Operation for FindBook { type Output = Book; … }
//! impl super::Call<FindBook> { pub fn room(self, …) -> Self }
//! impl BooksService { pub fn find_book(&self, isbn: impl Into<Isbn>) -> super::Call<FindBook> }
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::record::{arg_type, emit_record};
use super::{deprecated, docs, ident};
use crate::rust::lower::{Operation, Subscription};

pub(super) fn emit_operation(operation: &Operation) -> Vec<TokenStream> {
    let mut items = emit_record(&operation.input);
    items.push(emit_description(operation));
    items.push(emit_impl(operation));
    if operation.joins.is_none() {
        items.extend(emit_setters(operation));
        items.push(emit_method(operation));
    }
    items
}

fn emit_description(operation: &Operation) -> TokenStream {
    let name = ident(&operation.static_name);
    let Operation { id, service, call_schema, bindings, rules, effect, available, .. } = operation;
    let input = ident(&operation.input.static_name);
    let output = match &operation.output {
        Some(ty) => {
            let schema = &ty.schema;
            quote!(Some(#schema))
        }
        None => quote!(None),
    };
    let paginate = match &operation.paginate {
        Some(paginate) => quote!(Some(&#paginate)),
        None => quote!(None),
    };
    quote! {
        #[doc(hidden)]
        pub static #name: rt::schema::Operation = rt::schema::Operation {
            id: #id,
            service: &#service,
            call: #call_schema,
            input: &#input,
            bindings: &[#(#bindings),*],
            output: #output,
            rules: &[#(#rules),*],
            effect: #effect,
            paginate: #paginate,
            available: &[#(rt::schema::Availability(#available)),*],
        };
    }
}

fn emit_impl(operation: &Operation) -> TokenStream {
    let (name, table) = (ident(&operation.input.name), ident(&operation.static_name));
    let output = match &operation.output {
        Some(ty) => ty.rust.clone(),
        None => quote!(()),
    };
    quote! {
        impl rt::Operation for #name {
            type Output = #output;
            fn schema() -> &'static rt::schema::Operation {
                &#table
            }
        }
    }
}

/// A function in its parts, so that it can stand in an impl or in a trait.
struct Function {
    docs: TokenStream,
    signature: TokenStream,
    body: TokenStream,
    is_deprecated: bool,
}

/// A setter on the call for each parameter that may be left out.
fn emit_setters(operation: &Operation) -> Option<TokenStream> {
    let (call, name) = (&operation.call, ident(&operation.input.name));
    let setters = setters(operation);
    if setters.is_empty() {
        return None;
    }
    let setters = setters.iter().map(|Function { docs, signature, body, .. }| quote!(#docs pub #signature { #body }));
    Some(quote!(impl #call<#name> { #(#setters)* }))
}

fn setters(operation: &Operation) -> Vec<Function> {
    let optional = operation.input.fields.iter().filter(|field| !field.required);
    let setters = optional.map(|field| {
        let (doc, name, ty) = (docs(&field.doc), ident(&field.name), arg_type(&field.ty));
        let deprecated = deprecated(field.deprecated.as_ref());
        Function {
            docs: quote!(#doc #deprecated),
            signature: quote!(fn #name(self, value: #ty) -> Self),
            body: quote!(self.map(|operation| operation.#name(value))),
            is_deprecated: field.deprecated.is_some(),
        }
    });
    setters.collect()
}

fn emit_method(operation: &Operation) -> TokenStream {
    let handle = &operation.handle;
    let Function { docs, signature, body, .. } = method(operation);
    quote!(impl #handle { #docs pub #signature { #body } })
}

fn method(operation: &Operation) -> Function {
    let call = &operation.call;
    let (input, method, doc) = (ident(&operation.input.name), ident(&operation.method_name), docs(&operation.doc));
    let deprecated = deprecated(operation.deprecated.as_ref());
    let required = operation.input.fields.iter().filter(|field| field.required);
    let (names, types): (Vec<_>, Vec<_>) = required.map(|field| (ident(&field.name), arg_type(&field.ty))).unzip();
    Function {
        docs: quote!(#doc #deprecated),
        signature: quote!(fn #method(&self, #(#names: #types),*) -> #call<#input>),
        body: quote!(self.prepare(#input::new(#(#names),*))),
        is_deprecated: operation.deprecated.is_some(),
    }
}

/// Operations that join a service of another crate: its types take no methods from here, so traits bring them.
///
/// ```text
/// pub trait SkyServiceExt { fn find_star(&self, …) -> station::Call<FindStar>; }
/// impl SkyServiceExt for station::sky::SkyService { … }
/// pub trait FindStarCall { fn depth(self, value: …) -> Self; }
/// impl FindStarCall for station::Call<FindStar> { … }
/// ```
pub(super) fn emit_joined(operations: &[&Operation]) -> Vec<TokenStream> {
    let calls = operations.iter().filter_map(|operation| emit_call_trait(operation));
    calls.chain(emit_handle_trait(operations)).collect()
}

/// The operations of a file all join the same service.
fn emit_handle_trait(operations: &[&Operation]) -> Option<TokenStream> {
    let first = operations.first()?;
    let methods = operations.iter().map(|operation| method(operation)).collect();
    let doc = " Operations that join a service; with this trait in scope they are methods of its handle.";
    Some(emit_trait(first.joins.as_deref()?, doc, &first.handle, methods))
}

fn emit_call_trait(operation: &Operation) -> Option<TokenStream> {
    let (call, name) = (&operation.call, ident(&operation.input.name));
    let setters = setters(operation);
    let doc = format!(" What may be left out of [`{name}`]; with this trait in scope it is set on the call.");
    (!setters.is_empty()).then(|| emit_trait(&format!("{name}Call"), &doc, &quote!(#call<#name>), setters))
}

fn emit_trait(name: &str, doc: &str, target: &TokenStream, functions: Vec<Function>) -> TokenStream {
    let name = ident(name);
    let declared = functions.iter().map(|Function { docs, signature, .. }| quote!(#docs #signature;));
    let done = functions.iter().map(|Function { signature, body, .. }| quote!(#signature { #body }));
    // In an impl of its own type such a function is silent about itself; in one of a trait it is not.
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

pub(super) fn emit_subscription(subscription: &Subscription) -> Vec<TokenStream> {
    let Subscription { id, kind, service, item, .. } = subscription;
    let (name, input) = (ident(&subscription.static_name), ident(&subscription.input.static_name));
    let item = &item.schema;
    let mut items = emit_record(&subscription.input);
    let doc = docs(&subscription.doc);
    items.push(quote! {
        #doc
        pub static #name: rt::schema::Subscription = rt::schema::Subscription {
            id: #id,
            service: &#service,
            kind: #kind,
            input: &#input,
            item: #item,
        };
    });
    items
}
