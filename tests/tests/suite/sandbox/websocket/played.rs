//! A recorded session of a real node, replayed by the sandbox to the generated client: each event
//! decodes, message by message, and is written again as it came.

use chainloom::node::{Client, evm::LogFilter};
use chainloom::runtime::codec::Read;
use chainloom::runtime::{Incoming, Subscribe, Subscribes, Subscription};
use chainloom_sandbox::Sandbox;
use chainloom_tests::equality::difference;
use chainloom_tests::vectors::recordings;
use serde_json::{Value, json};

async fn begin<S: Subscribes>(subscribe: Subscribe<S>) -> Subscription<S::Item> {
    subscribe.await.unwrap()
}

/// A value that was written again.
type WriteResult = serde_json::Result<Value>;

/// Takes the recorded events of a subscription.
async fn compare<T: Read>(events: &mut Subscription<T>, recorded: &[&Value], write: fn(T) -> WriteResult) {
    for expected in recorded {
        let event = match events.try_next().await.unwrap().unwrap() {
            Incoming::Event(event) => event,
            other => panic!("{:?}", other.gap()),
        };
        assert_eq!(difference(expected, &write(event).unwrap()), None, "{expected}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_recorded_session_decodes_message_by_message() {
    let folder = recordings().join("websocket");
    let text = std::fs::read(folder.join("c-chain.json")).unwrap();
    let recorded: Value = serde_json::from_slice(&text).unwrap();
    let messages = recorded["messages"].as_array().unwrap().clone();
    let sandbox = Sandbox::builder().replay(&folder).start().await.unwrap();
    let evm = Client::new(sandbox.url()).unwrap().evm("C").connect().await.unwrap();
    let of = |params: Value| -> Vec<&Value> {
        let at = messages.iter().position(|message| message["send"]["params"] == params).unwrap();
        let id = &messages[at + 1]["recv"]["result"];
        let events = messages.iter().map(|message| &message["recv"]["params"]);
        events.filter(|event| event["subscription"] == *id).map(|event| &event["result"]).collect()
    };
    let mut heads = begin(evm.new_heads().into_inner()).await;
    let mut logs = begin(evm.logs(LogFilter::new()).into_inner()).await;
    let mut pending = begin(evm.new_pending_transactions().into_inner()).await;
    let mut full_pending = begin(evm.new_pending_transactions().full(true).into_inner()).await;
    let mut accepted = begin(evm.new_accepted_transactions().into_inner()).await;
    let mut full_accepted = begin(evm.new_accepted_transactions().full(true).into_inner()).await;
    let all = [
        of(json!(["newHeads"])),
        of(json!(["logs", {}])),
        of(json!(["newPendingTransactions"])),
        of(json!(["newPendingTransactions", true])),
        of(json!(["newAcceptedTransactions"])),
        of(json!(["newAcceptedTransactions", true])),
    ];
    assert!(all.iter().all(|events| !events.is_empty()));
    compare(&mut heads, &all[0], serde_json::to_value).await;
    compare(&mut logs, &all[1], serde_json::to_value).await;
    compare(&mut pending, &all[2], serde_json::to_value).await;
    compare(&mut full_pending, &all[3], serde_json::to_value).await;
    compare(&mut accepted, &all[4], serde_json::to_value).await;
    compare(&mut full_accepted, &all[5], serde_json::to_value).await;
    println!("{} events", all.iter().map(Vec::len).sum::<usize>());
}
