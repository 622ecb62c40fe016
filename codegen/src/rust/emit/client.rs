//! Clients: the client, its builder, and the type of its calls.
//!
//! ```text
//! pub struct Client { inner: rt::Client }
//! pub struct Builder { inner: rt::Builder }     // a setter for each variable, secret and server
//! pub struct Call<O> { inner: rt::Call<O> }     // local, so that operations can add setters
//! impl<S, O: rt::Batched<S>> rt::IntoBatch<S> for Call<O>    // where a service takes batches
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::errors::emit_codes;
use super::service::{emit_batch, emit_raw};
use super::{Parts, Scope, docs, path_in_tables, socket};
use crate::rust::lower::{Client, ServiceTable, VarSetter};
use chainloom_schema::{Secret, SecretPlace, Server, Var};

pub(super) fn emit_client(client: &Client, scope: Scope<'_>, parts: &mut Parts<TokenStream>) {
    let items = &mut parts.items;
    items.extend([emit_type(client), emit_type_impl(client), emit_builder(client), emit_settings()]);
    items.extend([emit_call(), emit_call_impl(), emit_options(), emit_lists(), emit_into_future()]);
    items.extend(client.batches.then(emit_into_batch));
    if client.has_websocket {
        items.extend(socket::emit_type());
    }
    let own = client.service.as_ref().filter(|service| service.schema.rpc.is_some());
    items.extend(own.map(|service| {
        let raw = emit_raw(service, &quote!(rt::Target::new(self.inner.clone())));
        quote!(impl Client { #raw })
    }));
    items.extend(client.service.iter().filter_map(|service| service.codes.as_ref()).flat_map(emit_codes));
    scope.define(&client.table, client.schema, parts);
    if let Some(service) = &client.service {
        scope.define(&service.table, service.schema, parts);
    }
}

fn emit_type(client: &Client) -> TokenStream {
    let doc = docs(&client.doc);
    quote! {
        #doc
        #[derive(Clone, Debug)]
        pub struct Client {
            inner: rt::Client,
        }
    }
}

fn emit_type_impl(client: &Client) -> TokenStream {
    let table = path_in_tables(&client.table);
    // The client's own service has no other handle.
    let has_own = client.service.as_ref().is_some_and(|service| service.schema.websocket.is_some());
    let target = quote!(rt::Target::new(self.inner.clone()));
    let subscribe = has_own.then(|| socket::emit_subscribe_method(&quote!(Subscribe), &target));
    let takes_batches = client.service.as_ref().is_some_and(ServiceTable::takes_batches);
    let batch = takes_batches.then(|| emit_batch(&target));
    quote! {
        impl Client {
            /// Creates a client of the service at a base URL.
            ///
            /// All other settings have their defaults. Where a deployment differs from them, such
            /// as in the name of a header, use [`Builder::deployment`] too.
            ///
            /// # Errors
            ///
            /// The URL is invalid, or a setting without a default is missing.
            pub fn new(base_url: impl Into<String>) -> Result<Self, rt::Error> {
                Self::builder().base_url(base_url).build()
            }
            /// Creates a builder, to configure a client.
            pub fn builder() -> Builder {
                Builder { inner: rt::Client::builder(&#table) }
            }
            /// Returns the untyped client, which also makes calls that have no method here.
            pub fn inner(&self) -> &rt::Client {
                &self.inner
            }
            /// Prepares a call from an operation that was built as a value.
            pub fn prepare<O: rt::Operation>(&self, operation: O) -> Call<O> {
                Call::new(rt::Target::new(self.inner.clone()), operation)
            }
            /// Returns whether the server has an operation, by the versions and the deployment in the spec.
            ///
            /// The server may be asked for its version, once.
            ///
            /// # Errors
            ///
            /// The server cannot be asked for its version.
            pub async fn supports<O: rt::Operation>(&self) -> Result<rt::Support, rt::Error> {
                self.inner.supports(O::schema()).await
            }
            /// Creates a call of an HTTP endpoint that has no method here. The path begins with `/`
            /// and is added to the base URL.
            ///
            /// See [`RawCall`](rt::RawCall) for what it sends, and when it is tried again.
            pub fn request(&self, method: rt::http::Method, path: impl Into<String>) -> rt::RawCall {
                self.inner.request(method, path)
            }
            #subscribe
            #batch
        }
    }
}

fn emit_builder(client: &Client) -> TokenStream {
    let vars = client.vars.iter().zip(client.schema.vars).map(emit_var);
    let secrets = client.secrets.iter().zip(client.schema.auth).map(emit_secret);
    let servers = client.servers.iter().zip(client.schema.servers).map(emit_server);
    quote! {
        /// Configures a [`Client`].
        #[derive(Clone, Debug)]
        pub struct Builder {
            inner: rt::Builder,
        }
        impl Builder {
            #(#vars)*
            #(#secrets)*
            #(#servers)*
        }
    }
}

fn emit_var((setter, var): (&VarSetter, &Var)) -> TokenStream {
    let (doc, setter, name) = (docs(&setter.doc), &setter.name, var.name);
    quote! {
        #doc
        #[must_use]
        pub fn #setter(mut self, value: impl Into<String>) -> Self {
            self.inner = self.inner.var(#name, value);
            self
        }
    }
}

fn emit_secret((setter, secret): (&VarSetter, &Secret)) -> TokenStream {
    let (doc, setter, name) = (docs(&setter.doc), &setter.name, secret.name);
    if secret.place == SecretPlace::Basic {
        return quote! {
            #doc
            #[must_use]
            pub fn #setter(
                mut self,
                user: impl ::std::convert::AsRef<str>,
                password: impl Into<rt::SecretString>,
            ) -> Self {
                self.inner = self.inner.login(#name, user, password);
                self
            }
        };
    }
    quote! {
        #doc
        #[must_use]
        pub fn #setter(mut self, value: impl Into<rt::SecretString>) -> Self {
            self.inner = self.inner.secret(#name, value);
            self
        }
    }
}

fn emit_server((setter, server): (&VarSetter, &Server)) -> TokenStream {
    let (doc, setter, name) = (docs(&setter.doc), &setter.name, server.name);
    quote! {
        #doc
        #[must_use]
        pub fn #setter(mut self, endpoint: rt::Endpoint) -> Self {
            self.inner = self.inner.server(#name, endpoint);
            self
        }
    }
}

/// Emits the settings that every client has.
fn emit_settings() -> TokenStream {
    quote! {
        impl Builder {
            /// Sets the base URL: the address of the service, before the path of each request.
            /// Replaces that of a deployment.
            ///
            /// Sets nothing else. Without a deployment, names of headers, paths and methods are the
            /// defaults of the documentation.
            #[must_use]
            pub fn base_url(mut self, url: impl Into<String>) -> Self {
                self.inner = self.inner.base_url(url);
                self
            }
            /// Sets the whole URL of a service, such as one with a key that a provider of nodes gives.
            /// This URL takes precedence over the base URL. The path of the service is not appended to it.
            ///
            /// See [`service_endpoint`](rt::Builder::service_endpoint) of the settings that all clients share.
            #[must_use]
            pub fn service_endpoint(mut self, service: impl Into<String>, endpoint: impl Into<rt::Endpoint>) -> Self {
                self.inner = self.inner.service_endpoint(service, endpoint);
                self
            }
            /// Applies the settings of a deployment: base URLs, names of headers, prefixes of paths and methods.
            #[must_use]
            pub fn deployment(mut self, deployment: &'static rt::schema::Deployment) -> Self {
                self.inner = self.inner.deployment(deployment);
                self
            }
            /// Changes the settings that all clients share: timeouts, limits, headers, transport.
            #[must_use]
            pub fn configure(mut self, change: impl FnOnce(rt::Builder) -> rt::Builder) -> Self {
                self.inner = change(self.inner);
                self
            }
            /// Builds the client.
            ///
            /// # Errors
            ///
            /// A setting is invalid, such as the base URL, or one without a default is missing.
            pub fn build(self) -> Result<Client, rt::Error> {
                Ok(Client { inner: self.inner.build()? })
            }
        }
    }
}

fn emit_call() -> TokenStream {
    quote! {
        /// A call of this client that is ready to be sent. Methods set the optional parameters.
        ///
        /// `.await` sends it. Functions that take futures, such as `join_all` and `tokio::spawn`, take
        /// [`send`](Call::send). A call of any client is a [`runtime::Call`](rt::Call), which
        /// [`into_inner`](Call::into_inner) returns.
        #[derive(Clone)]
        #[must_use = "a call does nothing until it is sent"]
        pub struct Call<O> {
            inner: rt::Call<O>,
        }
        impl<O: rt::Operation> ::std::fmt::Debug for Call<O> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.inner, f)
            }
        }
    }
}

fn emit_call_impl() -> TokenStream {
    quote! {
        impl<O: rt::Operation> Call<O> {
            pub(crate) fn new(target: rt::Target, operation: O) -> Self {
                Self { inner: rt::Call::new(target, operation) }
            }
            /// Replaces the operation by what a function makes of it.
            pub fn map(self, change: impl FnOnce(O) -> O) -> Self {
                Self { inner: self.inner.map(change) }
            }
            /// Changes the options of this call: its timeout, deadline, retries and headers.
            pub fn configure(self, change: impl FnOnce(rt::Call<O>) -> rt::Call<O>) -> Self {
                Self { inner: change(self.inner) }
            }
            /// Returns the untyped call.
            pub fn into_inner(self) -> rt::Call<O> {
                self.inner
            }
            /// Returns the operation with its parameters.
            pub fn operation(&self) -> &O {
                &self.inner.operation
            }
            /// Sends the call and returns the response.
            ///
            /// # Errors
            ///
            /// See [`Error`](rt::Error).
            pub async fn send(self) -> Result<O::Output, rt::Error> {
                self.inner.send().await
            }
            /// Builds and checks the request without sending it, and returns it with its secrets masked.
            ///
            /// # Errors
            ///
            /// Returns an error if the call cannot be sent, for example if a parameter breaks a rule.
            pub fn dry_run(&self) -> Result<rt::DryRun, rt::Error> {
                self.inner.dry_run()
            }
            /// Returns a `curl` command that sends the same request. Variables of the shell stand
            /// in the place of secrets.
            ///
            /// # Errors
            ///
            /// Returns an error if the call cannot be sent, for example if a parameter breaks a rule.
            pub fn to_curl(&self) -> Result<String, rt::Error> {
                self.inner.to_curl()
            }
            /// Sends the call and returns the response with its status, headers and raw bytes.
            ///
            /// # Errors
            ///
            /// See [`Error`](rt::Error).
            pub async fn reply(self) -> Result<rt::Reply<O::Output>, rt::Error> {
                self.inner.reply().await
            }
        }
    }
}

/// Emits setters of frequent options. An operation with a parameter of such a name has none of
/// them.
fn emit_options() -> TokenStream {
    quote! {
        impl<O: rt::Operation<Options = rt::OptionSetters>> Call<O> {
            /// Sets how long this call with all of its attempts may take, in place of the client's deadline.
            pub fn deadline(self, deadline: ::std::time::Duration) -> Self {
                Self { inner: self.inner.deadline(deadline) }
            }
            /// Sets the timeout of an attempt of this call, in place of the client's.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self { inner: self.inner.timeout(timeout) }
            }
        }
    }
}

