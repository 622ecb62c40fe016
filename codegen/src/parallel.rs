//! Parallel work: applies one function to many items on all cores, or runs two functions side by
//! side.
//!
//! Input: items and a function. Output: the results, in the order of the items. Work that panics on
//! a helper thread is repeated on the calling thread, so that its panic has a message and a place.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Name of helper threads. A panic on one is repeated on the calling thread, so a panic hook may
/// ignore these threads.
pub const HELPER: &str = "chainloom-helper";

/// Maximum number of items that a thread takes at once; with more, a core could be idle at the end.
const AT_ONCE: usize = 16;
/// Number of times that each thread takes items, if there are enough.
const TURNS: usize = 8;
/// The stack of a thread in bytes, as large as the stack of the first thread usually is.
const STACK: usize = 8 * 1024 * 1024;

/// Items that one thread takes at once, with their results.
struct Share<'t, T, R> {
    items: &'t [T],
    results: Mutex<Option<Vec<R>>>,
}

/// Applies a function to each item, on all cores. Returns the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let share_len = (items.len() / (cores * TURNS)).clamp(1, AT_ONCE);
    let shares: Vec<Share<'_, T, R>> =
        items.chunks(share_len).map(|items| Share { items, results: Mutex::new(None) }).collect();
    let next = AtomicUsize::new(0);
    let take_turns = || {
        while let Some(share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
            let results = share.items.iter().map(&work).collect();
            *share.results.lock().unwrap_or_else(PoisonError::into_inner) = Some(results);
        }
    };
    thread::scope(|scope| {
        let helpers = (1..cores.min(shares.len())).map(|_| helper_builder().spawn_scoped(scope, take_turns));
        let helpers: Vec<_> = helpers.collect();
        take_turns();
        // A scope panics, without a place, for a thread that panicked and was not joined.
        helpers.into_iter().flatten().for_each(|helper| drop(helper.join()));
    });
    let results = shares.into_iter().flat_map(|share| {
        let results = share.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.unwrap_or_else(|| share.items.iter().map(&work).collect())
    });
    results.collect()
}

/// Runs `there` on another thread and `here` on this one, and returns both results.
pub(crate) fn run_both<T: Send, H>(there: impl Fn() -> T + Sync, here: impl FnOnce() -> H) -> (T, H) {
    thread::scope(|scope| {
        let helper = helper_builder().spawn_scoped(scope, &there);
        let result = here();
        (helper.ok().and_then(|helper| helper.join().ok()).unwrap_or_else(&there), result)
    })
}

/// Returns the settings of a thread that works for another one.
fn helper_builder() -> thread::Builder {
    thread::Builder::new().name(HELPER.to_owned()).stack_size(STACK)
}
