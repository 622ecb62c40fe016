//! Members that only requests or only responses have: the users of SCIM (RFC 7643), whose service
//! sets `id` and `meta`, and never returns `password`. The server knows nothing of the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::http::{Method, StatusCode};
use axum::response::IntoResponse as _;
use chainloom::runtime::catalog::{Arguments, Target};
use chainloom::runtime::codec::{Write as _, Writer};
use chainloom::runtime::schema::Type;
use chainloom::runtime::{self as rt, ErrorKind, RawJson};
use chainloom_sandbox::Sandbox;
use people::calls::CreateUser;
use people::{Client, Email, User};
use serde_json::{Value, json};

use crate::loopback::{Arrived, Recorder};

chainloom::include_api!("tests/macros/people.yaml");

/// The description in Rust.
#[chainloom::api]
mod declared {
    /// An address.
    struct Email {
        /// The address.
        value: String,
        /// Whether the service has verified it.
        #[api(readOnly)]
        verified: bool,
    }

    /// What the service knows of an entry.
    struct Meta {
        /// Kind of the entry.
        resource_type: String,
    }

    /// A person.
    struct User {
        /// Identifier that the service gives.
        #[api(readOnly)]
        id: String,
        /// Name for the login.
        user_name: String,
        /// Password.
        #[api(writeOnly, secret)]
        password: String,
        /// Addresses.
        emails: Option<Vec<Email>>,
        /// What the service knows.
        #[api(readOnly)]
        meta: Meta,
        /// Groups of the person.
        #[api(readOnly)]
        groups: Option<Vec<String>>,
    }

    trait People {
        /// Adds a person.
        #[api(post = "/Users", effect = "once", content = "application/scim+json", status = [201])]
        fn create_user(&self, body: User) -> User;

        /// Replaces a person.
        #[api(put = "/Users/{id}", effect = "write", content = "application/scim+json")]
        fn replace_user(&self, id: String, body: User) -> User;
    }
}

/// Refuses what RFC 7643 does not let a client write, and keeps what it may not return.
async fn server() -> Recorder {
    Recorder::start(|arrived| {
        assert_eq!(arrived.header("content-type"), "application/scim+json");
        let is_replaced = arrived.method == Method::PUT;
        let mut user = arrived.json();
        let members = user.as_object_mut().unwrap();
        if members.contains_key("id") || members.contains_key("meta") || members.remove("password").is_none() {
            return StatusCode::BAD_REQUEST.into_response();
        }
        members.insert("id".to_owned(), json!("2819c223"));
        members.insert("meta".to_owned(), json!({ "resourceType": "User", "version": "W/\"1\"" }));
        members.insert("groups".to_owned(), if is_replaced { json!(["staff"]) } else { Value::Null });
        for email in members.get_mut("emails").and_then(Value::as_array_mut).into_iter().flatten() {
            email["verified"] = json!(false);
        }
        let status = if is_replaced { StatusCode::OK } else { StatusCode::CREATED };
        (status, [("content-type", "application/scim+json")], user.to_string()).into_response()
    })
    .await
}

/// The bodies that have arrived.
fn got(server: &Recorder) -> Vec<Value> {
    server.take().iter().map(Arrived::json).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_side_has_its_own_members() {
    let server = server().await;
    let client = Client::new(&server.url).unwrap();
    let user = User::new("ann", "open sesame").emails([Email::new("ann@library.example")]);
    let made = client.create_user(user).await.unwrap();
    assert_eq!(made.id.as_deref(), Some("2819c223"));
    assert_eq!(made.meta.as_ref().map(|meta| meta.resource_type.as_str()), Some("User"));
    assert!(made.password.is_none() && made.groups.is_none());
    assert_eq!(made.emails.as_ref().unwrap()[0].verified, Some(false));
    let sent = json!({ "userName": "ann", "password": "open sesame", "emails": [{ "value": "ann@library.example" }] });
    assert_eq!(got(&server), [sent]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_was_received_is_sent_without_what_the_service_sets() {
    let server = server().await;
    let client = Client::new(&server.url).unwrap();
    let mut made = client.create_user(User::new("ann", "open sesame")).await.unwrap();
    got(&server);
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
    assert_eq!(got(&server), [json!({ "userName": "ann", "password": "new" })]);
    assert_eq!(replaced.groups.as_deref().map(<[rt::Text]>::len), Some(1));
    // As a value of the program, it is whole.
    let mut writer = Writer::new();
    replaced.write(Type::Json, &mut writer);
    let kept = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(kept.starts_with("{\"id\":\"2819c223\""), "{kept}");
    assert_eq!(RawJson::parse(&kept).unwrap().to::<User>().unwrap(), replaced);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_untyped_call_is_told_the_same() {
    let server = server().await;
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
    assert!(got(&server).is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
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

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let server = server().await;
    let client = declared::Client::new(&server.url).unwrap();
    let user = declared::User::new("ann", "open sesame").emails([declared::Email::new("a@library.example")]);
    let mut made = client.create_user(user).await.unwrap();
    assert_eq!((made.id.as_deref(), made.password.as_ref()), (Some("2819c223"), None));
    assert_eq!(made.emails.as_ref().unwrap()[0].verified, Some(false));
    let error = client.replace_user("2819c223", made.clone()).await.unwrap_err();
    assert!(error.to_string().contains("`body.password` is required, but was left out"), "{error}");
    made.password = Some("new".into());
    let replaced = client.replace_user("2819c223", made).await.unwrap();
    assert_eq!(replaced.groups.as_deref().map(<[rt::Text]>::len), Some(1));
    let emails = json!([{ "value": "a@library.example" }]);
    let sent = |password: &str| json!({ "userName": "ann", "password": password, "emails": emails });
    assert_eq!(got(&server), [sent("open sesame"), sent("new")]);
}
