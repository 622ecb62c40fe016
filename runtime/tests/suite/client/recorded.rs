//! Answers that were recorded from a real server, each of which is the right value or the right
//! error.

use super::{
    books::*,
    servers::{Memory, once},
};
use chainloom_runtime::{Error, RawReply, catalog::Target};
use serde_json::Value;

/// The cases of the recording.
fn cases() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/data/vectors/transport.json")).unwrap();
    file["cases"].as_array().unwrap().clone()
}

/// Gives a recorded response to a call whose id is 1, as the recorded requests have it.
async fn answer(response: &Value) -> Result<RawReply, Error> {
    let status = u16::try_from(response["status"].as_u64().unwrap()).unwrap();
    let kind = response["contentType"].as_str().unwrap_or_default().to_owned();
    let body = response["body"].as_str().unwrap_or_default().to_owned();
    let memory = Memory::fixed(status, kind.leak(), body);
    let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    client.execute(&COUNT, &vec![None; 3], &Target::new(client.clone())).await
}

/// Returns the expected result of a response, derived from the recording alone.
fn expected(response: &Value) -> String {
    let status = response["status"].as_u64().unwrap();
    if status != 200 {
        return format!("status {status}");
    }
    let Ok(body) = serde_json::from_str::<Value>(response["body"].as_str().unwrap()) else {
        return "protocol".to_owned();
    };
    let ours = body["id"] == 1;
    match (&body["error"], &body["result"]) {
        (Value::Object(error), _) if ours || body["id"].is_null() => {
            format!("rpc {} {}", error["code"], error["message"].as_str().unwrap())
        }
        (Value::Null, result) if ours && body.is_object() => format!("result {result}"),
        _ => "protocol".to_owned(),
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_is_told_for_what_it_is() {
    for case in cases() {
        let name = case["case"].as_str().unwrap();
        let response = &case["response"];
        let got = match answer(response).await {
            Ok(reply) => format!("result {}", serde_json::from_slice::<Value>(reply.result()).unwrap()),
            Err(error) if error.is_rpc() => {
                format!("rpc {} {}", error.rpc_code().unwrap(), error.server_message().unwrap())
            }
            Err(error) if error.is_status() => format!("status {}", error.status().unwrap().as_u16()),
            Err(error) if error.is_decode() => "protocol".to_owned(),
            Err(error) => panic!("{name}: {error}"),
        };
        assert_eq!(got, expected(response), "{name}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn plain_texts_are_explained() {
    for case in cases() {
        let response = &case["response"];
        let meaning = match response["status"].as_u64().unwrap() {
            403 => "refuses this host name",
            404 => "only just started",
            405 | 415 => "not one of this API",
            503 => "still starting up",
            _ => continue,
        };
        let error = answer(response).await.unwrap_err().to_string();
        assert!(error.contains(meaning), "{error}");
        // A text that is the reason of the status is said once, in the spelling of the status.
        let text = response["body"].as_str().unwrap().trim().to_lowercase();
        assert!(error.to_lowercase().contains(&text), "{error}");
    }
}
