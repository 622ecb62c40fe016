//! Keys are in no result, error or log, also where a service sends them back.

use chainloom_caller::{ClientProfile, Profile, Secret};
use chainloom_mcp::Limits;
use chainloom_sandbox::{PreparedResponse, Sandbox};
use serde_json::{Value, json};

use crate::common::{host, profile};

fn with_key(url: String, key: &str) -> Profile {
    let mut profile = profile(url);
    let secrets = [("apiKey".to_owned(), Secret::Text(key.to_owned()))].into();
    profile.clients.insert("data".to_owned(), ClientProfile { secrets, ..ClientProfile::default() });
    profile
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_that_a_service_sends_back_is_masked() {
    // Of digits, with a character that JSON escapes, and a usual one.
    for key in ["73198273198273", "planted\"key\\4711", "planted-key-4711"] {
        let number = key.parse::<u64>().map_or(Value::Null, Value::from);
        let echo = json!({
            "chainId": format!("your key {key} is fine"), key: 1, "list": [{ "deep": [key, number] }],
            "long": format!("{}{key}{}", "x".repeat(1_150), "y".repeat(9_000)),
        });
        let page = json!({ "messages": [echo.clone(), { "name": key }], "nextPageToken": key });
        let refusal =
            PreparedResponse::json(json!({ "message": format!("bad key {key}"), "error": key, "statusCode": 400 }));
        let sandbox = Sandbox::builder()
            .response("data.getChainInfo", PreparedResponse::json(echo).times(6))
            .response("data.getChainInfo", refusal.status(chainloom_runtime::http::StatusCode::BAD_REQUEST))
            .response("data.listIcmMessages", page)
            .start()
            .await
            .unwrap();
        let host = host(with_key(sandbox.url(), key), Limits { max_bytes: 2_000, ..Limits::default() }, &[]).await;
        let chain = json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "43114" } });
        let (escaped, mut said) = (json!(key).to_string(), Vec::new());
        for part in
            [json!({}), json!({ "select": "/result/list/0" }), json!({ "select": "/result/long", "offset": 1_100 })]
        {
            let mut asked = chain.clone();
            asked.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
            let (is_error, text) = host.use_tool("call", asked).await;
            assert!(!is_error && text.contains("[secret]"), "{text}");
            said.push(text);
        }
        for _ in 0..4 {
            said.push(host.use_tool("call", chain.clone()).await.1);
        }
        assert!(said.last().unwrap().contains("\"status\":400"), "{said:?}");
        said.push(host.use_tool("call", json!({ "operation": "data.listIcmMessages" })).await.1);
        said.push(host.use_tool("describe", json!({ "name": "data.listIcmMessages" })).await.1);
        said.extend(host.log.lock().unwrap().iter().cloned());
        let seen = sandbox.seen();
        assert!(seen[0].headers.values().any(|value| value.as_bytes() == key.as_bytes()), "the key was sent");
        for text in &said {
            assert!(!text.contains(key) && !text.contains(escaped.trim_matches('"')), "{text}");
        }
    }
}

/// Returns the encodings of a secret, which is the first of them.
fn encodings() -> Vec<&'static str> {
    let lines = include_str!("../../../../tests/data/secret-encodings.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap().1).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_result_holds_an_encoding_of_a_key() {
    let key = encodings()[0];
    let sandbox = Sandbox::builder().start().await.unwrap();
    let host = host(with_key(sandbox.url(), key), Limits::default(), &[]).await;
    for written in encodings() {
        let echo = json!({ "chainId": written, written: [format!("is {written}, or")] });
        let page = json!({ "messages": [{ "name": written }, {}], "nextPageToken": written });
        let refusal = PreparedResponse::json(json!({ "message": written, "error": written, "statusCode": 400 }));
        let refusal = refusal.status(chainloom_runtime::http::StatusCode::BAD_REQUEST);
        let chain = json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "43114" } });
        let mut said = Vec::new();
        for response in [PreparedResponse::json(echo), refusal] {
            sandbox.add_response("data.getChainInfo", response).unwrap();
            said.push(host.use_tool("call", chain.clone()).await.1);
        }
        sandbox.add_response("data.listIcmMessages", PreparedResponse::json(page)).unwrap();
        for limit in [1, 2] {
            let asked = json!({ "operation": "data.listIcmMessages", "limit": limit });
            let (_, text) = host.use_tool("call", asked).await;
            let answer: Value = serde_json::from_str(&text).unwrap();
            // Within the first page there is a position; behind it the token would be one.
            assert_eq!((answer.get("position").is_some(), answer.get("next").is_some()), (limit == 1, true), "{text}");
            said.push(text);
        }
        let inner = &written[2..written.len() - 4];
        for text in said {
            let is_shown = text.contains(inner) || text.contains(json!(inner).to_string().trim_matches('"'));
            assert!(!is_shown && text.contains("[secret]"), "{written}: {text}");
        }
    }
}
