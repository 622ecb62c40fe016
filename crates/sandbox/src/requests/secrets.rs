//! Secrets: checks that a request carries the secrets that the spec requires, and no others.
//!
//! Input: an operation, a request, and the valid keys. Output: `None`, or the mistake. Without
//! valid keys, any text is accepted.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chainloom_runtime::schema::{Client, Secret, SecretPlace};
use http::{Request, header};

use super::rest_parameters::cookie;
use super::text::pairs;
use crate::routing::template::resolved;

/// Request with the facts that decide whether its secrets are right.
pub(crate) struct Keys<'s> {
    pub(crate) request: &'s Request<Bytes>,
    /// Values of variables, which names of headers may contain.
    pub(crate) values: &'s HashMap<String, String>,
    /// Valid secrets; if there are none, every text is valid.
    pub(crate) known: &'s [String],
    /// All clients of the spec: a secret of one client must not be sent to another.
    pub(crate) clients: &'s [&'static Client],
}

/// State of a secret in a request.
enum Presence {
    Nothing,
    Wrong,
    Right,
}

impl Keys<'_> {
    /// Returns a message if a secret is wrong or missing. `ways` are the security alternatives of
    /// the call: one of them must be complete. An empty list needs no secret, and `None` needs all
    /// secrets that are not optional.
    pub(crate) fn wrong(&self, client: &Client, ways: Option<&[&[&str]]>) -> Option<String> {
        let given: Vec<(&Secret, Presence)> =
            client.auth.iter().map(|secret| (secret, self.presence(secret))).collect();
        if let Some((secret, _)) = given.iter().find(|(_, given)| matches!(given, Presence::Wrong)) {
            return Some(format!("the secret `{}` is wrong", secret.name));
        }
        let is_there =
            |name: &&str| given.iter().any(|(secret, given)| secret.name == *name && matches!(given, Presence::Right));
        match ways {
            Some(ways) if ways.is_empty() || ways.iter().any(|way| way.iter().all(is_there)) => None,
            Some(ways) => Some(format!("a secret is missing: {}", ways_in_words(ways))),
            None => {
                let missing = client.auth.iter().find(|secret| !secret.optional && !is_there(&secret.name));
                missing.map(|secret| format!("the secret `{}` is missing", secret.name))
            }
        }
    }

    /// Returns a message if the request carries a secret of another client, or any secret although
    /// its call takes none.
    pub(crate) fn unwanted(&self, client: &Client, ways: Option<&[&[&str]]>) -> Option<String> {
        let takes_none = ways.is_some_and(<[_]>::is_empty);
        let own = if takes_none { &[] } else { client.auth };
        let place = |secret: &Secret| (secret.place, resolved(secret.key, self.values).to_ascii_lowercase());
        let is_own = |secret: &Secret| own.iter().any(|known| place(known) == place(secret));
        let all = self.clients.iter().flat_map(|client| client.auth);
        let found = all.into_iter().find(|secret| !is_own(secret) && self.text(secret).is_some())?;
        Some(format!("the secret `{}` is sent, but the call does not take it", found.name))
    }

    /// Returns whether the request carries a secret, and whether it is valid.
    fn presence(&self, secret: &Secret) -> Presence {
        match self.text(secret) {
            None => Presence::Nothing,
            Some(text) if self.known.is_empty() || self.known.contains(&text) => Presence::Right,
            Some(_) => Presence::Wrong,
        }
    }

    /// Returns the text of a secret without its prefix; `None` if the request does not carry it.
    pub(crate) fn text(&self, secret: &Secret) -> Option<String> {
        let header = |name: &str| Some(self.request.headers().get(name)?.to_str().ok()?.to_owned());
        match secret.place {
            SecretPlace::Header | SecretPlace::Bearer => {
                let text = header(&resolved(secret.key, self.values))?;
                Some(text.strip_prefix(secret.sent_prefix())?.to_owned())
            }
            SecretPlace::Basic => {
                let coded = header(header::AUTHORIZATION.as_str())?;
                String::from_utf8(STANDARD.decode(coded.strip_prefix("Basic ")?).ok()?).ok()
            }
            SecretPlace::Query => {
                let all = pairs(self.request.uri().query().unwrap_or_default());
                all.into_iter().find(|(name, _)| name == secret.key).map(|(_, text)| text)
            }
            SecretPlace::Cookie => cookie(self.request.headers(), secret.key),
        }
    }
}

fn ways_in_words(ways: &[&[&str]]) -> String {
    let way = |way: &&[&str]| way.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" with ");
    ways.iter().map(way).collect::<Vec<_>>().join(", or ")
}
