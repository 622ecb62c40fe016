//! Checks of the fuzz targets: functions of the bytes of the fuzzer that return what is wrong, if
//! anything.
//!
//! Values are drawn by `chainloom-values`, and changed as the bytes say. Equality of values, and
//! what must survive reading and writing, is defined by modules of the tests.

#[path = "../../macros/src/declare/mod.rs"]
mod declare;
mod edits;
#[path = "../../tests/src/equality.rs"]
pub mod equality;
pub mod events;
pub mod headers;
mod hostile;
#[path = "../../macros/src/include.rs"]
mod include;
mod input;
pub mod json;
pub mod lines;
pub mod macros;
pub mod pages;
pub mod redirects;
pub mod replies;
#[path = "../../macros/src/report.rs"]
mod report;
pub mod responses;
#[path = "../../tests/src/round_trip.rs"]
pub mod round_trip;
#[path = "../../tests/src/shape.rs"]
pub mod shape;
#[path = "../../macros/src/site.rs"]
mod site;
pub mod spec;
pub mod webhooks;
pub mod websocket;

/// What is wrong with something, in a sentence.
pub type Outcome = Result<(), String>;

/// Tries an input on a target.
pub type Check = fn(&[u8]) -> Outcome;

/// All targets, by their names.
pub const TARGETS: [(&str, Check); 13] = [
    ("bytes", responses::bytes),
    ("values", responses::values),
    ("json", json::check),
    ("spec", spec::check),
    ("macros", macros::check),
    ("replies", replies::check),
    ("headers", headers::check),
    ("redirects", redirects::check),
    ("pages", pages::check),
    ("events", events::check),
    ("lines", lines::check),
    ("websocket", websocket::check),
    ("webhooks", webhooks::check),
];

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
