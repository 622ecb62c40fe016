//! Reading and writing the body of a response, without a connection.
//!
//! Input: a contender, a work, and a number of repetitions. Output: a failure where a body cannot
//! be read. The bodies and the contenders of the crate itself are in `rivals::json`.

use std::hint::black_box;

use rivals::json::{self, Work, bodies, repeat, texts};
use serde::de::DeserializeOwned;

use crate::Done;

/// All that read any body. `simd-json-tape` and `sonic-rs-tree` hold a value of any shape, whose
/// members are not looked at.
pub const READERS: &[&str] =
    &["serde_json", "chainloom", "chainloom-serde", "simd-json", "simd-json-tape", "sonic-rs", "sonic-rs-tree"];
/// All that read a block.
pub const OF_BLOCKS: &[&str] = &[
    "serde_json",
    "chainloom",
    "chainloom-serde",
    "alloy",
    "simd-json",
    "simd-json-tape",
    "sonic-rs",
    "sonic-rs-tree",
];
/// All that read a list within an object, which is no type of the generated crate.
pub const OF_LISTS: &[&str] = &["serde_json", "chainloom", "simd-json", "simd-json-tape", "sonic-rs", "sonic-rs-tree"];

/// What stands before the name of a body in the name of a work that writes it.
const WRITE: &str = "write-";

type AlloyBlock = alloy_rpc_types_eth::Block;

/// Reads or writes a body `count` times.
pub fn run(contender: &str, count: usize, work: &str) -> Done {
    let (work, name) = work.strip_prefix(WRITE).map_or((Work::Read, work), |name| (Work::Write, name));
    let Some((_, body)) = bodies::ALL.into_iter().find(|(known, _)| *known == name) else {
        return Err(format!("there is no body `{name}`").into());
    };
    let text = bodies::text(body);
    if json::CONTENDERS.contains(&contender) {
        return json::run(contender, work, name, &text, count).map(drop);
    }
    match name {
        "Block" if contender == "alloy" => {
            repeat(count, || Ok(serde_json::from_slice::<AlloyBlock>(black_box(&text))?)).map(drop)
        }
        "Block" => read::<texts::Block>(contender, count, &text),
        "ValidatorPage" => read::<texts::ValidatorPage>(contender, count, &text),
        "Erc20Balances" => read::<texts::Erc20Balances>(contender, count, &text),
        "NativeTransactions" => read::<texts::NativeTransactions>(contender, count, &text),
        _ => read::<texts::Containers>(contender, count, &text),
    }
}

/// Reads a body into texts, or into no type.
fn read<T: DeserializeOwned>(contender: &str, count: usize, text: &[u8]) -> Done {
    let time = match contender {
        // It reads in place, so each time takes a copy, as each response takes a buffer.
        "simd-json" => repeat(count, || Ok(simd_json::from_slice::<T>(&mut text.to_vec())?)),
        "simd-json-tape" => repeat(count, || Ok(simd_json::to_tape(&mut text.to_vec())?.0.len())),
        "sonic-rs" => repeat(count, || Ok(sonic_rs::from_slice::<T>(black_box(text))?)),
        "sonic-rs-tree" => repeat(count, || Ok(sonic_rs::from_slice::<sonic_rs::Value>(black_box(text))?)),
        other => return crate::unknown(other),
    };
    time.map(drop)
}
