//! Reading and writing bodies in JSON, by serde_json and by chainloom.
//!
//! Input: a contender, a body, and a number of repetitions. Output: the time of all repetitions, or
//! a failure where a body cannot be read. Readers of other crates are in the program `rivals`.

pub mod bodies;
mod ours;
pub mod texts;

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use chainloom_runtime::__private::{Read, Write, from_slice, to_vec};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is measured fails as a whole.
pub type Failed = Box<dyn Error + Send + Sync>;

/// What is done with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Read,
    /// The body is read before, which does not count.
    Write,
}

/// serde derive into structs of `String`, chainloom, and `serde_json` with the types of chainloom.
pub const CONTENDERS: &[&str] = &["serde_json", "chainloom", "chainloom-serde"];
/// The contenders of a body that is no type of the generated crate: a list within an object has no
/// traits of serde.
pub const WITHOUT_SERDE: &[&str] = &["serde_json", "chainloom"];

/// The contenders that read and write a body.
pub fn contenders(name: &str) -> &'static [&'static str] {
    if name == "Containers" { WITHOUT_SERDE } else { CONTENDERS }
}

/// Reads or writes the body with this name `count` times. `text` is the body.
pub fn run(contender: &str, work: Work, name: &str, text: &[u8], count: usize) -> Result<Duration, Failed> {
    let run = match name {
        "ValidatorPage" => by::<texts::ValidatorPage, ours::ValidatorPage>,
        "Erc20Balances" => by::<texts::Erc20Balances, ours::Erc20Balances>,
        "NativeTransactions" => by::<texts::NativeTransactions, ours::NativeTransactions>,
        "Block" => by::<texts::Block, ours::Block>,
        "Containers" => by::<texts::Containers, ours::Containers>,
        other => return Err(format!("there is no body `{other}`").into()),
    };
    run(contender, work, name, text, count)
}

/// Reads into texts and writes them (`T`), or does so with the type of chainloom (`C`).
fn by<T, C>(contender: &str, work: Work, name: &str, text: &[u8], count: usize) -> Result<Duration, Failed>
where
    T: DeserializeOwned + Serialize,
    C: Read + Write + DeserializeOwned + Serialize,
{
    let ty = ours::schema_of(name);
    match (contender, work) {
        ("serde_json", work) => by_serde::<T>(work, text, count),
        ("chainloom-serde", work) => by_serde::<C>(work, text, count),
        ("chainloom", Work::Read) => repeat(count, || Ok(from_slice::<C>(ty, black_box(text))?)),
        ("chainloom", Work::Write) => {
            let value = from_slice::<C>(ty, text)?;
            repeat(count, || Ok(to_vec(black_box(&value), ty)?))
        }
        (other, _) => Err(format!("there is no contender `{other}`").into()),
    }
}

fn by_serde<T: DeserializeOwned + Serialize>(work: Work, text: &[u8], count: usize) -> Result<Duration, Failed> {
    match work {
        Work::Read => repeat(count, || Ok(serde_json::from_slice::<T>(black_box(text))?)),
        Work::Write => {
            let value = serde_json::from_slice::<T>(text)?;
            repeat(count, || Ok(serde_json::to_vec(black_box(&value))?))
        }
    }
}

/// Does something so often, and drops what it gives.
pub fn repeat<T>(count: usize, work: impl Fn() -> Result<T, Failed>) -> Result<Duration, Failed> {
    let start = Instant::now();
    for _ in 0..count {
        drop(black_box(work()?));
    }
    Ok(start.elapsed())
}
