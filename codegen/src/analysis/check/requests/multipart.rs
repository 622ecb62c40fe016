//! Multipart bodies: checks the media types and headers of parts.
//!
//! Input: `content` and `headers` of a parameter. Output: errors at media types and headers that a part cannot have.

use chainloom_schema::is_json;

use super::places::{CLIENT_HEADERS, unwritable};
use crate::analysis::check::context::{Checker, Pending};
use crate::characters::is_carried;
use crate::diagnostic::Code;
use crate::language::node::Text;
use crate::model::{Place, Style};

/// Headers of a part that the client writes itself, in lower case.
const PART_HEADERS: [&str; 3] = ["content-disposition", "content-transfer-encoding", "content-type"];

impl Checker<'_> {
    /// Checks `content` and `headers` of a parameter.
    pub(crate) fn check_part(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let content = attributes.content.first().map(|text| ("content", text.span));
        let headers = attributes.headers.first().map(|(name, _)| ("headers", name.span));
        for (key, span) in [content, headers].into_iter().flatten().filter(|_| item.place != Some(Place::Part)) {
            let message = format!("`{key}` here applies to parts of a body with `content: multipart`");
            self.error(Code::BadAttribute, span, message, &format!("remove `{key}`"));
        }
        if item.place == Some(Place::Part) {
            self.check_part_content(item);
            attributes.headers.iter().for_each(|(name, value)| self.check_part_header(name, value));
        }
    }

    /// Checks that the value of a part can be written as its media type.
    fn check_part_content(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let sent = attributes.content.iter().find(|text| !text.value.contains('*'));
        let Some(sent) = sent.filter(|_| !item.ty.is_of_files()) else { return };
        let own = attributes.style.map(|style| style.value);
        let is_other = attributes.join.is_some() || own.is_some_and(|style| style != Style::Json);
        let noun = unwritable(&self.model.types, &item.ty).filter(|_| item.style.is_none());
        let (message, hint) = match (is_json(&sent.value), noun) {
            (true, _) if is_other => {
                let message = format!("`{}` contradicts `style` and `join`", sent.value);
                (message, "keep one of them: a part of this media type is JSON")
            }
            (false, Some(noun)) => {
                let message = format!("the part is {noun}, which `{}` cannot express", sent.value);
                (message, "write a media type of JSON, or `type: string` for a text that the program writes")
            }
            _ => return,
        };
        self.error(Code::BadAttribute, sent.span, message, hint);
    }

    fn check_part_header(&mut self, name: &Text, value: &Text) {
        if !self.is_header_name(name) {
            return;
        }
        let lower = name.value.to_ascii_lowercase();
        if CLIENT_HEADERS.contains(&lower.as_str()) || PART_HEADERS.contains(&lower.as_str()) {
            let message = format!("the header `{}` of a part is set by the client itself", name.value);
            let hint = if lower == "content-type" { "use `content`" } else { "remove the header" };
            self.error(Code::BadAttribute, name.span, message, hint);
        }
        if !value.value.chars().all(is_carried) {
            let message = format!("the header `{}` of a part cannot have this value", name.value);
            self.error(Code::BadValue, value.span, message, "write printable ASCII");
        }
    }
}
