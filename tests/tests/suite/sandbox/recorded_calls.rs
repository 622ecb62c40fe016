//! The sandbox answers the calls of a recorded node as that node did.
//!
//! Input: the calls of a running node, each with its response. Each is sent to a sandbox that
//! serves the deployment of that node. A reply is alike if both are results of the described type,
//! or both are errors with one code and message. Calls whose replies differ are listed with the
//! reason. A reason that no longer holds fails the test, too.

use chainloom_sandbox::Sandbox;
use chainloom_tests::matching;
use chainloom_tests::vectors::{self, Exchange};
use serde_json::Value;

/// Why replies differ.
const STATE: &str = "the node does not have what is asked for, or cannot do it; the sandbox has and can do all";

/// Calls whose replies differ, by the names of their files.
const DIFFERENT: [(&str, &str); 18] = [
    ("avax.issueTx.1.json", STATE),
    ("debug_getModifiedAccountsByHash.1.json", STATE),
    ("debug_getModifiedAccountsByNumber.1.json", STATE),
    ("debug_preimage.1.json", STATE),
    ("eth_feeConfig.1.json", STATE),
    ("eth_sendRawTransaction.1.json", STATE),
    ("eth_sendTransaction.1.json", STATE),
    ("eth_sign.1.json", STATE),
    ("index.getContainerByIndex.1.json", STATE),
    ("index.getContainerRange.1.json", STATE),
    ("info.getBlockchainID.1.json", STATE),
    ("personal_ecRecover.1.json", STATE),
    ("platform.getCurrentSupply.1.json", STATE),
    ("platform.getL1Validator.2.json", STATE),
    ("platform.getMinStake.2.json", STATE),
    ("platform.getTx.5.json", STATE),
    ("platform.issueTx.2.json", STATE),
    ("platform.validatedBy.2.json", STATE),
];

/// What differs between two replies; `None` if they are alike.
fn difference(exchange: &Exchange, actual: &Value) -> Option<String> {
    let (own, recorded) = (&actual["error"], &exchange.response["error"]);
    let is_alike = match (own.is_null(), recorded.is_null()) {
        (true, true) => has_type(exchange, &actual["result"]),
        (false, false) => own["code"] == recorded["code"] && message(own) == message(recorded),
        _ => false,
    };
    let shown = |reply: &Value| reply.to_string().chars().take(300).collect::<String>();
    (!is_alike).then(|| format!("{}: {}\n  recorded: {}", exchange.name, shown(actual), shown(&exchange.response)))
}

/// The message of an error. What the decoder of the node says of an argument is left out: it names
/// the types of the node's program.
fn message(error: &Value) -> &str {
    let text = error["message"].as_str().unwrap_or_default();
    match text.strip_prefix("invalid argument ").and_then(|rest| rest.find(": ")) {
        Some(at) => &text[.."invalid argument ".len() + at],
        None => text,
    }
}

fn has_type(exchange: &Exchange, result: &Value) -> bool {
    let json = result.to_string();
    matching::candidates(exchange).into_iter().any(|entry| entry.recode_output(json.as_bytes()).is_ok())
}

async fn reply(url: &str, exchange: &Exchange) -> Result<Value, String> {
    let path = exchange.path.as_deref().unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = http.post(format!("{url}{path}")).header("content-type", "application/json");
    let response = call.body(exchange.body.as_ref().unwrap().to_string()).send().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    let json = serde_json::from_str(&text).ok().filter(|_| u64::from(status.as_u16()) == exchange.status);
    json.ok_or_else(|| format!("{}: {status} {text}\n  recorded: {}", exchange.name, exchange.status))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn recorded_calls_are_answered_alike() {
    let exchanges = vectors::read(&vectors::recordings().join("live-node")).unwrap();
    let exchanges: Vec<Exchange> =
        exchanges.into_iter().filter(|exchange| !matching::candidates(exchange).is_empty()).collect();
    let sandbox = Sandbox::builder().deployment("local").start().await.unwrap();
    let (mut wrong, mut alike) = (Vec::new(), 0);
    for exchange in &exchanges {
        let difference = match reply(&sandbox.url(), exchange).await {
            Ok(actual) => difference(exchange, &actual),
            Err(refused) => Some(refused),
        };
        let reason = DIFFERENT.iter().find(|(name, _)| *name == exchange.name);
        match (difference, reason) {
            (None, None) => alike += 1,
            (None, Some((_, reason))) => wrong.push(format!("{}: alike, but listed: {reason}", exchange.name)),
            (Some(_), Some(_)) => {}
            (Some(difference), None) => wrong.push(difference),
        }
    }
    let unknown = DIFFERENT.iter().filter(|(name, _)| !exchanges.iter().any(|exchange| exchange.name == *name));
    wrong.extend(unknown.map(|(name, _)| format!("{name}: listed, but not recorded")));
    assert!(wrong.is_empty(), "{alike} of {} alike; {} wrong:\n{}", exchanges.len(), wrong.len(), wrong.join("\n"));
}
