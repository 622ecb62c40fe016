//! Calls without types over a sandbox: every operation of the spec, pages, events, and errors with
//! their classes.

use std::sync::LazyLock;

use chainloom_caller::{Caller, Class, ClientProfile, Output, Profile, Secret};
use chainloom_codegen::{NamedModel, name, read_sources};
use chainloom_interpret::Api;
use chainloom_runtime::http::StatusCode;
use chainloom_runtime::schema::{Operation, PageBy, ResponseBody};
use chainloom_sandbox::{Fault, Sandbox};
use chainloom_values::{Draw, Members};
use serde_json::{Map, Value};

/// Value of a variable of a service without a default.
pub(crate) const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

fn api() -> Api {
    static SPEC: LazyLock<NamedModel> = LazyLock::new(|| {
        let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        name(&read_sources("spec", files.collect()).unwrap(), &[]).unwrap()
    });
    Api::of(&SPEC)
}

pub(crate) fn caller(url: String) -> Caller {
    Caller::new(api(), Profile { url: Some(url), retries: Some(0), ..Profile::default() }).unwrap()
}

/// Returns required parameters that fit. Page tokens are tokens of the service.
pub(crate) fn input(operation: &'static Operation) -> Map<String, Value> {
    let mut input = Draw::new(1).members(Members::Required).input(operation);
    if let Some(PageBy::Token { into, .. } | PageBy::Last { into, .. }) = operation.paginate.map(|paging| paging.by) {
        let token = &operation.input.fields[into];
        if !token.required {
            input.shift_remove(token.name);
        }
    }
    input
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_operation_is_called_by_its_id() {
    let sandbox = Sandbox::builder().synthetic_only().start().await.unwrap();
    let caller = caller(sandbox.url());
    let mut wrong = Vec::new();
    for operation in &caller.api().operations {
        let operation = operation.schema;
        let mut call = caller.prepare(operation.id).unwrap();
        for var in operation.service.vars.iter().filter(|var| var.default.is_none()) {
            call.var(var.name, INSTANCE);
        }
        let input = input(operation);
        call.json(&Value::Object(input.clone()).to_string());
        let dry = call.dry_run().map(|request| request.to_curl());
        wrong.extend(dry.err().map(|error| format!("{}, dry: {error}", operation.id)));
        let sent = call.send().await;
        match (sent, operation.response.body) {
            (Err(error), _) => wrong.push(format!("{}: {error} ({})", operation.id, Value::Object(input))),
            (Ok(Output::Json(_)), ResponseBody::Bytes(_) | ResponseBody::Text(_)) => {
                wrong.push(operation.id.to_owned())
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let seen = sandbox.seen();
    for operation in &caller.api().operations {
        let id = operation.schema.id;
        assert!(seen.iter().any(|request| request.operations.contains(&id)), "{id} was not called");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn errors_have_their_classes() {
    let faults = [
        (401, Class::Unauthorized),
        (404, Class::NotFound),
        (429, Class::RateLimited),
        (503, Class::Unavailable),
        (418, Class::Refused),
    ];
    for (status, class) in faults {
        let fault = Fault::Status(StatusCode::from_u16(status).unwrap());
        let sandbox = Sandbox::builder().fault(fault).start().await.unwrap();
        let caller = caller(sandbox.url());
        let error = caller.prepare("evm.blockNumber").unwrap().send().await.unwrap_err();
        assert_eq!(error.class(), class, "{status}: {error}");
    }
    let sandbox = Sandbox::builder().start().await.unwrap();
    let caller = caller(sandbox.url());
    let call = caller.prepare("evm.blockNumber").unwrap();
    call.send().await.unwrap();
    let class = |error: chainloom_caller::Error| error.class();
    assert_eq!(class(caller.prepare("data.getChain").unwrap_err()), Class::Usage);
    assert_eq!(class(caller.prepare("evm.newHeads").unwrap().call().unwrap_err()), Class::Usage);
    assert_eq!(class(caller.prepare("data.getChainInfo").unwrap().send().await.unwrap_err()), Class::Parameter);
    drop(sandbox);
    assert_eq!(class(call.send().await.unwrap_err()), Class::Connection);
    let unset = Caller::new(api(), Profile::default()).unwrap();
    let error = unset.prepare("data.supportedChains").unwrap().call().unwrap_err();
    assert_eq!(error.class(), Class::Setup);
    assert!(error.to_string().contains("`fuji`"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn texts_become_json_by_their_types() {
    let caller = caller("http://127.0.0.1:1".to_owned());
    let body = |texts: &[(&str, &[&str])], id: &str| {
        let mut call = caller.prepare(id).unwrap();
        for (name, texts) in texts {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            call.texts(name, &texts);
        }
        call.dry_run().map(|request| format!("{} {}", request.url(), String::from_utf8(request.body()).unwrap()))
    };
    let address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    let sent = body(&[("address", &[address]), ("block", &["5"])], "evm.getBalance").unwrap();
    assert!(sent.contains(&format!(r#"["{address}","0x5"]"#)), "{sent}");
    let sent = body(&[("address", &[address]), ("block", &["latest"])], "evm.getBalance").unwrap();
    assert!(sent.contains(r#""latest"]"#), "{sent}");
    let error =
        body(&[("address", &["x"]), ("block", &["laatest"]), ("nosuch", &["1"])], "evm.getBalance").unwrap_err();
    assert_eq!(error.texts().len(), 3, "{error}");
    assert_eq!(error.class(), Class::Parameter);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn secrets_are_sent_and_not_shown() {
    let sandbox = Sandbox::builder().key("hush-hush-42").start().await.unwrap();
    let secrets = [("apiKey".to_owned(), Secret::Text("hush-hush-42".to_owned()))];
    let data = ClientProfile { secrets: secrets.into(), ..ClientProfile::default() };
    let clients = [("data".to_owned(), data)].into();
    let profile = Profile { url: Some(sandbox.url()), clients, ..Profile::default() };
    assert!(!format!("{profile:?}").contains("hush"));
    let caller = Caller::new(api(), profile).unwrap();
    let call = caller.prepare("data.supportedChains").unwrap();
    call.send().await.unwrap();
    let curl = call.dry_run().unwrap().to_curl();
    assert!(curl.contains("$DATA_API_KEY") || curl.contains("${DATA_API_KEY}"), "{curl}");
    assert!(!curl.contains("hush"), "{curl}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn subscriptions_are_json_with_gaps() {
    let sandbox = Sandbox::builder().events_every(std::time::Duration::from_millis(20)).start().await.unwrap();
    let caller = caller(sandbox.url());
    let ids: Vec<&str> = caller.api().subscriptions.iter().map(|subscription| subscription.id).collect();
    assert!(!ids.is_empty());
    for id in ids {
        let mut call = caller.prepare(id).unwrap();
        call.json(&Value::Object(input(call.operation())).to_string());
        let mut events = call.subscribe(None).await.unwrap_or_else(|error| panic!("{id}: {error}"));
        let event = events.next().await.unwrap().unwrap().event().unwrap();
        serde_json::from_str::<Value>(event.as_str()).unwrap();
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_checkup_says_what_answers() {
    let sandbox = Sandbox::builder().deployment("fuji").start().await.unwrap();
    let profile = Profile { url: Some(sandbox.url()), deployment: Some("fuji".to_owned()), ..Profile::default() };
    let found = Caller::new(api(), profile).unwrap().diagnose(&[]).await;
    assert!(found.unset.is_empty(), "{found:?}");
    let node = found.clients.iter().find(|checkup| checkup.client == "node").unwrap();
    assert_eq!(node.deployments, ["fuji"], "{node:?}");
    assert!(node.version.is_some(), "{node:?}");
    let answers = node.services.iter().filter(|service| service.answers()).count();
    assert!(answers > 5 && !node.services.iter().any(|service| service.is_silent()), "{node:?}");
    drop(sandbox);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_lost_connection_is_a_gap_and_missed_events_are_fetched() {
    let every = std::time::Duration::from_millis(20);
    let sandbox = Sandbox::builder().events_every(every).fault(Fault::CutWebsocket(3).times(1)).start().await.unwrap();
    let caller = caller(sandbox.url());
    let call = caller.prepare("evm.newHeads").unwrap();
    let mut events = call.subscribe(None).await.unwrap();
    let mut is_gap = false;
    while !is_gap {
        is_gap = events.next().await.unwrap().unwrap().gap().is_some();
    }
    assert!(events.next().await.unwrap().unwrap().event().is_some(), "it goes on behind the gap");
    let mut events = call.subscribe(Some(5)).await.unwrap();
    assert!(events.next().await.unwrap().unwrap().event().is_some());
    let no_backfill = caller.prepare("evm.newPendingTransactions").map(|call| call.subscription().unwrap().backfill);
    assert!(no_backfill.is_err() || no_backfill.unwrap().is_none());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_result_is_waited_for_and_a_wrong_wait_is_refused() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let caller = caller(sandbox.url());
    let waits = caller.api().operations.iter().filter(|operation| operation.schema.wait.is_some());
    let ids: Vec<&str> = waits.map(|operation| operation.schema.id).collect();
    assert!(ids.contains(&"evm.getTransactionReceipt"), "{ids:?}");
    let mut call = caller.prepare("evm.getTransactionReceipt").unwrap();
    call.json(&Value::Object(input(call.operation())).to_string());
    let result = call.wait().unwrap().send().await.unwrap();
    assert!(result.as_str().starts_with('{'), "{result}");
    let error = caller.prepare("evm.blockNumber").unwrap().wait().unwrap_err();
    assert_eq!(error.class(), Class::Usage);
}
