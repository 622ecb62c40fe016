//! Relative URLs of servers: resolves them against the URL of the document.
//!
//! Input: a document as JSON, and its URL. Output: the same document, whose servers have absolute
//! URLs. A document without servers gets the root of the host, as the standard says.

use serde_json::{Value as Json, json};

use crate::methods;
use crate::pointer::escaped;

/// Sections of a document whose entries are path items.
const PATH_ITEM_SECTIONS: [&str; 2] = ["/paths", "/components/pathItems"];

/// Makes the URLs of all servers absolute. The URL of the document is `base` or else its `$self`;
/// if neither is known, nothing changes.
///
/// # Errors
/// `base` is no absolute URL with `http` or `https`.
pub(crate) fn resolve_servers(document: &mut Json, base: Option<&str>) -> Result<(), String> {
    let own = document.get("$self").and_then(Json::as_str).unwrap_or_default().to_owned();
    let base = match base {
        Some(base) => Base::of(base)
            .ok_or_else(|| format!("the base URL `{base}` does not begin with `https://` or `http://` and a host"))?,
        None => match Base::of(&own) {
            Some(base) => base,
            None => return Ok(()),
        },
    };
    if document.get("servers").and_then(Json::as_array).is_none_or(Vec::is_empty) {
        document["servers"] = json!([{ "url": "/" }]);
    }
    for place in server_places(document) {
        for server in document.pointer_mut(&place).and_then(Json::as_array_mut).into_iter().flatten() {
            if let Some(Json::String(url)) = server.get_mut("url") {
                *url = base.join(url);
            }
        }
    }
    Ok(())
}

/// Returns the pointers at which servers may be listed: of the document, of its path items and of
/// their operations.
fn server_places(document: &Json) -> Vec<String> {
    let mut places = vec!["/servers".to_owned()];
    for section in PATH_ITEM_SECTIONS {
        for (name, item) in document.pointer(section).and_then(Json::as_object).into_iter().flatten() {
            let item_place = format!("{section}/{}", escaped(name));
            places.extend(methods::of_item(item).into_iter().map(|(_, at)| format!("{item_place}{at}/servers")));
            places.push(format!("{item_place}/servers"));
        }
    }
    places
}

/// URL of a document, divided into its parts.
struct Base<'u> {
    scheme: &'u str,
    host: &'u str,
    /// Path up to its last `/`, which is left out.
    folder: &'u str,
}

impl<'u> Base<'u> {
    fn of(url: &'u str) -> Option<Self> {
        let url = url.split(['?', '#']).next().unwrap_or_default();
        let (scheme, rest) = url.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme))?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let folder = path.rfind('/').map_or("", |end| &path[..end]);
        (!host.is_empty() && !host.contains(char::is_whitespace)).then_some(Self { scheme, host, folder })
    }

    /// Resolves the URL of a server, which may have variables in braces. A URL that begins with a
    /// variable stays as it is.
    fn join(&self, url: &str) -> String {
        let Self { scheme, host, folder } = self;
        match url {
            _ if url.contains("://") || url.starts_with('{') => url.to_owned(),
            _ if url.starts_with("//") => format!("{scheme}:{url}"),
            _ if url.starts_with('/') => format!("{scheme}://{host}{}", without_dots(url)),
            _ => format!("{scheme}://{host}{}", without_dots(&format!("{folder}/{url}"))),
        }
    }
}

/// Resolves the parts `.` and `..` of a path.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').skip(1) {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::Base;

    #[test]
    fn urls_of_servers_are_resolved_as_references_are() {
        for (base, url, expected) in [
            ("https://h.example/v1/api.json", "/v2", "https://h.example/v2"),
            ("https://h.example/v1/api.json", "v2/", "https://h.example/v1/v2/"),
            ("https://h.example/v1/api.json", "../v2", "https://h.example/v2"),
            ("https://h.example/v1/api.json", "../../../v2/./x", "https://h.example/v2/x"),
            ("https://h.example:8443", "v2", "https://h.example:8443/v2"),
            ("http://h.example?x=/y#z", "/", "http://h.example/"),
            ("https://h.example/a/", "{version}/b", "{version}/b"),
            ("https://h.example/a/", "./{version}", "https://h.example/a/{version}"),
            ("https://h.example/a/", "//i.example/c", "https://i.example/c"),
            ("https://h.example/a/", "http://i.example/c", "http://i.example/c"),
        ] {
            assert_eq!(Base::of(base).map(|base| base.join(url)).as_deref(), Some(expected), "{base} {url}");
        }
        for base in ["", "h.example", "/v1", "ftp://h.example", "https://", "https:///v1", "https://a b"] {
            assert!(Base::of(base).is_none(), "{base}");
        }
    }
}
