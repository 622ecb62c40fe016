//! Signatures of requests, such as an HMAC over method, path, query and body.
//!
//! Input: the request of an attempt in its final form, with all secrets. Output: the request as the
//! user's function returns it. It stays at its origin, as the signature may be a secret.

use crate::{Body, error::Failure, transport::BoxFuture};
use http::Request;
use std::{error::Error as StdError, sync::Arc};

/// Signs a request.
pub(crate) type Signer =
    Arc<dyn Fn(Request<Body>) -> BoxFuture<'static, Result<Request<Body>, BoxError>> + Send + Sync>;

type BoxError = Box<dyn StdError + Send + Sync>;

/// Converts the user's function to a signer.
pub(crate) fn signer<S, F, E>(sign: S) -> Signer
where
    S: Fn(Request<Body>) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Request<Body>, E>> + Send + 'static,
    E: Into<BoxError>,
{
    Arc::new(move |request| {
        let signed = sign(request);
        Box::pin(async move { signed.await.map_err(Into::into) })
    })
}

/// Returns the request with its signature.
pub(crate) async fn sign_request(sign: &Signer, request: Request<Body>) -> Result<Request<Body>, Failure> {
    let (scheme, authority) = (request.uri().scheme().cloned(), request.uri().authority().cloned());
    let signed = sign(request).await.map_err(|source| Failure::Signer { source })?;
    if (signed.uri().scheme(), signed.uri().authority()) != (scheme.as_ref(), authority.as_ref()) {
        let source = "it changed the scheme, host or port of the URL; change the path and the query only";
        return Err(Failure::Signer { source: source.into() });
    }
    Ok(signed)
}
