//! The settings of a built client.
//!
//! Input: what the builder has checked. Output: lookups for the stages of a call. Its `Debug` shows neither
//! secrets nor more of the base URL than its origin, since keys are put into paths too.

use super::Credential;
use crate::{
    schema::{self, Deployment},
    transport::Transport,
};
use http::HeaderMap;
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use url::Url;

/// Shorter words of a header are not taken for keys: they would be cut out of texts that say something.
const SHORTEST_KEY: usize = 8;

pub(crate) struct Settings {
    pub(crate) description: &'static schema::Client,
    pub(crate) deployment: Option<&'static Deployment>,
    pub(crate) base_url: Url,
    /// What the query of a base URL holds that the user gave, as it stands there and as it is meant.
    pub(crate) base_query: Vec<String>,
    pub(crate) vars: Vec<(&'static str, String)>,
    /// The secrets that are set.
    pub(crate) secrets: Vec<Credential>,
    /// What each request carries, without secrets.
    pub(crate) headers: HeaderMap,
    pub(crate) timeout: Duration,
    /// How long an answer that comes in parts may be silent.
    pub(crate) silence: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) next_id: AtomicU64,
}

impl Settings {
    /// What a variable of the client is set to: by the user, by the deployment or by default.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        let set = self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        set.or_else(|| default(self.description, self.deployment, name))
    }

    /// Whether a pair of a query is a secret, or one that the user put into the base URL.
    pub(crate) fn is_key(&self, name: &str, value: &str) -> bool {
        let is_own = |(own, text): (Cow<'_, str>, Cow<'_, str>)| own == name && text == value;
        let is_in_base = || !self.base_query.is_empty() && self.base_url.query_pairs().any(is_own);
        self.secrets.iter().any(|secret| secret.is_pair(name, value)) || is_in_base()
    }

    /// A text without the secrets, for texts that a server may have put them into.
    pub(crate) fn redact(&self, mut text: String) -> String {
        for secret in self.hidden() {
            if text.contains(secret) {
                text = text.replace(secret, "[secret]");
            }
        }
        text
    }

    /// Puts marks over the secrets in a part of a body; whether there were any.
    pub(crate) fn mask(&self, part: &mut [u8]) -> bool {
        let mut any = false;
        for secret in self.hidden() {
            any |= cover(part, secret.as_bytes());
        }
        any
    }

    /// What must not be shown, the longest first, since one may be a part of another: secrets, the password in
    /// the base URL, and the words of the user's own headers and query unless they are too short to be a key.
    fn hidden(&self) -> Vec<&str> {
        let secrets = self.secrets.iter().flat_map(Credential::hidden);
        let own = self.headers.values().filter(|value| value.is_sensitive());
        let words = own.filter_map(|value| value.to_str().ok()).flat_map(str::split_whitespace);
        let words = words.filter(|word| word.len() >= SHORTEST_KEY);
        let query = self.base_query.iter().map(String::as_str);
        let mut hidden: Vec<&str> = secrets.chain(self.base_url.password()).chain(words).chain(query).collect();
        hidden.retain(|text| !text.is_empty());
        hidden.sort_by_key(|text| std::cmp::Reverse(text.len()));
        hidden
    }

    /// Scheme, host and port of the base URL.
    pub(crate) fn origin(&self) -> String {
        self.base_url.origin().ascii_serialization()
    }
}

/// What a query holds that may be a key: whole pairs as they stand there, and values that are long enough.
pub(super) fn keys_in_query(url: &Url) -> Vec<String> {
    let pairs = url.query().into_iter().flat_map(|query| query.split('&')).filter(|pair| pair.len() > 1);
    let raw = pairs.clone().map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value).to_owned());
    let meant = url.query_pairs().map(|(name, value)| if value.is_empty() { name } else { value }.into_owned());
    let values = raw.chain(meant).filter(|value| value.len() >= SHORTEST_KEY);
    pairs.clone().filter(|pair| pair.contains('=')).map(str::to_owned).chain(values).collect()
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

/// What a variable is when the user does not set it.
pub(crate) fn default(
    description: &'static schema::Client,
    deployment: Option<&'static Deployment>,
    name: &str,
) -> Option<&'static str> {
    let deployed = deployment.and_then(|deployment| deployment.vars.iter().find(|(known, _)| *known == name));
    let declared = || description.vars.iter().find(|var| var.name == name).and_then(|var| var.default);
    deployed.map(|(_, value)| *value).or_else(declared)
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client")
            .field("name", &self.description.name)
            .field("origin", &self.origin())
            .field("deployment", &self.deployment.map(|deployment| deployment.name))
            .field("timeout", &self.timeout)
            .field("max_response_bytes", &self.max_response_bytes)
            .finish_non_exhaustive()
    }
}
