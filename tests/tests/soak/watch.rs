//! Watchdog: every operation must end within its time.
//!
//! Input: operations that begin and end, with the time that each may take. Output: those that ended
//! too late; and the end of the program, with its name, where one hangs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// What an operation may take beyond its deadline: other programs use the machine, too.
pub(crate) const ALLOWANCE: Duration = Duration::from_secs(10);
/// Names of late operations that are kept.
const MOST: usize = 20;

/// The operations that run.
#[derive(Default)]
pub(crate) struct Watch(Mutex<State>);

#[derive(Default)]
struct State {
    next: u64,
    /// Each with its name, its begin and the time that it may take.
    running: BTreeMap<u64, (String, Instant, Duration)>,
    late: Vec<String>,
}

/// An operation that runs until this is dropped.
pub(crate) struct Running(Arc<Watch>, u64);

impl Watch {
    pub(crate) fn start() -> Arc<Self> {
        let watch = Arc::new(Self::default());
        let watched = Arc::clone(&watch);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(1));
                watched.end_if_one_hangs();
            }
        });
        watch
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(crate) fn begin(self: &Arc<Self>, name: &str, limit: Duration) -> Running {
        let mut state = self.state();
        state.next += 1;
        let number = state.next;
        state.running.insert(number, (name.to_owned(), Instant::now(), limit));
        Running(Arc::clone(self), number)
    }

    /// The operations that ended too late.
    pub(crate) fn late(&self) -> Vec<String> {
        self.state().late.clone()
    }

    fn end_if_one_hangs(&self) {
        let state = self.state();
        let hangs = |(_, begun, limit): &&(String, Instant, Duration)| begun.elapsed() > *limit + 3 * ALLOWANCE;
        let Some((name, begun, limit)) = state.running.values().find(hangs) else { return };
        println!("WRONG: {name} has not ended after {:?}; it may take {limit:?}", begun.elapsed());
        std::process::exit(1);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.0.state();
        let Some((name, begun, limit)) = state.running.remove(&self.1) else { return };
        let taken = begun.elapsed();
        if taken > limit + ALLOWANCE && state.late.len() < MOST {
            state.late.push(format!("{name} took {taken:?}; it may take {limit:?} and {ALLOWANCE:?} more"));
        }
    }
}
