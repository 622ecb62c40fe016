//! Templates: texts with `{name}` placeholders. No other module parses braces.
//!
//! Input: a text and the variables that it may name. Output: a [`Template`] whose placeholders are
//! resolved. Unknown names and unmatched braces are reported at their place.

use std::ops::Range;

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::model::{ClientId, ServiceId, Slot, SlotOf, Template, Var, VarId};

/// Variables that a template may name: the variables of the service, then of the client.
pub(crate) type VisibleVars<'d> = Vec<(&'d str, VarId)>;

/// Placeholder `{name}` in a text.
pub(crate) struct Placeholder<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    range: Range<usize>,
}

impl Placeholder<'_> {
    /// Returns the slot of a template for this placeholder.
    pub(crate) fn slot(&self, of: SlotOf) -> Slot {
        Slot { name: self.name.to_owned(), of, range: self.range.clone() }
    }
}

impl<'d> Checker<'d> {
    /// Parses a text into a template, and reports unknown variables.
    pub(crate) fn template(&mut self, text: &Text, visible_vars: &VisibleVars<'_>) -> Template {
        let mut slots = Vec::new();
        for named in self.placeholders(text).unwrap_or_default() {
            if let Some(id) = var_in(visible_vars, named.name) {
                slots.push(named.slot(SlotOf::Var(id)));
                continue;
            }
            let message = format!("there is no variable `{}`", named.name);
            let near = did_you_mean(named.name, visible_vars.iter().map(|(name, _)| *name));
            let problem = Diagnostic::error(Code::UnknownVariable, named.span, message);
            let hint = "declare it under `vars` of the service or of the client";
            self.report(problem.hint(hint).hint_opt(near));
        }
        Template::new(&text.value, slots)
    }

    /// Returns the `{name}` placeholders of a text in order; `None` after a report of unmatched
    /// braces.
    pub(crate) fn placeholders<'t>(&mut self, text: &'t Text) -> Option<Vec<Placeholder<'t>>> {
        match placeholder_names(&text.value) {
            Ok(found) => {
                let named = |(name, range)| Placeholder { name, span: text.span.part(&text.value, &range), range };
                Some(found.into_iter().map(named).collect())
            }
            Err(message) => {
                self.error(Code::UnknownVariable, text.span, message, "write `{name}`");
                None
            }
        }
    }

    /// Returns the variables that are visible in a service, or in a client if `service` is `None`.
    pub(crate) fn visible_vars(&self, client: Option<ClientId>, service: Option<ServiceId>) -> VisibleVars<'d> {
        let of_service = service.and_then(|id| Some((id, *self.scopes.service_files.get(id.0)?)));
        let own = of_service.map(|(id, file)| vars_of_service(id, &self.files[file].vars)).unwrap_or_default();
        let of_client = client.and_then(|id| Some((id, *self.scopes.client_files.get(id.0)?)));
        let shared = of_client.and_then(|(id, file)| Some((id, self.files[file].client.as_ref()?)));
        let shared = shared.into_iter().flat_map(|(id, client)| {
            let vars = client.vars.iter().enumerate();
            vars.map(move |(at, var)| (var.name.as_str(), VarId::OfClient(id, at)))
        });
        own.into_iter().chain(shared).collect()
    }
}

fn vars_of_service(id: ServiceId, vars: &[Var]) -> VisibleVars<'_> {
    vars.iter().enumerate().map(|(at, var)| (var.name.as_str(), VarId::OfService(id, at))).collect()
}

/// Returns the id of the variable with this name; `None` if none is visible.
pub(crate) fn var_in(visible_vars: &VisibleVars<'_>, name: &str) -> Option<VarId> {
    visible_vars.iter().find(|(known, _)| *known == name).map(|(_, id)| *id)
}

/// Returns the names between braces in order, each with its byte range in `text`, braces included.
/// The error is the message about an unmatched brace or an empty name.
fn placeholder_names(text: &str) -> Result<Vec<(&str, Range<usize>)>, String> {
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
        // Names on the wire may contain any other character.
        if name.trim().is_empty() || name.contains('{') {
            return Err(format!("`{{{name}}}` holds no name"));
        }
        found.push((name, open..close + 1));
        at = close + 1;
    }
    Ok(found)
}
