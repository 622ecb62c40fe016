//! Websockets: the types and methods of a client that has a service with a websocket.
//!
//! ```text
//! pub struct Subscribe<S> { inner: rt::Subscribe<S> }    // local: subscriptions add setters
//! pub fn subscribe<S>(&self, subscription: S) -> Subscribe<S>
//! pub async fn connect(&self) -> Result<Self, rt::Error>
//! ```

use proc_macro2::TokenStream;
use quote::quote;

/// Emits the type `Subscribe` of a client whose services have a websocket: its declaration, its
/// methods and its `IntoFuture`.
pub(super) fn emit_type() -> [TokenStream; 3] {
    let declared = quote! {
        /// A subscription that is ready to begin. Await it to begin it; methods set the optional parameters.
        #[derive(Clone)]
        #[must_use = "a subscription does nothing until it is awaited"]
        pub struct Subscribe<S> {
            inner: rt::Subscribe<S>,
        }
        impl<S: rt::Subscribes> ::std::fmt::Debug for Subscribe<S> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.inner, f)
            }
        }
    };
    let methods = quote! {
        impl<S: rt::Subscribes> Subscribe<S> {
            #[allow(dead_code, reason = "the services that have subscriptions may be turned off")]
            pub(crate) fn new(target: rt::Target, subscription: S) -> Self {
                Self { inner: rt::Subscribe::new(target, subscription) }
            }
            /// Replaces the parameters by what a function makes of them.
            pub fn map(self, change: impl FnOnce(S) -> S) -> Self {
                Self { inner: self.inner.map(change) }
            }
            /// Changes what is particular to this subscription: its buffer, what happens when it is full, its timeout,
            /// and its deadline, which bounds how long it may take to begin.
            pub fn configure(self, change: impl FnOnce(rt::Subscribe<S>) -> rt::Subscribe<S>) -> Self {
                Self { inner: change(self.inner) }
            }
            /// Fetches missed events after a gap, for at most `most` heights. The other heights stay a gap.
            pub fn backfill(self, most: u64) -> Self {
                Self { inner: self.inner.backfill(most) }
            }
            /// Returns the untyped subscription.
            pub fn into_inner(self) -> rt::Subscribe<S> {
                self.inner
            }
            /// Begins the subscription and returns its events.
            ///
            /// # Errors
            ///
            /// See [`Error`](rt::Error).
            pub async fn send(self) -> Result<rt::Subscription<S::Item>, rt::Error> {
                self.inner.send().await
            }
        }
    };
    let future = quote! {
        impl<S: rt::Subscribes> ::std::future::IntoFuture for Subscribe<S> {
            type Output = Result<rt::Subscription<S::Item>, rt::Error>;
            type IntoFuture = rt::BoxFuture<'static, Self::Output>;
            fn into_future(self) -> Self::IntoFuture {
                Box::pin(self.inner.send())
            }
        }
    };
    [declared, methods, future]
}

/// Emits the method that begins a subscription from a struct of parameters. `subscribe` is the path
/// of the returned type, and `target` the expression of the target.
pub(super) fn emit_subscribe_method(subscribe: &TokenStream, target: &TokenStream) -> TokenStream {
    quote! {
        /// Prepares a subscription from parameters that were built as a value.
        pub fn subscribe<S: rt::Subscribes>(&self, subscription: S) -> #subscribe<S> {
            #subscribe::new(#target, subscription)
        }
    }
}
