//! Any headers and statuses of responses.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::headers::check(data)));
