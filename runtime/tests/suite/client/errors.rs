//! Texts of errors, and their facts for programs.

use super::{
    books::*,
    servers::{Memory, once},
};
use chainloom_runtime::{Call, Error, ErrorKind, TransportError, catalog::Target, schema::Effect};
use std::{error::Error as _, time::Duration};

async fn find(status: u16, kind: &'static str, body: &str) -> Error {
    let memory = Memory::fixed(status, kind, body.to_owned());
    let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err()
}

async fn count(status: u16, kind: &'static str, body: &str) -> Error {
    let memory = Memory::fixed(status, kind, body.to_owned());
    let client = once(&CLIENT).deployment(&TOWN).transport(memory).build().unwrap();
    let target = Target::new(client.clone());
    client.execute(&BURN, &vec![None; 3], &target).await.unwrap_err()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn one_line_that_says_it() {
    let json = "application/json; charset=utf-8";
    for (error, text) in [
        (
            find(400, json, r#"{"message":["bad\nid","bad tag"],"code":7}"#).await,
            "library.findBook: GET /v1/cellar/books/1:find: 400 Bad Request: bad id; bad tag",
        ),
        (
            find(404, json, r#"{"message":"no such book"}"#).await,
            "library.findBook: GET /v1/cellar/books/1:find: 404 Not Found: no such book. Needs a reading card. The \
             path holds `cellar`, the default of `room`: where the service has another, take a deployment that sets \
             it, or call `.var(\"room\", …)` on the builder.",
        ),
        (
            find(404, "text/plain", "404 page not found\n").await,
            "library.findBook: GET /v1/cellar/books/1:find: 404 Not Found: 404 page not found. Needs a reading card. \
             The path holds `cellar`, the default of `room`: where the service has another, take a deployment that \
             sets it, or call `.var(\"room\", …)` on the builder. Nothing is served at this path: it is not enabled \
             there, the base URL is wrong, or the server has only just started.",
        ),
        (
            find(503, "text/html", "<html>\n<body>wait</body></html>").await,
            "library.findBook: GET /v1/cellar/books/1:find: 503 Service Unavailable: an HTML page. The server is \
             still starting up or overloaded: try again.",
        ),
        (
            find(404, json, r#"{"message":"Not found."}"#).await,
            "library.findBook: GET /v1/cellar/books/1:find: 404 Not Found. Needs a reading card. The path holds \
             `cellar`, the default of `room`: where the service has another, take a deployment that sets it, or call \
             `.var(\"room\", …)` on the builder.",
        ),
        (
            find(500, "text/plain", "500 Internal Server Error\n").await,
            "library.findBook: GET /v1/cellar/books/1:find: 500 Internal Server Error",
        ),
        (find(500, "", "").await, "library.findBook: GET /v1/cellar/books/1:find: 500 Internal Server Error"),
        (
            find(200, json, r#"{"title":"A","pages":"many"}"#).await,
            "library.findBook: the response does not fit: pages: expected a whole number in the range of u64, found the text \"many\" at byte 21: {\"title\":\"A\",\"pages\":\"many\"}",
        ),
        (
            count(200, json, r#"{"id":1,"error":{"code":-32601,"message":"the method\tis unknown"}}"#).await,
            "positional.burn: error -32601: the method is unknown. The method may be off at this server. Needs the \
             flag `--shelves`. The deployment `town` does not serve this method. The name of the method holds `bk`, \
             the default of `prefix`: where the service has another, take a deployment that sets it, or call \
             `.var(\"prefix\", …)` on the builder.",
        ),
        (
            count(429, json, r#"{"id":1,"error":{"code":-5,"message":"slow down"}}"#).await,
            "positional.burn: error -5: slow down (status 429 Too Many Requests)",
        ),
        (
            count(200, json, r#"{"id":2,"result":3}"#).await,
            "positional.burn: POST /api/rpc/hall/bk: no JSON-RPC response to this call: its id is 2, but the \
             request's is 1",
        ),
        (
            count(200, "text/html", "<html>\u{7}</html>").await,
            "positional.burn: POST /api/rpc/hall/bk: no JSON-RPC response to this call: expected a JSON object, found \
             what may be HTML: <html> </html>",
        ),
    ] {
        let shown = error.to_string();
        assert_eq!(shown, text);
        assert!(!shown.chars().any(char::is_control));
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_programs_ask() {
    let error = find(400, "application/json", r#"{"message":"no","code":7}"#).await;
    assert!(error.is_status() && !error.is_rpc() && !error.is_retryable());
    assert_eq!((error.operation(), error.status().unwrap().as_u16()), (Some("library.findBook"), 400));
    assert_eq!(error.server_message(), Some("no"));
    assert_eq!(error.headers().unwrap()["node"], "n1");
    assert_eq!(error.body(), Some(br#"{"message":"no","code":7}"#.as_slice()));
    let problem: Problem = error.body_as().unwrap().unwrap();
    assert_eq!((problem.code, problem.message.unwrap().as_str()), (Some(7), "\"no\""));

    let error = count(200, "", r#"{"id":1,"error":{"code":3,"message":"reverted","data":"0x08"}}"#).await;
    assert!(error.is_rpc() && error.kind() == ErrorKind::Rpc);
    assert_eq!((error.rpc_code(), error.server_message()), (Some(3), Some("reverted")));
    assert_eq!(error.rpc_data().unwrap().as_str(), "\"0x08\"");

    let error = find(200, "", r#"{"title":"A"}"#).await;
    assert!(error.is_decode() && error.source().is_some());
    assert!(error.read_error().unwrap().to_string().contains("pages"), "{error}");
    let error = find(200, "", "").await;
    assert!(error.is_decode(), "{error}");
    let error = count(200, "", "").await;
    assert!(error.is_decode() && error.kind() == ErrorKind::Protocol);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_may_be_tried_again() {
    for (status, again) in [
        (400, false),
        (401, false),
        (404, false),
        (408, true),
        (409, false),
        (429, true),
        (500, true),
        (501, false),
        (502, true),
        (503, true),
        (504, true),
        (425, true),
        (519, false),
        (520, true),
        (521, true),
        (522, true),
        (523, true),
        (524, true),
        (525, false),
        (529, true),
    ] {
        let error = find(status, "", "").await;
        assert_eq!(error.is_retryable(), again, "{status}");
        assert_eq!(error.may_repeat(Effect::Read), again);
        assert_eq!(error.may_repeat(Effect::Write), status == 429);
        assert_eq!(error.may_repeat(Effect::Once), status == 429);
    }
    let sent = |make: fn() -> TransportError| async move {
        let memory = Memory::new(move |_| Err(make()));
        let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
        Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err()
    };
    let error = sent(|| TransportError::connect("refused")).await;
    assert_eq!(error.to_string(), "library.findBook: could not connect: refused. Is a server running at http://h?");
    assert!(error.is_transport() && error.is_connect() && error.may_repeat(Effect::Write));
    let error = sent(|| TransportError::other("reset")).await;
    assert!(error.is_transport() && error.may_repeat(Effect::Idempotent) && !error.may_repeat(Effect::Once));
    let error = sent(|| TransportError::timeout("slow")).await;
    assert!(error.is_timeout() && error.is_retryable() && !error.may_repeat(Effect::Write));
    let error = sent(|| TransportError::too_large(5)).await;
    assert!(error.is_transport() && !error.is_retryable());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn when_to_try_again() {
    let after = |status: u16, name: &'static str, value: &'static str| async move {
        let memory = Memory::new(move |_| {
            Ok(http::Response::builder().status(status).header(name, value).body("".into()).unwrap())
        });
        let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
        Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err().retry_after()
    };
    assert_eq!(after(429, "retry-after", "3").await, Some(Duration::from_secs(3)));
    assert_eq!(after(503, "retry-after", "120").await, Some(Duration::from_secs(120)));
    assert_eq!(after(429, "limit-reset", "9;w=1").await, Some(Duration::from_secs(9)));
    assert_eq!(after(503, "limit-reset", "9").await, None);
    // A moment in place of a span: one that has passed, and one that comes.
    assert_eq!(after(429, "limit-reset", "1700000000").await, Some(Duration::ZERO));
    let soon = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() + 60;
    let left = after(429, "limit-reset", soon.to_string().leak()).await.unwrap();
    assert!(left > Duration::from_secs(30) && left <= Duration::from_secs(60), "{left:?}");
    assert_eq!(after(503, "retry-after", "Sun, 06 Nov 1994 08:49:37 GMT").await, Some(Duration::ZERO));
    assert_eq!(after(429, "retry-after", "soon").await, None);
    // No number is too large, and a part of a second is not forgotten.
    assert_eq!(after(429, "retry-after", "99999999999999999999999").await, Some(Duration::from_secs(u64::MAX)));
    assert_eq!(after(429, "retry-after", "1.5").await, Some(Duration::from_secs(2)));
    assert_eq!(after(429, "retry-after", "7.000").await, Some(Duration::from_secs(7)));
    assert_eq!(after(429, "limit-reset", "0.2").await, Some(Duration::from_secs(1)));
    assert_eq!(after(429, "retry-after", "-1").await, None);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_long_body_is_cut() {
    let error = find(500, "text/plain", &"x".repeat(1_000_000)).await;
    assert_eq!(error.body().unwrap().len(), 256 * 1024);
    assert!(error.to_string().len() < 500);
}

/// The predicates hold for whatever layer says it.
#[tokio::test(crate = "chainloom_bounded")]
async fn what_an_error_is_told_by() {
    let asked = |error: &Error| {
        [error.is_rate_limited(), error.is_not_found(), error.is_unauthorized(), error.is_timeout(), error.is_decode()]
    };
    for (status, told) in [
        (429, [true, false, false, false, false]),
        (404, [false, true, false, false, false]),
        (410, [false, true, false, false, false]),
        (401, [false, false, true, false, false]),
        (403, [false, false, true, false, false]),
        (408, [false, false, false, true, false]),
        (504, [false, false, false, true, false]),
        (522, [false, false, false, true, false]),
        (524, [false, false, false, true, false]),
        (529, [false; 5]),
        (500, [false; 5]),
    ] {
        assert_eq!(asked(&find(status, "", "").await), told, "{status}");
        let rpc = count(status, "", r#"{"id":1,"error":{"code":-5,"message":"no"}}"#).await;
        assert_eq!((asked(&rpc), rpc.rpc_code()), (told, Some(-5)), "{status}");
    }
    let error = count(200, "", r#"{"id":1,"error":{"code":-5,"message":"Rate limit exceeded"}}"#).await;
    // A message alone says nothing.
    assert!(!error.is_rate_limited() && !error.is_retryable() && !error.may_repeat(Effect::Read), "{error}");
    let error = count(200, "", "no").await;
    assert!(error.is_decode() && !error.is_not_found() && error.rpc_code().is_none());
}

/// A status of which the description says it is worth a retry, and only where it does.
#[tokio::test(crate = "chainloom_bounded")]
async fn statuses_that_the_description_retries() {
    let started = count(404, "text/plain", "404 page not found").await;
    assert!(started.is_retryable() && started.may_repeat(Effect::Read) && started.is_not_found(), "{started}");
    // Nothing was done, since nobody was there.
    assert!(started.may_repeat(Effect::Write));
    assert!(!count(405, "", "").await.is_retryable());
    assert!(!find(404, "text/plain", "404 page not found").await.is_retryable());
}

/// Characters that reorder or hide text are shown as escapes, wherever they come from.
#[tokio::test(crate = "chainloom_bounded")]
async fn no_text_hides_another() {
    let bad = "\u{202e}\u{2066}\u{200b}\u{7f}\u{feff}";
    for error in [
        find(400, "application/json", &format!(r#"{{"message":"a{bad}b"}}"#)).await,
        find(400, "text/plain", &format!("a{bad}b")).await,
        find(200, "", &format!(r#"{{"title":"","pages":"{bad}"}}"#)).await,
        count(200, "", &format!(r#"{{"id":1,"error":{{"code":"{bad}","message":"a{bad}b"}}}}"#)).await,
        count(200, "", &format!("no {bad} JSON")).await,
    ] {
        let shown = format!("{error} {error:?}");
        assert!(!shown.chars().any(|c| bad.contains(c)), "{shown}");
        assert!(shown.contains(r"\u{202e}"), "{shown}");
    }
}

/// The default of a name may be the mistake, so it is stated, and only there.
#[tokio::test(crate = "chainloom_bounded")]
async fn names_that_nobody_has_decided_are_told() {
    let at = |client: chainloom_runtime::Builder, status| async move {
        let client = client.transport(Memory::fixed(status, "", "")).build().unwrap();
        Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err().to_string()
    };
    let plain = || once(&CLIENT).base_url("http://h");
    let shown = at(plain(), 401).await;
    assert!(shown.contains("The header of the key holds `x-books-key`, the default of `keyHeader`"), "{shown}");
    assert!(!shown.contains("The path holds"), "{shown}");
    assert!(!at(plain().var("keyHeader", "x"), 401).await.contains("default of"));
    assert!(!at(plain().deployment(&TOWN), 401).await.contains("default of"));
    assert!(!at(plain().var("room", "loft"), 404).await.contains("default of"));
    assert!(!at(plain(), 500).await.contains("default of"));
}

/// The ID of a request is shown, so that an operator finds it: from the header that the spec names,
/// or from a usual one.
#[tokio::test(crate = "chainloom_bounded")]
async fn ids_of_requests() {
    use chainloom_runtime::http::{Method, Response};
    static NAMED: chainloom_runtime::schema::Client =
        chainloom_runtime::schema::Client::new("named", "{url}").request_id("x-call");
    let key = "hush-hush-42";
    for (description, headers, id) in [
        (&CLIENT, &[("cf-ray", "c1"), ("x-request-id", "r1")][..], Some("r1")),
        (&CLIENT, &[("x-call", "n1")], None),
        (&NAMED, &[("x-request-id", "r1"), ("x-call", "n1")], Some("n1")),
        (&NAMED, &[("x-request-id", "r1"), ("x-call", "")], Some("r1")),
    ] {
        for status in [200, 503] {
            let memory = Memory::new(move |_| {
                let answer =
                    headers.iter().fold(Response::builder().status(status), |all, (name, id)| all.header(*name, *id));
                Ok(answer.body("1".into()).unwrap())
            });
            let client = once(description).base_url("http://h").transport(memory).build().unwrap();
            match client.request(Method::GET, "/v1").reply().await {
                Ok(reply) => assert_eq!(reply.request_id(), id),
                Err(error) => {
                    assert_eq!(error.request_id(), id);
                    let shown = id.map(|id| format!("Unavailable: 1 (request ID {id})."));
                    assert!(shown.is_none_or(|shown| error.to_string().contains(&shown)), "{error}");
                }
            }
        }
    }
    let echo =
        Memory::new(move |_| Ok(Response::builder().status(500).header("x-request-id", key).body("".into()).unwrap()));
    let client = once(&CLIENT).base_url("http://h").secret("apiKey", key).transport(echo).build().unwrap();
    let error = client.request(Method::GET, "/v1").await.unwrap_err();
    assert!(error.to_string().ends_with("(request ID [secret])"), "{error}");
}
