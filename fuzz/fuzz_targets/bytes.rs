//! A drawn response of any operation, with bytes put in anywhere, read by its types.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::responses::bytes(data)));
