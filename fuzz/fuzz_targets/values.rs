//! A drawn response of any operation, with values changed, read by its types.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::responses::values(data)));
