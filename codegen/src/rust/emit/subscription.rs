//! Subscriptions: the struct of the parameters, its table, and the method that prepares a subscription.
//!
//! ```text
//! impl SkyService { pub fn gusts(&self, mast: …) -> super::Subscribe<calls::GustsSubscription> }
//! impl super::Subscribe<calls::GustsSubscription> { pub fn strong(self, …) -> Self }
//! pub mod calls { pub struct GustsSubscription { pub mast: super::Mast } }   // see `record`
//! impl rt::Subscribes for calls::GustsSubscription { type Item = Gust; … }
//! pub static GUSTS_SUBSCRIPTION: Subscription = …;
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::{Arguments, Setter, call_setter};
use super::record::emit_input;
use super::{Parts, Scope, deprecated, docs, path_in_calls, path_in_tables};
use crate::rust::lower::{Given, SubscribeMethod, Subscription, without_constants};

pub(super) fn emit_subscription(subscription: &Subscription, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    if let Some(method) = &subscription.method {
        parts.methods.push(emit_method(subscription, method));
        parts.setters.extend(emit_setters(subscription, method));
    }
    emit_input(&subscription.input, scope, parts);
    parts.impls.push(emit_impl(subscription));
    scope.define(&subscription.table, subscription.schema, parts);
}

/// Emits the trait that connects the struct to its table and to the type of an event.
fn emit_impl(subscription: &Subscription) -> TokenStream {
    let (name, table) = (path_in_calls(&subscription.input.name), path_in_tables(&subscription.table));
    let item = &subscription.item;
    quote! {
        impl rt::Subscribes for #name {
            type Item = #item;
            fn schema() -> &'static rt::schema::Subscription {
                &#table
            }
        }
    }
}

/// Emits a setter for each optional parameter.
fn emit_setters(subscription: &Subscription, method: &SubscribeMethod) -> Option<TokenStream> {
    let (ready, input) = (&method.subscribe, path_in_calls(&subscription.input.name));
    let optional =
        without_constants(&method.params, subscription.schema.input).filter(|(_, field)| field.given == Given::Setter);
    let setters = optional.map(|(index, field)| {
        let (doc, name) = (docs(&field.doc), &field.name);
        let Setter { generics, ty, value } = call_setter(field, index, &input);
        let deprecated = deprecated(field.deprecated.as_ref());
        quote!(#doc #deprecated pub fn #name #generics(self, value: #ty) -> Self { #value })
    });
    let setters: Vec<TokenStream> = setters.collect();
    (!setters.is_empty()).then(|| quote!(impl #ready<#input> { #(#setters)* }))
}

/// Emits the method that prepares a subscription.
fn emit_method(subscription: &Subscription, method: &SubscribeMethod) -> TokenStream {
    let SubscribeMethod { name, doc, subscribe, .. } = method;
    let (input, table) = (path_in_calls(&subscription.input.name), path_in_tables(&subscription.input.table));
    let doc = docs(doc);
    let required = without_constants(&method.params, subscription.schema.input)
        .filter(|(_, field)| field.given == Given::Argument);
    let Arguments { generics, declared, values } = Arguments::of(required);
    let body = match generics {
        None => quote!(self.subscribe(#input::new(#(#values),*))),
        Some(_) => quote! {
            let mut arguments_ = rt::TypedArguments::new(&#table);
            let subscription = #input::new(#(#values),*);
            self.subscribe(subscription).configure(|subscribe| subscribe.arguments(arguments_))
        },
    };
    quote! {
        #doc
        pub fn #name #generics(&self, #(#declared),*) -> #subscribe<#input> { #body }
    }
}
