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
use crate::lower::{Operation, Subscription};

pub(super) fn emit_operation(operation: &Operation) -> Vec<TokenStream> {
    let mut items = emit_record(&operation.input);
    items.push(emit_description(operation));
    items.push(emit_impl(operation));
    items.extend(emit_setters(operation));
    items.push(emit_method(operation));
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

/// A setter on the call for each parameter that may be left out.
fn emit_setters(operation: &Operation) -> Option<TokenStream> {
    let (call, name) = (&operation.call, ident(&operation.input.name));
    let optional: Vec<_> = operation.input.fields.iter().filter(|field| !field.required).collect();
    if optional.is_empty() {
        return None;
    }
    let setters = optional.iter().map(|field| {
        let (doc, name, ty) = (docs(&field.doc), ident(&field.name), arg_type(&field.ty));
        let deprecated = deprecated(field.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name(self, value: #ty) -> Self {
                self.map(|operation| operation.#name(value))
            }
        }
    });
    Some(quote!(impl #call<#name> { #(#setters)* }))
}

fn emit_method(operation: &Operation) -> TokenStream {
    let Operation { call, handle, .. } = operation;
    let (input, method, doc) = (ident(&operation.input.name), ident(&operation.method_name), docs(&operation.doc));
    let deprecated = deprecated(operation.deprecated.as_ref());
    let required = operation.input.fields.iter().filter(|field| field.required);
    let (names, types): (Vec<_>, Vec<_>) = required.map(|field| (ident(&field.name), arg_type(&field.ty))).unzip();
    quote! {
        impl #handle {
            #doc
            #deprecated
            pub fn #method(&self, #(#names: #types),*) -> #call<#input> {
                #call::new(self.target(), #input::new(#(#names),*))
            }
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
