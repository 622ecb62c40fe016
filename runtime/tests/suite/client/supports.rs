//! Whether a server has an operation: by its version, which it is asked for once, and by the
//! deployment.

use super::{
    books::*,
    servers::{Memory, once},
};
use chainloom_runtime::{
    Client, Support,
    schema::{Client as Description, Operation, Protocol, Service, Template, Type, Verb, VersionCall},
};
use std::sync::Arc;

static SHOP: Description = Description::new("shop", "{url}")
    .version(VersionCall::new(Protocol::Rpc { method: "info.version" }, &["app", "version"]).endpoint("/info"));
static OLD: Description = Description::new("old", "{url}")
    .version(VersionCall::new(Protocol::Rest { verb: Verb::Get, path: Template::new("/about", &[]) }, &["version"]));
static TILL: Service = Service::new("till", &SHOP);
static STALL: Service = Service::new("stall", &OLD);
static NEW: Operation = Operation { since: Some("v1.10"), ..at(&TILL) };
static GONE: Operation = Operation { until: Some("1.14"), ..at(&TILL) };
static NAMED: Operation = Operation { since: Some("the great rebuild"), ..at(&TILL) };
static ALWAYS: Operation = at(&TILL);
static STALLED: Operation = Operation { since: Some("2.0"), ..at(&STALL) };
static UNTOLD: Operation = Operation { since: Some("1.0"), ..at(&LIBRARY) };

const fn at(service: &'static Service) -> Operation {
    Operation::new(
        "shop.sell",
        service,
        COUNT_PROTOCOL,
        &chainloom_runtime::schema::Record { name: "none", fields: &[] },
    )
    .output(Type::Boolean)
}

const COUNT_PROTOCOL: Protocol = Protocol::Rpc { method: "sell" };

fn client(description: &'static Description, body: &'static str) -> (Client, Arc<Memory>) {
    let memory = Memory::fixed(200, "application/json", body);
    (once(description).base_url("http://h").transport(memory.clone()).build().unwrap(), memory)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_version_of_the_server_decides() {
    let (shop, memory) = client(&SHOP, r#"{"jsonrpc":"2.0","id":1,"result":{"app":{"version":"shop/v1.9.16"}}}"#);
    assert!(shop.supports(&ALWAYS).await.unwrap().is_supported());
    assert!(memory.asked.lock().unwrap().is_empty(), "nothing depends on the version");
    let server = "shop/v1.9.16".to_owned();
    assert_eq!(shop.supports(&NEW).await.unwrap(), Support::NotBefore { since: "v1.10", server });
    assert_eq!(shop.supports(&GONE).await.unwrap(), Support::Supported);
    assert_eq!(shop.supports(&NAMED).await.unwrap(), Support::Unknown);
    let asked = std::mem::take(&mut *memory.asked.lock().unwrap());
    assert_eq!((asked.len(), asked[0].uri().path()), (1, "/info"));
    assert!(asked[0].body().ends_with(br#""method":"info.version","params":{}}"#));

    let (shop, _) = client(&SHOP, r#"{"jsonrpc":"2.0","id":1,"result":{"app":{"version":"1.15.0"}}}"#);
    let found = shop.supports(&GONE).await.unwrap();
    assert_eq!(found, Support::NotAfter { until: "1.14", server: "1.15.0".to_owned() });
    assert_eq!(found.to_string(), "not after version 1.14; the server runs 1.15.0");
    let (old, memory) = client(&OLD, r#"{"version":"2.0.1"}"#);
    assert!(old.supports(&STALLED).await.unwrap().is_supported());
    assert_eq!(memory.asked.lock().unwrap()[0].uri(), "http://h/about");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_not_known_is_said() {
    let (shop, _) = client(&SHOP, r#"{"jsonrpc":"2.0","id":1,"result":{"app":7}}"#);
    assert_eq!(shop.supports(&NEW).await.unwrap(), Support::Unknown);
    let (books, memory) = client(&CLIENT, "");
    assert_eq!(books.supports(&UNTOLD).await.unwrap(), Support::Unknown);
    assert!(memory.asked.lock().unwrap().is_empty());
    // A server that cannot be asked may be asked again.
    let (shop, memory) = client(&SHOP, "x");
    assert!(shop.supports(&NEW).await.is_err() && shop.supports(&NEW).await.is_err());
    assert_eq!(memory.asked.lock().unwrap().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deployment_may_lack_a_method() {
    let town = once(&CLIENT).deployment(&TOWN).transport(Memory::fixed(200, "", "")).build().unwrap();
    assert_eq!(town.supports(&BURN).await.unwrap(), Support::NotServed { deployment: "town" });
    assert_eq!(town.supports(&COUNT).await.unwrap(), Support::Supported);
    assert_eq!(town.supports(&FIND).await.unwrap(), Support::Supported);
}
