//! TLS settings of a client: trusted roots in addition to the platform's, and a client certificate.
//!
//! Input: PEM texts. Output: settings of reqwest, or which of the texts is wrong and why. No part
//! of a text is shown.

use secrecy::SecretString;

/// Whether the crate was built with some TLS; reqwest may have more, which other crates turned on.
pub(crate) const HAS_TLS: bool = cfg!(any(feature = "rustls-no-provider", feature = "native-tls"));

/// Whether TLS works only after the user has installed a provider.
const NEEDS_PROVIDER: bool = cfg!(all(feature = "rustls-no-provider", not(feature = "rustls")));

/// Returns whether a crypto provider is installed. reqwest panics without one, so this is checked before.
#[cfg(feature = "rustls-no-provider")]
fn has_provider() -> bool {
    rustls::crypto::CryptoProvider::get_default().is_some()
}

#[cfg(not(feature = "rustls-no-provider"))]
const fn has_provider() -> bool {
    true
}

/// Returns whether a cause of a failed connection reports that the other side speaks no TLS. Only `rustls`
/// distinguishes this from other failures.
#[cfg(feature = "rustls-no-provider")]
pub(super) fn is_not_spoken(cause: &(dyn std::error::Error + 'static)) -> bool {
    use rustls::{Error, InvalidMessage};
    if let Some(Error::InvalidMessage(message)) = cause.downcast_ref::<Error>() {
        return matches!(message, InvalidMessage::InvalidContentType);
    }
    // `source` of an I/O error skips the error that it holds, so that one is examined, too.
    let held = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    held.is_some_and(|held| is_not_spoken(held))
}

#[cfg(not(feature = "rustls-no-provider"))]
pub(super) fn is_not_spoken(_: &(dyn std::error::Error + 'static)) -> bool {
    false
}

/// Checks that a client can be created; the error is a human-readable text.
pub(super) fn check_provider() -> Result<(), String> {
    if NEEDS_PROVIDER && !has_provider() {
        let what = "no rustls crypto provider is installed";
        return Err(format!("{what}: call `install_default` of one, or turn on the feature `rustls`"));
    }
    Ok(())
}

/// Certificates and an identity, as PEM texts that are not parsed yet.
#[derive(Clone, Default)]
pub(crate) struct Tls {
    pub(crate) roots: Vec<Vec<u8>>,
    pub(crate) identity: Option<SecretString>,
}

impl Tls {
    /// Adds the TLS settings to the settings of an HTTP client. The error is a human-readable text.
    pub(super) fn add_to(&self, settings: reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, String> {
        if self.roots.is_empty() && self.identity.is_none() {
            return Ok(settings);
        }
        reading::add(self, settings)
    }
}

/// A crate without TLS reads no certificates.
#[cfg(not(any(feature = "rustls-no-provider", feature = "native-tls")))]
mod reading {
    use crate::transport::tls::Tls;

    pub(super) fn add(tls: &Tls, _: reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, String> {
        let name = if tls.roots.is_empty() { "identity" } else { "root_certificate" };
        Err(format!("`.{name}(…)` needs one of the features `rustls`, `rustls-no-provider` and `native-tls`"))
    }
}

#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
mod reading {
    use crate::transport::tls::Tls;
    use reqwest::{Certificate, ClientBuilder, Identity};
    use secrecy::ExposeSecret;
    use std::error::Error;

    const CERTIFICATE: &str =
        "the text must hold certificates in PEM, each of which begins with `-----BEGIN CERTIFICATE-----`";
    const IDENTITY: &str = "the text must hold in PEM the certificate of the client, those of its authorities and the \
        private key, which must not be encrypted";

    /// Adds root certificates and identity to the settings of an HTTP client.
    pub(super) fn add(tls: &Tls, settings: ClientBuilder) -> Result<ClientBuilder, String> {
        let mut settings = backend(settings);
        for pem in &tls.roots {
            let wrong = |why: String| format!("`.root_certificate(…)`: {why}; {CERTIFICATE}");
            let certificates = Certificate::from_pem_bundle(pem).map_err(|error| wrong(innermost_cause(&error)))?;
            if certificates.is_empty() {
                return Err(wrong("there is no certificate".to_owned()));
            }
            check_setting(|alone| alone.tls_certs_only(certificates.clone())).map_err(wrong)?;
            settings = settings.tls_certs_merge(certificates);
        }
        if let Some(pem) = &tls.identity {
            let wrong = |why: String| format!("`.identity(…)`: {why}; {IDENTITY}");
            let identity = identity(pem.expose_secret()).map_err(|error| wrong(innermost_cause(&error)))?;
            check_setting(|alone| alone.tls_certs_only([]).identity(identity.clone())).map_err(wrong)?;
            settings = settings.identity(identity);
        }
        Ok(settings)
    }

    /// Checks that an HTTP client accepts a setting. Only the client reads texts in full, and its error does not state
    /// which text is wrong.
    fn check_setting(set: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<(), String> {
        let alone = set(backend(reqwest::Client::builder().no_proxy()));
        alone.build().map(drop).map_err(|error| innermost_cause(&error))
    }

    /// Returns the innermost cause of an error, which states what is wrong.
    fn innermost_cause(error: &reqwest::Error) -> String {
        let mut cause: &dyn Error = error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        cause.to_string()
    }

    /// Selects the TLS backend for which an identity is read. Another crate may have turned on more of reqwest than
    /// this one.
    #[cfg(not(feature = "native-tls"))]
    fn backend(settings: ClientBuilder) -> ClientBuilder {
        settings.tls_backend_rustls()
    }

    #[cfg(feature = "native-tls")]
    fn backend(settings: ClientBuilder) -> ClientBuilder {
        settings.tls_backend_native()
    }

    #[cfg(not(feature = "native-tls"))]
    fn identity(pem: &str) -> reqwest::Result<Identity> {
        Identity::from_pem(pem.as_bytes())
    }

    /// Parses an identity. The TLS of the platform reads certificates and key separately, and the key as PKCS #8 only.
    #[cfg(feature = "native-tls")]
    fn identity(pem: &str) -> reqwest::Result<Identity> {
        let (certificates, key) = (blocks(pem, "CERTIFICATE"), blocks(pem, "PRIVATE KEY"));
        Identity::from_pkcs8_pem(certificates.as_bytes(), key.as_bytes())
    }

    /// Returns the blocks of a PEM text that have this label.
    #[cfg(feature = "native-tls")]
    fn blocks(pem: &str, label: &str) -> String {
        let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
        let bodies = pem.split(&begin).skip(1).filter_map(|rest| rest.split_once(&end));
        bodies.map(|(body, _)| format!("{begin}{body}{end}\n")).collect()
    }
}
