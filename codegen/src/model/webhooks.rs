//! Webhooks: events that a service sends to a server of its user, and how they are signed.

pub use chainloom_schema::{KeyEncoding, SignatureAlgorithm, SignatureEncoding, SignedPart};

use crate::diagnostic::Span;

use super::{ClientId, MemberPath, ModuleId, Note, Source, Template, Type};

/// Webhooks of a file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Webhooks {
    /// Path of the file without the folder `spec/` and the extension: `library/events`.
    pub name: String,
    /// Span of the key `webhooks`.
    pub span: Span,
    /// Module that declares the webhooks.
    pub module: ModuleId,
    /// Client whose variables the names of headers may contain.
    pub client: ClientId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the webhooks.
    pub source: Option<Source>,
    /// Type of an event.
    pub event: Type,
    /// Location of the delivery ID, which is the same in every redelivery of an event.
    pub id: Option<WebhookId>,
    /// Signature of a request.
    pub signature: Option<Signature>,
    /// Examples of deliveries.
    pub examples: Vec<Delivery>,
    /// Notes: statements without effect on a receiver.
    pub notes: Vec<Note>,
}

impl Webhooks {
    /// Iterates over the templates of the names of headers.
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

/// Location of the delivery ID, which is the same in every redelivery of an event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum WebhookId {
    /// Member of the event.
    Member(MemberPath),
    /// Header.
    Header(Template),
}

/// Signature of a request.
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
    /// Place of the signed timestamp.
    pub timestamp: Option<SignedTime>,
    /// Signed content; several templates are tried in order.
    pub over: Vec<Vec<SignedPart>>,
    /// Maximum difference between the timestamp and the receiver's clock, in milliseconds.
    pub tolerance: Option<u64>,
}

impl Signature {
    /// Returns the form of one signature, as a spec writes it: `sha256={hex}`.
    #[must_use]
    pub fn form(&self) -> String {
        let slot = match self.encoding {
            SignatureEncoding::Hex => "{hex}",
            SignatureEncoding::Base64 => "{base64}",
        };
        format!("{}{slot}", self.prefix)
    }

    /// Returns the templates of the signed content, as a spec writes them:
    /// `{id}.{timestamp}.{body}`.
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

/// Place of the signed timestamp.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum SignedTime {
    /// Part of the header of the signature.
    Part(String),
    /// Header.
    Header(Template),
}

/// Example of a delivery.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Delivery {
    /// Description.
    pub doc: String,
    /// Secret with which the request is signed.
    pub secret: Option<String>,
    /// Headers of the request.
    pub headers: Vec<(String, String)>,
    /// Body of the request, as it is sent.
    pub body: String,
}
