//! Members and values that examples, defaults and fixed values use and their types do not have.
//!
//! Such values come from documents and services, so a name that is near to none of the declared ones is most
//! likely missing in the type. The report points at where it belongs there, once for all that use it.

use std::collections::BTreeMap;

use super::collected::{Misfit, NotDeclared, Undeclared};
use super::context::{Body, Checker};
use super::table::BROKEN;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{TypeId, TypeKind};
use crate::spec::document::{ArmBodyDecl, ArmDecl, FieldDecl, Head, TypeExpr, UnionDecl};

/// How many of the uses are shown beside the declaration.
const SHOWN: usize = 3;

impl Checker<'_> {
    /// Reports a value that does not fit; `what` says which.
    pub(super) fn report_misfit(&mut self, code: Code, what: &str, mut misfit: Misfit) {
        misfit.message = format!("{what}: {}", misfit.message);
        match misfit.not_declared.take() {
            Some(what) if what.ty != BROKEN && what.ty.0 < self.slots.len() => {
                self.undeclared.push(Undeclared { code, misfit, what });
            }
            _ => self.report(at_the_value(code, misfit)),
        }
    }

    /// Reports what was put together, one report for each name of a type.
    pub(super) fn report_undeclared(&mut self) {
        let mut groups: BTreeMap<(TypeId, String), Vec<Undeclared>> = BTreeMap::new();
        for one in std::mem::take(&mut self.undeclared) {
            groups.entry((one.what.ty, one.what.name.clone())).or_default().push(one);
        }
        for (_, mut uses) in groups {
            uses.sort_by_key(|one| (one.misfit.span.file, one.misfit.span.start));
            uses.dedup_by_key(|one| one.misfit.span);
            let first = uses.remove(0);
            let is_member = matches!(self.model.types[first.what.ty.0].kind, TypeKind::Record(_));
            let is_alone = uses.is_empty();
            let problem = match (&first.what.near, is_member) {
                (Some(near), _) if is_alone => self.at_first(&first, near),
                (Some(near), true) => self.misspelt_member(&first, near, uses.len() + 1),
                (None, true) => self.missing_member(&first),
                (None, false) if is_alone => {
                    at_the_value(first.code, first.misfit).second(self.slots[first.what.ty.0].span, "the enumeration")
                }
                (_, false) => self.missing_value(&first),
            };
            self.report(with_uses(problem, &uses));
        }
    }

    /// A slip in the value itself.
    fn at_first(&self, first: &Undeclared, near: &str) -> Diagnostic {
        let problem = at_the_value(first.code, first.misfit.clone());
        match self.field_span(first.what.ty, near) {
            Some(span) => problem.second(span, "declared here"),
            None => problem,
        }
    }

    /// Several values agree on a spelling that the declaration does not have.
    fn misspelt_member(&self, first: &Undeclared, near: &str, count: usize) -> Diagnostic {
        let NotDeclared { ty, name, .. } = &first.what;
        let span = self.field_span(*ty, near).unwrap_or(self.slots[ty.0].span);
        let message = format!("{count} values write `{name}`, but the record declares `{near}`");
        let problem = Diagnostic::error(first.code, span, message).label(format!("is `{name}` meant?"));
        problem.second(first.misfit.span, "used here")
    }

    fn missing_member(&self, first: &Undeclared) -> Diagnostic {
        let NotDeclared { ty, name, behind, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let before = behind.as_ref().and_then(|behind| self.field_span(*ty, behind));
        let (span, place) = match (before, self.first_field(*ty)) {
            (Some(span), _) => (span, "behind this"),
            (None, Some(span)) => (span, "before this"),
            (None, None) => (slot.span, "here"),
        };
        let message = format!("`{}` has no member `{name}`, but a value of it has", slot.name);
        let problem = Diagnostic::error(first.code, span, message).label(format!("`{name}` may lack {place}"));
        let hint = format!("declare `{name}`, with a `?` if it may be absent, or remove it from the value");
        problem.second(first.misfit.span, "used here").hint(hint)
    }

    fn missing_value(&self, first: &Undeclared) -> Diagnostic {
        let NotDeclared { ty, name, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let message = format!("`{}` has no value `{name}`, which stands in several places", slot.name);
        let problem = Diagnostic::error(first.code, slot.span, message).label(format!("`{name}` may lack here"));
        let hint = "list it, under `seen` if only real services have it".to_owned();
        problem.second(first.misfit.span, "used here").hint(first.misfit.hint.clone().unwrap_or(hint))
    }

    /// Where a record, or one that it extends, declares a member.
    pub(super) fn field_span(&self, id: TypeId, name: &str) -> Option<Span> {
        let slot = self.slots.get(id.0)?;
        let of = |fields: &[FieldDecl]| {
            let field = fields.iter().find(|field| field.name.value == name);
            field.map(|field| field.name.span)
        };
        match slot.body {
            Body::Expr(TypeExpr { head: Head::Record(record), .. }) => of(&record.fields).or_else(|| {
                let base = self.scopes.visible(slot.file, &record.extends.as_ref()?.value)?;
                (base != id && base.0 < self.slots.len()).then(|| self.own_field_span(base, name)).flatten()
            }),
            Body::Arm(arm) => match &arm.body {
                ArmBodyDecl::Fields { fields, .. } => of(fields).or_else(|| of(&self.union_of(arm)?.common)),
                ArmBodyDecl::Value(_) => None,
            },
            _ => None,
        }
    }

    /// The union that has this arm.
    fn union_of(&self, arm: &ArmDecl) -> Option<&UnionDecl> {
        let unions = self.slots.iter().filter_map(|slot| match slot.body {
            Body::Expr(TypeExpr { head: Head::Union(union), .. }) => Some(union),
            _ => None,
        });
        unions.into_iter().find(|union| union.arms.iter().any(|other| std::ptr::eq(other, arm)))
    }

    fn first_field(&self, id: TypeId) -> Option<Span> {
        let fields = match self.slots.get(id.0)?.body {
            Body::Expr(TypeExpr { head: Head::Record(record), .. }) => &record.fields,
            Body::Arm(ArmDecl { body: ArmBodyDecl::Fields { fields, .. }, .. }) => fields,
            _ => return None,
        };
        fields.first().map(|field| field.name.span)
    }

    fn own_field_span(&self, id: TypeId, name: &str) -> Option<Span> {
        let Body::Expr(TypeExpr { head: Head::Record(record), .. }) = self.slots[id.0].body else {
            return None;
        };
        let field = record.fields.iter().find(|field| field.name.value == name);
        field.map(|field| field.name.span)
    }
}

fn at_the_value(code: Code, misfit: Misfit) -> Diagnostic {
    let label = misfit.label.unwrap_or_default();
    Diagnostic::error(code, misfit.span, misfit.message).label(label).hint_opt(misfit.hint)
}

fn with_uses(problem: Diagnostic, uses: &[Undeclared]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, one)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(one.misfit.span, text)
    })
}
