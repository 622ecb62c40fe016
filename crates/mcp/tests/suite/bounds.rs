//! Results are bounded, and the rest can be had.

use chainloom_interpret::Api;
use chainloom_mcp::Limits;
use chainloom_reference::Reference;
use chainloom_runtime::schema::{Effect, Operation, PageBy};
use chainloom_sandbox::Sandbox;
use chainloom_values::{Draw, Members};
use serde_json::{Map, Value, json};

use crate::common::{Host, host, profile, spec};
use crate::full::step;

/// Value of a variable of a service without a default.
const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

/// Returns arguments of `call` for required parameters that fit. Page tokens are tokens of the service.
fn asked(operation: &'static Operation) -> Value {
    let mut input: Map<String, Value> = Draw::new(1).members(Members::Required).input(operation);
    if let Some(PageBy::Token { into, .. } | PageBy::Last { into, .. }) = operation.paginate.map(|paging| paging.by) {
        let token = &operation.input.fields[into];
        if !token.required {
            input.shift_remove(token.name);
        }
    }
    let unset = operation.service.vars.iter().filter(|var| var.default.is_none());
    let vars: Map<String, Value> = unset.map(|var| (var.name.to_owned(), INSTANCE.into())).collect();
    json!({ "operation": operation.id, "arguments": input, "vars": vars })
}

