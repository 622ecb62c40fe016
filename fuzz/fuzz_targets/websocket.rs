//! Anything that a server sends over a websocket.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chainloom_fuzz::check(chainloom_fuzz::websocket::check(data)));
