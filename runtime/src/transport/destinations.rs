//! URLs of requests.
//!
//! Input: the base URL of an endpoint, a path and a query. Output: the URL as an HTTP request takes it. The
//! path and the query are parsed once; what the base URL gives to each request is made once. A [`Url`] is
//! made where one is needed: by reqwest, in errors and for redirects.

use http::{HeaderValue, Uri};
use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};
use url::Url;

/// Base URL of an endpoint. It has no `Debug`: URLs may hold keys.
pub(crate) struct BaseUrl {
    url: Url,
    /// The URL in the form that an HTTP request takes. The error is a human-readable text.
    uri: Result<Uri, String>,
    /// Value of the header `Host`; `None` where the URL has no host.
    host: Option<HeaderValue>,
}

impl BaseUrl {
    pub(crate) fn new(url: Url) -> Arc<Self> {
        let uri = url.as_str().parse::<Uri>().map_err(unfit_url);
        let host = uri.as_ref().ok().and_then(host_of);
        Arc::new(Self { url, uri, host })
    }

    /// Writes a path below the path of the base URL, and `?` with the query of both, if there is one. Returns where the
    /// path ends, too.
    fn join_path(&self, path: &str, query: &str) -> (String, usize) {
        let (base, own) = (self.url.path().trim_end_matches('/'), self.url.query().unwrap_or_default());
        let mark = |is_needed, mark| if is_needed { mark } else { "" };
        let start = mark(!own.is_empty() || !query.is_empty(), "?");
        let between = mark(!own.is_empty() && !query.is_empty(), "&");
        ([base, path, start, own, between, query].concat(), base.len() + path.len())
    }
}

impl Deref for BaseUrl {
    type Target = Url;

    fn deref(&self) -> &Url {
        &self.url
    }
}

/// Writes the header `Host` as hyper does: the port is left out where it is the default of the scheme.
fn host_of(uri: &Uri) -> Option<HeaderValue> {
    let usual = if uri.scheme() == Some(&http::uri::Scheme::HTTPS) { 443 } else { 80 };
    let host = uri.host()?;
    match uri.port_u16().filter(|port| *port != usual) {
        Some(port) => HeaderValue::try_from(format!("{host}:{port}")).ok(),
        None => HeaderValue::from_str(host).ok(),
    }
}

/// URL of a request. It has no `Debug`: URLs may hold keys.
pub(crate) struct Destination {
    /// The URL in the form that an HTTP request takes.
    pub(crate) uri: Uri,
    /// Base URL, with scheme, login, host and port.
    base: Arc<BaseUrl>,
    url: OnceLock<Url>,
}

impl Destination {
    /// Creates the destination of a URL. The error is a human-readable text.
    pub(crate) fn new(url: Url) -> Result<Arc<Self>, String> {
        let base = BaseUrl::new(url);
        Ok(Arc::new(Self { uri: base.uri.clone()?, base, url: OnceLock::new() }))
    }

    /// Creates the destination of a base URL. The error is a text.
    pub(crate) fn whole(base: &Arc<BaseUrl>) -> Result<Arc<Self>, String> {
        Ok(Arc::new(Self { uri: base.uri.clone()?, base: Arc::clone(base), url: OnceLock::new() }))
    }

    /// Creates the destination of a path below a base URL. Its query is the query of the base URL, followed by `query`.
    /// The error is a text.
    pub(crate) fn below(base: &Arc<BaseUrl>, path: &str, query: &str) -> Result<Arc<Self>, String> {
        let (text, end) = base.join_path(path, query);
        let (path, query) = text.split_at_checked(end).unwrap_or((&text, ""));
        let query = query.strip_prefix('?').unwrap_or_default();
        let is_same_in_url = path.starts_with('/') && is_plain(path) && is_plain(query);
        let Some(uri) = base.uri.as_ref().ok().filter(|_| is_same_in_url) else {
            return Self::new(with(base, path, query));
        };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(text.try_into().map_err(unfit_url)?);
        let uri = Uri::from_parts(parts).map_err(unfit_url)?;
        Ok(Arc::new(Self { uri, base: Arc::clone(base), url: OnceLock::new() }))
    }

