//! Runs a piece of work by chainloom or by an alternative of a user: calls of a server on loopback,
//! or bodies in JSON.
//!
//! Input: `rivals <work> <contender> <count>`; without arguments, nothing. Output: a failure for a
//! wrong response; without arguments, a line for each work and contender, which `cargo xtask bench`
//! reads. It runs each under valgrind, twice: the difference of two counts leaves out what is done
//! once. The server is another process, so that its instructions are not counted.

mod batch;
mod bodies;
mod calls;
mod events;
mod hand;
mod items;
mod readers;
mod rest;
mod server;

use std::error::Error;
use std::process::ExitCode;

use rivals::json;

/// Any failure ends the measurement.
type Done = Result<(), Box<dyn Error + Send + Sync>>;

/// The parts of `cargo xtask bench`: calls of a server, and bodies in JSON.
const CALLS: &str = "calls";
const JSON: &str = "json";

/// A piece of work, and who does it. The first is what the others are compared with.
struct Work {
    /// The part of `cargo xtask bench` that it is of.
    part: &'static str,
    name: &'static str,
    /// What one part of it is.
    what: &'static str,
    /// How often it is done in a measurement, at least and at most.
    counts: [u64; 2],
    /// How many parts it has.
    parts: u64,
    contenders: &'static [&'static str],
}

/// To add a contender, add its name and an arm in the module of the work.
const WORKS: [Work; 16] = [
    Work {
        part: CALLS,
        name: "rest",
        what: "REST call, response of 170 bytes",
        counts: [100, 600],
        parts: 1,
        contenders: rest::CONTENDERS,
    },
    Work {
        part: CALLS,
        name: "call",
        what: "`eth_blockNumber`",
        counts: [100, 600],
        parts: 1,
        contenders: calls::CONTENDERS,
    },
    Work {
        part: CALLS,
        name: "batch",
        what: "one of 40 `eth_getBalance` in a batch",
        counts: [10, 60],
        parts: 40,
        contenders: batch::CONTENDERS,
    },
    Work {
        part: CALLS,
        name: "heads",
        what: "event `newHeads`, in a burst",
        counts: [200, 1200],
        parts: 1,
        contenders: events::CONTENDERS,
    },
    Work {
        part: CALLS,
        name: "logs",
        what: "event `logs`, in a burst",
        counts: [200, 1200],
        parts: 1,
        contenders: events::CONTENDERS,
    },
    Work {
        part: CALLS,
        name: "items",
        what: "one of 100 items of a page",
        counts: [10, 60],
        parts: 100,
        contenders: items::CONTENDERS,
    },
    body("ValidatorPage", "reading 100 validators", readers::READERS),
    body("Erc20Balances", "reading 100 ERC-20 balances", readers::READERS),
    body("NativeTransactions", "reading 100 native transactions", readers::READERS),
    body("Block", "reading an EVM block, 200 transactions", readers::OF_BLOCKS),
    body("Containers", "reading 1024 containers", readers::OF_LISTS),
    body("write-ValidatorPage", "writing 100 validators", json::CONTENDERS),
    body("write-Erc20Balances", "writing 100 ERC-20 balances", json::CONTENDERS),
    body("write-NativeTransactions", "writing 100 native transactions", json::CONTENDERS),
    body("write-Block", "writing an EVM block, 200 transactions", json::CONTENDERS),
    body("write-Containers", "writing 1024 containers", json::WITHOUT_SERDE),
];

const fn body(name: &'static str, what: &'static str, contenders: &'static [&'static str]) -> Work {
    Work { part: JSON, name, what, counts: [2, 12], parts: 1, contenders }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        [] => list(),
        ["serve"] => server::serve(),
        [work, contender, count] => run(work, contender, count),
        _ => Err("usage: rivals [<work> <contender> <count>]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn list() -> Done {
    for Work { part, name, what, counts: [few, many], parts, contenders } in &WORKS {
        let line = |who| println!("{part}\t{name}\t{who}\t{few}\t{many}\t{parts}\t{what}");
        contenders.iter().for_each(line);
    }
    Ok(())
}

fn run(work: &str, contender: &str, count: &str) -> Done {
    let count: usize = count.parse()?;
    if WORKS.iter().any(|known| known.name == work && known.part == JSON) {
        return readers::run(contender, count, work);
    }
    let server = server::Server::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = server.address.as_str();
        match work {
            "rest" => rest::run(contender, count, address).await,
            "call" => calls::run(contender, count, address).await,
            "batch" => batch::run(contender, count, address).await,
            "heads" => events::heads(contender, count, address).await,
            "logs" => events::logs(contender, count, address).await,
            "items" => items::run(contender, count, address).await,
            other => Err(format!("there is no work `{other}`").into()),
        }
    })
}

/// The error of a module that has no such contender.
fn unknown(contender: &str) -> Done {
    Err(format!("there is no contender `{contender}`").into())
}

/// Fails for an unexpected response, so that no contender wins by reading nothing.
fn expect(is_right: bool, what: &str) -> Done {
    if is_right { Ok(()) } else { Err(format!("wrong response: {what}").into()) }
}
