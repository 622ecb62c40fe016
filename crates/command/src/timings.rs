//! Durations of stages, as one JSON object.
//!
//! Input: the begin and end of each stage. Output: milliseconds and counts as JSON.

use std::time::{Duration, Instant};

use chainloom_codegen::Stage;
use serde_json::{Map, Value as Json};

/// A part of a run that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Read,
    /// A stage of the library.
    Of(Stage),
    Write,
}

/// The parts by their names, in their order.
const NAMES: [&str; 10] = ["read", "parse", "check", "name", "lint", "lower", "emit", "render", "document", "write"];

impl Part {
    fn index(self) -> usize {
        match self {
            Self::Read => 0,
            Self::Of(Stage::Parse) => 1,
            Self::Of(Stage::Check) => 2,
            Self::Of(Stage::Name) => 3,
            Self::Of(Stage::Lint) => 4,
            Self::Of(Stage::Lower) => 5,
            Self::Of(Stage::Emit) => 6,
            Self::Of(Stage::Render) => 7,
            Self::Of(Stage::Document) => 8,
            Self::Write => 9,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) spec_files: usize,
    pub(crate) files: usize,
    pub(crate) operations: usize,
    pub(crate) types: usize,
}

/// A clock for the parts of one run.
#[derive(Debug)]
pub(crate) struct Timings {
    began: Instant,
    /// Current part, and the time of its start.
    running: Option<(Part, Instant)>,
    parts: [Duration; NAMES.len()],
}

impl Timings {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), running: None, parts: [Duration::ZERO; NAMES.len()] }
    }

    /// Runs `work` and returns its result. Adds the duration to `part`.
    pub(crate) fn of<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T {
        self.enter(part);
        let result = work();
        self.leave();
        result
    }

    /// Begins a part, which ends the one before.
    pub(crate) fn enter(&mut self, part: Part) {
        self.leave();
        self.running = Some((part, Instant::now()));
    }

    /// Ends the current part.
    pub(crate) fn leave(&mut self) {
        if let Some((part, since)) = self.running.take() {
            self.parts[part.index()] += since.elapsed();
        }
    }

    /// Returns the part in which a panic occurred.
    pub(crate) fn interrupted(&self) -> Option<Part> {
        self.running.map(|(part, _)| part)
    }

    /// Returns the milliseconds of each part and of the whole run, then the counts, then the peak memory, if
    /// known.
    pub(crate) fn to_json(&self, counts: Counts) -> Json {
        let mut object = Map::new();
        for (name, time) in NAMES.iter().zip(self.parts) {
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

/// Converts a duration to milliseconds, rounded to microseconds.
fn milliseconds(time: Duration) -> Json {
    ((time.as_secs_f64() * 1_000_000.0).round() / 1000.0).into()
}

/// Returns the peak memory of the process, on systems that provide it cheaply.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
