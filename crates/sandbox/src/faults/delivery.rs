//! Delivery of the bytes of a response.
//!
//! Input: a response, and the faults that concern its bytes. Output: pauses, a cut, an oversized
//! body. The rest of the response is unchanged.

use std::convert::Infallible;
use std::io::{self, Write as _};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::{self, StreamExt as _};
use http::{HeaderValue, Response, header};

use super::{Fault, FaultSet};

/// Maximum size of a part of a padded body that is sent at once, in bytes.
const PADDING_PART_BYTES: usize = 64 * 1024;
/// Number of parts in which a slow body is sent.
const SLOW_BODY_PARTS: u32 = 10;
/// Size to which a padded or compressed body is limited, in bytes.
const MAX_BODY_BYTES: u64 = 8 * 1024 * 1024 * 1024;

/// Moment at which the connection of a response is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The connection is not cut.
    #[default]
    Nowhere,
    /// Instead of a response.
    BeforeHead,
    /// After the first half of the body.
    WithinBody,
}

/// Pauses, cut and padding of a response, as its faults ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delivery {
    pub(crate) before_head: Duration,
    body: Duration,
    pub(crate) cut: Cut,
    size: u64,
    is_bomb: bool,
}

impl Delivery {
    pub(crate) fn new(faults: &FaultSet) -> Self {
        let mut delivery = Self::default();
        for fault in &faults.0 {
            match fault {
                Fault::SlowHead(time) => delivery.before_head += *time,
                Fault::SlowBody(time) => delivery.body += *time,
                Fault::CutUnread | Fault::CutRead => delivery.cut = Cut::BeforeHead,
                Fault::CutBody if delivery.cut == Cut::Nowhere => delivery.cut = Cut::WithinBody,
                Fault::Oversized(size) => delivery.size = *size,
                Fault::Bomb(size) => (delivery.size, delivery.is_bomb) = (*size, true),
                _ => {}
            }
        }
        delivery
    }

    /// Returns whether the body is sent as it is. A pause before the head does not count.
    pub(crate) fn is_plain(&self) -> bool {
        self.cut == Cut::Nowhere && self.body.is_zero() && self.size == 0
    }

    /// Returns whether the connection is cut instead of a response.
    pub(crate) fn is_cut_before_head(&self) -> bool {
        self.cut == Cut::BeforeHead
    }

    /// Returns the pause before a message that is sent at once, which has no head.
    pub(crate) fn pause(&self) -> Duration {
        self.before_head.saturating_add(self.body)
    }

    /// Returns the size in bytes up to which white space is added to a message that is sent at
    /// once; 0 for none.
    pub(crate) fn size(&self) -> usize {
        usize::try_from(self.size).unwrap_or(usize::MAX)
    }

    /// Replaces the body of a response by one that is cut, slow, compressed or padded, as this
    /// delivery says.
    pub(crate) fn apply(self, response: Response<Bytes>) -> Response<Body> {
        let (mut parts, body) = response.into_parts();
        let size = self.size.min(MAX_BODY_BYTES);
        let body = match (self.cut, self.body.is_zero()) {
            (Cut::WithinBody, _) => {
                parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len().max(1)));
                half(&body)
            }
            (_, false) => slow(body, self.body),
            _ if self.is_bomb => {
                parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                bomb(&body, size)
            }
            _ if size > 0 => padded(body, size),
            _ => Body::from(body),
        };
        Response::from_parts(parts, body)
    }
}

/// Returns the first half of a body, followed by an error at which the connection is closed.
fn half(body: &Bytes) -> Body {
    let first = body.slice(..body.len() / 2);
    let cut = async {
        // Sends what is written so far.
        tokio::task::yield_now().await;
        Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the connection is cut"))
    };
    Body::from_stream(stream::iter([Ok(first)]).chain(stream::once(cut)))
}

/// Returns a gzip body whose content is `body` with white space up to `size` bytes. White space
/// compresses about a thousand times.
fn bomb(body: &Bytes, size: u64) -> Body {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to a vector does not fail.
    let _ = encoder.write_all(body);
    let left = size.saturating_sub(body.len() as u64);
    Body::from_stream(stream::unfold(Some((encoder, left)), |state| async move {
        let (mut encoder, left) = state?;
        if left == 0 {
            return Some((Ok::<_, Infallible>(Bytes::from(encoder.finish().unwrap_or_default())), None));
        }
        let part = [b' '; PADDING_PART_BYTES];
        let written = usize::try_from(left).unwrap_or(PADDING_PART_BYTES).min(PADDING_PART_BYTES);
        let _ = encoder.write_all(&part[..written]);
        let ready = Bytes::from(std::mem::take(encoder.get_mut()));
        Some((Ok(ready), Some((encoder, left - written as u64))))
    }))
}

/// Returns a body in [`SLOW_BODY_PARTS`] parts, with a pause before each; the pauses add up to `time`.
fn slow(body: Bytes, time: Duration) -> Body {
    let size = body.len().div_ceil(SLOW_BODY_PARTS as usize).max(1);
    Body::from_stream(stream::unfold(body, move |mut left| async move {
        if left.is_empty() {
            return None;
        }
        tokio::time::sleep(time / SLOW_BODY_PARTS).await;
        let part = left.split_to(size.min(left.len()));
        Some((Ok::<_, Infallible>(part), left))
    }))
}

/// Returns a body with white space at its end, up to `size` bytes.
fn padded(body: Bytes, size: u64) -> Body {
    let spaces = Bytes::from_static(&[b' '; PADDING_PART_BYTES]);
    let left = size.saturating_sub(body.len() as u64);
    let rest = stream::unfold(left, move |left| {
        let part = spaces.slice(..usize::try_from(left).unwrap_or(PADDING_PART_BYTES).min(PADDING_PART_BYTES));
        async move { (left > 0).then(|| (Ok::<_, Infallible>(part.clone()), left - part.len() as u64)) }
    });
    let whole = stream::iter([Ok(body)]);
    Body::from_stream(whole.chain(rest))
}
