//! Webhooks: the static from which a receiver is created, and its table.
//!
//! ```text
//! pub static WEBHOOKS: rt::Webhooks<Event> = rt::Webhooks::new(&__tables::WEBHOOKS);
//! pub static WEBHOOKS: Webhooks = Webhooks::new("library/events", &CLIENT, Type::Union(&EVENT));
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::{Parts, Scope, docs, path_in_tables};
use crate::rust::lower::Webhooks;

pub(super) fn emit_webhooks(webhooks: &Webhooks, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    let (doc, name, table) = (docs(&webhooks.doc), &webhooks.name, path_in_tables(&webhooks.table));
    let event = &webhooks.event;
    parts.items.push(quote! {
        #doc
        pub static #name: rt::Webhooks<#event> = rt::Webhooks::new(&#table);
    });
    scope.define(&webhooks.table, webhooks.schema, parts);
}
