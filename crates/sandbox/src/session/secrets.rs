//! Secrets of a session: removes them from its files.
//!
//! Input: the secrets that each request carries. Output: requests, responses and messages without
//! the secrets of all requests so far: a service may send back a secret of an earlier one.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use serde_json::Value;

/// Number of remembered secrets above which the secrets of earlier requests are forgotten. Secrets
/// of the present request are always masked.
const MAX_REMEMBERED: usize = 1_000;

/// Secrets that requests of a session carried.
#[derive(Debug, Default)]
pub(crate) struct SessionSecrets {
    /// Secrets that are known from the beginning.
    fixed: Redactor,
    all: Mutex<Redactor>,
}

impl SessionSecrets {
    pub(crate) fn new(fixed: Redactor) -> Self {
        Self { all: Mutex::new(fixed.clone()), fixed }
    }

    /// Adds the secrets that a request carries, and returns all that are remembered.
    pub(crate) fn with(&self, carried: &Redactor) -> Redactor {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > MAX_REMEMBERED {
            *all = self.fixed.clone();
        }
        all.extend(carried);
        all.clone()
    }
}

/// Masks the secrets in a body or message. In JSON, each text is masked, so that no escape hides a
/// secret.
pub(crate) fn mask_secrets(secrets: &Redactor, body: &Bytes) -> Bytes {
    if secrets.is_empty() {
        return body.clone();
    }
    match (serde_json::from_slice::<Value>(body), std::str::from_utf8(body)) {
        (Ok(json), _) => Bytes::from(secrets.json(json).to_string()),
        (_, Ok(text)) => Bytes::from(secrets.text(text.to_owned())),
        _ => Bytes::from(secrets.bytes(body.to_vec())),
    }
}
