//! What an interrupt does (Ctrl-C, or the request of the system to end): the file at work is finished, then the process
//! ends.
//!
//! Input: signals. Output: an exit code. What a run had still to write is left to the next one; each file is whole.

use std::process;
use std::sync::{PoisonError, RwLock};

/// Held to read while a file is written beside its place and put there; held to write when the process ends.
static AT_WORK: RwLock<()> = RwLock::new(());

/// What shells take for an interrupt: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// From now on, an interrupt waits for the file at work. Where the system cannot do so, it ends the process at once; and
/// whoever started us with signals that are ignored, as `nohup` does, wants them ignored.
pub(crate) fn expect() {
    let _ = ctrlc::try_set_handler(|| {
        let _held = AT_WORK.write().unwrap_or_else(PoisonError::into_inner);
        process::exit(INTERRUPTED);
    });
}

/// Work that no interrupt breaks off. It must be short.
pub(crate) fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _held = AT_WORK.read().unwrap_or_else(PoisonError::into_inner);
    work()
}
