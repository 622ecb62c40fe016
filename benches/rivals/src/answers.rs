//! Reading the body of an answer, without a connection.
//!
//! Input: a contender, a body, and how often it is read. Output: a failure where it cannot be read. The bodies, and the types of those
//! who read texts, are those of `benches/json-spike`.

#[path = "../../json-spike/src/bodies.rs"]
mod bodies;
#[path = "../../json-spike/src/ours.rs"]
mod ours;
#[allow(dead_code)]
#[path = "../../json-spike/src/derive_a.rs"]
mod texts;

use std::error::Error;
use std::hint::black_box;

use chainloom_runtime::__private::{Read, from_slice};
use serde::de::DeserializeOwned;

use crate::{Done, unknown};

/// Those who read any body. `simd-json-tape` and `sonic-rs-tree` hold a value of any shape, whose members are not looked at.
pub const CONTENDERS: &[&str] =
    &["serde_json", "chainloom", "simd-json", "simd-json-tape", "sonic-rs", "sonic-rs-tree"];
/// Those who read a block.
pub const OF_BLOCKS: &[&str] =
    &["serde_json", "chainloom", "alloy", "simd-json", "simd-json-tape", "sonic-rs", "sonic-rs-tree"];

type AlloyBlock = alloy_rpc_types_eth::Block;

/// Reads the body with this name `count` times.
pub fn run(contender: &str, count: usize, name: &str) -> Done {
    let Some((_, body)) = bodies::ALL.into_iter().find(|(known, _)| *known == name) else {
        return Err(format!("there is no body `{name}`").into());
    };
    let body = bodies::text(body);
    match (name, contender) {
        ("Block", "alloy") => repeat(count, || Ok(serde_json::from_slice::<AlloyBlock>(black_box(&body))?)),
        ("Block", _) => by::<texts::Block, ours::Block>(contender, count, name, &body),
        ("ValidatorPage", _) => by::<texts::ValidatorPage, ours::ValidatorPage>(contender, count, name, &body),
        ("Erc20Balances", _) => by::<texts::Erc20Balances, ours::Erc20Balances>(contender, count, name, &body),
        ("NativeTransactions", _) => {
            by::<texts::NativeTransactions, ours::NativeTransactions>(contender, count, name, &body)
        }
        _ => by::<texts::Containers, ours::Containers>(contender, count, name, &body),
    }
}

/// Reads a body into texts, into the type of chainloom, or into no type.
fn by<T: DeserializeOwned, C: Read>(contender: &str, count: usize, name: &str, body: &[u8]) -> Done {
    match contender {
        "serde_json" => repeat(count, || Ok(serde_json::from_slice::<T>(black_box(body))?)),
        "chainloom" => {
            let ty = ours::schema_of(name);
            repeat(count, || Ok(from_slice::<C>(ty, black_box(body))?))
        }
        // It reads in place, so each time takes a copy, as each answer takes a buffer.
        "simd-json" => repeat(count, || Ok(simd_json::from_slice::<T>(&mut body.to_vec())?)),
        "simd-json-tape" => repeat(count, || Ok(simd_json::to_tape(&mut body.to_vec())?.0.len())),
        "sonic-rs" => repeat(count, || Ok(sonic_rs::from_slice::<T>(black_box(body))?)),
        "sonic-rs-tree" => repeat(count, || Ok(sonic_rs::from_slice::<sonic_rs::Value>(black_box(body))?)),
        other => unknown(other),
    }
}

fn repeat<T>(count: usize, read: impl Fn() -> Result<T, Box<dyn Error + Send + Sync>>) -> Done {
    for _ in 0..count {
        drop(black_box(read()?));
    }
    Ok(())
}
