//! URLs of pages, relative to the base URL of an endpoint.
//!
//! Input: a URL from a response, and the requested URL. Output: the URL without origin and keys, so
//! that it is valid at every endpoint of a client; and back to a full URL. Another origin is
//! refused, since calls carry secrets.

use crate::client::{Settings, without_keys};
use url::Url;

/// Address of a page that is not requested.
pub(crate) enum RefusedAddress {
    /// The address is at this other origin.
    Elsewhere(String),
    /// The address is no URL of the web.
    NoUrl,
}

/// Converts the address to its stored form: within the base URL, without keys. With `any_origin`, path and query of an
/// address of the web count alone.
pub(crate) fn to_stored(
    settings: &Settings,
    base_url: &Url,
    (asked, address): (&Url, &str),
    any_origin: bool,
) -> Result<String, RefusedAddress> {
    let is_of_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    let mut url = asked.join(address).ok().filter(is_of_web).ok_or(RefusedAddress::NoUrl)?;
    if url.origin() != base_url.origin() && !any_origin {
        return Err(RefusedAddress::Elsewhere(url.origin().ascii_serialization()));
    }
    without_keys(settings, &mut url);
    let base = base_url.path().trim_end_matches('/');
    let path = match url.path().strip_prefix(base) {
        // The path of the base URL may contain a key.
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("~{rest}"),
        _ => url.path().to_owned(),
    };
    Ok(url.query().map_or_else(|| path.clone(), |query| format!("{path}?{query}")))
}

/// Builds the URL of a stored address, with the pairs of the base URL's query that the address lacks.
pub(crate) fn resolve_stored(base_url: &Url, stored: &str) -> Url {
    let mut url = base_url.clone();
    let (path, query) = stored.split_once('?').unwrap_or((stored, ""));
    let base = base_url.path().trim_end_matches('/');
    let path = path.strip_prefix('~').map_or_else(|| path.to_owned(), |rest| format!("{base}{rest}"));
    url.set_path(&path);
    let has = |name: &str| url::form_urlencoded::parse(query.as_bytes()).any(|(known, _)| known == name);
    let own = base_url.query().unwrap_or_default().split('&');
    let own = own.filter(|pair| !pair.is_empty() && !has(pair.split('=').next().unwrap_or_default()));
    let pairs: Vec<&str> = own.chain((!query.is_empty()).then_some(query)).collect();
    url.set_query((!pairs.is_empty()).then(|| pairs.join("&")).as_deref());
    url
}
