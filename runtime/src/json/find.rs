//! Finds one member of a body without reading the rest.
//!
//! Input: a JSON text and a path of members. Output: the text of the value. The text before the
//! value is skipped; the text after it is not examined.

use crate::json::token::{Kind, Tokens};

/// Returns the value at a path; a number in the path is an index of a list. Returns `None` if no
/// value is there, or the text up to there is not JSON.
pub(crate) fn value_at<'t>(json: &'t str, path: &[&str]) -> Option<&'t str> {
    path.iter().try_fold(json, |json, name| {
        let mut tokens = Tokens::new(json);
        match tokens.peek().ok()? {
            Kind::Object => member(&mut tokens, name),
            Kind::List => item(&mut tokens, name.parse().ok()?),
            _ => None,
        }
    })
}

/// Returns the JSON of the member `name` of the next object.
fn member<'t>(tokens: &mut Tokens<'t>, name: &str) -> Option<&'t str> {
    let mut more = tokens.enter_object();
    while more {
        let is_meant = tokens.known_key(&[name], 0).ok()?.is_some();
        let value = skip_value(tokens)?;
        if is_meant {
            return Some(value);
        }
        more = tokens.next_member().ok()?;
    }
    None
}

/// Returns the JSON of the item at `index` of the next list.
fn item<'t>(tokens: &mut Tokens<'t>, index: usize) -> Option<&'t str> {
    let mut more = tokens.enter_list().ok()?;
    for _ in 0..index {
        if !more {
            return None;
        }
        skip_value(tokens)?;
        more = tokens.next_item().ok()?;
    }
    if more { skip_value(tokens) } else { None }
}

/// Skips the next value and returns its text.
fn skip_value<'t>(tokens: &mut Tokens<'t>) -> Option<&'t str> {
    tokens.peek().ok()?;
    let start = tokens.offset();
    tokens.skip(&mut ()).ok()?;
    tokens.all().get(start..tokens.offset())
}

#[cfg(test)]
mod tests {
    use super::value_at;

    #[test]
    fn paths() {
        let json = r#" {"a": {"b": [1, {"c": "x"}]}, "d": null, "e\u0066": true, "l": []} "#;
        let at = |path: &[&str]| value_at(json, path);
        assert_eq!(at(&["a", "b", "1", "c"]), Some(r#""x""#));
        assert_eq!((at(&["a", "b", "0"]), at(&["d"]), at(&["ef"])), (Some("1"), Some("null"), Some("true")));
        for nothing in [&["x"][..], &["a", "b", "2"], &["a", "b", "c"], &["d", "x"], &["l", "0"], &["a", "b", "-1"]] {
            assert_eq!(at(nothing), None, "{nothing:?}");
        }
        assert_eq!(value_at(r#"{"ok":false, broken"#, &["ok"]), Some("false"));
        assert_eq!(value_at(r#"{"ok""#, &["ok"]), None);
        assert_eq!(value_at("<html>", &["ok"]), None);
    }
}
