//! Content of a request that a redirect sends to another origin: no keys, whatever place the server states.

use super::{
    books::*,
    servers::{Server, json, once},
};
use bytes::Bytes;
use chainloom_runtime::{__private as rt, BoxFuture, Limits, Transport, TransportResult};
use rt::Target;
use rt::schema::{
    BYTES, Binding, Client as Description, Operation, Place, Protocol, Response, ResponseBody, Secret, Service,
    ServiceRef,
};
use rt::schema::{Record, Template, Type, Verb};
use std::sync::Arc;

static KEYED: Description = Description::new("keyed", "{url}")
    .auth(&[Secret::query("key", "key").optional(), Secret::header("card", "x-card").optional()])
    .services(&[ServiceRef::new("store")]);
static STORE: Service = Service::new("store", &KEYED);
static INPUT: Record = Record { name: "input", fields: &[rt::schema::Field::required("body", Type::Text)] };
static FETCH: Operation = Operation::new(
    "store.fetch",
    &STORE,
    Protocol::Rest { verb: Verb::Get, path: Template::new("/fetch", &[]) },
    &INPUT,
)
.bindings(&[Binding::member(Place::Whole, "body", 0), fixed(Place::Query, "v", "1")])
.output(BYTES)
.response(&Response::new(ResponseBody::Bytes(&["image/png"])).leaves_origin());

/// Returns the request to the first server, which redirects to `place` with its query for `$`, and the request to the
/// other origin.
async fn asked_elsewhere(place: &'static str) -> (String, String) {
    let store = Server::start(|_| Some(json("200 OK", "", "x"))).await;
    let elsewhere = store.url.clone();
    let here = Server::start(move |request| {
        let query = request.split_once('?').and_then(|(_, rest)| rest.split_once(' ')).map_or("", |(query, _)| query);
        Some(json("307 Temporary Redirect", &format!("location: {elsewhere}{}\r\n", place.replace('$', query)), ""))
    })
    .await;
    let client = once(&KEYED).base_url(format!("{}?own=in-the-base", here.url));
    let client = client.secret("key", "a secret+&").secret("card", "a-card").build().unwrap();
    let target = Target::new(client.clone());
    let reply = client.execute(&FETCH, &[Some(b"\"for the service\"".to_vec())], &target).await.unwrap();
    assert_eq!(reply.raw().as_ref(), b"x");
    (here.asked().remove(0), store.asked().remove(0))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_query_that_the_server_copies_goes_on_without_keys() {
    for (place, sent) in [
        ("/stored?$", "/stored?v=1"),
        ("/stored?$&signed=a%2Fb", "/stored?v=1&signed=a%2Fb"),
        ("/stored?key=another&own=", "/stored?key=another&own="),
        ("/stored?key=a%20secret%2B%26", "/stored"),
        ("/stored?a+b=%20", "/stored?a+b=%20"),
    ] {
        let (first, second) = asked_elsewhere(place).await;
        assert!(first.starts_with("GET /fetch?own=in-the-base&v=1&key=a%20secret%2B%26 HTTP/1.1\r\n"), "{first}");
        assert!(first.ends_with("\r\n\r\n\"for the service\"") && first.contains("x-card: a-card"), "{first}");
        assert!(second.starts_with(&format!("GET {sent} HTTP/1.1\r\n")), "{second}");
        assert!(second.ends_with("\r\n\r\n") && !second.contains("card"), "{second}");
    }
}

/// A layer that changes nothing, which is not known of it.
struct Through(Arc<dyn Transport>);

impl Transport for Through {
    fn send(&self, request: http::Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        self.0.send(request, limits)
    }
}

/// Headers that an HTTP client or a layer of the user adds are not known here, so nothing goes to
/// another origin with it.
#[tokio::test(crate = "chainloom_bounded")]
async fn an_http_client_or_a_layer_of_the_user_does_not_leave_the_origin() {
    let store = Server::start(|_| Some(json("200 OK", "", "x"))).await;
    let place = format!("location: {}/stored\r\n", store.url);
    let here = Server::start(move |_| Some(json("307 Temporary Redirect", &place, ""))).await;
    let headers = http::HeaderMap::from_iter([(http::header::AUTHORIZATION, "a-card".parse().unwrap())]);
    let client = once(&KEYED).base_url(&here.url);
    let through = client.clone().layer(Through);
    for client in [client.http_client(reqwest::Client::builder().default_headers(headers)), through] {
        let client = client.build().unwrap();
        let target = Target::new(client.clone());
        let error = client.execute(&FETCH, &[Some(b"\"\"".to_vec())], &target).await.unwrap_err();
        let text = "the client of `.http_client(…)` may add headers of its own, and so may a layer";
        assert!(error.to_string().contains(text), "{error}");
    }
    assert!(here.asked()[0].contains("a-card") && store.asked().is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_in_a_path_that_the_server_copies_does_not_go_on() {
    const PATH: &str = "/v3/0123456789abcdef0123456789abcdef";
    let store = Server::start(|_| Some(json("200 OK", "", "x"))).await;
    for (copied, goes_on) in [(PATH, false), ("/v3/word", true)] {
        let place = format!("{}{copied}/stored", store.url);
        let here = Server::start(move |_| Some(json("302 Found", &format!("location: {place}\r\n"), ""))).await;
        let client = once(&KEYED).service_endpoint("store", format!("{}{PATH}", here.url)).build().unwrap();
        let target = Target::new(client.clone());
        let reply = client.execute(&FETCH, &[Some(b"\"for the service\"".to_vec())], &target).await;
        assert_eq!(store.asked().len(), usize::from(goes_on));
        match reply {
            Ok(reply) => assert!(goes_on && reply.raw().as_ref() == b"x"),
            Err(error) => {
                assert!(!goes_on && error.to_string().contains("may be a key"), "{error}");
                assert!(!error.to_string().contains("/v3"), "{error}");
            }
        }
    }
}
