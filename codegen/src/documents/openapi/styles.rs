//! Styles: how values are serialized in paths, queries and forms.
//!
//! Input: the style of a parameter. Output: `style` and `explode`; `x-style` where OpenAPI lacks
//! the style.

use serde_json::{Value as Json, json};

use crate::documents::members::Members;
use crate::model::Style;
use crate::spec::closed::{VALUE_STYLES, word};

/// Adds `style` and `explode`, and `x-style` where OpenAPI lacks the style.
pub(super) fn put(out: &mut Members, style: Style, is_list: bool, explode: bool) {
    let (standard, explode) = match style {
        Style::Brackets if !is_list => ("deepObject", true),
        Style::Joined => ("form", false),
        Style::Label => ("label", explode),
        Style::Matrix => ("matrix", explode),
        _ => ("form", true),
    };
    out.insert("style".to_owned(), json!(standard));
    out.insert("explode".to_owned(), json!(explode));
    if style != Style::Repeated && standard == "form" {
        out.insert("x-style".to_owned(), name(style));
    }
}

/// Returns the word of a style in the spec.
pub(super) fn name(style: Style) -> Json {
    json!(word(&VALUE_STYLES, style))
}
