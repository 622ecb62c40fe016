//! Checks of the fuzz targets: functions of the bytes of the fuzzer that return what is wrong, if
//! anything.
//!
//! Values are drawn by `chainloom-values`, and changed as the bytes say. Equality of values, and
//! what must survive reading and writing, is defined by modules of the tests.

mod edits;
#[path = "../../tests/src/equality.rs"]
pub mod equality;
mod input;
pub mod replies;
pub mod responses;
#[path = "../../tests/src/round_trip.rs"]
pub mod round_trip;
#[path = "../../tests/src/shape.rs"]
pub mod shape;
pub mod spec;

/// What is wrong with something, in a sentence.
pub type Outcome = Result<(), String>;

/// Ends the process if something is wrong, as fuzz targets do.
///
/// # Panics
///
/// Something is wrong.
pub fn check(outcome: Outcome) {
    if let Err(why) = outcome {
        panic!("{why}");
    }
}

/// Prints the text that is about to be read, if requested. A panic of the tested code cannot print
/// it.
fn show(what: &str, text: &str) {
    if std::env::var_os("CHAINLOOM_FUZZ_SHOW").is_some() {
        eprintln!("{what}: {text}");
    }
}
