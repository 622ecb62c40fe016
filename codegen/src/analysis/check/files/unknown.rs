//! Unknown type names: reports each name once, however often it is used.
//!
//! If a similar declaration is unused, that declaration is reported as the misspelt name.

use std::collections::BTreeMap;

use super::foreign_types;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::{UnknownType, UnknownUse};
use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, Span, nearest};
use crate::model::TypeId;

/// How many of the other uses are shown.
const SHOWN: usize = 3;

/// Number of unknown names for which a misspelt declaration is searched.
const MOST_SEARCHED: usize = 100;

impl Checker<'_> {
    /// Reports the unknown types, once all uses are known.
    pub(crate) fn report_unknown_types(&mut self) {
        let mut groups: BTreeMap<(String, Option<String>), Vec<UnknownType>> = BTreeMap::new();
        for unknown in std::mem::take(&mut self.unknown) {
            groups.entry((unknown.name.clone(), unknown.hint.clone())).or_default().push(unknown);
        }
        for (at, ((name, hint), mut uses)) in groups.into_iter().enumerate() {
            uses.sort_by_key(|one| (one.file, one.span.start));
            uses.dedup_by_key(|one| one.span);
            let hint = foreign_types::advice(&name).or(hint).or_else(|| foreign_types::of_the_runtime(&name));
            // All declarations are looked at for each name.
            let declared = (at < MOST_SEARCHED).then(|| self.unused_near(&name, uses[0].file)).flatten();
            let problem = match declared {
                Some(id) if uses.len() > 1 || self.is_the_slip(&name, id) => self.misspelt_declaration(&name, id),
                Some(id) => {
                    let slot = &self.slots[id.0];
                    let problem = unknown_type(&name, uses.remove(0).span).hint_opt(hint);
                    problem.second(slot.span, "this is unused")
                }
                None => {
                    let general = "declare it under `types`, or name the file that has it under `use`";
                    unknown_type(&name, uses.remove(0).span).hint(general).hint_opt(hint)
                }
            };
            self.report(with_uses(problem, &uses));
        }
    }

    fn misspelt_declaration(&self, name: &str, id: TypeId) -> Diagnostic {
        let slot = &self.slots[id.0];
        let message = format!("there is no type `{name}`, and nothing uses `{}`", slot.name);
        let problem = Diagnostic::error(Code::UnknownType, slot.span, message).label("unused");
        problem.hint(format!("write `{name}` here, or `{}` where it is used", slot.name))
    }

    /// A declaration that can be seen from the file, is near to the name, and that nothing uses.
    pub(super) fn unused_near(&self, name: &str, file: usize) -> Option<TypeId> {
        let client = self.scopes.client_file(file);
        let files = [Some(file), client.filter(|client| *client != file)];
        let declared = files.into_iter().flatten().flat_map(|file| self.scopes.declared[file].iter());
        let visible = declared.map(|(name, id)| (*name, *id)).chain(self.scopes.all_shared(file));
        let mut unused: Vec<(&str, TypeId)> = visible.filter(|(_, id)| !self.used_types.contains(id)).collect();
        unused.sort_by_key(|(_, id)| *id);
        if let Some(near) = nearest(name, unused.iter().map(|(name, _)| *name)) {
            return unused.iter().find(|(name, _)| *name == near).map(|(_, id)| *id);
        }
        // A declared name in another style than that of types may be any type.
        let mut odd = unused.iter().filter(|(_, id)| is_not_of_types(&self.slots[id.0].name));
        let found = odd.next().map(|(_, id)| *id);
        found.filter(|_| !is_not_of_types(name) && odd.next().is_none())
    }

    /// Reports the names under `use` that their file does not declare. Where a declaration of that
    /// file is the slip, they are uses of an unknown type like those within it.
    pub(crate) fn report_unknown_uses(&mut self) {
        let mut groups: BTreeMap<(usize, String), Vec<UnknownUse>> = BTreeMap::new();
        for one in std::mem::take(&mut self.unknown_uses) {
            groups.entry((one.of, one.name.clone())).or_default().push(one);
        }
        for (at, ((of, name), uses)) in groups.into_iter().enumerate() {
            let declared = (at < MOST_SEARCHED).then(|| self.unused_near(&name, of)).flatten();
            if declared.is_none_or(|id| uses.len() == 1 && !self.is_the_slip(&name, id)) {
                // One that is near to another name is a slip of its own.
                let (near, other): (Vec<_>, Vec<_>) = uses.into_iter().partition(|one| one.has_near);
                self.found.extend(near.into_iter().map(|one| one.problem));
                self.following.extend(other.into_iter().map(|one| one.problem));
                continue;
            }
            let hint = self.unknown_type_hint(of, &name);
            let unknown = |span| UnknownType { name: name.clone(), file: of, span, hint: hint.clone() };
            self.unknown.extend(uses.iter().map(|one| unknown(one.problem.span)));
        }
    }

    /// Whether the declared name is misspelt, and not the used one: it is not written like a type,
    /// or its differing words occur nowhere else.
    fn is_the_slip(&self, used: &str, id: TypeId) -> bool {
        let declared = self.slots[id.0].name.as_str();
        is_not_of_types(declared) && !is_not_of_types(used) || self.words().is_slip(declared, used)
    }
}

/// Not written like the name of a type.
fn is_not_of_types(name: &str) -> bool {
    pascal(name) != name
}

fn unknown_type(name: &str, span: Span) -> Diagnostic {
    let message = format!("there is no type `{name}`");
    Diagnostic::error(Code::UnknownType, span, message).about(name).label("not known here")
}

/// Adds the first of the uses, and says how many more there are.
fn with_uses(problem: Diagnostic, uses: &[UnknownType]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, one)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(one.span, text)
    })
}
