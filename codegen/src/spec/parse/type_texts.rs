//! Types that are written as one text: `Name`, `[Name]` or `Page<Block>`. Each may end with
//! `| null`.
//!
//! Input: a text and its span. Output: the type, and the use of a generic record in it; `None` for a text that is not a
//! type. Names are not resolved.

use super::parameters::instance;
use crate::diagnostic::Span;
use crate::language::node::Text;
use crate::spec::document::{GenericUse, Head, TypeExpr};

/// Type that a text denotes, and the use of a generic record in it.
pub(super) struct TypeText {
    pub(super) head: Head,
    pub(super) applied: Option<GenericUse>,
}

/// Parses a type text, optionally with `| null`; `None` if it is not a type.
pub(super) fn read(text: &str, at: Span) -> Option<TypeText> {
    let text = text.trim();
    match without_null(text) {
        Some(inner) => Some(read_one(inner.trim(), at)?.within(at, Head::Nullable)),
        None => read_one(text, at),
    }
}

/// Parses a type without `| null`.
fn read_one(text: &str, at: Span) -> Option<TypeText> {
    if let Some(item) = without_brackets(text) {
        return Some(read(item, at)?.within(at, Head::List));
    }
    let Some((name, rest)) = text.split_once('<') else {
        return is_name(text).then(|| TypeText { head: Head::Name(text.to_owned()), applied: None });
    };
    let arguments: Option<Vec<_>> = rest.strip_suffix('>')?.split(',').map(|text| argument(text, at)).collect();
    if !is_record_name(name) {
        return None;
    }
    let applied = GenericUse { name: Text { value: name.to_owned(), span: at }, arguments: arguments? };
    Some(TypeText { head: Head::Name(instance(&applied)), applied: Some(applied) })
}

/// Parses an argument of a generic record. It cannot contain a use of another generic record,
/// because uses are replaced only once.
fn argument(text: &str, at: Span) -> Option<TypeExpr> {
    let TypeText { head, applied } = read(text, at)?;
    applied.is_none().then(|| expr(head, at))
}

/// Returns the part of an argument of a generic record that is not a type: the name in it, or the whole argument if
/// the name is right.
pub(super) fn wrong_argument(text: &str, at: Span) -> Option<&str> {
    let (name, rest) = text.split_once('<')?;
    let (arguments, _) = rest.rsplit_once('>')?;
    if !is_record_name(name.trim_start_matches('[')) {
        return None;
    }
    let wrong = arguments.split(',').find(|text| argument(text, at).is_none())?.trim();
    match innermost(wrong) {
        "" => None,
        name if is_name(name) => Some(wrong),
        name => Some(name),
    }
}

/// Returns a type text without `[…]` and `| null` around it.
fn innermost(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = without_null(text).or_else(|| without_brackets(text)) {
        text = inner.trim();
    }
    text
}

fn without_null(text: &str) -> Option<&str> {
    text.strip_suffix("null").and_then(|rest| rest.trim_end().strip_suffix('|'))
}

fn without_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
}

/// Returns whether a text can be the name of a generic record.
fn is_record_name(name: &str) -> bool {
    is_name(name) && !matches!(name, "Vec" | "Option")
}

/// Returns whether a text nests uses of generic records, which is not supported:
/// `Page<Page<Block>>`.
pub(super) fn has_nested_uses(text: &str) -> bool {
    let count = |sign| text.matches(sign).count();
    count('<') > 1 && count('<') == count('>')
}

impl TypeText {
    /// Returns the type that contains this type, such as a list. `at` is the span of the inner
    /// type.
    fn within(self, at: Span, outer: fn(Box<TypeExpr>) -> Head) -> Self {
        Self { head: outer(Box::new(expr(self.head, at))), applied: self.applied }
    }
}

/// Returns a type expression without attributes.
fn expr(head: Head, span: Span) -> TypeExpr {
    TypeExpr { span, head, attributes: Box::default() }
}

/// Returns whether a text can be the name of a type.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