async fn small(url: String, max_items: usize) -> Host {
    host(profile(url), Limits { max_bytes: 2_500, max_items, ..Limits::default() }, &[]).await
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn every_operation_is_described_and_called_within_bounds_and_none_writes() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let host = small(sandbox.url(), 50).await;
    let mut wrong = Vec::new();
    let reference = Reference::of(spec());
    let may = |operation: &Operation| {
        let is_sensitive = reference.operation(operation.id).is_some_and(|one| one.is_sensitive());
        matches!(operation.effect, Effect::Read) && !is_sensitive
    };
    for operation in Api::of(spec()).operations.iter().step_by(step(8)) {
        let operation = operation.schema;
        let (is_error, text) = host.use_tool("describe", json!({ "name": operation.id })).await;
        // What says that lines are left out comes on top.
        if is_error || text.len() > 2_700 {
            wrong.push(format!("{}: {} bytes of description", operation.id, text.len()));
        }
        let (is_error, text) = host.use_tool("call", asked(operation)).await;
        let is_right = if may(operation) { !is_error } else { is_error && text.contains("\"class\":\"not-allowed\"") };
        if !is_right || text.len() > 2_500 {
            wrong.push(format!("{}: {} bytes: {text}", operation.id, text.len()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let writes: Vec<&str> =
        Api::of(spec()).operations.iter().map(|one| one.schema).filter(|one| !may(one)).map(|one| one.id).collect();
    assert!(writes.len() > 10);
    for request in sandbox.seen() {
        assert!(request.operations.iter().all(|id| !writes.contains(id)), "{:?} was sent", request.operations);
    }
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn lists_go_on_by_positions_until_all_items_were_given_once() {
    let sandbox = Sandbox::builder().synthetic_only().items(23).start().await.unwrap();
    let hosts = [small(sandbox.url(), 4).await, host(profile(sandbox.url()), Limits::default(), &[]).await];
    let api = Api::of(spec());
    let mut all = 0;
    let paged = api.operations.iter().map(|one| one.schema);
    let paged = paged.filter(|one| one.paginate.is_some() && matches!(one.effect, Effect::Read));
    for operation in paged.step_by(step(40)) {
        let mut lists: Vec<usize> = Vec::new();
        for host in &hosts {
            let (mut arguments, mut count) = (asked(operation), 0);
            for turn in 0.. {
                assert!(turn < 60, "{}: no end", operation.id);
                let answer = host.call(arguments.clone()).await;
                count += answer["items"].as_array().unwrap().len();
                let Some(position) = answer.get("position") else { break };
                arguments["position"] = position.clone();
            }
            lists.push(count);
        }
        assert_eq!(lists[0], lists[1], "{}", operation.id);
        all += lists[0];
    }
    assert!(all > 200 / step(40), "{all} items");
}

/// Follows `cut` until a value is whole.
async fn whole(host: &Host, call: &Value, at: &str, mut value: Value, cuts: &[Value]) -> Value {
    for cut in cuts {
        let (select, of) = (cut["select"].as_str().unwrap(), cut["of"].as_u64().unwrap());
        let mut offset = cut["offset"].as_u64().unwrap();
        while offset < of {
            let mut asked = call.clone();
            (asked["select"], asked["offset"]) = (select.into(), offset.into());
            let answer = host.call(asked).await;
            let inner = answer["cut"].as_array().cloned().unwrap_or_default();
            let (own, deeper): (Vec<Value>, Vec<Value>) = inner.into_iter().partition(|one| one["select"] == select);
            let count = length(&answer["selected"]);
            append(value.pointer_mut(&select[at.len()..]).unwrap(), answer["selected"].clone());
            value = Box::pin(whole(host, call, at, value, &deeper)).await;
            offset = own.first().map_or(of, |own| own["offset"].as_u64().unwrap());
            assert!(count > 0, "{select} does not go on at {offset}");
        }
    }
    value
}

fn length(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        Value::String(text) => text.chars().count(),
        other => panic!("{other} is never cut"),
    }
}

fn append(value: &mut Value, rest: Value) {
    match (value, rest) {
        (Value::Array(items), Value::Array(rest)) => items.extend(rest),
        (Value::Object(members), Value::Object(rest)) => members.extend(rest),
        (Value::String(text), Value::String(rest)) => text.push_str(&rest),
        (value, rest) => panic!("{rest} does not go on with {value}"),
    }
}

/// Returns values that are large in other ways.
fn large() -> Vec<Value> {
    let map: Map<String, Value> = (0..300).map(|index| (format!("key/{index}~"), json!({ "a": index }))).collect();
    vec![
        (0..500).map(|index| json!({ "index": index, "text": "ä\"".repeat(20) })).collect(),
        Value::Object(map),
        json!({ "long": "0123456789\n\u{1}é".repeat(900) }),
        json!({ "list": [{ "deep": { "deeper": { "data": "x".repeat(6_000), "list": (0..900).collect::<Vec<_>>() } } }, 2, 3] }),
    ]
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn all_of_a_large_result_can_be_had_part_by_part() {
    for value in large() {
        let sandbox = Sandbox::builder().response("evm.getBalance", value.clone()).start().await.unwrap();
        let host = small(sandbox.url(), 50).await;
        let address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
        let call = json!({ "operation": "evm.getBalance", "arguments": { "address": address, "block": "latest" } });
        let answer = host.call(call.clone()).await;
        assert!(answer.to_string().len() <= 2_500 && answer["rest"].is_string(), "{answer}");
        let cuts = answer["cut"].as_array().unwrap();
        // Of many cuts some are only counted, and are had through what is above them.
        let is_listed = cuts.iter().all(Value::is_object);
        if is_listed {
            let got = whole(&host, &call, "/result", answer["result"].clone(), cuts).await;
            assert!(got == value, "{got}\nis not\n{value}");
        }
        let mut asked = call;
        asked["select"] = "/result/nothing".into();
        let (class, text) = host.fail("call", asked).await;
        assert!(class == "usage" && text.contains("`/result`"), "{text}");
    }
}

/// Tokens, messages and names are as long as a service likes.
#[tokio::test(crate = "chainloom_bounded")]
async fn no_answer_is_larger_than_its_limit() {
    use chainloom_sandbox::PreparedResponse;
    let long = "\u{1}".repeat(100_000);
    let page = json!({ "messages": [{}, {}, {}], "nextPageToken": "t".repeat(1_000_000) });
    let refusal = PreparedResponse::json(json!({ "message": long, "error": long, "statusCode": 400 }));
    let refusal = refusal.status(chainloom_runtime::http::StatusCode::BAD_REQUEST);
    let sandbox = Sandbox::builder()
        .response("data.listIcmMessages", PreparedResponse::json(page))
        .response(
            "data.getChainInfo",
            PreparedResponse::json(json!({ "chainId": "1", long.clone(): { long: 1 } })).times(1),
        )
        .response("data.getChainInfo", refusal)
        .start()
        .await
        .unwrap();
    let host = small(sandbox.url(), 50).await;
    for limit in [1, 50] {
        let (is_error, text) =
            host.use_tool("call", json!({ "operation": "data.listIcmMessages", "limit": limit })).await;
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert!(!is_error && text.len() <= 2_500, "{}: {} bytes", limit, text.len());
        assert!(answer["next"].as_str().unwrap().contains("The list goes on"), "{text}");
    }
    for _ in 0..2 {
        let asked = json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "43114" } });
        let (_, text) = host.use_tool("call", asked).await;
        assert!(text.len() <= 2_500, "{} bytes", text.len());
    }
}
