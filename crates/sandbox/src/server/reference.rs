//! Reference page: serves its files, at `/` and below `/reference`.
//!
//! Input: a request that matches no route of the spec. Output: a file of the reference page of the
//! spec. The page is rendered on its first request.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use chainloom_codegen::NamedModel;
use chainloom_reference::html::{self, BaseUrl, Start};
use http::{Method, Response, StatusCode, header};

use crate::refusals::errors::{set, with_type};

/// The page of a spec.
pub(crate) struct ReferencePage {
    named: Arc<NamedModel>,
    start: Start,
    /// Media type and content, by path.
    files: OnceLock<HashMap<String, (&'static str, Bytes)>>,
}

impl ReferencePage {
    /// The page of a spec, with the deployment that is served.
    pub(crate) fn new(named: Arc<NamedModel>, deployment: Option<&str>) -> Self {
        let start = Start { base: BaseUrl::Own, deployment: deployment.map(str::to_owned) };
        Self { named, start, files: OnceLock::new() }
    }

    /// The file at a path; `None` where the page has none.
    pub(crate) fn response(&self, verb: &Method, path: &str) -> Option<Response<Bytes>> {
        if *verb != Method::GET && *verb != Method::HEAD {
            return None;
        }
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        if path != "index.html" && !path.starts_with("reference/") {
            return None;
        }
        let (media, content) = self.files().get(path)?;
        let mut response = with_type(StatusCode::OK, media, content.clone());
        set(&mut response, header::CONTENT_SECURITY_POLICY.as_str(), html::POLICY);
        set(&mut response, header::X_CONTENT_TYPE_OPTIONS.as_str(), "nosniff");
        set(&mut response, header::REFERRER_POLICY.as_str(), "no-referrer");
        // The next sandbox on this port may have another spec.
        set(&mut response, header::CACHE_CONTROL.as_str(), "no-cache");
        Some(response)
    }

    fn files(&self) -> &HashMap<String, (&'static str, Bytes)> {
        self.files.get_or_init(|| {
            let files = html::site(&self.named, &self.start).into_iter();
            files.map(|file| (file.path, (file.media_type, Bytes::from(file.text)))).collect()
        })
    }
}
