//! Texts in which variables replace secrets.
//!
//! Input: a part of a request, and the secrets with the names of their variables. Output: the part
//! as a sequence of literal texts and variables.

use crate::{
    Request,
    client::{CallEndpoint, Credential, EndpointState, Finder, Redactor, SecretForms, Settings},
    schema::Operation,
};
use http::{HeaderName, HeaderValue, header};
use std::{
    fmt::{self, Write as _},
    sync::Arc,
};

/// A part of a request, in pieces.
#[derive(Clone, Default)]
pub(super) struct MaskedBytes(pub(super) Vec<MaskedPiece>);

/// A part of masked bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MaskedPiece {
    Plain(Vec<u8>),
    /// The variable that replaces a secret.
    Variable(String),
}

impl MaskedBytes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the bytes, with `$NAME` for a variable.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let piece = |piece: &MaskedPiece| match piece {
            MaskedPiece::Plain(bytes) => bytes.clone(),
            MaskedPiece::Variable(name) => format!("${name}").into_bytes(),
        };
        self.0.iter().flat_map(piece).collect()
    }

    /// Returns the bytes with a text before them.
    pub(super) fn after(&self, text: &str) -> Self {
        let (mut pieces, mut before) = (self.0.clone(), text.as_bytes().to_vec());
        match pieces.first_mut() {
            Some(MaskedPiece::Plain(first)) => {
                before.append(first);
                *first = before;
            }
            _ => pieces.insert(0, MaskedPiece::Plain(before)),
        }
        Self(pieces)
    }

    /// Returns the names of the variables in the bytes.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter_map(|piece| if let MaskedPiece::Variable(name) = piece { Some(name.as_str()) } else { None })
    }
}

impl fmt::Display for MaskedBytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&String::from_utf8_lossy(&self.bytes()))
    }
}

/// Values of a request that must not be shown.
pub(super) struct HiddenValues<'a> {
    client: &'static str,
    /// Secrets with their variables.
    secrets: Vec<(Arc<SecretForms>, String)>,
    /// The secrets that the request carries.
    carried: Vec<&'a Credential>,
    /// The number of cookies that are parameters.
    cookies: usize,
}

impl<'a> HiddenValues<'a> {
    pub(super) fn new(
        settings: &Settings,
        endpoint: &'a CallEndpoint<'_>,
        operation: &Operation,
        request: &Request,
        mark: &str,
    ) -> Self {
        let client = settings.description.name;
        let carried = endpoint.secrets.iter().map(AsRef::as_ref).collect();
        let mut hidden = Self { client, secrets: Vec::new(), carried, cookies: request.cookies };
        for (index, field) in operation.input.fields.iter().enumerate().filter(|_| !mark.is_empty()) {
            hidden.add(Arc::new(SecretForms::exact(&format!("{mark}{index}-"))), field.name);
        }
        for secret in
            settings.all_endpoints().flat_map(EndpointState::credentials).chain(endpoint.secrets.iter().cloned())
        {
            hidden.add(secret.hidden(), secret.name);
        }
        for (name, value) in request.http().headers().iter().filter(|(_, value)| value.is_sensitive()) {
            let mut keys = Redactor::default();
            let value = if *name == header::COOKIE { hidden.hidden_cookies(value) } else { value.clone() };
            keys.add_headers(std::iter::once(&value));
            keys.into_secrets().for_each(|key| hidden.add(key, name.as_str()));
        }
        hidden.add_url_keys(settings, request);
        hidden
    }

    /// Adds the keys in the URL, each with a separate variable.
    fn add_url_keys(&mut self, settings: &Settings, request: &Request) {
        let (url, mut count) = (request.to.url().as_str(), 0_usize);
        let is_pair = |key: &str| {
            key.split_once('=').is_some_and(|(_, value)| settings.url_keys.iter().any(|other| other.text() == value))
        };
        for key in settings.url_keys.iter().filter(|key| !is_pair(key.text())) {
            count += usize::from(!Finder::new(std::iter::once(key.as_ref())).find(url.as_bytes(), false).is_empty());
            let name = if count > 1 { format!("url_key_{count}") } else { "url_key".to_owned() };
            self.add(Arc::clone(key), &name);
        }
    }

    /// Adds a secret with the variable that replaces it, unless the secret is known.
    fn add(&mut self, secret: Arc<SecretForms>, name: &str) {
        if !self.secrets.iter().any(|(known, _)| known.text() == secret.text()) {
            self.secrets.push((secret, secret_variable(self.client, name)));
        }
    }

    /// Masks the hidden values in a part of the request.
    pub(super) fn mask(&self, part: &[u8]) -> MaskedBytes {
        let secrets = self.secrets.iter().map(|(secret, _)| secret.as_ref());
        let (mut pieces, mut at) = (Vec::new(), 0);
        let plain = |from, to| part.get(from..to).unwrap_or_default().to_vec();
        for (place, index) in Finder::new(secrets).find(part, false) {
            put_plain(&mut pieces, &mut plain(at, place.start));
            pieces.extend(self.secrets.get(index).map(|(_, name)| MaskedPiece::Variable(name.clone())));
            at = place.end;
        }
        put_plain(&mut pieces, &mut plain(at, part.len()));
        MaskedBytes(pieces)
    }

