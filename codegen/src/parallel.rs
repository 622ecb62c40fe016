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

/// The most things that a thread takes at once; more would leave a core idle at the end.
const AT_ONCE: usize = 16;
/// Number of times that each thread takes things, if there are enough.
const TURNS: usize = 8;
/// The stack of a thread in bytes, as large as the stack of the first thread usually is.
const STACK: usize = 8 * 1024 * 1024;

/// Things that one thread takes at once, with their results.
struct Share<'t, T, R> {
    things: &'t [T],
    results: Mutex<Option<Vec<R>>>,
}

/// Applies a function to each thing.
pub(crate) fn in_parallel<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let at_once = (things.len() / (cores * TURNS)).clamp(1, AT_ONCE);
    let shares: Vec<Share<'_, T, R>> =
        things.chunks(at_once).map(|things| Share { things, results: Mutex::new(None) }).collect();
    let next = AtomicUsize::new(0);
    let take_turns = || {
        while let Some(share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
            let results = share.things.iter().map(&work).collect();
            *share.results.lock().unwrap_or_else(PoisonError::into_inner) = Some(results);
        }
    };
    thread::scope(|scope| {
        let helpers = (1..cores.min(shares.len())).map(|_| helper().spawn_scoped(scope, take_turns));
        let helpers: Vec<_> = helpers.collect();
        take_turns();
        // A scope panics, without a place, for a thread that panicked and was not joined.
        helpers.into_iter().flatten().for_each(|helper| drop(helper.join()));
    });
    let results = shares.into_iter().flat_map(|share| {
        let results = share.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.unwrap_or_else(|| share.things.iter().map(&work).collect())
    });
    results.collect()
}

/// Does some work on another thread, and other work meanwhile.
pub(crate) fn beside<T: Send, H>(there: impl Fn() -> T + Sync, here: impl FnOnce() -> H) -> (T, H) {
    thread::scope(|scope| {
        let helper = helper().spawn_scoped(scope, &there);
        let result = here();
        (helper.ok().and_then(|helper| helper.join().ok()).unwrap_or_else(&there), result)
    })
}

fn helper() -> thread::Builder {
    thread::Builder::new().name(HELPER.to_owned()).stack_size(STACK)
}
