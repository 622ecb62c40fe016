//! Webhooks: events that a service sends to a server of its user, and how they are signed.

pub use chainloom_schema::{KeyEncoding, SignatureAlgorithm, SignatureEncoding, SignedPart};

use crate::diagnostic::Span;

use super::{ClientId, MemberPath, ModuleId, Note, Source, Template, Type};

/// The webhooks of a file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Webhooks {
    /// The path of the file without folder `spec/` and ending: `library/events`.
    pub name: String,
    /// Position of the key `webhooks`.
    pub span: Span,
    /// Module that declares them.
    pub module: ModuleId,
    /// Client whose variables the names of headers follow.
    pub client: ClientId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes them.
    pub source: Option<Source>,
    /// Type of an event.
    pub event: Type,
    /// Place of the value that repeated deliveries of an event share.
    pub id: Option<WebhookId>,
    /// Signature of a request.
    pub signature: Option<Signature>,
    /// Examples of deliveries.
    pub examples: Vec<Delivery>,
    /// Notes: statements without effect on a receiver.
    pub notes: Vec<Note>,
}

impl Webhooks {
    /// The templates of the names of headers.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        let of_id = match &self.id {
            Some(WebhookId::Header(name)) => Some(name),
            _ => None,
        };
        let of_time = self.signature.iter().filter_map(|signature| match &signature.timestamp {
            Some(SignedTime::Header(name)) => Some(name),
            _ => None,
        });
        self.signature.iter().map(|signature| &signature.header).chain(of_time).chain(of_id)
    }
}

/// Place of the value that repeated deliveries of an event share.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum WebhookId {
    /// A member of the event.
    Member(MemberPath),
    /// A header.
    Header(Template),
}

/// The signature of a request.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Signature {
    /// Name of the header.
    pub header: Template,
    /// Algorithm.
    pub algorithm: SignatureAlgorithm,
    /// Encoding of the key in a secret.
    pub key: KeyEncoding,
    /// Text before the encoded key in a secret.
    pub key_prefix: String,
    /// Text before an encoded signature.
    pub prefix: String,
    /// Encoding of a signature.
    pub encoding: SignatureEncoding,
    /// Text between several signatures or parts in the header.
    pub separator: Option<String>,
    /// Place of the timestamp that is signed.
    pub timestamp: Option<SignedTime>,
    /// What is signed; of several, each is tried.
    pub over: Vec<Vec<SignedPart>>,
    /// Largest distance of the timestamp from the clock of the receiver, in milliseconds.
    pub tolerance: Option<u64>,
}

impl Signature {
    /// The form of one signature, as a spec writes it: `sha256={hex}`.
    #[must_use]
    pub fn form(&self) -> String {
        let slot = match self.encoding {
            SignatureEncoding::Hex => "{hex}",
            SignatureEncoding::Base64 => "{base64}",
        };
        format!("{}{slot}", self.prefix)
    }

    /// The templates of what is signed, as a spec writes them: `{id}.{timestamp}.{body}`.
    #[must_use]
    pub fn over_texts(&self) -> Vec<String> {
        let text = |part: &SignedPart| match part {
            SignedPart::Text(text) => *text,
            SignedPart::Body => "{body}",
            SignedPart::CanonicalJson => "{canonicalJson}",
            SignedPart::Timestamp => "{timestamp}",
            SignedPart::Id => "{id}",
        };
        self.over.iter().map(|parts| parts.iter().map(text).collect()).collect()
    }
}

/// The place of the timestamp that is signed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum SignedTime {
    /// A part of the header of the signature.
    Part(String),
    /// A header.
    Header(Template),
}

/// An example of a delivery.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Delivery {
    /// Description.
    pub doc: String,
    /// Secret that the request is signed with.
    pub secret: Option<String>,
    /// Headers of the request.
    pub headers: Vec<(String, String)>,
    /// Body of the request, as it is sent.
    pub body: String,
}
