//! A real node on loopback, called with everything that the spec describes.
//!
//! Input: the folder of the programs, in `CHAINLOOM_NODE`; `cargo xtask node` builds them and runs
//! this. Output: a report on stdout, the same with all details in `CHAINLOOM_NODE_REPORT`, and
//! failure when a response cannot be read, an event is lost, or a call ends otherwise than
//! `tests/node/calls.yaml` says.

mod calls;
mod conforming;
mod events;
mod lists;
mod network;
mod report;
mod wallet;
mod writes;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use chainloom::node;
use chainloom::scalars::Id;
use serde_json::{Value, json};

use calls::{Called, Kept};
use network::{Network, impatient, patient};
use report::Line;
use wallet::{Account, FUNDED, Wallet};

type Result<T> = std::result::Result<T, String>;

/// The slots that the creation of the contract fills.
pub(crate) const SLOTS: usize = 5;

/// The contract of every chain that sends Warp messages.
const WARP: &str = "0x0200000000000000000000000000000000000005";
/// A call of its `sendWarpMessage`, with four bytes.
const WARP_MESSAGE: &str = "0xee5b48eb0000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000401020304\
    00000000000000000000000000000000000000000000000000000000";

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn main() -> ExitCode {
    let Some(programs) = std::env::var_os("CHAINLOOM_NODE").map(PathBuf::from) else {
        println!("skipped: CHAINLOOM_NODE is not set; `cargo xtask node` builds the node and runs this");
        return ExitCode::SUCCESS;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = runtime.map_err(told).and_then(|runtime| runtime.block_on(run(&programs)));
    match result {
        Ok(surprises) if surprises.is_empty() => ExitCode::SUCCESS,
        Ok(surprises) => {
            println!("{} calls did not end as expected:\n{}", surprises.len(), surprises.join("\n"));
            ExitCode::FAILURE
        }
        Err(why) => {
            println!("real node: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs everything, and returns the calls that ended otherwise than expected.
async fn run(programs: &Path) -> Result<Vec<String>> {
    let folder = tempfile::tempdir().map_err(told)?;
    let mut network = Network::new(programs, folder.path())?;
    let wallet = Wallet::new(programs);
    let done = run_in(&mut network, &wallet).await;
    if !done.as_ref().is_ok_and(Vec::is_empty) {
        network.kill();
        say("the end of the node's log:");
        let log = std::fs::read_to_string(network.log()).unwrap_or_default();
        log.lines().rev().take(40).collect::<Vec<_>>().iter().rev().for_each(|line| say(line));
    }
    done
}

async fn run_in(network: &mut Network, wallet: &Wallet) -> Result<Vec<String>> {
    let mut kept = Kept::new();
    set_up(network, wallet, &mut kept).await?;
    let client = impatient(&network.url())?;
    let version = client.info().get_node_version().await.map_err(told)?.version;
    let account = Account { wallet, evm: client.evm("C") };
    let mut writes = vec![writes::import(&client, &kept).await?];
    fill_chains(&client, wallet, &mut kept).await?;
    say("calls");
    let called = calls::call_all(&client, &mut kept).await?;
    say("conform");
    let conforming = conforming::run(&network.url()).await;
    say("pages, batches and writes");
    let pages = lists::pages(&client, &kept).await;
    let batches = lists::batches(&client).await;
    let payments = writes::payments_arrive_once(&account).await;
    writes.extend(payments.as_ref().ok().cloned());
    say("subscriptions");
    let contract = kept["contract"].as_str().unwrap_or_default().to_owned();
    let subscriptions = events::run(network, wallet, &contract).await;
    let mut surprises = report::surprises(&called);
    surprises.extend(
        [&conforming, &pages, &batches, &subscriptions]
            .into_iter()
            .filter_map(|section| section.as_ref().err().cloned()),
    );
    surprises.extend(payments.err());
    let [conforming, subscriptions, pages, batches] =
        [conforming, subscriptions, pages, batches].map(Result::unwrap_or_default);
    let sections = [
        ("Conform", conforming),
        ("Subscriptions", subscriptions),
        ("Pages", pages),
        ("Batches", batches),
        ("Writes", writes),
    ];
    publish(&version, &called, &sections)?;
    Ok(surprises)
}

fn say(what: &str) {
    eprintln!("== {what}");
}

/// Starts the network, with a subnet EVM chain and transactions on all chains.
async fn set_up(network: &mut Network, wallet: &Wallet, kept: &mut Kept) -> Result<()> {
    let began = Instant::now();
    network.start().await?;
    say(&format!("the node is ready after {:.1} s", began.elapsed().as_secs_f64()));
    let made = wallet.make_chain(&network.url())?;
    let moved = wallet.transfer(&network.url())?;
    for more in [wallet.make_validators(&network.url())?, wallet.sign_transfers(&network.url())?] {
        kept.extend(more.as_object().cloned().unwrap_or_default());
    }
    let l1 = made["blockchainID"].as_str().unwrap_or_default();
    network.configure(l1)?;
    network.track(made["subnetID"].as_str().unwrap_or_default());
    network.kill();
    network.start().await?;
    patient(&network.url())?.evm(l1).chain_id().await.map_err(|error| format!("the subnet EVM chain: {error}"))?;
    let names = [("l1", &made["blockchainID"]), ("subnet", &made["subnetID"]), ("asset", &moved["assetID"])];
    let more = [
        ("transfer", &moved["transfer"]),
        ("import", &moved["import"]["id"]),
        ("importBytes", &moved["import"]["bytes"]),
    ];
    let addresses = ["addressX", "addressP", "addressC"].map(|name| (name, &moved[name]));
    let all = names.into_iter().chain(more).chain(addresses);
    kept.extend(all.map(|(name, value)| (name.to_owned(), value.clone())));
    Ok(())
}

/// Makes a contract and calls it, and a payment on each EVM chain.
async fn fill_chains(client: &node::Client, wallet: &Wallet, kept: &mut Kept) -> Result<()> {
    let account = Account { wallet, evm: client.evm("C") };
    let receipts = account.send(&[json!({ "data": creation(), "gas": 1_000_000 })]).await?;
    let contract = receipts.first().and_then(|receipt| receipt.contract_address).ok_or("no contract was made")?;
    let raws = account.sign(&[json!({ "to": contract.to_string(), "gas": 100_000 })]).await?;
    let raw = raws.into_iter().next().ok_or("nothing was signed")?;
    let called = account.evm.send_raw_transaction(raw.clone()).await.map_err(told)?;
    let receipt = account.receipt(called).await?;
    let warp = json!({ "to": WARP, "data": WARP_MESSAGE, "gas": 200_000 });
    let sent = account.send(&[warp]).await?;
    let message = sent[0].logs.first().and_then(|log| log.topics.get(2)).ok_or("no Warp message was sent")?;
    // The account whose key the node gets.
    account
        .send(&[json!({ "to": "0x1a642f0e3c3af545e7acbd38b07251b3990914f1", "value": 10_u64.pow(18), "gas": 21_000 })])
        .await?;
    let l1 = Account { wallet, evm: client.evm(kept["l1"].as_str().unwrap_or_default()) };
    l1.send(&wallet::payments(FUNDED, 1)).await?;
    let values = [
        ("funded", Value::from(FUNDED)),
        ("contract", contract.to_string().into()),
        ("deployed", receipts[0].transaction_hash.to_string().into()),
        ("called", called.to_string().into()),
        ("block", format!("{:#x}", receipt.block_number).into()),
        ("message", Id::from(*message).to_string().into()),
        ("blockID", Id::from(receipt.block_hash).to_string().into()),
        ("sent", raw.to_string().into()),
    ];
    kept.extend(values.map(|(name, value)| (name.to_owned(), value)));
    Ok(())
}

/// What makes a contract with some storage, which logs one event and returns 42 when it is called.
fn creation() -> String {
    // PUSH1 1 PUSH1 slot SSTORE, for each slot; then the code behind this is copied and returned.
    let stores: String = (1..=SLOTS).map(|slot| format!("600160{slot:02x}55")).collect();
    let place = stores.len() / 2 + 11;
    format!("0x{stores}603080 60{place:02x}6000396000f3{}", chainloom_tests::evm::contract_code()).replace(' ', "")
}

/// Prints the report, and writes it with all details.
fn publish(version: &str, called: &[Called], sections: &[(&str, Vec<Line>)]) -> Result<()> {
    println!("{version}\n\n{}", report::table(called));
    for (name, lines) in sections {
        println!("{name}:\n\n{}", report::lines(lines));
    }
    let Some(file) = std::env::var_os("CHAINLOOM_NODE_REPORT") else { return Ok(()) };
    let sections = sections.iter().map(|(name, lines)| ((*name).to_owned(), lines.iter().map(Line::json).collect()));
    let sections: serde_json::Map<String, Value> = sections.collect();
    let all =
        json!({ "node": version, "calls": called.iter().map(report::json).collect::<Value>(), "others": sections });
    let text = serde_json::to_string_pretty(&all).map_err(told)?;
    std::fs::write(file, text + "\n").map_err(told)
}
