//! Services: a handle that knows its endpoint, and the client's method that returns the handle.
//!
//! ```text
//! pub struct SkyService { target: rt::Target }
//! impl super::Client { pub fn sky(&self, mast: impl Into<String>) -> SkyService }
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::errors::emit_codes;
use super::socket::emit_subscribe_method;
use super::{Parts, Scope, deprecated, docs, path_in_tables};
use crate::rust::lower::{Endpoints, ItemPath, Service, ServiceTable};

pub(super) fn emit_service(service: &Service, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    parts.items.extend([emit_handle(service), emit_handle_impl(service)]);
    parts.items.push(match &service.endpoints {
        None => emit_accessor(service),
        Some(endpoints) => emit_endpoints(service, endpoints),
    });
    parts.items.extend(service.service.codes.iter().flat_map(emit_codes));
    scope.define(&service.service.table, service.service.schema, parts);
}

fn emit_handle(service: &Service) -> TokenStream {
    let (doc, handle) = (docs(&service.doc), &service.handle);
    quote! {
        #doc
        #[derive(Clone, Debug)]
        pub struct #handle {
            target: rt::Target,
        }
    }
}

fn emit_handle_impl(service: &Service) -> TokenStream {
    let (handle, call) = (&service.handle, &service.call);
    let setters = service.service.vars.iter().zip(service.service.schema.vars).map(|(setter, var)| {
        let (doc, setter, name) = (docs(&setter.doc), &setter.name, var.name);
        quote! {
            #doc
            #[must_use]
            pub fn #setter(mut self, value: impl Into<String>) -> Self {
                self.target = self.target.var(#name, value);
                self
            }
        }
    });
    let is_rpc = service.service.schema.rpc.is_some();
    let raw = is_rpc.then(|| emit_raw(&service.service, &quote!(self.target.clone())));
    let socket = service.subscribe.as_ref().map(|subscribe| emit_websocket_methods(service, subscribe));
    let batch = service.service.takes_batches().then(|| emit_batch(&quote!(self.target.clone())));
    let at = emit_at_endpoint(&service.service);
    quote! {
        impl #handle {
            #at
            #(#setters)*
            /// Prepares a call from an operation that was built as a value.
            pub fn prepare<O: rt::Operation>(&self, operation: O) -> #call<O> {
                #call::new(self.target.clone(), operation)
            }
            #raw
            #batch
            #socket
        }
    }
}

/// Emits the constructor from a whole URL; `None` for a service with several endpoints.
fn emit_at_endpoint(service: &ServiceTable) -> Option<TokenStream> {
    let table = path_in_tables(&service.table);
    let is_rpc = service.schema.rpc.is_some();
    let what = match is_rpc {
        true => " Calls go to exactly this URL.",
        false => " The paths of operations are appended.",
    };
    let socket = service.schema.websocket.map(
        |_| quote!(#[doc = " A URL with `wss://` is the URL of the websocket: begin with [`connect`](Self::connect)."]),
    );
    (service.schema.endpoints.len() < 2).then(|| {
        quote! {
            /// Returns the service at a whole URL, such as a URL with a key that a provider gives.
            #[doc = #what]
            #socket
            ///
            /// Path and query of the URL are never printed. All other settings have their defaults. For others, use
            /// `service_endpoint` of the client's builder.
            ///
            /// # Errors
            ///
            /// The URL is invalid.
            pub fn at_endpoint(endpoint: impl Into<rt::Endpoint>) -> Result<Self, rt::Error> {
                Ok(Self { target: rt::Target::at(&#table, endpoint)? })
            }
        }
    })
}

/// Emits the method that begins a batch; `target` is the expression of the target of its calls.
pub(super) fn emit_batch(target: &TokenStream) -> TokenStream {
    quote! {
        /// Begins a batch: several calls in one request.
        pub fn batch(&self) -> rt::Batch<Self> {
            rt::Batch::new(#target)
        }
    }
}

/// Emits the method that makes a call of a JSON-RPC method by its name; `target` is the expression
/// of its target.
pub(super) fn emit_raw(service: &ServiceTable, target: &TokenStream) -> TokenStream {
    let table = path_in_tables(&service.table);
    quote! {
        /// Creates a call of a JSON-RPC method that has no method here. `params` is an array or an
        /// object, as JSON text or as a value.
        ///
        /// See [`RawCall`](rt::RawCall) for what it sends, and when it is tried again.
        pub fn raw(&self, method: impl Into<String>, params: impl rt::IntoJson) -> rt::RawCall {
            rt::RawCall::rpc(#target, &#table, method, params)
        }
    }
}

/// Emits the methods `subscribe` and `connect` of a service with a websocket.
fn emit_websocket_methods(service: &Service, subscribe: &ItemPath) -> TokenStream {
    let table = path_in_tables(&service.service.table);
    let method = emit_subscribe_method(&quote!(#subscribe), &quote!(self.target.clone()));
    quote! {
        #method
        /// Opens a websocket. Calls and subscriptions of the handle that is returned, and of its clones, go over it.
        ///
        /// Without it, subscriptions share a websocket that the client opens for the first one, and calls go over HTTP.
        ///
        /// # Errors
        ///
        /// The connection cannot be opened, or the feature `ws` is off.
        pub async fn connect(&self) -> Result<Self, rt::Error> {
            Ok(Self { target: self.target.connect(&#table).await? })
        }
    }
}

fn emit_accessor(service: &Service) -> TokenStream {
    let (doc, handle) = (docs(&service.accessor_doc), &service.handle);
    let (client, accessor) = (&service.client_type, &service.accessor);
    let (parameter, set) = instance_parameter(service);
    quote! {
        impl #client {
            #doc
            pub fn #accessor(&self, #parameter) -> #handle {
                #handle { target: rt::Target::new(self.inner().clone())#set }
            }
        }
    }
}

/// Returns the parameter of the accessor that selects the instance, and the code that sets its
/// variable. Both are `None` for a service without instances.
fn instance_parameter(service: &Service) -> (Option<TokenStream>, Option<TokenStream>) {
    let instance = service.instance.as_ref();
    let parameter = instance.map(|(_, name)| quote!(#name: impl Into<String>));
    let set = instance.map(|(var, name)| quote!(.var(#var, #name)));
    (parameter, set)
}

/// Emits the type that selects one of several endpoints, and its accessor:
/// `client.archive().rain()`.
fn emit_endpoints(service: &Service, endpoints: &Endpoints) -> TokenStream {
    let (doc, handle) = (docs(&service.accessor_doc), &service.handle);
    let (client, accessor) = (&service.client_type, &service.accessor);
    let (parameter, set) = instance_parameter(service);
    let methods = endpoints.list.iter().enumerate().map(|(index, endpoint)| {
        let (doc, name) = (docs(&endpoint.doc), &endpoint.method);
        let (deprecated, index) = (deprecated(endpoint.deprecated.as_ref()), Literal::usize_unsuffixed(index));
        quote! {
            #doc
            #deprecated
            pub fn #name(&self) -> #handle {
                #handle { target: self.target.clone().endpoint(#index) }
            }
        }
    });
    let name = &endpoints.name;
    let summary = format!(" Endpoints of a service; each method gives the [`{}`] of one.", service.handle);
    quote! {
        #[doc = #summary]
        #[derive(Clone, Debug)]
        pub struct #name {
            target: rt::Target,
        }
        impl #name {
            #(#methods)*
        }
        impl #client {
            #doc
            pub fn #accessor(&self, #parameter) -> #name {
                #name { target: rt::Target::new(self.inner().clone())#set }
            }
        }
    }
}
