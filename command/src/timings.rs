//! How long each stage took, as one JSON object.
//!
//! Input: the stages as they run. Output: milliseconds and counts as JSON.

use std::time::{Duration, Instant};

use chainloom_codegen::Stage;
use serde_json::{Map, Value as Json};

/// The parts of a run that are timed, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Read,
    Of(Stage),
    Write,
}

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
    parts: [Duration; NAMES.len()],
}

impl Timings {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), parts: [Duration::ZERO; NAMES.len()] }
    }

    /// Runs a part; what is run twice adds up.
    pub(crate) fn of<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.parts[part.index()] += began.elapsed();
        result
    }

    /// A clock that begins now, for an observer of the library.
    pub(crate) fn clock(&mut self) -> Clock<'_> {
        Clock { timings: self, since: Instant::now() }
    }

    /// Milliseconds of each stage and of all, then the counts, then the most memory held, if it is known.
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

/// Reads the time at the end of each stage.
pub(crate) struct Clock<'t> {
    timings: &'t mut Timings,
    since: Instant,
}

impl Clock<'_> {
    /// A stage has ended, and the next begins.
    pub(crate) fn ended(&mut self, stage: Stage) {
        let now = Instant::now();
        self.timings.parts[Part::Of(stage).index()] += now - self.since;
        self.since = now;
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
