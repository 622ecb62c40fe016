//! Templates: texts with `{names}` in them.

use std::ops::Range;

use super::context::Checker;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{ClientId, ServiceId, Var};
use crate::spec::document::Text;

/// A `{name}` in a template.
pub(super) struct Slot<'t> {
    pub(super) name: &'t str,
    pub(super) span: Span,
}

impl Checker<'_> {
    /// The names in a template; one that cannot be read is reported.
    pub(super) fn template<'t>(&mut self, text: &'t Text) -> Option<Vec<Slot<'t>>> {
        match slots(&text.value) {
            Ok(found) => {
                Some(found.into_iter().map(|(name, range)| Slot { name, span: inside(text, &range) }).collect())
            }
            Err(message) => {
                self.error(Code::UnknownVariable, text.span, message, "write `{name}`");
                None
            }
        }
    }

    /// Every name in the template must be one of the variables.
    pub(super) fn check_template(&mut self, text: &Text, client: ClientId, service: Option<ServiceId>) {
        for slot in self.template(text).unwrap_or_default() {
            if self.is_variable(slot.name, client, service) {
                continue;
            }
            let message = format!("there is no variable `{}`", slot.name);
            let near = did_you_mean(slot.name, self.variables(client, service));
            let problem = Diagnostic::error(Code::UnknownVariable, slot.span, message);
            let hint = "declare it under `vars` of the service or of the client";
            self.report(problem.hint(hint).hint_opt(near));
        }
    }

    pub(super) fn is_variable(&self, name: &str, client: ClientId, service: Option<ServiceId>) -> bool {
        self.variables(client, service).any(|variable| variable == name)
    }

    pub(super) fn variables(&self, client: ClientId, service: Option<ServiceId>) -> impl Iterator<Item = &str> {
        let service = service.and_then(|id| self.model.services.get(id.0));
        let own: &[Var] = service.map_or(&[], |service| &service.vars);
        let client = self.client_files.get(client.0).map(|file| &self.files[*file]);
        let client = client.and_then(|doc| doc.client.as_ref());
        let shared = client.into_iter().flat_map(|client| &client.vars);
        let own = own.iter().map(|var| var.name.as_str());
        own.chain(shared.map(|var| var.name.value.as_str()))
    }
}

/// The names between braces and where they stand, braces included.
fn slots(text: &str) -> Result<Vec<(&str, Range<usize>)>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['{', '}']).map(|offset| at + offset) {
        if text[open..].starts_with('}') {
            return Err("a `}` has no `{`".to_owned());
        }
        let Some(close) = text[open..].find('}').map(|offset| open + offset) else {
            return Err("a `{` has no `}`".to_owned());
        };
        let name = &text[open + 1..close];
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(format!("`{{{name}}}` holds no name"));
        }
        found.push((name, open..close + 1));
        at = close + 1;
    }
    Ok(found)
}

/// The place of a part of a text, where the text stands in the source as it is.
fn inside(text: &Text, range: &Range<usize>) -> Span {
    let quote = match (text.span.end - text.span.start).checked_sub(text.value.len()) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return text.span,
    };
    let before = text.value.get(..range.start).unwrap_or_default();
    let start = text.span.start + quote + range.start;
    Span { start, end: start + range.len(), column: text.span.column + quote + before.chars().count(), ..text.span }
}
