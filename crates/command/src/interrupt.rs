//! Handles interrupts (Ctrl-C, or the termination signal): the current file is finished, then the
//! process ends.
//!
//! Input: signals. Output: an exit code. The next run writes the remaining files. Each file is
//! complete.

use std::process;
use std::sync::{PoisonError, RwLock};

use crate::exit::Exit;

/// Locked for reading while a file is written and moved to its place, and for writing when the
/// process ends.
static AT_WORK: RwLock<()> = RwLock::new(());

/// Makes interrupts wait for the current file. Without support of the system, an interrupt ends the
/// process at once. Signals that are ignored at the start, as with `nohup`, stay ignored.
pub(crate) fn expect() {
    let _ = ctrlc::try_set_handler(|| {
        let _held = AT_WORK.write().unwrap_or_else(PoisonError::into_inner);
        process::exit(Exit::Interrupted.code().into());
    });
}

/// Runs work during which an interrupt waits. The work must be short.
pub(crate) fn without_interrupt<T>(work: impl FnOnce() -> T) -> T {
    let _held = AT_WORK.read().unwrap_or_else(PoisonError::into_inner);
    work()
}
