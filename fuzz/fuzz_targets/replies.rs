//! Any bytes as the response to a call or a batch.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::replies::check(data)));
