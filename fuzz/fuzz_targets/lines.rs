//! Any JSON lines, cut anywhere.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::lines::check(data)));
