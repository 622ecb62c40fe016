//! Memory, open files and tasks of this process over time.
//!
//! Input: the time of the run. Output: lines for people, and what grew more than is allowed. The
//! first part of the run is left out: pools and buffers fill then.

use std::fs;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

/// How many samples are taken.
const SAMPLES: u32 = 600;
/// The part of the run that is left out: one of so many.
const WARM_UP: usize = 5;
/// What is measured, with its unit and how much the mean of the second half may be above that of
/// the first.
const MEASURES: [(&str, &str, f64); 3] =
    [("resident memory", "KiB", 4_096.0), ("open files", "files", 8.0), ("tasks of tokio", "tasks", 8.0)];

/// A point in time, in minutes, and the measures.
type Sample = (f64, [f64; 3]);

/// Takes samples until it is stopped.
pub(crate) struct Memory {
    stop: Sender<()>,
    thread: JoinHandle<Vec<Sample>>,
}

/// What was measured.
pub(crate) struct Samples(Vec<Sample>);

impl Memory {
    pub(crate) fn start(runtime: Handle, time: Duration) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let (begun, mut samples) = (Instant::now(), Vec::with_capacity(2 * SAMPLES as usize));
            while stopped.recv_timeout(time / SAMPLES) == Err(RecvTimeoutError::Timeout) && begun.elapsed() < time {
                samples.push((begun.elapsed().as_secs_f64() / 60.0, measures(&runtime)));
            }
            samples
        });
        Self { stop, thread }
    }

    pub(crate) fn stop(self) -> Samples {
        let _ = self.stop.send(());
        Samples(self.thread.join().unwrap())
    }
}

fn measures(runtime: &Handle) -> [f64; 3] {
    let files = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let tasks = runtime.metrics().num_alive_tasks();
    [resident("self").unwrap_or_default() as f64, files as f64, tasks as f64]
}

/// The resident memory of a process in KiB, where the system tells.
pub(crate) fn resident(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

impl Samples {
    /// Prints lines, and returns what grew.
    pub(crate) fn judge(&self, of_server: Option<u64>, is_long: bool) -> Vec<String> {
        let later = self.0.get(self.0.len() / WARM_UP..).unwrap_or_default();
        let (first, second) = later.split_at(later.len() / 2);
        println!("| client | after warm-up | second half | growth | allowed | line per minute | most |");
        println!("|---|---|---|---|---|---|---|");
        let mut wrong = Vec::new();
        for (index, (name, unit, allowed)) in MEASURES.into_iter().enumerate() {
            let [before, after] = [first, second].map(|half| mean(half.iter().map(|(_, all)| all[index])));
            let slope = slope(later, index);
            let most = self.0.iter().map(|(_, all)| all[index]).fold(0.0, f64::max);
            let growth = after - before;
            println!(
                "| {name} | {before:.1} {unit} | {after:.1} | {growth:+.1} | {allowed:.0} | {slope:+.2} | {most:.0} |"
            );
            if is_long && growth > allowed {
                wrong.push(format!("{name} grew by {growth:.1} {unit}; {allowed:.0} are allowed"));
            }
        }
        println!("resident memory of the server at the end: {} KiB", of_server.unwrap_or_default());
        if !is_long {
            println!("the run was too short to judge growth");
        }
        wrong
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// The slope of the line with the least squares, by minutes.
fn slope(samples: &[Sample], index: usize) -> f64 {
    let time = mean(samples.iter().map(|(time, _)| *time));
    let value = mean(samples.iter().map(|(_, all)| all[index]));
    let above: f64 = samples.iter().map(|(at, all)| (at - time) * (all[index] - value)).sum();
    let below: f64 = samples.iter().map(|(at, _)| (at - time).powi(2)).sum();
    if below == 0.0 { 0.0 } else { above / below }
}
