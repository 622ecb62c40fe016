//! Root certificates and the identity of a client, against a server over TLS on loopback.
//!
//! It needs the feature `tls` of this package: `cargo test -p chainloom-tests --features tls --test
//! tls`. With the feature `chainloom/native-tls` too, the client uses the TLS of the system.
#![allow(clippy::unwrap_used)]

use chainloom::{Error, data::Client, runtime::Builder};
use rcgen::{CertificateParams, CertifiedKey, DnType, KeyPair};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        crypto::{CryptoProvider, aws_lc_rs, ring},
        pki_types::{CertificateDer, PrivateKeyDer},
        server::WebPkiClientVerifier,
    },
};

/// A certificate that is signed by itself.
struct Own(CertifiedKey<KeyPair>);

impl Own {
    /// Each has a subject of its own: OpenSSL looks for the issuer of a certificate by its name.
    fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let mut settings = CertificateParams::new([name.to_owned()]).unwrap();
        let subject = format!("{name} {}", COUNT.fetch_add(1, Ordering::Relaxed));
        settings.distinguished_name.push(DnType::CommonName, subject);
        let signing_key = KeyPair::generate().unwrap();
        let cert = settings.self_signed(&signing_key).unwrap();
        Self(CertifiedKey { cert, signing_key })
    }

    fn der(&self) -> CertificateDer<'static> {
        self.0.cert.der().clone()
    }

    fn key(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::try_from(self.0.signing_key.serialize_der()).unwrap()
    }

    /// Certificate and key, as one text.
    fn identity(&self) -> String {
        format!("{}{}", self.0.cert.pem(), self.0.signing_key.serialize_pem())
    }
}

/// Serves one response for all requests; with `trusted`, only to clients with that certificate.
async fn serve(server: &Own, trusted: Option<&Own>) -> String {
    // Two providers are compiled in, so that rustls cannot choose one by itself.
    let provider = Arc::new(aws_lc_rs::default_provider());
    let settings =
        ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions().unwrap();
    let settings = match trusted {
        Some(client) => {
            let mut roots = RootCertStore::empty();
            roots.add(client.der()).unwrap();
            let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider).build().unwrap();
            settings.with_client_cert_verifier(verifier)
        }
        None => settings.with_no_client_auth(),
    };
    let settings = settings.with_single_cert(vec![server.der()], server.key()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let acceptor = TlsAcceptor::from(Arc::new(settings));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(acceptor.clone(), stream));
        }
    });
    url
}

/// A client that does not trust the server breaks off, which is not a failure here.
async fn answer(acceptor: TlsAcceptor, stream: TcpStream) -> std::io::Result<()> {
    let mut stream = acceptor.accept(stream).await?;
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await?);
    }
    let body = r#"{"chains":[]}"#;
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    stream.shutdown().await
}

async fn call(url: &str, change: impl FnOnce(Builder) -> Builder) -> Result<(), Error> {
    let client = Client::builder().base_url(url).configure(change).build()?;
    client.supported_chains().await.map(drop)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_root_certificate_of_ones_own_is_trusted() {
    let (own, other) = (Own::new("localhost"), Own::new("localhost"));
    let url = serve(&own, None).await;
    call(&url, |builder| builder.root_certificate(own.0.cert.pem())).await.unwrap();
    // One text may hold several, and each call adds to those before.
    let both = format!("{}\n{}", other.0.cert.pem(), own.0.cert.pem());
    call(&url, |builder| builder.root_certificate(both)).await.unwrap();
    call(&url, |builder| builder.root_certificate(own.0.cert.pem()).root_certificate(other.0.cert.pem()))
        .await
        .unwrap();
    for error in [
        call(&url, |builder| builder).await.unwrap_err(),
        call(&url, |builder| builder.root_certificate(other.0.cert.pem())).await.unwrap_err(),
    ] {
        assert!(error.is_connect() && error.to_string().contains(".root_certificate("), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_identity_is_shown_to_the_server() {
    let (server, client) = (Own::new("localhost"), Own::new("somebody"));
    let url = serve(&server, Some(&client)).await;
    let trusting = |builder: Builder| builder.root_certificate(server.0.cert.pem());
    call(&url, |builder| trusting(builder).identity(client.identity())).await.unwrap();
    call(&url, trusting).await.unwrap_err();
    call(&url, |builder| trusting(builder).identity(server.identity())).await.unwrap_err();
}

/// An error names the setting, and shows nothing of the text.
#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_no_certificate_is_refused() {
    let own = Own::new("localhost");
    let body = "aHVzaC1odXNo";
    let broken = format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n");
    for pem in ["", "hush-hush", &own.0.signing_key.serialize_pem(), &broken, &broken.replace(body, "hush?hush")] {
        let error = call("https://localhost:1", |builder| builder.root_certificate(pem)).await.unwrap_err();
        let text = error.to_string();
        assert!(error.is_building() && text.contains("`.root_certificate(…)`: "), "{text}");
        assert!(!text.contains("hush") && !text.contains(body), "{text}");
    }
    let foreign = format!("{}{}", own.0.cert.pem(), Own::new("localhost").0.signing_key.serialize_pem());
    let no_key = broken.replace("CERTIFICATE", "PRIVATE KEY") + &own.0.cert.pem();
    for pem in ["", "hush-hush", &own.0.cert.pem(), &own.0.signing_key.serialize_pem(), &foreign, &no_key] {
        let settings = Client::builder().base_url("https://localhost:1").configure(|builder| builder.identity(pem));
        assert!(!format!("{settings:?}").contains("BEGIN"));
        let error = settings.build().unwrap_err();
        let text = error.to_string();
        assert!(error.is_building() && text.contains("`.identity(…)`: "), "{text}");
        assert!(!text.contains("hush") && !text.contains(body), "{text}");
    }
}

/// Two crypto providers are compiled into this program, of which rustls chooses none by itself. A
/// client works before the program installs one, and after it.
#[tokio::test(crate = "chainloom_bounded")]
async fn any_crypto_provider_may_be_installed() {
    let own = Own::new("localhost");
    let url = serve(&own, None).await;
    call(&url, |builder| builder.root_certificate(own.0.cert.pem())).await.unwrap();
    ring::default_provider().install_default().unwrap();
    assert!(CryptoProvider::get_default().is_some());
    call(&url, |builder| builder.root_certificate(own.0.cert.pem())).await.unwrap();
}

/// The connection pool of hyper-util trusts whom the platform trusts, and nobody else. What that is
/// can be said by a variable on Linux, so a program of its own makes the call.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn hyper_trusts_whom_the_platform_trusts() {
    const URL: &str = "CHAINLOOM_TEST_URL";
    if let Ok(url) = std::env::var(URL) {
        return call(&url, Builder::hyper).await.unwrap();
    }
    let own = Own::new("localhost");
    let url = serve(&own, None).await;
    let error = call(&url, Builder::hyper).await.unwrap_err();
    assert!(error.is_connect() && error.to_string().contains("leave out `.hyper()`"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("own.pem");
    std::fs::write(&certificate, own.0.cert.pem()).unwrap();
    let mut again = tokio::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "hyper_trusts_whom_the_platform_trusts"]).env("SSL_CERT_FILE", certificate).env(URL, url);
    let output = again.output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
