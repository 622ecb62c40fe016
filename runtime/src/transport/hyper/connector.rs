//! Connector of the connection pool: plain, or with the TLS library that the crate was built with.
//!
//! Input: the connection timeout. Output: a connector, or why there is none.

use crate::transport::tls::check_provider;
use hyper_util::client::legacy::connect::HttpConnector;
use std::time::Duration;

pub(super) use self::tls::Connector;

/// Creates the connector. The error is a human-readable text.
pub(super) fn new(timeout: Duration) -> Result<Connector, String> {
    check_provider()?;
    let mut plain = HttpConnector::new();
    plain.set_connect_timeout(Some(timeout));
    plain.set_nodelay(true);
    // With TLS, the inner connector has to accept `https` URLs.
    plain.enforce_http(!crate::transport::tls::HAS_TLS);
    tls::over(plain)
}

/// The TLS of the system.
#[cfg(feature = "native-tls")]
mod tls {
    use super::HttpConnector;

    pub(in super::super) type Connector = hyper_tls::HttpsConnector<HttpConnector>;

    pub(super) fn over(plain: HttpConnector) -> Result<Connector, String> {
        let tls = hyper_tls::native_tls::TlsConnector::new().map_err(|error| error.to_string())?;
        Ok(Connector::from((plain, tls.into())))
    }
}

/// rustls, with the trusted roots of the platform.
#[cfg(all(feature = "rustls-no-provider", not(feature = "native-tls")))]
mod tls {
    use super::HttpConnector;
    use hyper_rustls::HttpsConnectorBuilder;
    use rustls::{ClientConfig, crypto::CryptoProvider};
    use rustls_platform_verifier::BuilderVerifierExt as _;
    use std::sync::Arc;

    pub(in super::super) type Connector = hyper_rustls::HttpsConnector<HttpConnector>;

    /// Adds TLS to a connector.
    pub(super) fn over(plain: HttpConnector) -> Result<Connector, String> {
        let provider = provider().ok_or("no rustls crypto provider is installed")?;
        let settings = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let settings = settings.and_then(|settings| settings.with_platform_verifier());
        let settings = settings.map_err(|error| error.to_string())?.with_no_client_auth();
        let connector = HttpsConnectorBuilder::new().with_tls_config(settings).https_or_http();
        Ok(connector.enable_http1().wrap_connector(plain))
    }

    /// Returns the cryptography provider of the program, or the provider of the feature `rustls`.
    fn provider() -> Option<Arc<CryptoProvider>> {
        let own = CryptoProvider::get_default().cloned();
        #[cfg(feature = "rustls")]
        let own = own.or_else(|| Some(Arc::new(rustls::crypto::aws_lc_rs::default_provider())));
        own
    }
}

/// No TLS.
#[cfg(not(any(feature = "rustls-no-provider", feature = "native-tls")))]
mod tls {
    use super::HttpConnector;

    pub(in super::super) type Connector = HttpConnector;

    pub(super) fn over(plain: HttpConnector) -> Result<Connector, String> {
        Ok(plain)
    }
}
