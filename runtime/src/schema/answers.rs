//! Answers: what comes back beyond a JSON body with a status of success.

use super::{Form, Presence, Record, Scalar, Type, Union};

/// The media type of server-sent events.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// The form of a response.
#[derive(Debug)]
pub struct Answer {
    /// The body.
    pub body: AnswerBody,
    /// The headers, as the members of an object.
    pub headers: Option<&'static Record>,
    /// Whether a redirect to another origin is followed, without secrets.
    pub leaves_origin: bool,
}

/// The form of the body of a response.
#[derive(Clone, Copy, Debug)]
pub enum AnswerBody {
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
}

impl Answer {
    /// A JSON body without typed headers.
    pub const JSON: Self = Self::new(AnswerBody::Json);

    /// Describes a response with this body.
    pub const fn new(body: AnswerBody) -> Self {
        Self { body, headers: None, leaves_origin: false }
    }

    /// Sets the type of the headers of a response.
    pub const fn headers(self, headers: &'static Record) -> Self {
        Self { headers: Some(headers), ..self }
    }

    /// Allows redirects to another origin, which are followed without secrets.
    pub const fn leaves_origin(self) -> Self {
        Self { leaves_origin: true, ..self }
    }

    /// The media types that the request asks for; none where it is JSON.
    pub(crate) fn accept(&self) -> Option<String> {
        match self.body {
            AnswerBody::Json | AnswerBody::ByStatus(_) => None,
            AnswerBody::Text(types) | AnswerBody::Bytes(types) => Some(types.join(", ")),
            AnswerBody::Events(_) => Some(EVENT_STREAM.to_owned()),
        }
    }
}

/// The type that stands for a body of bytes where JSON is needed: a string in hexadecimal.
pub const BYTES: Type = Type::Scalar(&RAW);

static RAW: Scalar = Scalar { name: "bytes", form: Form::Hex { bytes: None, prefix: Presence::Required } };
