//! Tables of responses, beyond a JSON body with a success status.

use chainloom_forms::Presence;

use crate::media::{EVENT_STREAM, JSON};
use crate::table::{choice, table};
use crate::types::{Form, Record, Scalar, Type, Union};

table! {
    /// The form of a response.
    #[derive(Debug)]
    struct Response {
        /// The body.
        body: ResponseBody,
        ..
        /// The headers, as the members of an object.
        some headers: &'static Record,
        /// Whether a redirect to another origin is followed, without secrets.
        flag leaves_origin: bool,
        /// Whether the request asks for JSON: another operation of the path responds with another
        /// media type.
        flag asks_for_json: bool,
        /// Facts of the stream, where the body is server-sent events.
        or stream: EventStream = EventStream::new(),
    }
}

table! {
    /// Facts of a stream of server-sent events.
    #[derive(Clone, Copy, Debug, Default)]
    struct EventStream {
        ..
        /// The data of the event that ends the stream. A response that ends before it broke off.
        some end: &'static str,
        /// Whether a service continues behind the ID of the last event, so that nothing is lost.
        flag ids: bool,
        /// The milliseconds before a reconnection, where the service does not say otherwise.
        some retry: u32,
    }
}

choice! {
    /// The form of the body of a response.
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
        /// Server-sent events: one arm per name of an event.
        Events(&'static Union),
        /// One JSON value a line, of one of these media types: the items of the output, a list.
        Lines(&'static [&'static str]),
    }
}

impl ResponseBody {
    /// The media types of a body of success; those that the operation describes, if it does.
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

/// The type that stands for a body of bytes where JSON is needed: a string in hexadecimal.
pub const BYTES: Type = Type::Scalar(&HEX_BYTES);

/// The scalar of [`BYTES`].
pub static HEX_BYTES: Scalar = Scalar::new("bytes", Form::Hex { bytes: None, prefix: Presence::Required });
