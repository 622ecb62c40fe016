//! Responses of a service to requests that get no result, for test servers and documents.
//!
//! The client does not act on them. [`Dialect`] holds the responses of a family of JSON-RPC
//! servers, with the format of their responses.

use super::{Client, Service, Situation, Source, Value};

/// Response in a situation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Refusal {
    /// HTTP status, if stated.
    pub status: Option<u16>,
    /// Media type, if stated.
    pub media_type: Option<String>,
    /// Body.
    pub body: RefusalBody,
}

/// Body of a [`Refusal`]. `{name}` in a text is replaced by a fact of the request.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum RefusalBody {
    /// Plain text; an empty text means no body.
    Text(String),
    /// JSON-RPC error; for a REST service, an error body with this message.
    Error {
        /// Error code, if stated.
        code: Option<i64>,
        /// Error message.
        message: String,
        /// Member `data` of the error, if stated. The text `{request}` is replaced by the request.
        data: Option<Value>,
    },
}

/// Described responses, in the order of [`Situation`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Refusals(pub Vec<(Situation, Refusal)>);

impl Refusals {
    /// Returns the response in a situation, if described.
    pub fn of(&self, situation: Situation) -> Option<&Refusal> {
        self.0.iter().find(|(known, _)| *known == situation).map(|(_, refusal)| refusal)
    }

    /// Adds the responses in `outer` to situations that `self` does not describe.
    #[must_use]
    pub fn over(mut self, outer: &Self) -> Self {
        let missing = outer.0.iter().filter(|(situation, _)| self.of(*situation).is_none());
        let missing: Vec<_> = missing.cloned().collect();
        self.0.extend(missing);
        self
    }
}

/// Error of a JSON-RPC call with certain parameters. The client does not act on it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Failure {
    /// Parameters that make a call fail.
    pub case: FailureCase,
    /// Error code.
    pub code: i64,
    /// Error message; `{value}` is replaced by the value of the parameter.
    pub message: String,
}

/// Parameter that makes a call fail, by its name in the spec.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum FailureCase {
    /// The parameter is absent.
    Missing(String),
    /// The value of the parameter does not fit its type.
    Wrong(String),
    /// The parameter has this value.
    Given(String, Value),
}

/// Response format of a family of JSON-RPC servers.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Dialect {
    /// Name in the spec.
    pub name: String,
    /// Description.
    pub doc: String,
    /// Media types of requests; empty for any.
    pub accepts: Vec<String>,
    /// Media type of responses, if stated.
    pub media_type: Option<String>,
    /// Headers of responses.
    pub headers: Vec<(String, String)>,
    /// Whether `id` precedes the result.
    pub id_first: bool,
    /// Whether a call whose `id` is null is a notification.
    pub null_id_is_none: bool,
    /// Whether parameters that are whole numbers may be texts.
    pub numbers_as_text: bool,
    /// Text between namespace and name in a method name.
    pub separator: Option<String>,
    /// Member `data` of errors without their own.
    pub error_data: Option<Value>,
    /// Responses to requests that get no result, without the responses of the client.
    pub refusals: Refusals,
    /// Section of the documents that describes the dialect.
    pub source: Option<Source>,
    /// Whether the dialect is known from real services only.
    pub seen: bool,
}

impl Client {
    /// Returns the dialect of a service of the client, with the refusals that the client describes
    /// for all of its services.
    #[must_use]
    pub fn dialect_of(&self, service: &Service) -> Dialect {
        let name = service.rpc.as_ref().and_then(|rpc| rpc.dialect.as_ref());
        let found = self.dialects.iter().find(|dialect| Some(&dialect.name) == name).cloned().unwrap_or_default();
        Dialect { refusals: found.refusals.over(&self.refusals), ..found }
    }
}
