//! Addresses that a server names: whole, relative, broken, and of other origins.
//!
//! Input: choices. Output: the bytes of an address.

use crate::input::Input;

const SCHEMES: [&str; 9] = ["", "", "http:", "https:", "HTTP:", "ftp:", "javascript:", "ws:", " http:"];
const SLASHES: [&str; 7] = ["//", "/", "", "///", "\\\\", "/\\", "//\t"];
const USERS: [&str; 5] = ["", "", "here.test@", "user:pass@", "key-hush-4713@"];
const HOSTS: [&str; 12] = [
    "here.test", "HERE.TEST", "here.test.", "here.test:80", "here.test:8080", "elsewhere.test",
    "here.test.elsewhere.test", "127.0.0.1", "[::1]", "h\u{e9}re.test", "%68ere.test", "",
];
const PATHS: [&str; 13] = [
    "/base/books/1", "/base/by-link?page=2", "/base/by-link?page=3&key=key-hush-4713", "", "/", "..", "/../..",
    "/%2e%2e/", "?page=4", "?key=key-hush-4713&key=other", "#end", "/card-hush-4711/session-hush-4712",
    "/\u{e9} \"<>\\^`{|}",
];

/// An address of parts, and bytes behind it.
pub(crate) fn place(input: &mut Input<'_>) -> Vec<u8> {
    let mut place = Vec::new();
    let scheme = input.one_of(&SCHEMES).unwrap_or_default();
    place.extend_from_slice(scheme.as_bytes());
    // Most have a host, or are a path alone.
    if !scheme.is_empty() || input.below(2) == 1 {
        for part in [input.one_of(&SLASHES), input.one_of(&USERS), input.one_of(&HOSTS)] {
            place.extend_from_slice(part.unwrap_or_default().as_bytes());
        }
    }
    place.extend_from_slice(input.one_of(&PATHS).unwrap_or_default().as_bytes());
    if input.below(8) == 7 {
        place.extend(input.bytes(16));
    }
    place
}
