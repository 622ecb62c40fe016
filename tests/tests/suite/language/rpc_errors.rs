//! Errors of JSON-RPC that have names, ids that are texts, and two operations on one method:
//! generated from YAML and from Rust, called over loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::Retry;
use serde_json::{Value, json};

use crate::loopback::Server;
use masts::masts::MastsErrorCode;

chainloom::include_api!("tests/macros/winds.yaml");

#[chainloom::api]
mod masts {
    /// How long.
    struct Wait {
        /// How long.
        seconds: u32,
    }
    #[api(
        endpoint = "/rpc",
        rpc(params = "named", ids = "text", errors = { -32005: { name: LimitExceeded, retry: true, data: Wait },
        3: Broken }),
        effect = "read"
    )]
    trait Masts {
        /// How tall one is.
        #[api(method = "height", errors = { 7: { name: Calm, retry: false } })]
        fn height(&self) -> f64;
    }
}

async fn answering(error: &Value) -> (Server, winds::Client) {
    // A status that is none of success leaves the body as it is; an id may be missing there.
    let server = Server::answering(500, &json!({ "jsonrpc": "2.0", "id": null, "error": error })).await;
    let client = winds::Client::builder().base_url(server.url());
    let client = client.configure(|builder| builder.retry(Retry::none())).build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_has_a_name_a_type_and_tells_whether_to_retry() {
    let error = json!({ "code": -32005.0, "message": "slow down", "data": { "seconds": 3 } });
    let (server, client) = answering(&error).await;
    let error = client.masts().speed_at("top").await.unwrap_err();
    assert_eq!(winds::MastsErrorCode::of(&error), Some(winds::MastsErrorCode::LimitExceeded));
    assert_eq!((error.rpc_code(), error.rpc_name()), (Some(-32005), Some("LimitExceeded")));
    assert_eq!(error.rpc_data_as::<winds::Wait>().unwrap().unwrap().seconds, 3);
    assert!(error.is_retryable(), "{error}");
    assert!(error.to_string().contains("error -32005 (LimitExceeded): slow down"), "{error}");
    assert_eq!(server.request().body["id"], json!("1"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn codes_of_an_operation_and_codes_that_nobody_named() {
    let (_server, client) = answering(&json!({ "code": "7", "message": "calm" })).await;
    let error = client.masts().speed_at("top").await.unwrap_err();
    assert_eq!(winds::MastsErrorCode::of(&error), Some(winds::MastsErrorCode::Calm));
    assert_eq!(error.rpc_error().unwrap().doc, "There is no wind.");
    assert!(!error.is_retryable() && error.rpc_data_as::<winds::Wait>().is_none());
    // The other operation on the method has not said it.
    let error = client.masts().speed_near(1).await.unwrap_err();
    assert_eq!(winds::MastsErrorCode::of(&error), Some(winds::MastsErrorCode::UnknownValue(7)));
    let (_server, client) = answering(&json!({ "code": "NO_WIND", "message": "calm" })).await;
    let error = client.masts().speed_at("top").await.unwrap_err();
    assert_eq!((winds::MastsErrorCode::of(&error), error.rpc_code()), (None, None));
    assert!(error.to_string().contains("error NO_WIND: calm"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn two_operations_go_by_one_method() {
    let server = Server::with_result(&json!([1.5])).await;
    let client = winds::Client::new(server.url()).unwrap();
    assert_eq!(client.masts().speed_near(4).await.unwrap(), [1.5]);
    let body = server.request().body;
    assert_eq!((&body["id"], &body["method"], &body["params"]), (&json!("1"), &json!("speed"), &json!({ "mast": 4 })));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_in_rust() {
    let error = json!({ "code": -3.2005e4, "message": "", "data": { "seconds": 9 } });
    let server = Server::answering(500, &json!({ "id": "1", "error": error })).await;
    let client = masts::Client::builder().base_url(server.url());
    let client = client.configure(|builder| builder.retry(Retry::none())).build().unwrap();
    let error = client.masts().height().await.unwrap_err();
    assert_eq!(MastsErrorCode::of(&error), Some(MastsErrorCode::LimitExceeded));
    assert_eq!(MastsErrorCode::LimitExceeded.to_string(), "LimitExceeded");
    assert_eq!([MastsErrorCode::Broken.code(), MastsErrorCode::Calm.code()], [3, 7]);
    assert_eq!(error.rpc_data_as::<masts::Wait>().unwrap().unwrap().seconds, 9);
}
