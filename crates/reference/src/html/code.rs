//! Renders programs and JSON.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// JSON on one line where it fits, and in lines otherwise.
pub(super) fn json(value: &Value) -> Markup {
    let line = value.to_string();
    let text = if line.chars().count() <= 80 { line } else { format!("{value:#}") };
    html! { pre { code { (text) } } }
}

/// A program.
pub(super) fn program(text: &str) -> Markup {
    html! { pre { code { (text) } } }
}

/// JSON for the script of the page. No browser runs it.
pub(super) fn data(class: &str, json: &str) -> Markup {
    // Nothing in it ends the element or begins a comment.
    let json = json.replace('<', "\\u003c");
    html! { script.(class) type="application/json" { (PreEscaped(json)) } }
}
