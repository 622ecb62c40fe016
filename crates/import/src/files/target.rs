//! Targets of references: resolves a reference to a file and a JSON pointer in it.

use crate::pointer::percent_decoded;

/// Place to which a reference leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReferenceTarget {
    /// Path of a file in the folder of the document, and a JSON pointer in it.
    File(String, String),
    /// A URL, a place outside the folder, or an anchor.
    Elsewhere,
}

/// Resolves a reference in the file `from`, whose path is relative to the folder of the document.
pub(super) fn resolve(from: &str, reference: &str) -> ReferenceTarget {
    let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let fragment = percent_decoded(fragment);
    if !fragment.is_empty() && !fragment.starts_with('/') {
        return ReferenceTarget::Elsewhere;
    }
    let path = if document.is_empty() { Some(from.to_owned()) } else { resolve_path(from, &percent_decoded(document)) };
    path.map_or(ReferenceTarget::Elsewhere, |path| ReferenceTarget::File(path, fragment))
}

/// Returns the path of `document` relative to the folder, if `from` refers to it. `None` for URLs,
/// absolute paths, and paths that lead out of the folder.
fn resolve_path(from: &str, document: &str) -> Option<String> {
    if document.starts_with('/') || document.contains(['\\', ':', '?', '\0']) {
        return None;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in document.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{ReferenceTarget, resolve};

    #[test]
    fn references_stay_in_the_folder() {
        let file = |path: &str, pointer: &str| ReferenceTarget::File(path.to_owned(), pointer.to_owned());
        for (from, reference, expected) in [
            ("api.yaml", "./schemas.yaml#/Pet", file("schemas.yaml", "/Pet")),
            ("paths/a.yaml", "../schemas/pet.json", file("schemas/pet.json", "")),
            ("paths/a.yaml", "b%20c.yaml#/a%7Bb%7D", file("paths/b c.yaml", "/a{b}")),
            ("paths/a.yaml", "#/get", file("paths/a.yaml", "/get")),
            ("api.yaml", "a//./b.yaml", file("a/b.yaml", "")),
        ] {
            assert_eq!(resolve(from, reference), expected, "{reference}");
        }
        for reference in [
            "../../etc/passwd", "a/../../b.yaml", "%2e%2e/b.yaml", "..%2Fb.yaml", "/etc/passwd", "%2Fetc%2Fpasswd",
            "//host/b.yaml", "https://host/b.yaml", "file:///etc/passwd", "C:/b.yaml", "..\\b.yaml", "b.yaml?x",
            "a%00.yaml", "b.yaml#anchor", ".",
        ] {
            assert_eq!(resolve("api.yaml", reference), ReferenceTarget::Elsewhere, "{reference}");
        }
    }
}
