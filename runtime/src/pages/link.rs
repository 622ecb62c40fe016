//! `Link` headers of a response.
//!
//! Input: headers, and a relation. Output: the URL with this relation.

use http::{HeaderMap, header};

/// Returns the URL with a relation from the header `Link`; `None` if absent.
pub(super) fn find<'h>(headers: &'h HeaderMap, rel: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::LINK).iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(links)
        .find(|(_, rels)| rels.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(rel)))
        .map(|(address, _)| address)
}

/// Returns the links of a header line, each with its relations: `<URL>; title="a, b"; rel="next
/// last", …`.
fn links(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (_, behind) = rest.split_once('<')?;
        let (address, mut behind) = behind.split_once('>')?;
        let mut rel = "";
        while let Some(parameter) = behind.trim_start().strip_prefix(';') {
            let (name, value, next) = parameter_of(parameter);
            // Only the first `rel` counts.
            if name.eq_ignore_ascii_case("rel") && rel.is_empty() {
                rel = value;
            }
            behind = next;
        }
        rest = behind;
        Some((address.trim(), rel))
    })
}

/// Splits a parameter into its name, its value and the rest of the line.
fn parameter_of(text: &str) -> (&str, &str, &str) {
    let end = text.find(['=', ';', ',']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.strip_prefix('=') else { return (name.trim(), "", rest) };
    let value = value.trim_start();
    if let Some((inside, behind)) = value.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        return (name.trim(), inside, behind);
    }
    let (value, behind) = value.split_at(value.find([';', ',']).unwrap_or(value.len()));
    (name.trim(), value.trim(), behind)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn relations_are_found() {
        let found = |lines: &[&str], rel: &str| {
            let lines = lines.iter().map(|line| (header::LINK, line.parse().unwrap()));
            find(&HeaderMap::from_iter(lines), rel).map(str::to_owned)
        };
        for line in [
            "</b?p=2>; rel=next",
            "</a>; rel=\"prev\", </b?p=2>; rel=\"next\"",
            "</a>; rel=prev; title=\"next, <x>; rel=next\", </b?p=2>;title=a ; REL = \"last Next\"",
            "</b?p=2>; rel=next; rel=prev",
            "</a,b;c>; rel=first,</b?p=2>;rel=next",
        ] {
            assert_eq!(found(&[line], "next").as_deref(), Some("/b?p=2"), "{line}");
        }
        let lines: HeaderMap = [(header::LINK, "</a>; rel=prev"), (header::LINK, "</b>; rel=next")].into_iter().fold(
            HeaderMap::new(),
            |mut all, (name, line)| {
                all.append(name, line.parse().unwrap());
                all
            },
        );
        assert_eq!(find(&lines, "next"), Some("/b"));
        for none in ["", "/b; rel=next", "</b; rel=next", "</b>", "</b>; rel=nextpage", "</b>; title=\"rel=next"] {
            assert_eq!(found(&[none], "next"), None, "{none}");
        }
    }
}
