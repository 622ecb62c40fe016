//! Cache of request URLs.
//!
//! Input: the base URL of an endpoint, a path and a query. Output: the URL in the two forms that a
//! request needs. Their construction is a good part of the cost of a request, so the URLs of
//! frequent paths are cached.

use std::sync::{Arc, Mutex, PoisonError};
use url::Url;

/// Maximum number of paths that are kept: a client has one for each interface of a node.
const MOST: usize = 16;

/// URL of a request in two forms. It has no `Debug`: URLs may hold keys.
pub(crate) struct Destination {
    pub(crate) url: Url,
    /// The URL in the form that an HTTP request takes.
    pub(crate) uri: http::Uri,
}

impl Destination {
    /// The error is a text.
    pub(crate) fn new(url: Url) -> Result<Arc<Self>, String> {
        let uri = url.as_str().parse();
        let uri = uri.map_err(|error| format!("the URL cannot be put into a request: {error}"))?;
        Ok(Arc::new(Self { url, uri }))
    }
}

/// The destinations of paths that come again, below the base URL of one endpoint.
#[derive(Default)]
pub(crate) struct Destinations(Mutex<Vec<(String, Arc<Destination>)>>);

impl Destinations {
    /// Returns the destination of a path, whose URL `url` makes. The error is a text.
    pub(crate) fn of(&self, path: &str, url: impl FnOnce() -> Url) -> Result<Arc<Destination>, String> {
        // A panic elsewhere leaves nothing half done here.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, destination)) = known.iter().find(|(known, _)| known == path) {
            return Ok(Arc::clone(destination));
        }
        let destination = Destination::new(url())?;
        if known.len() < MOST {
            known.push((path.to_owned(), Arc::clone(&destination)));
        }
        Ok(destination)
    }
}

/// The URL of a path below a base URL. The query of both is that of the base URL, and then this
/// one.
pub(crate) fn below(base_url: &Url, path: &str, query: &str) -> Url {
    let mut url = base_url.clone();
    let base = base_url.path().trim_end_matches('/');
    match base {
        "" => url.set_path(path),
        base => url.set_path(&[base, path].concat()),
    }
    match base_url.query().filter(|base| !base.is_empty()) {
        Some(base) if !query.is_empty() => url.set_query(Some(&[base, "&", query].concat())),
        Some(_) => {}
        None => url.set_query((!query.is_empty()).then_some(query)),
    }
    url
}
