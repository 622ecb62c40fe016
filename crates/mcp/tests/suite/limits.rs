//! Writes, deadlines, cancellation, and calls at the same time.

use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_codegen::{SourceFile, name};
use chainloom_interpret::Api;
use chainloom_mcp::{Limits, Server};
use chainloom_reference::Reference;
use chainloom_sandbox::{Fault, Sandbox};
use serde_json::json;

use crate::common::{host, host_of, profile, spec, usual};

/// Longer than any test.
const NEVER: Duration = Duration::from_secs(600);

#[tokio::test(crate = "chainloom_bounded")]
async fn only_listed_operations_write() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let write = |operation: &str| json!({ "operation": operation, "arguments": { "raw": "0x01" } });
    let reads = usual(sandbox.url()).await;
    let (class, text) = reads.fail("call", write("eth_sendRawTransaction")).await;
    assert_eq!(class, "not-allowed");
    assert!(text.contains("--allow-writes evm.sendRawTransaction`"), "{text}");
    assert!(sandbox.seen().is_empty());
    // Any name of an operation allows it, and no other one.
    let writes = host(profile(sandbox.url()), Limits::default(), &["eth_sendRawTransaction"]).await;
    let (_, described) = writes.use_tool("describe", json!({ "name": "evm.sendRawTransaction" })).await;
    let example = described.lines().find_map(|line| line.strip_prefix("Example of `call`: ")).unwrap();
    writes.call(serde_json::from_str(example).unwrap()).await;
    assert_eq!(sandbox.seen().len(), 1);
    let (class, _) = writes.fail("call", write("evm.newBlockFilter")).await;
    assert_eq!(class, "not-allowed");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_unknown_name_in_the_list_is_an_error_at_the_start() {
    let named = spec();
    let caller = Caller::new(Api::of(named), profile("http://127.0.0.1:9".to_owned())).unwrap();
    let names = ["evm.sendRawTransactoin".to_owned()];
    let error = Server::new(Reference::of(named), caller, Limits::default(), &names, |_| ()).unwrap_err();
    assert!(error.to_string().contains("did you mean `evm.sendRawTransaction`?"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_ends_at_its_deadline() {
    let sandbox = Sandbox::builder().fault(Fault::SlowHead(NEVER)).start().await.unwrap();
    let limits = Limits { deadline: Duration::from_millis(300), ..Limits::default() };
    let host = host(profile(sandbox.url()), limits, &[]).await;
    let (class, text) = host.fail("call", json!({ "operation": "data.listIcmMessages" })).await;
    assert_eq!(class, "timeout", "{text}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_cancelled_call_gives_its_place_to_the_next() {
    let slow = Fault::SlowHead(NEVER).on("data.listIcmMessages").times(1);
    let sandbox = Sandbox::builder().fault(slow).start().await.unwrap();
    let host = host(profile(sandbox.url()), Limits { max_calls: 1, ..Limits::default() }, &[]).await;
    let first = host.try_tool("call", json!({ "operation": "data.listIcmMessages" }));
    let second =
        host.try_tool("call", json!({ "operation": "data.getChainInfo", "arguments": { "chainId": "43114" } }));
    let mut second = Box::pin(second);
    {
        let mut first = Box::pin(first);
        while sandbox.seen().is_empty() {
            tokio::select! {
                _ = &mut first => panic!("the first call hangs"),
                () = tokio::task::yield_now() => {}
            }
        }
        // The second call waits for its turn, while tools that call nothing are used.
        tokio::select! {
            biased;
            _ = &mut second => panic!("two calls at the same time"),
            found = host.use_tool("find", json!({ "query": "balance" })) => assert!(!found.0),
        }
        assert_eq!(sandbox.seen().len(), 1);
    }
    // The first call was dropped, which the client tells the server.
    let (is_error, text) = second.await.unwrap();
    assert!(!is_error, "{text}");
    let log = host.log.lock().unwrap().clone();
    assert!(log.iter().any(|line| line.starts_with("call: cancelled, ")), "{log:?}");
    assert!(log.last().unwrap().starts_with("call data.getChainInfo: ok, "), "{log:?}");
}

const CARDS: &str = r#"
chainloom: 1
doc: Cards.
client: { baseUrl: "{url}", vars: { url: { doc: The base URL. } } }
operations:
  listCards:
    doc: Lists the cards.
    get: /cards
    query: { "limit?": { type: uint32, doc: Page size. } }
    response: { fields: { cards: [string], "next?": { type: string, doc: URL of the next page. } } }
    paginate: { by: url, items: cards, next: next, size: limit }
    examples: [{ request: {}, response: { cards: [A] } }]
"#;

#[tokio::test(crate = "chainloom_bounded")]
async fn a_position_with_an_address_must_be_one_that_was_given() {
    let file = SourceFile { path: "spec/cards.yaml".to_owned(), module: "cards".to_owned(), text: CARDS.to_owned() };
    let sandbox = Sandbox::builder().spec(vec![file.clone()]).items(5).start().await.unwrap();
    let named = name(&[file], &[]).unwrap();
    let host = host_of(&named, profile(sandbox.url()), Limits::default(), &[]).await;
    let mut asked = json!({ "operation": "listCards", "arguments": { "limit": 2 } });
    let first = host.call(asked.clone()).await;
    asked["position"] = first["position"].clone();
    let second = host.call(asked.clone()).await;
    assert_eq!(second["items"].as_array().unwrap().len(), 2, "{first} {second}");
    let sent = sandbox.seen().len();
    let position = first["position"].as_str().unwrap();
    let (start, _) = position.split_once(":link:").unwrap();
    asked["position"] = format!("{start}:link:/elsewhere").into();
    let (class, text) = host.fail("call", asked).await;
    assert!(class == "usage" && text.contains("did not return this position"), "{text}");
    assert_eq!(sandbox.seen().len(), sent);
}
