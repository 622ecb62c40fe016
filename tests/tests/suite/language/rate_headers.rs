//! Headers of a rate limit in the forms that services send, from a server of this file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::response::IntoResponse as _;

use crate::loopback::Recorder;

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the service is.")),
    headers(rateLimit(limit = "x-calls", remaining = "x-calls"))
))]
mod joint {
    trait Joint {
        /// Does nothing.
        #[api(get = "/")]
        fn ping(&self) -> ();
    }
}

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the service is.")),
    headers(rateLimit(limit = "x-limit", remaining = "x-left"))
))]
mod apart {
    trait Apart {
        /// Does nothing.
        #[api(get = "/")]
        fn ping(&self) -> ();
    }
}

/// A server with these headers.
async fn server(headers: &'static [(&'static str, &'static str)]) -> Recorder {
    Recorder::start(move |_| axum::response::AppendHeaders(headers.iter().copied()).into_response()).await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn one_header_may_have_what_was_used_and_the_limit() {
    for (text, expected) in [
        ("32/40", (Some(40), Some(8))),
        ("41 / 40", (Some(40), Some(0))),
        ("40", (Some(40), Some(40))),
        ("none", (None, None)),
    ] {
        let headers = Vec::leak(vec![("x-calls", text)]);
        let server = server(headers).await;
        let reply = joint::Client::new(&server.url).unwrap().ping().reply().await.unwrap();
        let limit = reply.rate_limit();
        assert_eq!((limit.limit(), limit.remaining()), expected, "{text}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn headers_of_their_own_have_a_number_each() {
    let server = server(&[("x-limit", "100;w=60"), ("x-left", "8/100")]).await;
    let reply = apart::Client::new(&server.url).unwrap().ping().reply().await.unwrap();
    assert_eq!((reply.rate_limit().limit(), reply.rate_limit().remaining()), (Some(100), Some(8)));
}