    /// Returns the URL, which is made at the first call.
    pub(crate) fn url(&self) -> &Url {
        self.url.get_or_init(|| with(&self.base, self.uri.path(), self.uri.query().unwrap_or_default()))
    }

    /// Returns the value of the header `Host`.
    pub(crate) fn host(&self) -> Option<&HeaderValue> {
        self.base.host.as_ref()
    }
}

/// Returns the message about a URL that an HTTP request cannot carry.
fn unfit_url(error: impl std::fmt::Display) -> String {
    format!("the URL cannot be put into a request: {error}")
}

/// Copies a URL with another path and another query.
fn with(url: &Url, path: &str, query: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query((!query.is_empty()).then_some(query));
    url
}

/// Characters that a [`Url`] keeps as they are, in a path and in a query.
const KEPT: [bool; 256] = {
    let (kept, mut table, mut at) = (b"!$%&()*+,-./:;=@_~", [false; 256], 0);
    while at < 256 {
        table[at] = (at as u8).is_ascii_alphanumeric();
        at += 1;
    }
    at = 0;
    while at < kept.len() {
        table[kept[at] as usize] = true;
        at += 1;
    }
    table
};

/// Returns whether a path or a query is the same text in a [`Url`]: no character is percent-encoded, and no
/// segment of a path may be `.` or `..`. Looking at all characters is faster than stopping at the first other one.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_kept = bytes.iter().fold(true, |is_kept, byte| is_kept & KEPT[usize::from(*byte)]);
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let may_be_dot = pairs.fold(false, |may_be, two| may_be | (*two.0 == b'/') & matches!(two.1, b'.' | b'%'));
    is_kept && !may_be_dot
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Builds the URL of the parts as the crate `url` does.
    fn by_url(base: &Url, path: &str, query: &str) -> Url {
        let path = [base.path().trim_end_matches('/'), path].concat();
        let queries = [base.query().unwrap_or_default(), query].into_iter().filter(|query| !query.is_empty());
        with(base, &path, &queries.collect::<Vec<_>>().join("&"))
    }

    #[test]
    fn a_destination_is_the_url_of_its_parts() {
        for base in ["http://a.example", "https://u:p@a.example:8443/x/y/?k=1&l=%20", "http://[::1]:80/%2e/"] {
            let base = BaseUrl::new(base.parse().unwrap());
            for path in [
                "", "/", "/v1/0xAb/c:d", "v1", "/a b", "/ü", "/./b/..", "/%2e%2E/c", "/a?b#c", "/a/.b", "//a", "/'|^{`",
            ] {
                for query in ["", "a=b&c=%20", "a[b]=c", "a=ü'\"<", "/../?", "#"] {
                    let (found, expected) =
                        (Destination::below(&base, path, query).unwrap(), by_url(&base, path, query));
                    assert_eq!(
                        found.uri.to_string(),
                        expected.as_str().parse::<Uri>().unwrap().to_string(),
                        "{path} {query}"
                    );
                    let without_fragment = Destination::new(expected.clone()).unwrap();
                    assert_eq!((found.url(), without_fragment.url()), (&expected, &expected), "{path} {query}");
                }
            }
        }
    }

    #[test]
    fn the_header_host_has_no_usual_port() {
        let host = |url: &str| Destination::whole(&BaseUrl::new(url.parse().unwrap())).unwrap().host().cloned();
        for (url, expected) in [
            ("http://u:p@a.example/x", "a.example"),
            ("http://a.example:443", "a.example:443"),
            ("https://a.example:80", "a.example:80"),
            ("http://[::1]:8080", "[::1]:8080"),
        ] {
            assert_eq!(host(url).unwrap(), expected);
        }
    }
}
