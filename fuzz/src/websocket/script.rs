//! What the server of a websocket does, one thing after the other.
//!
//! Input: bytes. Output: acts.

use crate::input::Input;

/// The most acts of a script.
pub(super) const MOST: usize = 64;
/// The most events of one act.
pub(super) const FLOOD: usize = 4 * 64;

const IDS: [&str; 8] = ["\"s\"", "\"t\"", "7", "\"7\"", "null", "{}", "\"\"", "\"\\u0073\""];
const TEXTS: [&str; 24] = [
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":{\"subscription\":\"s\",\"error\":{\"message\":\"card-hush-4711\"}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":{\"id\":\"s\",\"result\":{\"number\":1}}}{",
    "",
    " ",
    "[]",
    "{}",
    "null",
    "[[[[",
    "{\"jsonrpc\":\"2.0\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":{\"code\":1,\"message\":\"\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"card-hush-4711\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1e0,\"result\":1}",
    "{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":1}",
    "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":1}",
    "{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":1}",
    "{\"id\":1,\"id\":2,\"result\":1,\"result\":2}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\"}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":{}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":[\"s\",{\"number\":1}]}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hall_seen\",\"params\":{\"subscription\":\"s\"}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"alien\",\"params\":{\"subscription\":\"s\",\"result\":{\"number\":1}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hall_count\",\"params\":[1]}",
    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1}]",
];
const REASONS: [&str; 5] = ["", "bye", "the key key-hush-4713\n has expired", "session-hush-4712", "\u{e9}\u{0}"];
const BOOKS: [&str; 4] = ["", ",\"title\":\"Walden\"", ",\"title\":5", ",\"number\":\"card-hush-4711\""];

/// Something that a server does.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Waits for the next message of the client.
    Take,
    /// Sends the result of the request with this place among those that came.
    Reply {
        place: usize,
        id: &'static str,
    },
    /// Sends an error as the response to it.
    Refuse {
        place: usize,
    },
    /// Sends an event of the subscription with this ID; what else is in the book comes last.
    Event {
        id: &'static str,
        rest: &'static str,
    },
    Text(Vec<u8>),
    /// Bytes that need not be a frame.
    Bytes(Vec<u8>),
    /// A frame of any kind; whether it is the last of its message.
    Frame {
        kind: u8,
        content: Vec<u8>,
        is_last: bool,
    },
    /// Sends this number of events.
    Flood {
        id: &'static str,
        count: usize,
    },
    /// Sends events in one frame, in one of several ways.
    Several {
        id: &'static str,
        count: usize,
        way: usize,
    },
    Close {
        code: u16,
        reason: &'static str,
    },
    Drop,
    /// Waits for this number of seconds.
    Wait(u64),
}

impl Act {
    pub(super) fn all(mut input: Input<'_>) -> Vec<Self> {
        let mut acts = Vec::new();
        while !input.is_empty() && acts.len() < MOST {
            acts.push(Self::next(&mut input));
        }
        acts
    }

    fn next(input: &mut Input<'_>) -> Self {
        match input.below(32) {
            0..7 => Self::Take,
            7..14 => Self::Reply { place: input.below(8), id: input.one_of(&IDS).unwrap_or("null") },
            14..16 => Self::Refuse { place: input.below(8) },
            16..21 => {
                Self::Event { id: input.one_of(&IDS).unwrap_or("null"), rest: input.one_of(&BOOKS).unwrap_or_default() }
            }
            21..23 => Self::Text(input.one_of(&TEXTS).unwrap_or_default().into()),
            23 => Self::Text(input.bytes(96)),
            24 => Self::Bytes(input.bytes(32)),
            25..27 => {
                Self::Frame { kind: input.below(16) as u8, content: input.bytes(130), is_last: input.below(2) == 1 }
            }
            27 => Self::Flood { id: input.one_of(&IDS).unwrap_or("null"), count: input.below(FLOOD / 4) * 4 },
            28 => {
                let code = [1000, 1001, 1006, 1008, 1011, 3000, 0, 65535][input.below(8)];
                Self::Close { code, reason: input.one_of(&REASONS).unwrap_or_default() }
            }
            29 => Self::Drop,
            30 => {
                let id = input.one_of(&IDS).unwrap_or("null");
                Self::Several { id, count: input.below(8), way: input.below(4) }
            }
            _ => Self::Wait([0, 1, 14, 31, 46, 61, 61, 5][input.below(8)]),
        }
    }
}
