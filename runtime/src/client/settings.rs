//! The settings of a built client.
//!
//! Input: what the builder has checked. Output: lookups for the stages of a call. Its `Debug` shows neither
//! secrets nor more of the base URL than its origin, since keys are put into paths too.

use crate::{
    schema::{self, Deployment},
    transport::Transport,
};
use http::{HeaderMap, HeaderName};
use secrecy::{ExposeSecret, SecretString};
use std::{
    fmt,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use url::Url;

pub(crate) struct Settings {
    pub(crate) description: &'static schema::Client,
    pub(crate) deployment: Option<&'static Deployment>,
    pub(crate) base_url: Url,
    pub(crate) vars: Vec<(&'static str, String)>,
    /// The name of a header, and the secret that it carries.
    pub(crate) secrets: Vec<(HeaderName, SecretString)>,
    /// What each request carries, without secrets.
    pub(crate) headers: HeaderMap,
    pub(crate) timeout: Duration,
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

    /// A text without the secrets, for texts that a server may have put them into.
    pub(crate) fn redact(&self, mut text: String) -> String {
        for (_, secret) in &self.secrets {
            let secret = secret.expose_secret();
            if !secret.is_empty() && text.contains(secret) {
                text = text.replace(secret, "[secret]");
            }
        }
        text
    }

    /// Scheme, host and port of the base URL.
    pub(crate) fn origin(&self) -> String {
        self.base_url.origin().ascii_serialization()
    }
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
