//! Parts of a body of the media type `multipart/form-data` (RFC 7578), as a server reads them.
//!
//! Input: the media type with its boundary, and the body. Output: the parts, or why the body has none.
//! What a part must hold is not said here.

/// A part: the lines of its head, and what it holds.
#[derive(Debug)]
pub struct Part {
    /// The lines of the head.
    pub head: Vec<String>,
    /// What the part holds.
    pub content: Vec<u8>,
}

impl Part {
    /// Returns the value of a header; names of headers have no letter case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.iter().filter_map(|line| line.split_once(':'));
        lines.filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }

    /// Returns a parameter of the disposition: `name` or `filename`.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let (_, rest) = self.header("content-disposition")?.split_once(&format!("; {name}=\""))?;
        Some(rest.split('"').next().unwrap_or_default().replace("%22", "\""))
    }
}

/// Returns the parts of a body.
///
/// # Errors
///
/// The media type is another one, or the body lacks a boundary or the end of a head.
pub fn parts(media_type: &str, body: &[u8]) -> Result<Vec<Part>, String> {
    let boundary = media_type.strip_prefix("multipart/form-data; boundary=");
    let boundary = boundary.ok_or(format!("the media type is {media_type}"))?.trim_matches('"');
    let whole = [b"\r\n", body].concat();
    let mut pieces = split(&whole, format!("\r\n--{boundary}").as_bytes());
    let end = pieces.pop().filter(|end| !pieces.is_empty() && [b"--".as_slice(), b"--\r\n"].contains(end));
    end.ok_or("the last boundary is missing")?;
    pieces.into_iter().skip(1).map(part).collect()
}

/// Splits bytes at each place of some others.
fn split<'b>(bytes: &'b [u8], by: &[u8]) -> Vec<&'b [u8]> {
    let (mut out, mut rest) = (Vec::new(), bytes);
    while let Some(at) = rest.windows(by.len()).position(|window| window == by) {
        out.push(&rest[..at]);
        rest = &rest[at + by.len()..];
    }
    out.push(rest);
    out
}

fn part(bytes: &[u8]) -> Result<Part, String> {
    let bytes = bytes.strip_prefix(b"\r\n").ok_or("a boundary does not end its line")?;
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").ok_or("a part has no end of its headers")?;
    let head = String::from_utf8_lossy(&bytes[..end]).split("\r\n").map(str::to_owned).collect();
    Ok(Part { head, content: bytes[end + 4..].to_vec() })
}
