//! What must not be shown, and texts without it.
//!
//! Input: the settings of a client, the headers that a call adds, and its parameters that are
//! secrets. Output: texts and parts of bodies in which the secrets among them are covered. Nothing
//! here decides which texts are shown.

use crate::client::{
    Client, credentials::Credential, endpoints::EndpointState, settings::Settings, url_keys::SHORTEST_KEY,
};
use http::HeaderMap;
use std::{fmt, sync::Arc};

/// Covers the secrets of a client, and those that a call adds.
#[derive(Clone)]
pub(crate) struct Masking {
    client: Client,
    /// The words of the headers that the call adds, and the texts of its parameters that are never
    /// shown.
    words: Arc<[String]>,
    /// Which endpoint of the client the request goes to.
    endpoint: usize,
}

impl Masking {
    /// For a request to the endpoint with this index: `headers` are those of the request, `secrets`
    /// its parameters that are never shown.
    pub(crate) fn new(client: Client, endpoint: usize, headers: &HeaderMap, secrets: &[String]) -> Self {
        let known = &client.settings().endpoint(endpoint).headers;
        let secrets = secrets.iter().filter(|text| text.len() >= SHORTEST_KEY);
        let is_added = |name, value: &_| known.get(name) != Some(value);
        let added = headers.iter().filter(|(name, value)| value.is_sensitive() && is_added(*name, *value));
        let words = key_words(added.map(|(_, value)| value)).chain(secrets.map(String::as_str));
        let words = words.map(str::to_owned).collect();
        Self { client, words, endpoint }
    }

    /// For what no call adds anything to.
    pub(crate) fn of_client(client: Client) -> Self {
        Self { client, words: Arc::from([]), endpoint: 0 }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The index of the endpoint that the request went to.
    pub(crate) const fn endpoint(&self) -> usize {
        self.endpoint
    }

    /// A text without the secrets, for texts that a server may have put them into.
    pub(crate) fn redact(&self, text: String) -> String {
        self.hidden(|hidden| redact(hidden, text))
    }

    /// The beginning of a body as text without the secrets, also where one stands across the cut.
    pub(crate) fn beginning(&self, body: &[u8], most: usize) -> String {
        let (longest, end, mut text) = self.hidden(|hidden| {
            let longest = hidden.first().map_or(0, |text| text.len());
            let end = body.len().min(most.saturating_add(2 * longest));
            let part = body.get(..end).unwrap_or(body);
            (longest, end, redact(hidden, String::from_utf8_lossy(part).into_owned()))
        });
        if end < body.len() {
            // What stands behind here may be the first part of a secret, whose last character may
            // be cut, too.
            let mut keep = text.len().saturating_sub(longest.saturating_add(char::REPLACEMENT_CHARACTER.len_utf8()));
            while !text.is_char_boundary(keep) {
                keep -= 1;
            }
            text.truncate(keep);
        }
        text
    }

    /// Puts marks over the secrets in a part of a body; whether there were any.
    pub(crate) fn mask(&self, part: &mut [u8]) -> bool {
        self.hidden(|hidden| {
            let covered = hidden.iter().filter(|secret| cover(part, secret.as_bytes())).count();
            covered > 0
        })
    }

    /// The endpoint that the request went to.
    pub(crate) fn origin(&self) -> &str {
        self.client.settings().endpoint(self.endpoint).origin()
    }

    fn hidden<T>(&self, work: impl FnOnce(&[&str]) -> T) -> T {
        with_hidden(self.client.settings(), &self.words, work)
    }
}

impl fmt::Debug for Masking {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(out)
    }
}

/// A text without the secrets of a client.
pub(crate) fn masked(settings: &Settings, text: String) -> String {
    with_hidden(settings, &[], |hidden| redact(hidden, text))
}

impl Client {
    /// Returns a text with `[secret]` in place of each secret of the client, for programs that hand
    /// responses on: a service may send back what it was sent.
    #[must_use]
    pub fn masked(&self, text: String) -> String {
        masked(self.settings(), text)
    }
}

/// Works with what must not be shown, the longest first, since one may be a part of another:
/// secrets as they are and were, what may be a key in the URLs that the user gave, the words of the
/// user's own headers, and these words.
fn with_hidden<T>(settings: &Settings, words: &[String], work: impl FnOnce(&[&str]) -> T) -> T {
    let credentials: Vec<Arc<Credential>> = settings.all_endpoints().flat_map(EndpointState::credentials).collect();
    let secrets = credentials.iter().flat_map(|credential| credential.hidden());
    let keys = settings.url_keys.iter().chain(words).map(String::as_str);
    let headers = settings.all_endpoints().flat_map(|endpoint| key_words(endpoint.headers.values()));
    let hidden = secrets.chain(headers).chain(keys);
    work(&longest_first(hidden.collect()))
}

/// The words of sensitive headers, unless they are too short to be a key.
fn key_words<'h>(values: impl Iterator<Item = &'h http::HeaderValue>) -> impl Iterator<Item = &'h str> {
    let sensitive = values.filter(|value| value.is_sensitive()).filter_map(|value| value.to_str().ok());
    sensitive.flat_map(str::split_whitespace).filter(|word| word.len() >= SHORTEST_KEY)
}

fn longest_first(mut hidden: Vec<&str>) -> Vec<&str> {
    hidden.retain(|text| !text.is_empty());
    hidden.sort_by_key(|text| std::cmp::Reverse(text.len()));
    hidden
}

fn redact(hidden: &[&str], mut text: String) -> String {
    for secret in hidden {
        if text.contains(secret) {
            text = text.replace(secret, "[secret]");
        }
    }
    text
}

/// Puts marks over each place where a secret stands; whether there is one.
fn cover(part: &mut [u8], secret: &[u8]) -> bool {
    let (mut at, mut any) = (0, false);
    let find = |rest: &[u8]| rest.windows(secret.len()).position(|window| window == secret);
    while let Some(found) = part.get(at..).and_then(find) {
        let end = at + found + secret.len();
        if let Some(place) = part.get_mut(at + found..end) {
            place.fill(b'*');
        }
        (at, any) = (end, true);
    }
    any
}
