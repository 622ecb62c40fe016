//! Base paths: paths of base URLs, such as `/api` of `{server}/api`.
//!
//! Input: the clients of a spec. Output: a path without the base path before it. A client whose base URL is the URL of
//! the sandbox sends no base path; one whose variable is set to this URL sends it.

use std::collections::HashMap;

use chainloom_interpret::Api;

use super::template::{Template, resolved};

/// Base paths of the clients and servers of a spec.
pub(crate) struct BasePaths(Vec<Template>);

impl BasePaths {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>) -> Self {
        let servers = api.clients.iter().flat_map(|client| client.servers).map(|server| server.base_url);
        let all = api.clients.iter().map(|client| client.base_url).chain(servers);
        let mut paths: Vec<String> = all.filter_map(path_of).map(|path| resolved(path, values)).collect();
        // The longest base path counts.
        paths.sort_by_key(|path| std::cmp::Reverse(path.split('/').count()));
        paths.dedup();
        Self(paths.into_iter().map(|path| Template::new(path, &[])).collect())
    }

    /// Returns the path behind a base path; `None` if it begins with none.
    pub(crate) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        self.0.iter().find_map(|base| base.rest(path))
    }
}

/// Returns the path of a base URL; `None` if it has none.
fn path_of(url: &'static str) -> Option<&'static str> {
    let authority = url.split_once("://").map_or(url, |(_, behind)| behind);
    let path = authority.get(authority.find('/')?..)?.trim_end_matches('/');
    (!path.is_empty()).then_some(path)
}
