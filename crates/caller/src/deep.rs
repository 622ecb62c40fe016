//! Deeply nested JSON: reads it on a stack that fits its depth, up to the limit of the client.
//!
//! Input: the text of a result, and a function of its value. Output: the result of the function. A
//! deep value is read and passed to the function on a separate thread.

use std::thread;

use chainloom_runtime::catalog::MAX_DEPTH;
use serde::Deserialize as _;
use serde_json::{Deserializer, Value};

/// Depth up to which values are read on the stack of the caller.
const SHALLOW_DEPTH: usize = 64;
/// Bytes of stack for each level of depth, which suffice for the deepest walk without optimization.
const STACK_PER_LEVEL: usize = 48 * 1024;

/// Reads a value and returns the result of `work`.
///
/// # Errors
///
/// The error is the reason why the value cannot be read: it is not
/// JSON, or nested deeper than [`MAX_DEPTH`].
pub fn read_deep<T: Send>(json: &[u8], work: impl FnOnce(Value) -> T + Send) -> Result<T, String> {
    let depth = depth(json);
    if depth > MAX_DEPTH {
        return Err(format!("the result is nested deeper than {MAX_DEPTH} levels"));
    }
    let read = || {
        let mut reader = Deserializer::from_slice(json);
        // The depth was checked before.
        reader.disable_recursion_limit();
        let value = Value::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
        value.map(work).map_err(|error| format!("the result is not JSON: {error}"))
    };
    if depth <= SHALLOW_DEPTH {
        return read();
    }
    thread::scope(|scope| {
        let started =
            thread::Builder::new().stack_size((depth + SHALLOW_DEPTH) * STACK_PER_LEVEL).spawn_scoped(scope, read);
        let failed = || "the result is nested so deeply that it needs a separate thread, which failed".to_owned();
        started.map_err(|_| failed())?.join().map_err(|_| failed())?
    })
}

/// Returns the number of arrays and objects around the innermost value of a JSON text.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => depth += 1,
            b'}' | b']' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
