//! How long each stage took, as one JSON object.
//!
//! Input: the stages as they run. Output: a line of JSON with milliseconds and counts. Only numbers
//! and fixed names are written, so the JSON is put together by hand.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The stages of a run, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Read,
    Parse,
    Check,
    Lower,
    Emit,
    Render,
    Write,
}

const NAMES: [&str; 7] = ["read", "parse", "check", "lower", "emit", "render", "write"];

/// What was counted in a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) spec_files: usize,
    pub(crate) files: usize,
    pub(crate) operations: usize,
    pub(crate) types: usize,
}

/// A clock for the stages of one run.
#[derive(Debug)]
pub(crate) struct Timings {
    began: Instant,
    stages: [Duration; NAMES.len()],
}

impl Timings {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), stages: [Duration::ZERO; NAMES.len()] }
    }

    /// Runs a part of a stage; parts of the same stage add up.
    pub(crate) fn of<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.stages[stage as usize] += began.elapsed();
        result
    }

    pub(crate) fn to_json(&self, counts: Counts) -> String {
        let mut json = String::from("{");
        for (name, time) in NAMES.iter().zip(self.stages) {
            let _ = write!(json, r#""{name}":{:.3},"#, milliseconds(time));
        }
        let _ = write!(json, r#""total":{:.3},"#, milliseconds(self.began.elapsed()));
        let Counts { spec_files, files, operations, types } = counts;
        let _ = write!(json, r#""specFiles":{spec_files},"files":{files},"operations":{operations},"types":{types},"#);
        match peak_memory() {
            Some(bytes) => {
                let _ = write!(json, r#""peakMemoryBytes":{bytes}}}"#);
            }
            None => json.push_str(r#""peakMemoryBytes":null}"#),
        }
        json
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The most memory that the process has held, where the system tells it cheaply.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
