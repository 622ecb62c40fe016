//! Checks that a response survives the types of its operation: it is read, written, and read again.

use chainloom::runtime::catalog::Entry;
use chainloom::runtime::schema::Type;
use serde_json::Value;

use crate::{equality, shape};

/// How a response, read and written by its type, differs from what is expected; one that cannot be
/// read differs, too.
pub fn difference(entry: &Entry, expected: &Value, actual: &Value) -> Option<String> {
    let ty = entry.operation().output?;
    match entry.recode_output(actual.to_string().as_bytes()) {
        Ok(written) => lost(expected, &written, ty),
        Err(error) => Some(error.to_string()),
    }
}

/// How what was written differs from a value, which may be in a form that services were seen to
/// send, too.
pub fn lost(value: &Value, written: &[u8], ty: Type) -> Option<String> {
    match serde_json::from_slice(written) {
        Ok(written) => equality::difference(&shape::canonical(value, ty).0, &shape::canonical(&written, ty).0),
        Err(error) => Some(format!("what was written is not JSON: {error}")),
    }
}

/// What serde loses of a value: its text must be the same, digit by digit and in order, when it is
/// read and written again.
pub fn lost_by_serde(entry: &Entry, written: &[u8]) -> Option<String> {
    match entry.recode_output_by_serde(written) {
        Ok(again) if again == written => None,
        Ok(again) => Some(format!("serde writes {}", String::from_utf8_lossy(&again))),
        Err(error) => Some(format!("serde does not read what was written: {error}")),
    }
}

/// Reads any bytes as a response, and returns what is written of it, or none if the bytes are
/// refused.
///
/// # Errors
///
/// The refusal is not one line, or what was written is not read and written again as the same text.
pub fn recode(entry: &Entry, body: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let written = match entry.recode_output(body).map_err(|error| error.to_string()) {
        Ok(written) => written,
        Err(refusal) if refusal.is_empty() || refusal.contains('\n') => {
            return Err(format!("the refusal is not one line: {refusal:?}"));
        }
        Err(_) => return Ok(None),
    };
    let shown = || String::from_utf8_lossy(&written);
    match entry.recode_output(&written) {
        Ok(again) if again == written => {}
        Ok(again) => return Err(format!("written as {}, then as {}", shown(), String::from_utf8_lossy(&again))),
        Err(error) => return Err(format!("written as {}, and not read again: {error}", shown())),
    }
    match lost_by_serde(entry, &written) {
        Some(why) => Err(format!("written as {}: {why}", shown())),
        None => Ok(Some(written)),
    }
}
