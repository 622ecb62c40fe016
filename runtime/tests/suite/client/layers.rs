//! Middleware: transports around transports.

use super::{
    books::*,
    servers::{Memory, Server, json, once},
};
use bytes::Bytes;
use chainloom_runtime::{BoxFuture, Call, CallInfo, Limits, StreamResult, Transport, TransportResult, catalog::Target};
use std::sync::{Arc, Mutex};

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;

/// Writes down its name and the operation, and adds a header.
struct Named(Arc<dyn Transport>, &'static str, Arc<Mutex<Vec<String>>>);

impl Named {
    fn note(&self, request: &mut http::Request<Bytes>) {
        let operation = request.extensions().get::<CallInfo>().unwrap().operation.id;
        self.2.lock().unwrap().push(format!("{} {operation}", self.1));
        request.headers_mut().append("x-through", self.1.parse().unwrap());
    }
}

impl Transport for Named {
    fn send(&self, mut request: http::Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        self.note(&mut request);
        self.0.send(request, limits)
    }

    fn stream(&self, mut request: http::Request<Bytes>) -> BoxFuture<'_, StreamResult> {
        self.note(&mut request);
        self.0.stream(request)
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn layers_are_around_each_other_and_know_the_operation() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let memory = Memory::fixed(200, "application/json", BOOK);
    let named = |name: &'static str| {
        let seen = Arc::clone(&seen);
        move |inner| Named(inner, name, Arc::clone(&seen))
    };
    let builder = once(&CLIENT).base_url("http://h").layer(named("inner")).layer(named("outer"));
    let target = Target::new(builder.transport(memory.clone()).build().unwrap());
    Call::new(target.clone(), FindBook::new("1")).send().await.unwrap();
    Call::new(target, FindBook::new("1")).stream().await.unwrap();
    let both = ["outer library.findBook", "inner library.findBook"];
    assert_eq!(*seen.lock().unwrap(), [both, both].concat());
    let through: Vec<_> = memory.asked.lock().unwrap()[0].headers().get_all("x-through").iter().cloned().collect();
    assert_eq!(through, ["outer", "inner"]);
}

/// The transport of the builder's own settings is there for a layer, too.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_layer_is_around_the_usual_transport() {
    let server = Server::start(|_| Some(json("200 OK", "", BOOK))).await;
    let seen = Arc::default();
    let builder = once(&CLIENT).base_url(&server.url).layer(move |inner| Named(inner, "all", Arc::clone(&seen)));
    Call::new(Target::new(builder.build().unwrap()), FindBook::new("1")).send().await.unwrap();
    assert!(server.asked()[0].contains("x-through: all"), "{}", server.asked()[0]);
}

#[cfg(feature = "tower")]
mod tower {
    use super::*;
    use chainloom_runtime::{BodyStream, ErrorKind, TransportError, TransportService};
    use std::{
        fmt,
        task::{Context, Poll},
    };
    use tower_layer::layer_fn;
    use tower_service::Service;

    /// Adds a header, and wraps errors.
    #[derive(Clone)]
    struct Marked(TransportService);

    #[derive(Debug)]
    struct Wrapped(TransportError);

    impl fmt::Display for Wrapped {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("wrapped")
        }
    }

    impl std::error::Error for Wrapped {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }

    impl Service<http::Request<Bytes>> for Marked {
        type Response = http::Response<BodyStream>;
        type Error = Wrapped;
        type Future = BoxFuture<'static, Result<Self::Response, Wrapped>>;

        fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Wrapped>> {
            self.0.poll_ready(context).map_err(Wrapped)
        }

        fn call(&mut self, mut request: http::Request<Bytes>) -> Self::Future {
            let operation = request.extensions().get::<CallInfo>().unwrap().operation.id;
            request.headers_mut().insert("x-operation", operation.parse().unwrap());
            let answer = self.0.call(request);
            Box::pin(async move { answer.await.map_err(Wrapped) })
        }
    }

    #[tokio::test(crate = "chainloom_bounded")]
    async fn layers_of_tower_fit() {
        let server = Server::start(|_| Some(json("200 OK", "", BOOK))).await;
        let builder = once(&CLIENT).base_url(&server.url).max_response_bytes(BOOK.len()).tower_layer(layer_fn(Marked));
        let target = Target::new(builder.clone().build().unwrap());
        assert_eq!(Call::new(target, FindBook::new("1")).send().await.unwrap().pages, 352);
        assert!(server.asked()[0].contains("x-operation: library.findBook"), "{}", server.asked()[0]);
        let small = Target::new(builder.max_response_bytes(BOOK.len() - 1).build().unwrap());
        let error = Call::new(small, FindBook::new("1")).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        // The cause of an error is found within that of a layer.
        let memory = Memory::new(|_| Err(TransportError::connect("refused")));
        let builder = once(&CLIENT).base_url("http://h").transport(memory).tower_layer(layer_fn(Marked));
        let error = Call::new(Target::new(builder.build().unwrap()), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.is_connect(), "{error}");
    }
}
