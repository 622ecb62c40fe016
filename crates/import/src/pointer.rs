//! JSON pointers: escapes names as segments, and unescapes them.
//!
//! Input: names and pointers. Output: texts.

/// Returns a name as one part of a pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the last part of a pointer as a name.
pub(crate) fn last_name(pointer: &str) -> String {
    pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~")
}

/// Returns the pointer of a reference within the document. The error names a reference that leads
/// to another document or to an anchor.
pub(crate) fn pointer_of(reference: &str) -> Result<String, String> {
    match reference.strip_prefix('#') {
        Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => Ok(percent_decoded(pointer)),
        Some(_) => Err(format!("a reference to an anchor, `{reference}`")),
        None => Err(format!("a reference to another document, `{reference}`")),
    }
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let digit = |byte: Option<u8>| byte.and_then(|byte| (byte as char).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                bytes = ahead;
            }
            _ => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
