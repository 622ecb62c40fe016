//! Credentials: a secret in the header, query or cookie that carries it.
//!
//! Input: the table of a secret and the value of the user. Output: parts of requests, and the
//! forms of the secret to mask wherever a server or an error repeats it. `endpoints` decides which
//! secrets a call sends.

use crate::{
    Error,
    client::{
        header::{add_cookies, bad_value, header_name},
        secret_forms::SecretForms,
    },
    encode::template,
    schema::{Secret, SecretPlace},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use url::Url;

/// A secret that is ready to be sent.
pub(crate) struct Credential {
    /// The name of the secret in the spec.
    pub(crate) name: &'static str,
    carrier: Carrier,
    /// Text that is sent.
    sent: SecretString,
    /// All forms of the secret, none of which may be shown.
    hidden: Arc<SecretForms>,
}

/// Carrier of a secret: a header, a query parameter or a cookie, by its name.
enum Carrier {
    Header(HeaderName),
    Query(&'static str),
    Cookie(&'static str),
}

impl Credential {
    /// Creates a credential. `key` is the name of the header, the parameter or the cookie.
    pub(crate) fn new(secret: &'static Secret, key: &str, value: &SecretString) -> Result<Self, Error> {
        let (name, raw) = (secret.name, value.expose_secret());
        let what = format!("the secret `{name}`");
        if raw.trim().is_empty() || raw == ":" {
            return Err(Error::building(format!("{what} is empty: give it a value, or do not set it")));
        }
        let carrier = match secret.place {
            SecretPlace::Header | SecretPlace::Bearer => {
                Carrier::Header(header_name(key, &format!("the header of {what}"))?)
            }
            SecretPlace::Basic => Carrier::Header(header::AUTHORIZATION),
            SecretPlace::Query => Carrier::Query(secret.key),
            SecretPlace::Cookie => Carrier::Cookie(secret.key),
        };
        let sent = match (&carrier, secret.place) {
            (_, SecretPlace::Basic) => {
                if !raw.contains(':') {
                    return Err(Error::building(format!("{what} must be `user:password`")));
                }
                format!("Basic {}", STANDARD.encode(raw))
            }
            (Carrier::Query(_), _) => template::percent_encode(raw).into_owned(),
            _ => format!("{}{raw}", secret.sent_prefix()),
        };
        let is_cookie = |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | ',' | ';' | '\\');
        if matches!(carrier, Carrier::Cookie(_)) && !sent.chars().all(is_cookie) {
            return Err(Error::building(format!("{what} holds characters that a cookie cannot carry")));
        }
        HeaderValue::from_str(&sent).map_err(|_| bad_value(&what))?;
        let hidden = match secret.place {
            SecretPlace::Basic => SecretForms::login(raw),
            _ => SecretForms::new(raw),
        };
        Ok(Self { name, carrier, sent: sent.into(), hidden: Arc::new(hidden) })
    }

    /// Puts the secret into a request, marked as sensitive. `url` is called for a secret of the query.
    pub(crate) fn put<'u>(&self, headers: &mut HeaderMap, url: impl FnOnce() -> &'u mut Url) -> Result<(), Error> {
        let sent = self.sent.expose_secret();
        match &self.carrier {
            Carrier::Header(name) => {
                headers.insert(name.clone(), self.header(sent.as_bytes())?);
            }
            Carrier::Cookie(name) => {
                let all = add_cookies(headers, &format!("{name}={sent}"));
                headers.insert(header::COOKIE, self.header(&all)?);
            }
            Carrier::Query(name) => add_to_query(url(), name, sent),
        }
        Ok(())
    }

    /// Adds a secret of the query to the URL of a redirect, if the server left it out there.
    pub(crate) fn put_back(&self, url: &mut Url) {
        let Carrier::Query(name) = self.carrier else { return };
        if !url.query_pairs().any(|(known, _)| known == name) {
            add_to_query(url, name, self.sent.expose_secret());
        }
    }

    /// Returns whether a pair of a query is this secret.
    pub(crate) fn is_pair(&self, name: &str, value: &str) -> bool {
        let is_value = || value == self.hidden.text() || value == self.sent.expose_secret();
        matches!(self.carrier, Carrier::Query(own) if own == name) && is_value()
    }

    /// Returns the prefix of the secret in a header that carries it; `None` for other headers.
    pub(crate) fn prefix_in(&self, header: &HeaderName) -> Option<String> {
        match &self.carrier {
            Carrier::Header(name) if name == header => {
                let sent = self.sent.expose_secret();
                let before = sent.strip_suffix(self.hidden.text());
                before.or_else(|| sent.starts_with("Basic ").then_some("Basic ")).map(str::to_owned)
            }
            Carrier::Cookie(name) if *header == header::COOKIE => Some(format!("{name}=")),
            _ => None,
        }
    }

    /// Returns the forms of the secret that must not be shown.
    pub(crate) fn hidden(&self) -> Arc<SecretForms> {
        Arc::clone(&self.hidden)
    }

    /// Creates the value of a header that carries the secret, marked as sensitive.
    fn header(&self, text: &[u8]) -> Result<HeaderValue, Error> {
        let mut value = HeaderValue::from_bytes(text).map_err(|_| bad_value(&format!("the secret `{}`", self.name)))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

/// Adds a pair to the query of a URL. `value` is encoded.
fn add_to_query(url: &mut Url, name: &str, value: &str) {
    let before = url.query().filter(|query| !query.is_empty()).map(|query| format!("{query}&"));
    let query = format!("{}{}={value}", before.unwrap_or_default(), template::percent_encode(name));
    url.set_query(Some(&query));
}
