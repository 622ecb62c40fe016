//! `Link` headers of a response.
//!
//! Input: headers, and a relation. Output: the URL with this relation.

use http::{HeaderMap, header};

/// Returns the URL with a relation from the header `Link`; `None` if absent. The error is a line that names the relation
/// but cannot be read.
pub(super) fn find(headers: &HeaderMap, rel: &str) -> Result<Option<String>, String> {
    for line in headers.get_all(header::LINK) {
        let line = String::from_utf8_lossy(line.as_bytes());
        let (links, rest) = links(&line);
        let is_wanted = |rels: &str| rels.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(rel));
        if let Some((address, _)) = links.iter().find(|(_, rels)| is_wanted(rels)) {
            // Bytes that are no UTF-8 would ask for another page.
            let is_whole = !address.contains(char::REPLACEMENT_CHARACTER);
            return if is_whole { Ok(Some((*address).to_owned())) } else { Err(line.into_owned()) };
        }
        if rest.split(|letter: char| !letter.is_alphanumeric()).any(is_wanted) {
            return Err(line.into_owned());
        }
    }
    Ok(None)
}

/// Returns the links of a header line, each with its relations, and the rest that cannot be read: `<URL>; title="a, b";
/// rel="next last", …`.
fn links(line: &str) -> (Vec<(&str, &str)>, &str) {
    let mut links = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let Some((address, mut behind)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) else { break };
        let mut rel = "";
        while let Some(parameter) = behind.trim_start().strip_prefix(';') {
            let (name, value, next) = parameter_of(parameter);
            // Only the first `rel` counts.
            if name.eq_ignore_ascii_case("rel") && rel.is_empty() {
                rel = value;
            }
            behind = next;
        }
        let behind = behind.trim_start();
        if !behind.is_empty() && !behind.starts_with(',') {
            break;
        }
        links.push((address.trim(), rel));
        rest = behind.trim_start_matches([',', ' ', '\t']);
    }
    (links, rest)
}

/// Splits a text at its first quotation mark that no backslash precedes.
fn split_at_quote(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let at = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Splits a parameter into its name, its value and the rest of the line.
fn parameter_of(text: &str) -> (&str, &str, &str) {
    let end = text.find(['=', ';', ',']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.strip_prefix('=') else { return (name.trim(), "", rest) };
    let value = value.trim_start();
    if let Some((inside, behind)) = value.strip_prefix('"').and_then(split_at_quote) {
        return (name.trim(), inside, behind);
    }
    let (value, behind) = value.split_at(value.find([';', ',']).unwrap_or(value.len()));
    (name.trim(), value.trim().trim_matches('\''), behind)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn relations_are_found() {
        let found = |lines: &[&str], rel: &str| {
            let lines = lines.iter().map(|line| (header::LINK, line.parse().unwrap()));
            find(&HeaderMap::from_iter(lines), rel)
        };
        for line in [
            "</b?p=2>; rel=next",
            "</a>; rel=\"prev\", </b?p=2>; rel=\"next\"",
            "</a>; rel=prev; title=\"next, <x>; rel=next\", </b?p=2>;title=a ; REL = \"last Next\"",
            "</b?p=2>; rel=next; rel=prev",
            "</a,b;c>; rel=first,</b?p=2>;rel=next",
            "</b?p=2>; title=\"Größe\"; rel='next'",
            r#"</b?p=2>; title="a \"next\", </c>; rel=next \\"; rel=next"#,
        ] {
            assert_eq!(found(&[line], "next"), Ok(Some("/b?p=2".to_owned())), "{line}");
        }
        let other_letters = http::HeaderValue::from_bytes(b"</b?q=\xe4>; rel=next").unwrap();
        assert!(find(&HeaderMap::from_iter([(header::LINK, other_letters)]), "next").is_err());
        let lines: HeaderMap = [(header::LINK, "</a>; rel=prev"), (header::LINK, "</b>; rel=next")].into_iter().fold(
            HeaderMap::new(),
            |mut all, (name, line)| {
                all.append(name, line.parse().unwrap());
                all
            },
        );
        assert_eq!(find(&lines, "next"), Ok(Some("/b".to_owned())));
        for none in ["", "</b>", "</b>; rel=nextpage", "</b>; title=\"rel=next", "/b; rel=prev"] {
            assert_eq!(found(&[none], "next"), Ok(None), "{none}");
        }
        for broken in ["/b; rel=next", "</b; rel=next", "</b> rel=\"next\""] {
            assert_eq!(found(&[broken], "next"), Err(broken.to_owned()), "{broken}");
        }
    }
}
