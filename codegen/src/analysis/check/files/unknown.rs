//! Unknown type names: reports each name once, however often it is used.
//!
//! If a similar declaration is unused, that declaration is reported as the misspelt name.

use std::collections::BTreeMap;

use super::foreign_types;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::{UnknownType, with_uses};
use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, Span, nearest};
use crate::model::TypeId;

/// Maximum number of unknown names for which a misspelt declaration is searched.
const MAX_SEARCHED: usize = 100;

impl Checker<'_> {
    /// Reports each unknown type name once per suggestion, with all places that use the name.
    pub(crate) fn report_unknown_types(&mut self) {
        let mut groups: BTreeMap<(String, Option<String>), Vec<UnknownType>> = BTreeMap::new();
        for unknown in std::mem::take(&mut self.unknown) {
            groups.entry((unknown.name.clone(), unknown.hint.clone())).or_default().push(unknown);
        }
        for (at, ((name, hint), mut uses)) in groups.into_iter().enumerate() {
            uses.sort_by_key(|one| (one.file, one.span.start));
            uses.dedup_by_key(|one| one.span);
            let mut spans: Vec<Span> = uses.iter().map(|one| one.span).collect();
            let hint =
                foreign_types::foreign_type_hint(&name).or(hint).or_else(|| foreign_types::runtime_type_hint(&name));
            // Each search compares the name with all visible declarations.
            let declared = (at < MAX_SEARCHED).then(|| self.unused_near(&name, uses[0].file)).flatten();
            let declared = declared.map(|id| &self.slots[id.0]);
            let problem = match declared {
                Some(slot) if spans.len() > 1 || self.is_declaration_misspelt(&slot.name, &name) => {
                    let message = format!("there is no type `{name}`, and nothing uses `{}`", slot.name);
                    let problem = Diagnostic::error(Code::UnknownType, slot.span, message).label("unused");
                    problem.hint(format!("write `{name}` here, or `{}` where it is used", slot.name))
                }
                _ => {
                    let message = format!("there is no type `{name}`");
                    let problem = Diagnostic::error(Code::UnknownType, spans.remove(0), message).about(&name);
                    let general = "declare it under `types`, or name the file that has it under `use`";
                    let problem = problem.label("not known here").hint(general).hint_opt(hint);
                    declared.into_iter().fold(problem, |problem, slot| problem.second(slot.span, "this is unused"))
                }
            };
            self.report(with_uses(problem, &spans));
        }
    }

    /// Returns an unused declaration that is visible in the file and similar to the name.
    fn unused_near(&self, name: &str, file: usize) -> Option<TypeId> {
        let client = self.scopes.client_file(file);
        let files = [Some(file), client.filter(|client| *client != file)];
        let declared = files.into_iter().flatten().flat_map(|file| self.scopes.declared[file].iter());
        let visible = declared.map(|(name, id)| (*name, *id)).chain(self.scopes.all_shared(file));
        let unused: Vec<(&str, TypeId)> = visible.filter(|(_, id)| !self.used_types.contains(id)).collect();
        match (nearest(name, unused.iter().map(|(name, _)| *name)), unused.as_slice()) {
            (Some(near), _) => unused.iter().find(|(name, _)| *name == near).map(|(_, id)| *id),
            // The only unused declaration counts, whatever its name, if it is not in Pascal case.
            (None, [(odd, id)]) if pascal(odd) != *odd => Some(*id),
            (None, _) => None,
        }
    }

    /// Returns whether the declared name is misspelt, rather than the used name: it is not in
    /// Pascal case, or its differing words occur nowhere else.
    fn is_declaration_misspelt(&self, declared: &str, used: &str) -> bool {
        pascal(declared) != declared && pascal(used) == used || self.words().is_declared_misspelt(declared, used)
    }

    /// Reports the names under `use` that their file does not declare. If that file has a similar
    /// unused declaration, the name counts as an unknown type of that file instead.
    pub(crate) fn report_unknown_uses(&mut self) {
        for (at, one) in std::mem::take(&mut self.unknown_uses).into_iter().enumerate() {
            if at < MAX_SEARCHED && self.unused_near(&one.name, one.of).is_some() {
                let hint = self.unknown_type_hint(one.of, &one.name);
                self.unknown.push(UnknownType { name: one.name, file: one.of, span: one.problem.span, hint });
            } else if one.has_near {
                self.report(one.problem);
            } else {
                self.following.push(one.problem);
            }
        }
    }
}
