//! Any server-sent events, cut anywhere.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::events::check(data)));
