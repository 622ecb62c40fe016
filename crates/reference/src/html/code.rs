//! Renders programs and JSON.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// Renders JSON: on one line if it fits into 80 characters, otherwise on several.
pub(super) fn json(value: &Value) -> Markup {
    let line = value.to_string();
    let text = if line.chars().count() <= 80 { line } else { format!("{value:#}") };
    html! { pre { code { (text) } } }
}

/// Renders a program.
pub(super) fn program(text: &str) -> Markup {
    html! { pre { code { (text) } } }
}

/// Renders JSON as data for the script of the page, which no browser executes.
pub(super) fn data(class: &str, json: &str) -> Markup {
    // An escaped `<` cannot end the element or begin a comment.
    let json = json.replace('<', "\\u003c");
    html! { script.(class) type="application/json" { (PreEscaped(json)) } }
}
