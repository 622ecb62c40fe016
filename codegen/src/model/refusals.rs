//! How a service responds to requests that get no result: words for servers of tests and for
//! people.
//!
//! The client does not act on them. [`Dialect`] holds them for a family of JSON-RPC servers, with
//! what a response of that family looks like.

use super::{Client, Service, Situation, Source, Value};

/// The response in a situation.
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

/// The body of a [`Refusal`]. `{name}` in a text stands for a fact of the request.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum RefusalBody {
    /// This text; an empty one is no body.
    Text(String),
    /// An error of JSON-RPC; of a REST service, an error body with this message.
    Error {
        /// Error code, if stated.
        code: Option<i64>,
        /// Error message.
        message: String,
        /// Member `data` of the error, if stated. The text `{request}` stands for the request.
        data: Option<Value>,
    },
}

/// The responses that are described, in the order of [`Situation`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Refusals(pub Vec<(Situation, Refusal)>);

impl Refusals {
    /// Returns the response in a situation, if described.
    pub fn of(&self, situation: Situation) -> Option<&Refusal> {
        self.0.iter().find(|(known, _)| *known == situation).map(|(_, refusal)| refusal)
    }

    /// Adds what the outer place describes and this one does not.
    #[must_use]
    pub fn over(mut self, outer: &Self) -> Self {
        let missing = outer.0.iter().filter(|(situation, _)| self.of(*situation).is_none());
        let missing: Vec<_> = missing.cloned().collect();
        self.0.extend(missing);
        self
    }
}

/// The error of a JSON-RPC call with certain parameters. The client does not act on it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Failure {
    /// The parameters.
    pub case: FailureCase,
    /// Error code.
    pub code: i64,
    /// Error message; `{value}` stands for the value of the parameter.
    pub message: String,
}

/// The parameters of a call that fails, by their names in the spec.
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

/// What the responses of a family of JSON-RPC servers look like.
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
    /// Whether `id` stands before the result.
    pub id_first: bool,
    /// Whether a call whose `id` is null is a notification.
    pub null_id_is_none: bool,
    /// Whether parameters that are whole numbers may be texts.
    pub numbers_as_text: bool,
    /// Text between the two parts of a method name.
    pub separator: Option<String>,
    /// Member `data` of errors that have no other.
    pub error_data: Option<Value>,
    /// Responses to requests that get no result, without those of the client.
    pub refusals: Refusals,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Whether it is known from real services only.
    pub seen: bool,
}

impl Client {
    /// Returns how a service of the client responds: its dialect, with what the client describes
    /// for all of its services.
    #[must_use]
    pub fn dialect_of(&self, service: &Service) -> Dialect {
        let name = service.rpc.as_ref().and_then(|rpc| rpc.dialect.as_ref());
        let found = self.dialects.iter().find(|dialect| Some(&dialect.name) == name).cloned().unwrap_or_default();
        Dialect { refusals: found.refusals.over(&self.refusals), ..found }
    }
}
