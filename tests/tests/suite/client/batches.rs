//! Batches of the generated client against the sandbox: results and requests.

use std::time::Duration;

use chainloom::node;
use chainloom::node::evm::{BlockTag, EvmService};
use chainloom::node::{evm_chain::calls::ChainId, evm_state::calls::GetBalance};
use chainloom::runtime::{Address, Error, ErrorKind, Replies, Retry, Ticket};
use chainloom_sandbox::{Rule, Sandbox};

const WHO: &str = "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc";

fn evm(sandbox: &Sandbox, most: usize) -> EvmService {
    let quick = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(1));
    let client = node::Client::builder().base_url(sandbox.url()).batch_max(most.to_string());
    client.configure(|builder| builder.retry(quick)).build().unwrap().evm("C")
}

/// Three calls of one operation.
async fn three(evm: &EvmService) -> Result<(Replies, Vec<Ticket<ChainId>>), Error> {
    let mut batch = evm.batch();
    let tickets = (0..3).map(|_| batch.push(ChainId::new())).collect();
    Ok((batch.send().await?, tickets))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn results_are_those_of_single_calls() {
    let sandbox = Sandbox::builder().seed(7).start().await.unwrap();
    let evm = evm(&sandbox, 40);
    let mut batch = evm.batch();
    let balance = batch.push(GetBalance::new(WHO.parse::<Address>().unwrap(), BlockTag::Latest));
    let chain = batch.push(evm.chain_id());
    let block = batch.push(evm.get_full_block_by_number(BlockTag::Latest));
    let mut replies = batch.send().await.unwrap();
    assert_eq!(replies.take(block).unwrap(), evm.get_full_block_by_number(BlockTag::Latest).await.unwrap());
    assert_eq!(replies.take(chain).unwrap(), evm.chain_id().await.unwrap());
    assert_eq!(replies.take(balance).unwrap(), evm.get_balance(WHO, BlockTag::Latest).await.unwrap());
    let seen = sandbox.seen();
    assert_eq!(seen[0].operations, ["evm.getBalance", "evm.chainId", "evm.getFullBlockByNumber"]);
    assert_eq!(seen.len(), 4);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_batches_of_a_deployment_are_not_exceeded() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    for (most, expected) in [(40, vec![3]), (2, vec![2, 1]), (1, vec![1, 1, 1])] {
        let before = sandbox.seen().len();
        let (mut replies, tickets) = three(&evm(&sandbox, most)).await.unwrap();
        assert!(tickets.into_iter().all(|ticket| replies.take(ticket).is_ok()));
        let sizes: Vec<usize> = sandbox.seen()[before..].iter().map(|seen| seen.operations.len()).collect();
        assert_eq!(sizes, expected, "at most {most}");
    }
    // The server takes 40 calls, whatever the limit of the client is.
    let mut batch = evm(&sandbox, 100).batch();
    let _tickets: Vec<_> = (0..41).map(|_| batch.push(ChainId::new())).collect();
    let error = batch.send().await.unwrap_err().to_string();
    let told = "evm, batch of 41: error -32600 (InvalidRequest): batch too large. The request held 41 calls. \
        The limit that the client keeps to is 100; where the service takes fewer, set `.max_calls(…)` on the batch.";
    assert_eq!(error, told);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_fault_is_told_for_the_calls_that_it_concerns() {
    use ErrorKind::{Protocol, Rpc};
    let all = |kind| [Some(kind); 3];
    let sandbox = Sandbox::builder().start().await.unwrap();
    // The fault, the failures of the calls, the replies to none of them, and the requests.
    for (fault, expected, strays, requests) in [
        ("shuffled-batch", [None; 3], 0, 1),
        ("missing-reply", [Some(Protocol), None, None], 0, 1),
        ("doubled-reply", [Some(Protocol), None, None], 0, 1),
        ("alien-reply", [None; 3], 1, 1),
        ("wrong-id", all(Protocol), 3, 1),
        ("status 503 times 1", [None; 3], 0, 2),
        ("cut-read times 2", [None; 3], 0, 3),
        ("html times 1", [None; 3], 0, 2),
        ("batch-error", all(Rpc), 0, 1),
        ("status 503", all(ErrorKind::Status), 0, 4),
        ("cut-body", all(ErrorKind::Transport), 0, 4),
    ] {
        let before = sandbox.seen().len();
        sandbox.clear_faults();
        sandbox.add_fault(fault.parse::<Rule>().unwrap()).unwrap();
        let outcome = match three(&evm(&sandbox, 40)).await {
            Ok((mut replies, tickets)) => {
                assert_eq!(replies.strays().len(), strays, "{fault}: {:?}", replies.strays());
                let kinds = tickets.into_iter().map(|ticket| replies.take(ticket).err().map(|error| error.kind()));
                kinds.collect()
            }
            Err(error) => vec![Some(error.kind()); 3],
        };
        assert_eq!((outcome.as_slice(), sandbox.seen().len() - before), (expected.as_slice(), requests), "{fault}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_write_in_a_batch_is_not_sent_twice() {
    for (fault, requests) in [("cut-read times 1", [2, 1]), ("retry-after 0 times 1", [2, 2])] {
        let sandbox = Sandbox::builder().fault(fault.parse::<Rule>().unwrap()).start().await.unwrap();
        let evm = evm(&sandbox, 40);
        let mut batch = evm.batch();
        let (read, write) = (batch.push(evm.chain_id()), batch.push(evm.send_raw_transaction("0x02")));
        let mut replies = batch.send().await.unwrap();
        assert!(replies.take(read).is_ok(), "{fault}");
        let written = replies.take(write);
        let sizes: Vec<usize> = sandbox
            .seen()
            .iter()
            .map(|seen| String::from_utf8_lossy(&seen.body).matches("\"method\"").count())
            .collect();
        assert_eq!(sizes, requests, "{fault}");
        assert_eq!(written.is_err(), requests[1] == 1, "{fault}: {written:?}");
    }
}
