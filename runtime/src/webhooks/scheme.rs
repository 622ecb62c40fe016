//! Signature scheme of webhooks: the location of a signature in a request, and the signed
//! content.
//!
//! Input: the tables, with the variables of a deployment. Output: the parts of headers, and the
//! signed bytes. The receiver and the signer share the scheme, so that a receiver accepts what a
//! signer signs.

use http::HeaderName;
use secrecy::ExposeSecret as _;

use super::canonical::canonical_json;
use super::key::Key;
use crate::client::settings::default;
use crate::encode::template::fill;
use crate::schema::{self, Deployment, SignatureAlgorithm, SignedPart, SignedTime, WebhookId, WebhookSignature};
use crate::{Error, SecretString};

/// Signature of webhooks, with the resolved names of its headers.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    pub(super) table: &'static schema::Webhooks,
    pub(super) signature: WebhookSignature,
    pub(super) header: HeaderName,
    /// Header of the timestamp; `None` if the timestamp has no separate header.
    pub(super) time_header: Option<HeaderName>,
    /// Header of the ID; `None` if the ID is not in a header.
    pub(super) id_header: Option<HeaderName>,
}

/// Signed header texts of a request.
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
                "the webhooks of `{}` have no signature in the spec: add `signature` to the spec, or read events with \
                 `read`",
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

    /// Returns the encoded key in a secret, without its prefix.
    pub(super) fn text_of_key<'s>(&self, secret: &'s SecretString) -> &'s str {
        let secret = secret.expose_secret().trim();
        secret.strip_prefix(self.signature.key_prefix).unwrap_or(secret)
    }

    /// Decodes the key of a secret. The error does not show the secret.
    pub(super) fn key(&self, secret: &SecretString) -> Result<Key, Error> {
        let key = match self.signature.algorithm {
            SignatureAlgorithm::HmacSha256 => Key::new(self.text_of_key(secret), self.signature.key),
            _ => Err("of a known algorithm"),
        };
        key.map_err(|expected| {
            Error::building(format!("a secret of the webhooks of `{}` must be {expected}", self.table.name))
        })
    }

    /// Returns the name of the signature header's part with the timestamp; `None` if it is
    /// elsewhere.
    pub(super) fn time_part(&self) -> Option<&'static str> {
        match self.signature.timestamp {
            Some(SignedTime::Part(name)) => Some(name),
            _ => None,
        }
    }

    /// Splits the value of the signature header into its parts.
    pub(super) fn parts<'v>(&self, value: &'v str) -> impl Iterator<Item = &'v str> {
        let separator = self.signature.separator;
        let whole = separator.is_none().then_some(value);
        let parts = separator.map(|separator| value.split(separator));
        whole.into_iter().chain(parts.into_iter().flatten()).map(str::trim)
    }

    /// Returns whether a signature covers the ID header.
    pub(super) fn covers_id(&self) -> bool {
        self.signature.over.iter().any(|parts| parts.contains(&SignedPart::Id))
    }

    /// Returns a copy of the key with the signed content. `None` if the body has no canonical form,
    /// or a signed text is missing.
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

/// A body, whose canonical form is computed at most once.
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

/// Fills the variables into the name of a header.
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
