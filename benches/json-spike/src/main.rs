//! Measures decoding: serde derive with strings (a), serde derive with binary scalars (b), ours (c),
//! serde derive with the checks of ours (d).
//!
//! Output: for each body the median times of alternating runs, and ratios. Ratios are what counts; a value
//! over one says that ours is faster. With the name of a body and of a form as arguments, only that form
//! is run, for a profiler.
#![allow(clippy::unwrap_used, dead_code, unreachable_pub)]

mod bodies;
mod derive_a;
mod derive_b;
mod derive_d;
mod ours;

use std::hint::black_box;
use std::time::{Duration, Instant};

type Decode = fn(&[u8]);

macro_rules! forms {
    ($name:ident) => {
        [
            |body: &[u8]| drop(black_box(serde_json::from_slice::<derive_a::$name>(body).unwrap())),
            |body: &[u8]| drop(black_box(serde_json::from_slice::<derive_b::$name>(body).unwrap())),
            |body: &[u8]| {
                let ty = ours::schema_of(stringify!($name));
                drop(black_box(chainloom_runtime::__private::from_slice::<ours::$name>(ty, body).unwrap()));
            },
            |body: &[u8]| drop(black_box(serde_json::from_slice::<derive_d::$name>(body).unwrap())),
        ]
    };
}

fn decoders(name: &str) -> [Decode; 4] {
    match name {
        "ValidatorPage" => forms!(ValidatorPage),
        "Erc20Balances" => forms!(Erc20Balances),
        "NativeTransactions" => forms!(NativeTransactions),
        "Block" => forms!(Block),
        _ => forms!(Containers),
    }
}

fn time(decode: Decode, body: &[u8]) -> Duration {
    let start = Instant::now();
    for _ in 0..4 {
        decode(black_box(body));
    }
    start.elapsed() / 4
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for (name, body) in bodies::all() {
        let decode = decoders(name);
        if let [only, form] = &args[..] {
            if only == name {
                (0..5000).for_each(|_| decode[form.parse::<usize>().unwrap()](&body));
            }
            continue;
        }
        let mut times = [const { Vec::new() }; 4];
        for _ in 0..150 {
            for (form, times) in times.iter_mut().enumerate() {
                times.push(time(decode[form], &body));
            }
        }
        let [a, b, c, d] = times.map(median);
        let size = body.len();
        let ratios = format!("a/c {:.2}  b/c {:.2}  d/c {:.2}", a / c, b / c, d / c);
        println!(
            "{name:18} {size:7} bytes  us: a {a:6.1}  b {b:6.1}  c {c:6.1}  d {d:6.1}  {ratios}  c {:.2} GB/s",
            size as f64 / c / 1e3
        );
    }
}
