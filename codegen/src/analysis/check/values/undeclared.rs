//! Undeclared names: members and values in examples, defaults and constants that their types lack.
//!
//! Such values come from documents and services, so a name that resembles no declared name is most
//! likely missing in the type. One report for all uses points at the place in the type where the
//! name belongs.

use std::collections::BTreeMap;

use crate::analysis::check::context::deferred::{Misfit, UndeclaredName, UndeclaredUse, with_uses};
use crate::analysis::check::context::views::BROKEN;
use crate::analysis::check::context::{Checker, DeclaredBody};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;
use crate::model::{TypeId, TypeKind};
use crate::spec::document::{ArmBodyDecl, ArmDecl, Head, TypeExpr};

impl Checker<'_> {
    /// Reports a value that does not fit its type; `what` begins the message. A misfit at an
    /// undeclared name is kept for [`Self::report_undeclared`].
    pub(crate) fn report_misfit(&mut self, code: Code, what: &str, mut misfit: Misfit) {
        misfit.message = format!("{what}: {}", misfit.message);
        match misfit.undeclared.take() {
            Some(what) if what.ty != BROKEN && what.ty.0 < self.slots.len() => {
                self.undeclared.push(UndeclaredUse { code, misfit, what });
            }
            _ => self.report(problem_at_value(code, misfit)),
        }
    }

    /// Reports the undeclared names that were kept, once per type and name, with all places of use.
    pub(crate) fn report_undeclared(&mut self) {
        let mut groups: BTreeMap<(TypeId, String), Vec<UndeclaredUse>> = BTreeMap::new();
        for one in std::mem::take(&mut self.undeclared) {
            groups.entry((one.what.ty, one.what.name.clone())).or_default().push(one);
        }
        for (_, mut uses) in groups {
            uses.sort_by_key(|one| (one.misfit.span.file, one.misfit.span.start));
            uses.dedup_by_key(|one| one.misfit.span);
            let mut more: Vec<Span> = uses.iter().map(|one| one.misfit.span).collect();
            // Two uses may have different similar names; then no name is suggested.
            let is_near = |near: &String| uses.iter().all(|one| one.what.near.as_ref() == Some(near));
            let near = uses[0].what.near.clone().filter(is_near);
            let first = uses.swap_remove(0);
            let is_record = matches!(self.model.types[first.what.ty.0].kind, TypeKind::Record(_));
            let problem = match near {
                Some(near) if uses.is_empty() && !self.words().is_declared_misspelt(&near, &first.what.name) => {
                    more.remove(0);
                    let problem = problem_at_value(first.code, first.misfit);
                    match self.part_span(first.what.ty, &near) {
                        Some(place) => problem.second(place, "declared here"),
                        None => problem,
                    }
                }
                Some(near) => self.misspelt_problem(&first, &near, more.len()),
                None if is_record || !uses.is_empty() => self.lacking_problem(&first),
                None => {
                    more.remove(0);
                    let called = self.slots[first.what.ty.0].span;
                    problem_at_value(first.code, first.misfit).second(called, "the type")
                }
            };
            self.report(with_uses(problem, &more));
        }
    }

    /// Returns the diagnostic for a declared name `near` that is misspelt: either `count` values
    /// agree on another spelling, or its words occur nowhere else in the spec.
    fn misspelt_problem(&self, first: &UndeclaredUse, near: &str, count: usize) -> Diagnostic {
        let UndeclaredName { ty, name, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let values = if count == 1 { "a value writes".to_owned() } else { format!("{count} values write") };
        let message = format!("{values} `{name}`, but `{}` declares `{near}`", slot.name);
        let place = self.part_span(*ty, near).unwrap_or(slot.span);
        Diagnostic::error(first.code, place, message).label(format!("is `{name}` meant?"))
    }

    /// Returns the diagnostic for a name that a type lacks. Its place is the declared member after
    /// which the name belongs, or the first one.
    fn lacking_problem(&self, first: &UndeclaredUse) -> Diagnostic {
        let UndeclaredName { ty, preceding, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let before = preceding.as_ref().and_then(|preceding| self.part_span(*ty, preceding));
        let (span, place) = match (before, declared_names(slot.body).first()) {
            (Some(span), _) => (span, "after this"),
            (None, Some(first)) => (first.span, "before this"),
            (None, None) => (slot.span, "here"),
        };
        let problem = Diagnostic::error(first.code, span, &first.misfit.message);
        let problem = problem.label(format!("`{}` may lack it {place}", slot.name));
        let hint =
            "add it to the type, with a `?` if it is a member that may be absent, or change the value".to_owned();
        problem.hint(first.misfit.hint.clone().unwrap_or(hint))
    }

    /// Returns the span of the member, value or arm `name` in the declaration of a type. Also
    /// searches the record that a record extends, and the union of an arm; `None` if nothing
    /// declares the name.
    fn part_span(&self, id: TypeId, name: &str) -> Option<Span> {
        let slot = self.slots.get(id.0)?;
        let own = |body| declared_names(body).into_iter().find(|part| part.value == name).map(|part| part.span);
        own(slot.body).or_else(|| {
            let outer = match slot.body {
                DeclaredBody::Expr(TypeExpr { head: Head::Record(record), .. }) => {
                    let base = self.scopes.visible(slot.file, &record.extends.as_ref()?.value)?;
                    self.slots.get(base.0)
                }
                DeclaredBody::Arm(arm) => self.slots.iter().find(|other| has_arm(other.body, arm)),
                _ => None,
            };
            own(outer?.body)
        })
    }
}

fn has_arm(body: DeclaredBody<'_>, arm: &ArmDecl) -> bool {
    let DeclaredBody::Expr(TypeExpr { head: Head::Union(union), .. }) = body else { return false };
    union.arms.iter().any(|other| std::ptr::eq(other, arm))
}

/// Returns the names that a type declares itself: members, values or arms.
fn declared_names(body: DeclaredBody<'_>) -> Vec<&Text> {
    match body {
        DeclaredBody::Expr(TypeExpr { head: Head::Record(record), .. }) => {
            record.fields.iter().map(|field| &field.name).collect()
        }
        DeclaredBody::Expr(TypeExpr { head: Head::Enum(values), .. }) => {
            values.iter().map(|value| &value.name).collect()
        }
        DeclaredBody::Expr(TypeExpr { head: Head::Union(union), .. }) => {
            let arms = union.arms.iter().map(|arm| &arm.name);
            arms.chain(union.common.iter().map(|field| &field.name)).collect()
        }
        DeclaredBody::Arm(ArmDecl { body: ArmBodyDecl::Fields { fields, .. }, .. }) => {
            fields.iter().map(|field| &field.name).collect()
        }
        _ => Vec::new(),
    }
}

fn problem_at_value(code: Code, misfit: Misfit) -> Diagnostic {
    let label = misfit.label.unwrap_or_default();
    Diagnostic::error(code, misfit.span, misfit.message).label(label).hint_opt(misfit.hint)
}