/// Emits the methods of calls of paged lists. A client without lists has them too, but no call
/// satisfies their bound.
fn emit_lists() -> TokenStream {
    quote! {
        impl<O: rt::Paged> Call<O> {
            /// Returns all items of the list, from the page of this call on, each once.
            pub fn items(self) -> rt::Items<O> {
                self.inner.items()
            }
            /// Returns all pages of the list, from the page of this call on.
            pub fn pages(self) -> rt::Pages<O> {
                self.inner.pages()
            }
        }
    }
}

fn emit_into_future() -> TokenStream {
    quote! {
        impl<O: rt::Operation> ::std::future::IntoFuture for Call<O> {
            type Output = Result<O::Output, rt::Error>;
            type IntoFuture = rt::BoxFuture<'static, Self::Output>;
            fn into_future(self) -> Self::IntoFuture {
                Box::pin(self.inner.send())
            }
        }
    }
}

/// Emits the trait that makes a prepared call part of a batch.
fn emit_into_batch() -> TokenStream {
    quote! {
        impl<S, O: rt::Batched<S>> rt::IntoBatch<S> for Call<O> {
            type Operation = O;
            fn into_batch_call(self) -> rt::BatchCall<O> {
                rt::IntoBatch::<S>::into_batch_call(self.inner)
            }
        }
    }
}
