//! Subscriptions: the struct of the parameters, its description, and the method that prepares one.
//!
//! ```text
//! impl SkyService { pub fn gusts(&self, mast: …) -> super::Subscribe<calls::GustsSubscription> }
//! impl super::Subscribe<calls::GustsSubscription> { pub fn strong(self, …) -> Self }
//! pub mod calls { pub struct GustsSubscription { pub mast: super::Mast } }   // see `record`
//! impl rt::Subscribes for calls::GustsSubscription { type Item = Gust; … }
//! pub static GUSTS_SUBSCRIPTION: Subscription = …;
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::arguments::{Arguments, Setter, call_setter};
use super::call::emit_binding;
use super::record::emit_input;
use super::service::emit_subscribe;
use super::{Parts, deprecated, docs, of_calls, of_tables};
use crate::rust::lower::{Backfill, HeightParam, SubscribeMethod, Subscription};

pub(super) fn emit_subscription(subscription: &Subscription, parts: &mut Parts<TokenStream>) {
    if let Some(method) = &subscription.method {
        parts.items.push(emit_method(subscription, method));
        parts.items.extend(emit_setters(subscription, method));
    }
    emit_input(&subscription.input, parts);
    parts.impls.push(emit_impl(subscription));
    parts.tables.push(emit_description(subscription));
}

fn emit_description(subscription: &Subscription) -> TokenStream {
    let Subscription { table, id, service, begin, .. } = subscription;
    let (input, item) = (&subscription.input.table, &subscription.item.schema);
    let kind = subscription.kind.as_ref().map(|kind| quote!(.kind(#kind)));
    let subscribe = subscription.subscribe.as_ref().map(emit_subscribe);
    let bindings = subscription.bindings.iter().map(emit_binding);
    let backfill = subscription.backfill.as_ref().map(emit_backfill);
    quote! {
        pub static #table: Subscription =
            Subscription::new(#id, &#service, &#input, #item) #kind #subscribe
                .begin(#begin, &[#(#bindings),*]) #backfill;
    }
}

fn emit_backfill(backfill: &Backfill) -> TokenStream {
    let Backfill { height, same, latest: (latest, _), call: (call, _), .. } = backfill;
    let path = |path: &[String]| quote!(&[#(#path),*]);
    let (height, same) = (path(height), same.iter().map(|names| path(names)));
    let mut heights = backfill.heights.iter().map(|HeightParam { index, path: names }| {
        let (index, names) = (Literal::usize_unsuffixed(*index), path(names));
        quote!(HeightParam { index: #index, path: #names })
    });
    let heights = match (heights.next(), heights.next()) {
        (from, Some(to)) => quote!(Between(#from, #to)),
        (at, None) => quote!(At(#at)),
    };
    quote! {
        .backfill(&Backfill {
            height: #height,
            same: &[#(#same),*],
            latest: &#latest,
            call: &#call,
            heights: Heights::#heights,
        })
    }
}

fn emit_impl(subscription: &Subscription) -> TokenStream {
    let (name, table) = (of_calls(&subscription.input.name), of_tables(&subscription.table));
    let item = &subscription.item.rust;
    quote! {
        impl rt::Subscribes for #name {
            type Item = #item;
            fn schema() -> &'static rt::schema::Subscription {
                &#table
            }
        }
    }
}

/// A setter for each parameter that may be left out.
fn emit_setters(subscription: &Subscription, method: &SubscribeMethod) -> Option<TokenStream> {
    let (ready, input) = (&method.subscribe, of_calls(&subscription.input.name));
    let optional = method.members().filter(|(_, field)| !field.is_argument());
    let setters = optional.map(|(index, field)| {
        let (doc, name) = (docs(&field.doc), &field.name);
        let Setter { generics, ty, value } = call_setter(field, index, &input);
        let deprecated = deprecated(field.deprecated.as_ref());
        quote!(#doc #deprecated pub fn #name #generics(self, value: #ty) -> Self { #value })
    });
    let setters: Vec<TokenStream> = setters.collect();
    (!setters.is_empty()).then(|| quote!(impl #ready<#input> { #(#setters)* }))
}

fn emit_method(subscription: &Subscription, method: &SubscribeMethod) -> TokenStream {
    let SubscribeMethod { name, doc, handle, subscribe, .. } = method;
    let (input, table) = (of_calls(&subscription.input.name), of_tables(&subscription.input.table));
    let doc = docs(doc);
    let required = method.members().filter(|(_, field)| field.is_argument());
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
        impl #handle {
            #doc
            pub fn #name #generics(&self, #(#declared),*) -> #subscribe<#input> { #body }
        }
    }
}
