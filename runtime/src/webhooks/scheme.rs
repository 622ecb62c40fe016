//! Signature scheme of a description: the location of a signature in a request, and the signed content.
//!
//! Input: the tables, with the variables of a deployment. Output: the parts of headers, and the signed
//! bytes. The receiver and the signer both use it, so that one accepts what the other makes.

use http::HeaderName;
use secrecy::ExposeSecret as _;

use super::canonical::canonical_json;
use super::key::Key;
use crate::client::settings::default;
use crate::encode::template::fill;
use crate::schema::{self, Deployment, SignatureAlgorithm, SignedPart, SignedTime, WebhookId, WebhookSignature};
use crate::{Error, SecretString};

/// A signature with the names of its headers.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    pub(super) table: &'static schema::Webhooks,
    pub(super) signature: WebhookSignature,
    pub(super) header: HeaderName,
    /// The header of the timestamp, where it is in one of its own.
    pub(super) time_header: Option<HeaderName>,
    /// The header of the ID.
    pub(super) id_header: Option<HeaderName>,
}

/// What a request signs besides its body, as the texts of its headers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signed<'a> {
    pub(super) timestamp: Option<&'a str>,
    pub(super) id: Option<&'a str>,
}

impl Scheme {
    pub(super) fn new(
        table: &'static schema::Webhooks,
        deployment: Option<&'static Deployment>,
    ) -> Result<Self, Error> {
        let Some(signature) = table.signature else {
            let text = format!(
                "the webhooks of `{}` have no signature in the description: add `signature`, or read events with `read`",
                table.name
            );
            return Err(Error::building(text));
        };
        let name = |template: &str| header_name(table, deployment, template);
        let time_header = match signature.timestamp {
            Some(SignedTime::Header(template)) => Some(name(template)?),
            _ => None,
        };
        let id_header = match table.id {
            Some(WebhookId::Header(template)) => Some(name(template)?),
            _ => None,
        };
        Ok(Self { table, signature, header: name(signature.header)?, time_header, id_header })
    }

    /// Decodes a key. The error does not show the secret.
    pub(super) fn key(&self, secret: &SecretString) -> Result<Key, Error> {
        let key = match self.signature.algorithm {
            SignatureAlgorithm::HmacSha256 => {
                Key::new(secret.expose_secret(), self.signature.key, self.signature.key_prefix)
            }
            _ => Err("of a known algorithm"),
        };
        key.map_err(|expected| {
            Error::building(format!("a secret of the webhooks of `{}` must be {expected}", self.table.name))
        })
    }

    /// The name of the part that holds the timestamp.
    pub(super) fn time_part(&self) -> Option<&'static str> {
        match self.signature.timestamp {
            Some(SignedTime::Part(name)) => Some(name),
            _ => None,
        }
    }

    /// The parts of the value of a header.
    pub(super) fn parts<'v>(&self, value: &'v str) -> impl Iterator<Item = &'v str> {
        let separator = self.signature.separator;
        let whole = separator.is_none().then_some(value);
        let parts = separator.map(|separator| value.split(separator));
        whole.into_iter().chain(parts.into_iter().flatten()).map(str::trim)
    }

    /// Whether a signature covers the ID of a header.
    pub(super) fn covers_id(&self) -> bool {
        self.signature.over.iter().any(|parts| parts.contains(&SignedPart::Id))
    }

    /// Puts what is signed into a key. `None` where the body has no canonical form, or a text is
    /// missing.
    pub(super) fn signed_by(&self, key: &Key, over: &[SignedPart], body: &Body<'_>, of: Signed<'_>) -> Option<Key> {
        let mut key = key.clone();
        for part in over {
            match part {
                SignedPart::Text(text) => key.update(text.as_bytes()),
                SignedPart::Body => key.update(body.bytes),
                SignedPart::CanonicalJson => key.update(body.canonical()?),
                SignedPart::Timestamp => key.update(of.timestamp?.as_bytes()),
                SignedPart::Id => key.update(of.id?.as_bytes()),
            }
        }
        Some(key)
    }
}

/// A body, whose canonical form is made at most once.
pub(super) struct Body<'b> {
    pub(super) bytes: &'b [u8],
    canonical: std::cell::OnceCell<Option<Vec<u8>>>,
}

impl<'b> Body<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, canonical: std::cell::OnceCell::new() }
    }

    fn canonical(&self) -> Option<&[u8]> {
        self.canonical.get_or_init(|| canonical_json(self.bytes).ok()).as_deref()
    }
}

/// The name of a header, with the variables of the client.
fn header_name(
    table: &schema::Webhooks,
    deployment: Option<&'static Deployment>,
    template: &str,
) -> Result<HeaderName, Error> {
    let value = |name: &str| {
        default(table.client, deployment, name).map(str::to_owned).ok_or_else(|| {
            let text =
                format!("the variable `{name}` of the webhooks of `{}` has no value: give a deployment", table.name);
            Error::building(text)
        })
    };
    let name = fill(template, value)?;
    HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| Error::building(format!("`{name}` is not the name of a header: change the variable in it")))
}
