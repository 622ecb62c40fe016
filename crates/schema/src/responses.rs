//! Tables of responses: format of the body, typed headers, redirects and event streams.

use chainloom_forms::Presence;

use crate::media::{EVENT_STREAM, JSON};
use crate::table::{choice, table};
use crate::types::{Form, Record, Scalar, Type, Union};

table! {
    /// Form of a response.
    #[derive(Debug)]
    struct Response {
        /// Form of the body.
        body: ResponseBody,
        ..
        /// Typed headers, as the members of an object; `None` if undescribed.
        some headers: &'static Record,
        /// Whether a redirect to another origin is followed, without secrets.
        flag leaves_origin: bool,
        /// Whether the request has an `Accept` header for JSON, because another operation of the
        /// path responds with another media type.
        flag asks_for_json: bool,
        /// Facts of the stream, for a body of server-sent events.
        or stream: EventStream = EventStream::new(),
    }
}

table! {
    /// Facts of a stream of server-sent events.
    #[derive(Clone, Copy, Debug, Default)]
    struct EventStream {
        ..
        /// Data of the event that ends the stream. A response that ends without that event counts
        /// as broken off.
        some end: &'static str,
        /// Whether the service continues after the last event ID, so that no event is lost.
        flag ids: bool,
        /// Milliseconds before a reconnection, unless the service sends its own value.
        some retry: u32,
    }
}

choice! {
    /// Form of the body of a response.
    #[derive(Clone, Copy, Debug)]
    enum ResponseBody {
        /// JSON of the operation's output type.
        Json,
        /// Text of one of these media types.
        Text(&'static [&'static str]),
        /// Bytes of one of these media types.
        Bytes(&'static [&'static str]),
        /// JSON whose type depends on the HTTP status: one arm per status.
        ByStatus(&'static Union),
        /// Server-sent events: one arm per event name.
        Events(&'static Union),
        /// JSON Lines in one of these media types. Each line is an item of the output, a list.
        Lines(&'static [&'static str]),
    }
}

impl ResponseBody {
    /// Returns the media types of the body of a successful response.
    #[must_use]
    pub const fn media_types(&self) -> &'static [&'static str] {
        match self {
            Self::Json | Self::ByStatus(_) => &[JSON],
            Self::Text(types) | Self::Bytes(types) | Self::Lines(types) => types,
            Self::Events(_) => &[EVENT_STREAM],
        }
    }
}

impl Response {
    /// A JSON body without typed headers.
    pub const JSON: Self = Self::new(ResponseBody::Json);
}

/// Type of a body of bytes where JSON is needed: a string in hexadecimal.
pub const BYTES: Type = Type::Scalar(&HEX_BYTES);

/// Scalar of [`BYTES`].
pub static HEX_BYTES: Scalar = Scalar::new("bytes", Form::Hex { bytes: None, prefix: Presence::Required });
