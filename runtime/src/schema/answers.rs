//! Answers: what comes back beyond a JSON body with a status of success.

use super::{Form, Presence, Record, Scalar, Type, Union};

/// What comes back.
#[derive(Debug)]
pub struct Answer {
    /// What the body is.
    pub body: AnswerBody,
    /// Its headers, as the members of an object.
    pub headers: Option<&'static Record>,
    /// Whether a redirect to another origin is followed, without secrets.
    pub leaves_origin: bool,
}

/// What the body of an answer is.
#[derive(Clone, Copy, Debug)]
pub enum AnswerBody {
    /// JSON of the operation's output.
    Json,
    /// Text of one of these media types.
    Text(&'static [&'static str]),
    /// Bytes of one of these media types.
    Bytes(&'static [&'static str]),
    /// What the status says: an arm for each.
    ByStatus(&'static Union),
    /// Server-sent events: an arm for each name.
    Events(&'static Union),
}

impl Answer {
    /// A JSON body of which nothing else is said.
    pub const JSON: Self = Self::new(AnswerBody::Json);

    /// An answer with this body.
    pub const fn new(body: AnswerBody) -> Self {
        Self { body, headers: None, leaves_origin: false }
    }

    /// The same, with headers of a type.
    pub const fn headers(self, headers: &'static Record) -> Self {
        Self { headers: Some(headers), ..self }
    }

    /// The same, where a redirect to another origin is followed, without secrets.
    pub const fn leaves_origin(self) -> Self {
        Self { leaves_origin: true, ..self }
    }

    /// The media types that the request asks for; none where it is JSON.
    pub(crate) fn accept(&self) -> Option<String> {
        match self.body {
            AnswerBody::Json | AnswerBody::ByStatus(_) => None,
            AnswerBody::Text(types) | AnswerBody::Bytes(types) => Some(types.join(", ")),
            AnswerBody::Events(_) => Some("text/event-stream".to_owned()),
        }
    }
}

/// The type of a body of bytes, where it stands in JSON: text in hex.
pub const BYTES: Type = Type::Scalar(&RAW);

static RAW: Scalar = Scalar { name: "bytes", form: Form::Hex { bytes: None, prefix: Presence::Required } };
