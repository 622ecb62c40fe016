//! How long each stage took, as one JSON object.
//!
//! Input: the stages as they run. Output: milliseconds and counts as JSON.

use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json};

/// The stages of a run, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Read,
    Parse,
    Check,
    Lint,
    Lower,
    Emit,
    Render,
    Document,
    Write,
}

const NAMES: [&str; 9] = ["read", "parse", "check", "lint", "lower", "emit", "render", "document", "write"];

impl Stage {
    pub(crate) fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

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
    /// The stage at work.
    running: Option<Stage>,
    stages: [Duration; NAMES.len()],
}

impl Timings {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), running: None, stages: [Duration::ZERO; NAMES.len()] }
    }

    /// Runs a part of a stage; parts of the same stage add up.
    pub(crate) fn of<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        self.running = Some(stage);
        let result = work();
        self.running = None;
        self.stages[stage as usize] += began.elapsed();
        result
    }

    /// The stage that a panic broke off.
    pub(crate) fn interrupted(&self) -> Option<Stage> {
        self.running
    }

    /// Milliseconds of each stage and of all, then the counts, then the most memory held, if it is known.
    pub(crate) fn to_json(&self, counts: Counts) -> Json {
        let mut object = Map::new();
        for (name, time) in NAMES.iter().zip(self.stages) {
            object.insert((*name).to_owned(), milliseconds(time));
        }
        object.insert("total".to_owned(), milliseconds(self.began.elapsed()));
        let Counts { spec_files, files, operations, types } = counts;
        let counts = [("specFiles", spec_files), ("files", files), ("operations", operations), ("types", types)];
        object.extend(counts.map(|(name, count)| (name.to_owned(), count.into())));
        object.insert("peakMemoryBytes".to_owned(), peak_memory().into());
        Json::Object(object)
    }
}

/// To the microsecond.
fn milliseconds(time: Duration) -> Json {
    ((time.as_secs_f64() * 1_000_000.0).round() / 1000.0).into()
}

/// The most memory that the process has held, where the system tells it cheaply.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