    /// Masks a header. A value that the user added is hidden whole; for a secret, the prefix in the spec is
    /// shown.
    pub(super) fn header(&self, name: &HeaderName, value: &HeaderValue) -> MaskedBytes {
        if !value.is_sensitive() || value.is_empty() {
            return self.mask(value.as_bytes());
        }
        if *name == header::COOKIE {
            return self.cookies(value);
        }
        let pieces: Vec<MaskedPiece> = self.secrets_in_header(name).flatten().collect();
        if pieces.is_empty() {
            return MaskedBytes(vec![MaskedPiece::Variable(secret_variable(self.client, name.as_str()))]);
        }
        MaskedBytes(pieces)
    }

    /// Returns the secrets in a header, each with its prefix.
    fn secrets_in_header(&self, name: &HeaderName) -> impl Iterator<Item = Vec<MaskedPiece>> {
        let carried = self.carried.iter().filter_map(|secret| Some((secret.prefix_in(name)?, secret.name)));
        carried.map(|(before, secret)| {
            let mut pieces = Vec::new();
            put_plain(&mut pieces, &mut before.into_bytes());
            pieces.push(MaskedPiece::Variable(secret_variable(self.client, secret)));
            pieces
        })
    }

    /// Masks the cookies of the user, which come first, and those that are secrets, which come last.
    fn cookies(&self, value: &HeaderValue) -> MaskedBytes {
        let [of_user, parameters, _] = self.split_cookies(value);
        let own = (!of_user.is_empty())
            .then(|| vec![MaskedPiece::Variable(secret_variable(self.client, header::COOKIE.as_str()))]);
        let parameters = parameters.into_iter().map(|cookie| self.mask(cookie).0);
        let mut pieces = Vec::new();
        for cookie in own.into_iter().chain(parameters).chain(self.secrets_in_header(&header::COOKIE)) {
            if !pieces.is_empty() {
                pieces.push(MaskedPiece::Plain(b"; ".to_vec()));
            }
            pieces.extend(cookie);
        }
        MaskedBytes(pieces)
    }

    /// Returns the cookies that are not parameters.
    fn hidden_cookies(&self, value: &HeaderValue) -> HeaderValue {
        let [mut hidden, _, secrets] = self.split_cookies(value);
        hidden.extend(secrets);
        let mut hidden = HeaderValue::from_bytes(&hidden.join(&b"; "[..])).unwrap_or_else(|_| value.clone());
        hidden.set_sensitive(true);
        hidden
    }

    /// Splits cookies: cookies of the user, parameters, and secrets.
    fn split_cookies<'v>(&self, value: &'v HeaderValue) -> [Vec<&'v [u8]>; 3] {
        let mut all: Vec<&[u8]> = value.as_bytes().split(|byte| *byte == b';').map(<[u8]>::trim_ascii).collect();
        let secrets = self.carried.iter().filter(|secret| secret.prefix_in(&header::COOKIE).is_some()).count();
        let secrets = all.split_off(all.len().saturating_sub(secrets));
        let parameters = all.split_off(all.len().saturating_sub(self.cookies));
        [all, parameters, secrets]
    }
}

/// Appends the bytes in `plain` as a literal piece, and empties `plain`.
fn put_plain(pieces: &mut Vec<MaskedPiece>, plain: &mut Vec<u8>) {
    if !plain.is_empty() {
        pieces.push(MaskedPiece::Plain(std::mem::take(plain)));
    }
}

/// Returns the name of the variable of a shell that replaces a secret of a client in a dry run:
/// `apiKey` of the client `data` is `DATA_API_KEY`.
///
/// The client's name is a part of it, so that a secret `path` does not become the variable `PATH`,
/// which every shell has.
#[must_use]
pub fn secret_variable(client: &str, name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for letter in client.chars().chain(['_']).chain(name.chars()) {
        let is_word = letter.is_ascii_alphanumeric();
        if letter.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            out.push('_');
        }
        if is_word || !out.ends_with('_') {
            let _ = out.write_char(if is_word { letter.to_ascii_uppercase() } else { '_' });
        }
        before = letter;
    }
    if out.starts_with(|letter: char| letter.is_ascii_digit()) { format!("_{out}") } else { out }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn names_of_variables() {
        for (client, name, variable_name) in [
            ("data", "apiKey", "DATA_API_KEY"),
            ("data", "x-own-key", "DATA_X_OWN_KEY"),
            ("my.vm", "path", "MY_VM_PATH"),
            ("1st", "k", "_1ST_K"),
            ("a", "ü;$(rm)", "A_RM_"),
        ] {
            assert_eq!(secret_variable(client, name), variable_name);
        }
    }
}
