//! Catches panics and returns them as data. No other module does.
//!
//! Input: a closure. Output: its result, or the message and place of its panic. The panic is not
//! printed. Panics of other threads are printed as usual, except those of helper threads, which
//! happen again on this one.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::thread;

use chainloom_codegen::HELPER;

/// Message and place of a panic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Panic {
    pub(crate) message: String,
    /// `file:line:column` in the source of the program.
    pub(crate) place: String,
}

thread_local! {
    /// Whether this thread runs work whose panics are caught.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs the work. State that it was changing when it panicked may be inconsistent.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if WATCHED.get() {
                remember(info);
            } else if thread::current().name() != Some(HELPER) {
                before(info);
            }
        }));
    });
    WATCHED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    WATCHED.set(false);
    result.map_err(|_| LAST.take().unwrap_or_default())
}

/// Stores the message and the place of a panic for [`catch`].
fn remember(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    // A message of several lines, such as that of an assertion, is put on one line.
    let message = text.unwrap_or("a panic without a message").split_whitespace().collect::<Vec<_>>().join(" ");
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    LAST.set(Some(Panic { message, place }));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "it is what is tested")]
    use super::*;

    #[test]
    fn a_panic_is_told_with_its_place() {
        let caught = catch(|| -> u8 { panic!("`self` cannot\n  be a {}", "name") });
        let Err(panic) = caught else { panic!("it is caught") };
        assert_eq!(panic.message, "`self` cannot be a name");
        assert!(panic.place.contains("caught.rs:"), "{}", panic.place);
    }

    #[test]
    fn a_panic_of_a_helper_is_told_when_it_comes_again() {
        let caught = catch(|| {
            let helper = thread::Builder::new().name(HELPER.to_owned()).spawn(|| panic!("there"));
            assert!(helper.is_ok_and(|helper| helper.join().is_err()));
            panic!("here")
        });
        let told = caught.map_err(|panic| (panic.message, panic.place.contains("caught.rs:")));
        assert_eq!(told, Err::<(), _>(("here".to_owned(), true)));
    }

    #[test]
    fn a_result_is_handed_on_and_nothing_is_left_from_before() {
        assert_eq!(catch(|| 1), Ok(1));
        assert!(catch(|| panic!("first")).is_err());
        assert_eq!(catch(|| 2), Ok(2));
        assert!(!WATCHED.get());
    }
}
