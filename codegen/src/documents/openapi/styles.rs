//! How lists and objects are written in queries and forms.
//!
//! Input: the style of a parameter. Output: `style` and `explode` where OpenAPI has a word for it;
//! `x-style` says the rest.

use serde_json::{Value as Json, json};

use crate::documents::extensions::Members;
use crate::model::Style;
use crate::spec::closed::{VALUE_STYLES, word};

pub(super) fn put(out: &mut Members, style: Style, is_list: bool) {
    let standard = match style {
        Style::Brackets if !is_list => "deepObject",
        _ => "form",
    };
    out.insert("style".to_owned(), json!(standard));
    out.insert("explode".to_owned(), json!(true));
    if style != Style::Repeated && standard == "form" {
        out.insert("x-style".to_owned(), name(style));
    }
}

/// The word of the spec.
pub(super) fn name(style: Style) -> Json {
    json!(word(&VALUE_STYLES, style))
}
