//! Base URLs: decides whether requests can go below a URL of the spec.
//!
//! Input: the text of a base URL, a template. Output: its [`Template`], or the reason why no value of
//! its variables gives a URL. The runtime checks the URL with the values.

use super::template::VisibleVars;
use crate::analysis::check::context::Checker;
use crate::analysis::check::requests::places::without_slots;
use crate::diagnostic::Code;
use crate::language::node::Text;
use crate::model::Template;

impl Checker<'_> {
    /// Parses a base URL into a template, and reports one below which no request can go.
    pub(super) fn base_url(&mut self, text: &Text, visible_vars: &VisibleVars<'_>) -> Template {
        if let Some(mistake) = base_url_mistake(&text.value) {
            let message = format!("the base URL `{}` {mistake}", text.value);
            self.error(
                Code::BadValue,
                text.span,
                message,
                "write it as `https://host/path`, or with variables: `{url}`",
            );
        }
        self.template(text, visible_vars)
    }
}

/// Returns the mistake in a base URL, a template, below which no request can go; `None` if there is none.
#[must_use]
pub fn base_url_mistake(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if without_slots(text).contains('#') {
        return Some("has a fragment (`#…`)");
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return (!text.starts_with('{')).then_some(NO_SCHEME);
    };
    if !scheme.contains('{') && !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Some(NO_SCHEME);
    }
    let authority = without_slots(rest.split(['/', '?']).next().unwrap_or_default());
    let host = authority.rsplit('@').next().unwrap_or_default();
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (host, ""),
    };
    if host.is_empty() || host.contains(|letter: char| letter.is_whitespace() || "<>^|\\".contains(letter)) {
        return Some("has no valid host");
    }
    let is_port = port.is_empty() || !port.bytes().all(|digit| digit.is_ascii_digit()) || port.parse::<u16>().is_ok();
    (!is_port).then_some("has a port above 65535")
}

/// Mistake of a URL for another protocol, or without one.
const NO_SCHEME: &str = "does not begin with `https://` or `http://`";
