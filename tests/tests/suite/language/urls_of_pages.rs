//! Lists whose pages have the URL of the next one in their body, as public APIs document them: from
//! a server on loopback that knows nothing of the client, and from the sandbox.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::Json;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use chainloom::runtime::ErrorKind;
use chainloom_sandbox::{Fault, Sandbox};
use messages::Client;
use serde_json::{Value, json};

use crate::loopback::Recorder;

chainloom::include_api!("tests/macros/messages.yaml");

/// The description in Rust.
#[chainloom::api]
mod declared {
    /// A person.
    #[api(rename_all = "PascalCase")]
    struct Person {
        user_name: String,
    }

    /// A page of people.
    struct People {
        value: Vec<Person>,
        #[api(rename = "@odata.nextLink")]
        next_link: Option<String>,
    }

    trait Directory {
        /// Lists the people.
        #[api(get = "/People", paginate(by = "url", items = "value", next = "@odata.nextLink"))]
        fn list_people(&self) -> People;
    }
}

/// A service with 7 messages, whose documentation has this sequence: a page has a path relative to
/// the host as `next_page_uri`, with a token of the server's, and the last one has null. Its people
/// are as OData says: the URL is whole, and absent on the last page.
async fn server() -> Recorder {
    Recorder::start(|arrived| {
        let url = reqwest::Url::parse(&format!("http://h{}", arrived.uri)).unwrap();
        let query: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let given = |name: &str| query.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        // "AC1:token"
        let is_known = arrived.header("authorization") == "Basic QUMxOnRva2Vu";
        let body = match arrived.uri.path() {
            "/2010-04-01/Accounts/AC1/Messages.json" if is_known => messages(&given),
            "/People" => people(&format!("http://{}", arrived.header("host")), &given),
            _ => return (StatusCode::UNAUTHORIZED, Json(json!({}))).into_response(),
        };
        Json(body).into_response()
    })
    .await
}

fn messages(given: &dyn Fn(&str) -> Option<String>) -> Value {
    let size: usize = given("PageSize").map_or(50, |size| size.parse().unwrap());
    let start: usize = given("PageToken").map_or(0, |token| token.strip_prefix("PASM").unwrap().parse().unwrap());
    let end = (start + size).min(7);
    let page = start / size;
    let uri = |page: usize, token: usize| {
        format!("/2010-04-01/Accounts/AC1/Messages.json?PageSize={size}&Page={page}&PageToken=PASM{token}")
    };
    json!({
        "first_page_uri": format!("/2010-04-01/Accounts/AC1/Messages.json?PageSize={size}&Page=0"),
        "next_page_uri": (end < 7).then(|| uri(page + 1, end)),
        "page": page, "page_size": size, "start": start, "end": end.saturating_sub(1),
        "messages": (start..end).map(|id| json!({ "sid": format!("SM{id}"), "body": "Hello" })).collect::<Vec<_>>(),
    })
}

fn people(url: &str, given: &dyn Fn(&str) -> Option<String>) -> Value {
    let start: usize = given("$skiptoken").map_or(0, |token| token.parse().unwrap());
    let end = (start + 2).min(5);
    let mut page = json!({
        "@odata.context": format!("{url}/$metadata#People"),
        "value": (start..end).map(|id| json!({ "UserName": format!("user{id}") })).collect::<Vec<_>>(),
    });
    if end < 5 {
        let filter = given("$filter").map(|filter| format!("$filter={}&", filter.replace(' ', "%20")));
        page["@odata.nextLink"] = format!("{url}/People?{}$skiptoken={end}", filter.unwrap_or_default()).into();
    }
    page
}

fn client(url: &str) -> Client {
    Client::builder().base_url(url).account("AC1", "token").build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_goes_on_by_a_path_in_its_body() {
    let server = server().await;
    let client = client(&server.url);
    let mut list = client.list_messages("AC1").page_size(3).items();
    let mut ids = Vec::new();
    while let Some(message) = list.try_next().await.unwrap() {
        ids.push(message.sid);
    }
    assert_eq!(ids, ["SM0", "SM1", "SM2", "SM3", "SM4", "SM5", "SM6"]);
    assert!(list.is_complete());
    assert_eq!(
        server.take_lines(),
        [
            "GET /2010-04-01/Accounts/AC1/Messages.json?PageSize=3",
            "GET /2010-04-01/Accounts/AC1/Messages.json?PageSize=3&Page=1&PageToken=PASM3",
            "GET /2010-04-01/Accounts/AC1/Messages.json?PageSize=3&Page=2&PageToken=PASM6",
        ]
    );
    // The position is a text, and another client goes on there with secrets of its own.
    let mut some = client.list_messages("AC1").page_size(3).items().max_items(4);
    while some.try_next().await.unwrap().is_some() {}
    let stored = some.position().unwrap().to_string();
    assert!(!stored.contains("token:") && !stored.contains("127.0.0.1"), "{stored}");
    let mut rest = client.list_messages("AC1").page_size(3).items().resume(stored.parse().unwrap());
    assert_eq!(rest.try_next().await.unwrap().unwrap().sid, "SM4");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_goes_on_by_a_url_in_a_member_with_a_dot() {
    let server = server().await;
    let client = client(&server.url);
    let mut pages = client.list_people().filter("Age gt 3").pages().prefetch(true);
    let mut names = Vec::new();
    while let Some(page) = pages.try_next().await.unwrap() {
        names.extend(page.into_items().into_iter().map(|person| person.user_name));
    }
    assert_eq!(names, ["user0", "user1", "user2", "user3", "user4"]);
    assert_eq!(server.take_lines()[2], "GET /People?$filter=Age%20gt%203&$skiptoken=4");
    let declared = declared::Client::new(&server.url).unwrap();
    let mut people = declared.list_people().items();
    let mut count = 0;
    while people.try_next().await.unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 5);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_leads_to_itself() {
    let text = include_bytes!("../../macros/messages.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("messages.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).items(23).synthetic_only().start().await.unwrap();
    let client = client(&sandbox.url());
    let mut messages = client.list_messages("AC1").page_size(10).items();
    let mut people = client.list_people().filter("x").items();
    let (mut all, mut named) = (0, 0);
    while messages.try_next().await.unwrap().is_some() {
        all += 1;
    }
    while people.try_next().await.unwrap().is_some() {
        named += 1;
    }
    assert_eq!((all, named), (23, 23));
    let page = client.list_people().await.unwrap();
    assert_eq!(page.odata_next_link.unwrap().as_str(), format!("{}/People?sandbox_start=10", sandbox.url()));
    sandbox.add_fault(Fault::TokenCycle).unwrap();
    let mut messages = client.list_messages("AC1").page_size(10).items();
    let error = loop {
        match messages.try_next().await {
            Ok(item) => assert!(item.is_some()),
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::RepeatedPage);
}
