//! Requests of webhooks with any headers and bodies.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::webhooks::check(data)));
