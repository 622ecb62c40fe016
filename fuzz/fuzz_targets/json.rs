//! The reader of JSON beside serde_json.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::json::check(data)));
