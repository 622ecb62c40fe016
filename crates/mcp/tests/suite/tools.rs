//! Three tools: their descriptions and results.

use chainloom_codegen::{name, read_sources};
use chainloom_mcp::Limits;
use chainloom_sandbox::{PreparedResponse, Rule, Sandbox};
use serde_json::{Value, json};

use crate::common::{host, host_of, profile, usual};

/// The most tokens of all descriptions, at four characters each.
const MAX_TOKENS: usize = 1_500;

#[tokio::test(crate = "chainloom_bounded")]
async fn the_descriptions_take_few_tokens_and_say_what_is_written() {
    let url = "http://127.0.0.1:9".to_owned();
    let reads = usual(url.clone()).await;
    let names = ["evm.sendRawTransaction", "pchain.issueTx", "xchain.issueTx"];
    let writes = host(profile(url), Limits::default(), &names).await;
    for (host, has_writes) in [(&reads, false), (&writes, true)] {
        let tools = host.client.list_all_tools().await.unwrap();
        let about = host.client.peer_info().unwrap().instructions.clone().unwrap_or_default();
        let text = serde_json::to_string(&tools).unwrap();
        let tokens = (text.chars().count() + about.chars().count()).div_ceil(4);
        assert!(tokens < MAX_TOKENS, "{tokens} tokens: {text}");
        let named: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(named, ["find", "describe", "call"]);
        for tool in &tools {
            let hints = tool.annotations.as_ref().unwrap();
            assert_eq!(hints.read_only_hint, Some(tool.name != "call" || !has_writes), "{}", tool.name);
            assert_eq!(tool.input_schema["additionalProperties"], false);
        }
        let hints = tools[2].annotations.as_ref().unwrap();
        assert_eq!((hints.destructive_hint, hints.open_world_hint), (Some(has_writes), Some(true)));
        assert_eq!(text.contains("evm.sendRawTransaction"), has_writes);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn words_and_names_find_operations() {
    let host = usual("http://127.0.0.1:9".to_owned()).await;
    for (query, first) in [
        ("eth_getBalance", "evm.getBalance | eth_getBalance | read | "),
        ("get_logs", "evm.getLogs | eth_getLogs | read | "),
        ("GET /v1/chains", "data.supportedChains | GET /v1/chains | read | "),
        ("send raw transaction", "evm.sendRawTransaction | eth_sendRawTransaction | "),
        ("WebhookMessage", "data/webhook_events | x-signature | webhooks | Events that webhooks send"),
    ] {
        let (is_error, text) = host.use_tool("find", json!({ "query": query, "limit": 5 })).await;
        assert!(!is_error && text.starts_with(first), "{query}: {text}");
        assert!(text.lines().count() <= 6, "{text}");
    }
    // No operation has all of these words.
    let (_, text) = host.use_tool("find", json!({ "query": "please tell me a zzz validator" })).await;
    assert!(text.contains("alidator"), "{text}");
    let (_, text) = host.use_tool("find", json!({})).await;
    assert!(text.starts_with("data | ") && text.contains(" operations | Data API"), "{text}");
    assert!(text.contains("| 1 operation") && !text.contains("| 1 operations"), "{text}");
    assert!(text.contains("\ndata/webhook_events | x-signature | webhooks | "), "{text}");
    let (class, text) = host.fail("find", json!({ "query": "zzzzzz" })).await;
    assert!(class == "usage" && text.contains("lists the services"), "{text}");
    for (tool, argument) in [("find", "query"), ("describe", "name"), ("call", "operation")] {
        let (class, text) = host.fail(tool, json!({ argument: "token ".repeat(200) })).await;
        assert!(class == "usage" && text.contains("has 1200 characters; 1000 are allowed"), "{tool}: {text}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_operation_is_described_with_all_that_a_call_needs() {
    let host = usual("http://127.0.0.1:9".to_owned()).await;
    let (_, text) = host.use_tool("describe", json!({ "name": "data.listErc20Balances" })).await;
    for told in [
        "HTTP GET /v1/chains/{chainId}/addresses/{address}/balances:listErc20 | effect: read\n",
        "- pageSize? (int64): Page size: maximum number of items in a page. Range: 1 to 500. Default: `10`.",
        "\nCosts 20 compute units per call.",
        "- 429 Too Many Requests",
        "- Currency: one of \"usd\", ",
        "Example of `call`: {\"operation\":\"data.listErc20Balances\",\"arguments\":{\"chainId\":",
    ] {
        assert!(text.contains(told), "no `{told}` in:\n{text}");
    }
    let (_, text) = host.use_tool("describe", json!({ "name": "Erc20TokenBalance" })).await;
    assert!(text.starts_with("Erc20TokenBalance | type "), "{text}");
    let (_, text) = host.use_tool("describe", json!({ "name": "eth_getBalance" })).await;
    assert!(text.contains("- chain: ") && text.contains("Default: C."), "{text}");
    let (class, text) = host.fail("describe", json!({ "name": "evm.getBalence" })).await;
    assert!(class == "usage" && text.contains("did you mean `evm.getBalance`?"), "{text}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn webhooks_are_described_with_all_that_a_receiver_needs() {
    let host = usual("http://127.0.0.1:9".to_owned()).await;
    let (_, text) = host.use_tool("describe", json!({ "name": "data/webhook_events" })).await;
    for told in [
        "data/webhook_events | webhooks\nEvents that webhooks send to the URL of the user",
        "Event: WebhookMessage\n",
        "- The header `x-signature` holds the HMAC-SHA-256 of ",
        "Rust, with the feature `webhooks`: chainloom::data::webhook_events::WEBHOOKS.receiver([secret])?.receive(&headers, &body)?\n",
        "Command line: chainloom webhook verify --file data/webhook_events --secret @SECRET --headers HEADERS BODY\n",
        "Body of the example: {",
        "- WebhookMessage: one of address_activity, ",
    ] {
        assert!(text.contains(told), "no `{told}` in:\n{text}");
    }
    let (_, text) = host.use_tool("describe", json!({ "name": "WebhookMessage" })).await;
    assert!(text.starts_with("WebhookMessage | type ") && text.contains("- data/webhook_events\n"), "{text}");
    let (class, text) = host.fail("describe", json!({ "name": "data/webhook_evnts" })).await;
    assert!(class == "usage" && text.contains("did you mean `data/webhook_events`?"), "{text}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_example_of_a_description_can_be_called() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let host = usual(sandbox.url()).await;
    for name in ["evm.getBalance", "data.getChainInfo", "info.getNodeVersion"] {
        let (_, text) = host.use_tool("describe", json!({ "name": name })).await;
        let example = text.lines().find_map(|line| line.strip_prefix("Example of `call`: ")).unwrap();
        let answer = host.call(serde_json::from_str(example).unwrap()).await;
        let told = text.lines().find_map(|line| line.strip_prefix("Its result: ")).unwrap();
        assert_eq!(answer["result"], serde_json::from_str::<Value>(told).unwrap(), "{name}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn values_are_taken_as_models_write_them() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let host = usual(sandbox.url()).await;
    for number in [json!(255), json!("255"), json!("0xff")] {
        let arguments = json!({ "block": number }).to_string();
        host.call(json!({ "operation": "evm.getBlockByNumber", "arguments": arguments })).await;
        let seen = sandbox.seen();
        let body = String::from_utf8_lossy(&seen.last().unwrap().body).into_owned();
        assert!(body.contains("\"0xff\""), "{number}: {body}");
    }
}

const YARD: &str = r#"
chainloom: 1
doc: Ships.
client: { baseUrl: "{url}", vars: { url: { doc: Base URL. } } }
service: yard
allow: [no-example]
types: { Which: { doc: Ship., union: form, arms: { name: { type: string, doc: A. }, number: { type: uint32, doc: B. } } } }
operations:
  find: { doc: Finds., post: /find, effect: read, body: { which: Which, "crew?": "uint8 | null" }, response: none }
"#;

/// A union has texts and numbers, so a text of digits is no number.
#[tokio::test(crate = "chainloom_bounded")]
async fn values_of_unions_and_null_are_sent_as_they_are() {
    let sources = read_sources("spec", vec![("yard.yaml".to_owned(), YARD.as_bytes().to_vec())]).unwrap();
    let sandbox = Sandbox::builder().spec(sources.clone()).start().await.unwrap();
    let host = host_of(&name(&sources, &[]).unwrap(), profile(sandbox.url()), Limits::default(), &[]).await;
    for body in [json!({ "which": 5 }), json!({ "which": "5" }), json!({ "which": "a", "crew": null })] {
        host.call(json!({ "operation": "yard.find", "arguments": body.to_string() })).await;
        assert_eq!(serde_json::from_slice::<Value>(&sandbox.seen().last().unwrap().body).unwrap(), body);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn wrong_arguments_name_the_parameter_and_its_bounds() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let host = usual(sandbox.url()).await;
    let balances = |more: Value| {
        let mut arguments = json!({ "chainId": "43114", "address": "0x71C7656EC7ab88b098defB751B7401B5f6d8976F" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "operation": "data.listErc20Balances", "arguments": arguments })
    };
    for (asked, class, told) in [
        (balances(json!({ "pageSize": 501 })), "parameter", "`pageSize` must be at most 500"),
        (balances(json!({ "currency": "usf" })), "parameter", "perhaps `usd`"),
        (balances(json!({ "adress": "0x1" })), "parameter", "there is no parameter `adress`"),
        (json!({ "operation": "data.listErc20Balances" }), "parameter", "`chainId` is required"),
        (
            json!({ "operation": "data.listIcmMessages", "limit": 0 }),
            "parameter",
            "`limit` must be a whole number from 1 to 50",
        ),
        (
            json!({ "operation": "data.listIcmMessages", "page": 2 }),
            "parameter",
            "`call` has no argument `page`; there are: ",
        ),
        (json!({ "operation": "data.listIcmMessages", "offset": 3 }), "parameter", "`offset` needs `select`"),
        (json!({}), "parameter", "`operation` is required"),
        (json!({ "operation": "data.listMessagesOfIcm" }), "usage", "data.listIcmMessages | GET /v1/icm/messages"),
        (json!({ "operation": "data.listIcmMessages", "position": "x" }), "usage", "`position` is wrong"),
        (
            json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "1" }, "position": "x" }),
            "usage",
            "has no pages",
        ),
        (json!({ "operation": "evm.getBalance", "arguments": {}, "vars": { "chian": "C" } }), "parameter", "`chain`"),
        (json!({ "operation": "evm.newHeads" }), "usage", "is a subscription"),
        (json!({ "operation": "data/webhook_events" }), "usage", "is a webhook, which cannot be called"),
    ] {
        let (found, text) = host.fail("call", asked.clone()).await;
        assert!(found == class && text.contains(told), "{asked}: {text}");
    }
    assert!(sandbox.seen().is_empty(), "nothing was sent");
    assert!(host.try_tool("drop", json!({})).await.is_err(), "an unknown tool is an error of the protocol");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn errors_of_calls_have_a_class_and_say_what_to_do() {
    let sandbox = Sandbox::builder()
        .fault("status 404 on data.getChainInfo times 1".parse::<chainloom_sandbox::Rule>().unwrap())
        .fault("retry-after 7 on data.getChainInfo".parse::<chainloom_sandbox::Rule>().unwrap())
        .fault("html on data.listIcmMessages".parse::<chainloom_sandbox::Rule>().unwrap())
        .start()
        .await
        .unwrap();
    let host = usual(sandbox.url()).await;
    let chain = json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "43114" } });
    let (class, text) = host.fail("call", chain.clone()).await;
    assert!(class == "not-found" && text.contains("\"status\":404") && text.contains("identifiers"), "{text}");
    let (class, text) = host.fail("call", chain).await;
    assert!(class == "rate-limited" && text.contains("\"retryAfterSeconds\":7"), "{text}");
    let (class, text) = host.fail("call", json!({ "operation": "data.listIcmMessages" })).await;
    assert!(["unavailable", "refused"].contains(&class.as_str()), "{text}");
    drop(sandbox);
    let nowhere = usual("http://127.0.0.1:9".to_owned()).await;
    let (class, text) = nowhere.fail("call", json!({ "operation": "data.listIcmMessages" })).await;
    assert!(class == "connection" && text.contains("try again later"), "{text}");
    let unset = host_without_url().await;
    let (class, text) = unset.fail("call", json!({ "operation": "data.listIcmMessages" })).await;
    assert!(class == "setup" && text.contains("Nothing was sent"), "{text}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_data_of_an_error_is_its_last_message() {
    let error = json!({ "code": 3, "message": "reverted", "data": "0x08c3" });
    let sandbox = Sandbox::builder().response("info.getNodeVersion", PreparedResponse::error_object(error));
    let sandbox = sandbox.start().await.unwrap();
    let (_, text) = usual(sandbox.url()).await.fail("call", json!({ "operation": "info.getNodeVersion" })).await;
    assert!(text.contains(r#""the data of the error: \"0x08c3\""]"#), "{text}");
}

async fn host_without_url() -> crate::common::Host {
    host(chainloom_caller::Profile::default(), Limits::default(), &[]).await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_does_not_fit_is_told_beside_the_result() {
    let version = PreparedResponse::result(json!({ "version": 5 }));
    let sandbox = Sandbox::builder().response("info.getNodeVersion", version).start().await.unwrap();
    let host = usual(sandbox.url()).await;
    let answer = host.call(json!({ "operation": "info.getNodeVersion" })).await;
    assert_eq!(answer["result"], json!({ "version": 5 }));
    let misfits = answer["misfits"].to_string();
    assert!(misfits.contains("the response does not fit: `$.gitCommit` is required, but is absent"), "{misfits}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_that_cannot_go_on_has_no_position() {
    let sandbox = Sandbox::builder().items(100).fault("token-cycle".parse::<Rule>().unwrap()).start().await.unwrap();
    let host = usual(sandbox.url()).await;
    let mut position = Value::Null;
    for page in 0..4 {
        let mut asked = json!({ "operation": "data.listErc20Balances", "limit": 50, "arguments": {
            "chainId": "43114", "address": "0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "pageSize": 10 } });
        if page > 0 {
            asked["position"] = position;
        }
        let answer = host.call(asked).await;
        position = answer["position"].clone();
        let next = answer["next"].as_str().unwrap_or_default();
        assert_eq!(position.is_null(), next.starts_with("The list cannot go on: "), "{answer}");
        if position.is_null() {
            return;
        }
    }
    panic!("the list goes on for ever");
}
