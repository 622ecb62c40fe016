//! Templates of paths and method names, with variables.
//!
//! Input: a template such as `/books/{isbn}:lend`, and a text. Output: the decoded values of the
//! variables, or `None` if the text does not match the template.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;

/// The values of variables, by their names.
pub(crate) type Variables = Vec<(String, String)>;

/// Values of the variables in a path; `None` if the path does not match. A variable stands within
/// one segment.
pub(crate) fn path(template: &str, path: &str) -> Option<Variables> {
    let (templates, segments) = (template.split('/'), path.split('/'));
    if templates.clone().count() != segments.clone().count() {
        return None;
    }
    let found: Option<Vec<Variables>> =
        templates.zip(segments).map(|(template, text)| segment(template, text)).collect();
    Some(found?.into_iter().flatten().collect())
}

/// Values of the variables in a path, of which the last one takes the rest of the path, slashes
/// included.
pub(crate) fn open_path(template: &str, path: &str) -> Option<Variables> {
    segment(template, path)
}

/// Values of the variables in a segment. A variable matches as little text as possible, and at
/// least one character.
fn segment(template: &str, text: &str) -> Option<Variables> {
    let Some((before, rest)) = template.split_once('{') else { return (template == text).then(Variables::new) };
    let (name, after) = rest.split_once('}')?;
    let text = text.strip_prefix(before)?;
    let mut ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.find_map(|end| {
        let (value, behind) = text.split_at_checked(end)?;
        let mut found = vec![(name.to_owned(), decoded(value))];
        found.extend(segment(after, behind)?);
        Some(found)
    })
}

/// A template without the names of its variables.
pub(crate) fn shape(template: &str) -> String {
    let parts = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    parts.collect::<Vec<_>>().join("{}")
}

/// A text of a URL without its escapes.
pub(crate) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// A template with the values of the variables that are known; the others stay.
pub(crate) fn resolved(template: &str, values: &HashMap<String, String>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        text.push_str(before);
        match values.get(name) {
            Some(value) => text.push_str(value),
            None => {
                text.push('{');
                text.push_str(name);
                text.push('}');
            }
        }
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_stand_within_segments() {
        let values = |found: Option<Variables>| found.map(|found| found.into_iter().map(|(_, value)| value).collect());
        assert_eq!(values(path("/a/{b}/c:{d}", "/a/x%20y/c:z")), Some(vec!["x y".to_owned(), "z".to_owned()]));
        assert_eq!(values(path("/a/{b}", "/a/x/y")), None);
        assert_eq!(values(open_path("/a/{b}", "/a/x/y")), Some(vec!["x/y".to_owned()]));
        let known = HashMap::from([("p".to_owned(), "nx".to_owned())]);
        assert_eq!(resolved("{p}.get/{q}", &known), "nx.get/{q}");
    }
}
