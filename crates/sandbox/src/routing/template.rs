//! Templates of paths and method names, with variables.
//!
//! Input: a template such as `/books/{isbn}:lend`, and a text. Output: the decoded values of the
//! variables, or `None` if the text does not match the template.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;

/// Decoded values of variables, by the names of the variables.
pub(crate) type Variables = Vec<(String, String)>;

/// A path with variables, which is parsed once.
pub(crate) struct Template {
    text: String,
    /// Segments of the path, each with its parts. An open path, which has a variable that takes slashes, is a single
    /// segment.
    segments: Vec<Vec<Part>>,
    is_open: bool,
}

/// Part of a segment: literal text, or a variable.
enum Part {
    Text(String),
    Variable {
        name: String,
        /// Whether the value may contain slashes.
        takes_slashes: bool,
    },
}

impl Template {
    /// Parses a path template. The value of a variable lies within one segment, unless the name of the variable is in
    /// `keeping_slashes`.
    pub(crate) fn new(text: String, keeping_slashes: &[&str]) -> Self {
        let is_open = !keeping_slashes.is_empty();
        let segments = match is_open {
            true => vec![parts(&text, keeping_slashes)],
            false => text.split('/').map(|segment| parts(segment, &[])).collect(),
        };
        Self { text, segments, is_open }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.segments.iter().flatten().filter(|part| matches!(part, Part::Variable { .. })).count()
    }

    /// Returns the text with `{}` in place of each variable.
    pub(crate) fn shape(&self) -> String {
        let shape = |part: &Part| if let Part::Text(text) = part { text.clone() } else { "{}".to_owned() };
        let segments = self.segments.iter().map(|parts| parts.iter().map(shape).collect::<String>());
        segments.collect::<Vec<_>>().join("/")
    }

    /// Returns the values of the variables in a path; `None` if the path does not match.
    pub(crate) fn find(&self, path: &str) -> Option<Variables> {
        if self.is_open {
            return find(self.segments.first()?, path);
        }
        if self.segments.len() != path.split('/').count() {
            return None;
        }
        let found: Option<Vec<Variables>> =
            self.segments.iter().zip(path.split('/')).map(|(parts, text)| find(parts, text)).collect();
        Some(found?.into_iter().flatten().collect())
    }

    /// Returns the rest of a path that begins with this one; `None` if it does not.
    pub(crate) fn rest<'p>(&self, path: &'p str) -> Option<&'p str> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let end = ends.take(self.segments.len()).last()?;
        self.find(&path[..end]).map(|_| &path[end..])
    }
}

/// Parses a segment. A brace that is not closed is text.
fn parts(segment: &str, keeping_slashes: &[&str]) -> Vec<Part> {
    let (mut parts, mut rest) = (Vec::new(), segment);
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        let variable = Part::Variable { name: name.to_owned(), takes_slashes: keeping_slashes.contains(&name) };
        parts.extend([Part::Text(before.to_owned()), variable]);
        rest = after;
    }
    parts.push(Part::Text(rest.to_owned()));
    parts
}

/// Returns the values of the variables in a segment; `None` if the segment does not match. A
/// variable takes as little text as possible, and at least one character.
fn find(parts: &[Part], text: &str) -> Option<Variables> {
    let mut found = find_reversed(parts, text, &mut HashMap::new())?;
    found.reverse();
    Some(found)
}

/// Returns the values of [`find`] from the last to the first. `failed` holds, for the number of remaining parts, the number
/// of bytes behind the range in which their first variable was tried: a later start in this range fails as well.
fn find_reversed(parts: &[Part], text: &str, failed: &mut HashMap<usize, usize>) -> Option<Variables> {
    match parts {
        [] => text.is_empty().then(Variables::new),
        [Part::Text(before), rest @ ..] => find_reversed(rest, text.strip_prefix(before.as_str())?, failed),
        [Part::Variable { name, takes_slashes }, rest @ ..] => {
            let length = text.find('/').filter(|_| !takes_slashes).unwrap_or(text.len());
            let behind = text.len() - length;
            if failed.get(&parts.len()) == Some(&behind) {
                return None;
            }
            let mut ends = text[..length].char_indices().map(|(at, letter)| at + letter.len_utf8());
            let found = ends.find_map(|end| {
                let (value, behind) = text.split_at(end);
                let mut found = find_reversed(rest, behind, failed)?;
                found.push((name.clone(), decoded(value)));
                Some(found)
            });
            if found.is_none() {
                failed.insert(parts.len(), behind);
            }
            found
        }
    }
}

/// Decodes the percent escapes of a text.
pub(crate) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Replaces the variables of a template that have a value; the others stay as they are.
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
        let path = |template: &str| Template::new(template.to_owned(), &[]);
        assert_eq!(values(path("/a/{b}/c:{d}").find("/a/x%20y/c:z")), Some(vec!["x y".to_owned(), "z".to_owned()]));
        assert_eq!(values(path("/a/{b}").find("/a/x/y")), None);
        assert_eq!(values(path("/a").find("/a")), Some(Vec::new()));
        let open = |template: &str| Template::new(template.to_owned(), &["rest"]);
        assert_eq!(values(open("/a/{rest}").find("/a/x/y")), Some(vec!["x/y".to_owned()]));
        assert_eq!(values(open("/{a}/b/{rest}").find("/x/b/y/z")), Some(vec!["x".to_owned(), "y/z".to_owned()]));
        assert_eq!(values(open("/{a}/b/{rest}").find("/x/y/b/z")), None);
        assert_eq!(
            values(path("/{a}-{b}-{c}").find("/x-y-z-")),
            Some(vec!["x".to_owned(), "y".to_owned(), "z-".to_owned()])
        );
        // Without the failed ranges, this would need 100,000 * 100,000 * 100,000 steps.
        assert_eq!(values(path("/{a}-{b}-{c}-{d}!").find(&format!("/{}", "-x".repeat(50_000)))), None);
        assert_eq!((path("/{a}/b{c}").shape(), path("/{a}/b{c}").variables()), ("/{}/b{}".to_owned(), 2));
        let known = HashMap::from([("p".to_owned(), "nx".to_owned())]);
        assert_eq!(resolved("{p}.get/{q}", &known), "nx.get/{q}");
    }
}
