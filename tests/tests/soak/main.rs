//! Soak: mixed traffic of the generated clients over a faulty sandbox.
//!
//! Input: `CHAINLOOM_SOAK`, for how many seconds, and `CHAINLOOM_SEED`, of which faults and pauses
//! are drawn. Output: a table of the traffic, lines on memory, what is wrong, and an exit code. It
//! is wrong that a call does not end, that memory grows, or that the counts of both sides differ.
//!
//! The sandbox is a process of its own: this program, started once more.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod connection;
mod faults;
mod memory;
mod report;
mod server;
mod tally;
mod traffic;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use connection::ServerProcess;
use memory::Memory;
use traffic::Soak;
use watch::Watch;

/// Seconds of a run that names none, which shows that the program works.
const SECONDS: u64 = 2;
/// Shorter runs do not show that memory grows, and may be over before some traffic has begun.
const LONG: Duration = Duration::from_secs(60);
/// The time that connections have to be closed in, once all clients are gone.
const PATIENCE: Duration = Duration::from_secs(15);

fn main() -> ExitCode {
    if server::is_asked_for() {
        return server::run();
    }
    let seconds = number("CHAINLOOM_SOAK").unwrap_or(SECONDS);
    let seed = number("CHAINLOOM_SEED").unwrap_or_else(|| fastrand::u64(..1_000_000));
    println!("soak of {seconds} s with CHAINLOOM_SEED={seed}");
    let wrong = run(Duration::from_secs(seconds), seed);
    wrong.iter().for_each(|wrong| println!("WRONG: {wrong}"));
    println!("soak: {}", if wrong.is_empty() { "ok".to_owned() } else { format!("FAILED, {} wrong", wrong.len()) });
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Carries it out. Returns what is wrong.
fn run(time: Duration, seed: u64) -> Vec<String> {
    let mut server = ServerProcess::start(seed);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let watch = Watch::start();
    let memory = Memory::start(runtime.handle().clone(), time);
    let soak = Arc::new(Soak::new(&server, seed, Instant::now() + time, Arc::clone(&watch)));
    runtime.block_on(traffic::run(&soak));
    let samples = memory.stop();
    // All clients are gone: connections close, and tasks end.
    let closing = Instant::now();
    let mut told = server.report();
    while (runtime.metrics().num_alive_tasks() > 0 || report::open(&told) > 0) && closing.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
        told = server.report();
    }
    let mut wrong = watch.late();
    let tallies = soak.tallies();
    report::print(&tallies, &told);
    wrong.extend(report::wrong(&tallies, &told, runtime.metrics().num_alive_tasks(), time >= LONG));
    wrong.extend(samples.judge(server.memory(), time >= LONG));
    wrong
}
