//! Any description as the input of a macro.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::macros::check(data)));
