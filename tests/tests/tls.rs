//! Root certificates and the identity of a client, against a server over TLS on loopback.
//!
//! It needs the feature `tls` of this package: `cargo test -p chainloom-tests --features tls --test tls`.
#![allow(clippy::unwrap_used)]

use chainloom::{Error, data::Client, runtime::Builder};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use std::sync::Arc;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer},
        server::WebPkiClientVerifier,
    },
};

/// A certificate that is signed by itself.
struct Own(CertifiedKey<KeyPair>);

impl Own {
    fn new(name: &str) -> Self {
        Self(generate_simple_self_signed([name.to_owned()]).unwrap())
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

/// Serves one answer for all requests; with `trusted`, only to clients with that certificate.
async fn serve(server: &Own, trusted: Option<&Own>) -> String {
    let settings = match trusted {
        Some(client) => {
            let mut roots = RootCertStore::empty();
            roots.add(client.der()).unwrap();
            ServerConfig::builder()
                .with_client_cert_verifier(WebPkiClientVerifier::builder(roots.into()).build().unwrap())
        }
        None => ServerConfig::builder().with_no_client_auth(),
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

#[tokio::test]
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

#[tokio::test]
async fn an_identity_is_shown_to_the_server() {
    let (server, client) = (Own::new("localhost"), Own::new("somebody"));
    let url = serve(&server, Some(&client)).await;
    let trusting = |builder: Builder| builder.root_certificate(server.0.cert.pem());
    call(&url, |builder| trusting(builder).identity(client.identity())).await.unwrap();
    call(&url, trusting).await.unwrap_err();
    call(&url, |builder| trusting(builder).identity(server.identity())).await.unwrap_err();
}

/// An error names the setting, and shows nothing of the text.
#[tokio::test]
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
