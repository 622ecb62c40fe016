//! Reference page: serves its files, at `/` and below `/reference`.
//!
//! Input: a request that matches no route of the spec. Output: a file of the reference page of the
//! spec, or the answer of a dry run that a page asks for. The page is rendered on its first request.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use chainloom_codegen::NamedModel;
use chainloom_interpret::Api;
use chainloom_reference::html::{self, Calls, Start};
use chainloom_runtime::schema::JSON;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};

use crate::refusals::errors::{set, text, with_type};

/// Maximum size in bytes of the question of a dry run, which holds the fields of a call.
const MAX_QUESTION_BYTES: usize = 1024 * 1024;

/// Function that answers a dry run of the reference page. It gets the question and returns the
/// answer, both as JSON. See [`Builder::dry_runs`](crate::Builder::dry_runs).
pub type DryRuns = fn(&Arc<Api>, &[u8]) -> Vec<u8>;

/// Reference page of a spec, with its files.
pub(crate) struct ReferencePage {
    named: Arc<NamedModel>,
    start: Start,
    dry_runs: Option<(DryRuns, Arc<Api>)>,
    /// Media type and content, by path.
    files: OnceLock<HashMap<String, (&'static str, Bytes)>>,
}

impl ReferencePage {
    /// Creates the page of a spec, with the deployment that is served. Readers can try calls if dry
    /// runs are answered.
    pub(crate) fn new(named: Arc<NamedModel>, deployment: Option<&str>, dry_runs: Option<(DryRuns, Arc<Api>)>) -> Self {
        let calls = if dry_runs.is_some() { Calls::Tried } else { Calls::default() };
        let start = Start { calls, deployment: deployment.map(str::to_owned) };
        Self { named, start, dry_runs, files: OnceLock::new() }
    }

    /// Returns whether a request asks for a dry run.
    pub(crate) fn is_asked(&self, request: &Request<Bytes>) -> bool {
        request.method() == Method::POST && request.uri().path().strip_prefix('/') == Some(html::DRY_RUN)
    }

    /// Returns the answer to a request for a dry run; `None` where dry runs are not answered.
    pub(crate) fn dry_run(&self, request: &Request<Bytes>) -> Option<Response<Bytes>> {
        let (answer, api) = self.dry_runs.as_ref()?;
        if !is_same_origin(request.headers()) {
            return Some(text(StatusCode::FORBIDDEN, "only pages of this server may ask for dry runs"));
        }
        if request.body().len() > MAX_QUESTION_BYTES {
            return Some(text(StatusCode::PAYLOAD_TOO_LARGE, "the parameters are too large for a dry run"));
        }
        let mut response = with_type(StatusCode::OK, JSON, Bytes::from(answer(api, request.body())));
        set(&mut response, header::CACHE_CONTROL.as_str(), "no-store");
        Some(response)
    }

    /// Returns the file at a path; `None` if the page has none, or the verb is not GET or HEAD.
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

    /// Returns the files of the page, which are rendered on the first call.
    fn files(&self) -> &HashMap<String, (&'static str, Bytes)> {
        self.files.get_or_init(|| {
            let files = html::site(&self.named, &self.start).into_iter();
            files.map(|file| (file.path, (file.media_type, Bytes::from(file.text)))).collect()
        })
    }
}

/// Returns whether a request comes from a page of this server, or from a program that is not a browser.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().ok().and_then(|origin| Some(origin.split_once("://")?.1));
    origin.is_some() && origin == host
}
