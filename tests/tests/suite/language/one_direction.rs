//! Members that only requests or only responses have: the users of SCIM (RFC 7643), whose service
//! sets `id` and `meta`, and never returns `password`. The server knows nothing of the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::{Router, response::IntoResponse as _};
use chainloom::runtime::catalog::{Arguments, Target};
use chainloom::runtime::codec::{Write as _, Writer};
use chainloom::runtime::schema::Type;
use chainloom::runtime::{self as rt, ErrorKind, RawJson};
use chainloom_sandbox::Sandbox;
use people::calls::CreateUser;
use people::{Client, Email, User};
use serde_json::{Value, json};

use crate::loopback::serve;

chainloom::include_api!("tests/macros/people.yaml");

struct Server {
    url: String,
    got: Arc<Mutex<Vec<Value>>>,
}

impl Server {
    /// Refuses what RFC 7643 does not let a client write, and keeps what it may not return.
    async fn start() -> Self {
        let got = Arc::<Mutex<Vec<Value>>>::default();
        let log = Arc::clone(&got);
        let answer = async move |method: Method, _: Uri, headers: HeaderMap, body: Bytes| {
            assert_eq!(headers["content-type"], "application/scim+json");
            let mut user: Value = serde_json::from_slice(&body).unwrap();
            log.lock().unwrap().push(user.clone());
            let members = user.as_object_mut().unwrap();
            if members.contains_key("id") || members.contains_key("meta") || members.remove("password").is_none() {
                return StatusCode::BAD_REQUEST.into_response();
            }
            members.insert("id".to_owned(), json!("2819c223"));
            members.insert("meta".to_owned(), json!({ "resourceType": "User", "version": "W/\"1\"" }));
            members.insert("groups".to_owned(), if method == Method::PUT { json!(["staff"]) } else { Value::Null });
            for email in members.get_mut("emails").and_then(Value::as_array_mut).into_iter().flatten() {
                email["verified"] = json!(false);
            }
            let status = if method == Method::PUT { StatusCode::OK } else { StatusCode::CREATED };
            (status, [("content-type", "application/scim+json")], user.to_string()).into_response()
        };
        let url = serve(Router::new().fallback(answer)).await;
        Self { url, got }
    }

    fn got(&self) -> Vec<Value> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }
}

#[tokio::test]
async fn each_side_has_its_own_members() {
    let server = Server::start().await;
    let client = Client::new(&server.url).unwrap();
    let user = User::new("ann", "open sesame").emails([Email::new("ann@library.example")]);
    let made = client.create_user(user).await.unwrap();
    assert_eq!(made.id.as_deref(), Some("2819c223"));
    assert_eq!(made.meta.as_ref().map(|meta| meta.resource_type.as_str()), Some("User"));
    assert!(made.password.is_none() && made.groups.is_none());
    assert_eq!(made.emails.as_ref().unwrap()[0].verified, Some(false));
    let sent = json!({ "userName": "ann", "password": "open sesame", "emails": [{ "value": "ann@library.example" }] });
    assert_eq!(server.got(), [sent]);
}

#[tokio::test]
async fn what_was_received_is_sent_without_what_the_service_sets() {
    let server = Server::start().await;
    let client = Client::new(&server.url).unwrap();
    let mut made = client.create_user(User::new("ann", "open sesame")).await.unwrap();
    server.got();
    // Without the password, which no response has, it is no request.
    let error = client.replace_user("2819c223", made.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert!(error.to_string().contains("`body.password` is required, but was left out"), "{error}");
    made.password = Some("new".into());
    let call = client.replace_user("2819c223", made);
    for shown in [format!("{call:?}"), call.to_curl().unwrap()] {
        assert!(shown.contains("ann") && !shown.contains("W/"), "what is shown is what is sent: {shown}");
    }
    let replaced = call.await.unwrap();
    assert_eq!(server.got(), [json!({ "userName": "ann", "password": "new" })]);
    assert_eq!(replaced.groups.as_deref().map(<[rt::Text]>::len), Some(1));
    // As a value of the program, it is whole.
    let mut writer = Writer::new();
    replaced.write(Type::Json, &mut writer);
    let kept = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(kept.starts_with("{\"id\":\"2819c223\""), "{kept}");
    assert_eq!(RawJson::parse(&kept).unwrap().to::<User>().unwrap(), replaced);
}

#[tokio::test]
async fn an_untyped_call_is_told_the_same() {
    let server = Server::start().await;
    let client = Client::new(&server.url).unwrap();
    let user = json!({ "id": "1", "userName": "ann", "emails": [{ "value": "a", "verified": true }] });
    let schema = <CreateUser as rt::Operation>::schema();
    let mut arguments = Arguments::new(schema);
    arguments.set("body", &RawJson::parse(&user.to_string()).unwrap()).unwrap();
    let target = Target::new(client.inner().clone());
    let error = client.inner().execute(schema, &arguments.into_members(), &target).await.unwrap_err();
    let text = error.to_string();
    for told in [
        "`body.id` is set by the service, so it cannot be sent: leave it out",
        "`body.password` is required, but was left out",
        "`body.emails[0].verified` is set by the service",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(server.got().is_empty());
}

#[tokio::test]
async fn the_sandbox_serves_and_demands_them() {
    let text = include_bytes!("../../macros/people.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("people.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    for name in ["ann", "bob", "eve"] {
        let made = client.create_user(User::new(name, "secret")).await.unwrap();
        assert!(made.id.is_some() && made.meta.is_some() && made.password.is_none(), "{made:?}");
    }
    let http = reqwest::Client::new();
    let url = format!("{}/Users", sandbox.url());
    for wrong in [json!({ "userName": "ann" }), json!({ "userName": "ann", "password": "a", "id": "1" })] {
        let request = http.post(&url).header("content-type", "application/scim+json").body(wrong.to_string());
        assert_eq!(request.send().await.unwrap().status(), 400, "{wrong}");
    }
}
