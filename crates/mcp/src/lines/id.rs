//! ID of a message, found anywhere in a line, even an invalid one.
//!
//! Input: the bytes of a line, in chunks. Output: the member `id` of the outermost object. The rest
//! of the line is not kept, so its length and its depth are unlimited.

use serde_json::Value;

/// Maximum length of a name or an ID, in bytes.
const MAX_ID_BYTES: usize = 1_024;

/// A scanner of the bytes of an object.
#[derive(Default)]
pub(super) struct IdScan {
    depth: usize,
    is_text: bool,
    is_escaped: bool,
    /// Whether the scanner is in a value, not in a name.
    is_value: bool,
    /// Current name or value in the outermost object.
    token: Vec<u8>,
    is_id: bool,
    id: Option<Value>,
}

impl IdScan {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.step(*byte));
    }

    /// Returns the ID; null if invalid, `None` if absent.
    pub(super) fn finish(mut self) -> Option<Value> {
        self.end_value();
        self.id
    }

    /// Processes a byte.
    fn step(&mut self, byte: u8) {
        let (depth, was_text) = (self.depth, self.is_text);
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if was_text => self.is_escaped = true,
            b'"' => self.is_text = !was_text,
            b'{' | b'[' if !was_text => self.depth += 1,
            b'}' | b']' if !was_text => self.depth = depth.saturating_sub(1),
            _ => {}
        }
        match byte {
            _ if depth != 1 => {}
            b':' if !was_text && !self.is_value => {
                self.is_id = self.token == b"\"id\"";
                self.token.clear();
                self.is_value = true;
            }
            b',' | b'}' if !was_text => self.end_value(),
            _ if self.token.len() < MAX_ID_BYTES && (was_text || !byte.is_ascii_whitespace()) => self.token.push(byte),
            _ => {}
        }
    }

    /// Ends a name or a value of the outermost object; a value of the member `id` is kept.
    fn end_value(&mut self) {
        if self.is_value && self.is_id {
            let id = serde_json::from_slice::<Value>(&self.token).unwrap_or_default();
            self.id = Some(if id.is_string() || id.is_i64() || id.is_u64() { id } else { Value::Null });
        }
        self.token.clear();
        (self.is_value, self.is_id) = (false, false);
    }
}
