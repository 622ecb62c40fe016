//! Style of names that occur only in spec and client, and not on the wire.
//!
//! Input: a name. Output: a warning if its style is unusual. Names of members, parameters and
//! values are given by the wire and are not checked. Acronyms may keep their capitals.

use heck::ToLowerCamelCase;

use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;

/// Way in which the words of a name are joined.
#[derive(Clone, Copy)]
pub(super) enum Style {
    /// `LikeThis`.
    Pascal,
    /// `likeThis`.
    Camel,
}

impl Style {
    /// Returns whether a name has this style.
    fn fits(self, name: &str) -> bool {
        let starts = name.starts_with(|first: char| match self {
            Self::Pascal => first.is_ascii_uppercase(),
            Self::Camel => first.is_ascii_lowercase(),
        });
        starts && name.chars().all(|letter| letter.is_ascii_alphanumeric())
    }

    /// Writes a name in this style.
    fn write(self, name: &str) -> String {
        match self {
            Self::Pascal => pascal(name),
            Self::Camel => name.to_lower_camel_case(),
        }
    }

    /// Returns an example of the style, for messages.
    fn sample(self) -> &'static str {
        match self {
            Self::Pascal => "LikeThis",
            Self::Camel => "likeThis",
        }
    }
}

/// Returns a warning for a name in another style than `style`; `what` is the noun of the item with
/// an article (`a type`).
pub(super) fn warning(name: &Text, what: &str, style: Style) -> Option<Diagnostic> {
    if style.fits(&name.value) {
        return None;
    }
    let message = format!("`{}` is {what}, and those are written `{}`", name.value, style.sample());
    let better = style.write(&name.value);
    let hint = match better.is_empty() {
        true => "give it another name".to_owned(),
        false => format!("rename it to `{better}`, here and wherever it is named"),
    };
    Some(Diagnostic::warning(Code::NameStyle, name.span, message).hint(hint))
}
