//! What the fuzz targets check. Each is a function of the fuzzer's bytes that says what is wrong, or that nothing is.
//!
//! Values are drawn by `chainloom-values`, and changed as the bytes say. When two values are equal, and what survives reading and
//! writing, is decided by the modules of the tests.

pub mod answers;
mod edits;
#[path = "../../tests/src/equality.rs"]
pub mod equality;
mod input;
pub mod replies;
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
pub fn told(outcome: Outcome) {
    if let Err(why) = outcome {
        panic!("{why}");
    }
}

/// Says what is about to be read, if it is asked for: a panic of what is tested cannot say it.
fn show(what: &str, text: &str) {
    if std::env::var_os("CHAINLOOM_FUZZ_SHOW").is_some() {
        eprintln!("{what}: {text}");
    }
}
