//! Decompression of bodies.
//!
//! Input: the chunks of a body that is compressed with gzip. Output: the chunks of its content. A body
//! may have several members, one after the other.

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use http::{HeaderMap, header};
use std::io::{self, Write};

/// The most bytes that are decompressed at once: they become 4 MiB at most, and then the limit of the body is checked.
const PIECE: usize = 4 << 10;

/// Decompresses a body.
pub(super) struct Gunzip {
    decoder: MultiGzDecoder<Vec<u8>>,
    compressed: Bytes,
    has_begun: bool,
}

impl Gunzip {
    /// Returns a decoder if the headers say that the body is compressed with gzip, and takes what is then untrue out of
    /// the headers.
    pub(super) fn of(headers: &mut HeaderMap) -> Option<Self> {
        let encoding = headers.get(header::CONTENT_ENCODING)?.as_bytes().trim_ascii();
        if ![b"gzip".as_slice(), b"x-gzip"].iter().any(|name| encoding.eq_ignore_ascii_case(name)) {
            return None;
        }
        headers.remove(header::CONTENT_ENCODING);
        headers.remove(header::CONTENT_LENGTH);
        Some(Self { decoder: MultiGzDecoder::new(Vec::new()), compressed: Bytes::new(), has_begun: false })
    }

    /// Adds a chunk, once all earlier ones are decompressed.
    pub(super) fn add(&mut self, chunk: Bytes) {
        self.has_begun |= !chunk.is_empty();
        self.compressed = chunk;
    }

    /// Returns the next chunk of the content, or `None` if another compressed chunk is needed.
    pub(super) fn next(&mut self) -> Option<io::Result<Bytes>> {
        while !self.compressed.is_empty() {
            let piece = self.compressed.split_to(self.compressed.len().min(PIECE));
            let content = self.decoder.write_all(&piece).and_then(|()| self.decoder.flush());
            let content = content.map(|()| self.content());
            if content.as_ref().map_or(true, |content| !content.is_empty()) {
                return Some(content);
            }
        }
        None
    }

    /// Returns the last chunk of the content. An empty body has none.
    ///
    /// # Errors
    ///
    /// Returns an error if the body ends within a member, or does not have the checksum that it states.
    pub(super) fn finish(mut self) -> Option<io::Result<Bytes>> {
        let finished = self.decoder.try_finish().map(|()| self.content());
        Some(finished).filter(|content| self.has_begun && content.as_ref().map_or(true, |content| !content.is_empty()))
    }

    fn content(&mut self) -> Bytes {
        std::mem::take(self.decoder.get_mut()).into()
    }
}
