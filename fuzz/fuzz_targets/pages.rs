//! Any tokens, links and items of a list in pages.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::pages::check(data)));
