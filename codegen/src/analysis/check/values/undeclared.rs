//! Undeclared names: members and values in examples, defaults and constants that their types lack.
//!
//! Such values come from documents and services, so a name that resembles no declared name is most
//! likely missing in the type. One report for all uses points at the place in the type where the
//! name belongs.

use std::collections::BTreeMap;

use crate::analysis::check::context::deferred::{Misfit, UndeclaredName, UndeclaredUse};
use crate::analysis::check::context::views::BROKEN;
use crate::analysis::check::context::{Body, Checker, DeclaredType};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Discriminator, TypeId, TypeKind};
use crate::spec::document::{ArmBodyDecl, ArmDecl, EnumValueDecl, FieldDecl, Head, TypeExpr, UnionDecl};

/// How many of the uses are shown beside the declaration.
const SHOWN: usize = 3;

impl Checker<'_> {
    /// Reports a value that does not fit; `what` says which.
    pub(crate) fn report_misfit(&mut self, code: Code, what: &str, mut misfit: Misfit) {
        misfit.message = format!("{what}: {}", misfit.message);
        match misfit.not_declared.take() {
            Some(what) if what.ty != BROKEN && what.ty.0 < self.slots.len() => {
                self.undeclared.push(UndeclaredUse { code, misfit, what });
            }
            _ => self.report(at_the_value(code, misfit)),
        }
    }

    /// Reports what was put together, one report for each name of a type.
    pub(crate) fn report_undeclared(&mut self) {
        let mut groups: BTreeMap<(TypeId, String), Vec<UndeclaredUse>> = BTreeMap::new();
        for one in std::mem::take(&mut self.undeclared) {
            groups.entry((one.what.ty, one.what.name.clone())).or_default().push(one);
        }
        for (_, mut uses) in groups {
            uses.sort_by_key(|one| (one.misfit.span.file, one.misfit.span.start));
            uses.dedup_by_key(|one| one.misfit.span);
            let told = uses.iter().find(|one| one.what.near.is_none()).or(uses.first());
            let near = told.and_then(|one| one.what.near.clone());
            // Two uses may have different similar names; then none is suggested.
            let other = uses.iter().filter(|one| one.what.near != near);
            let lacking: Vec<Diagnostic> = other.filter_map(still_lacking).collect();
            self.found.extend(lacking);
            let first = uses.remove(0);
            let kind = &self.model.types[first.what.ty.0].kind;
            let (is_member, is_arm) = (matches!(kind, TypeKind::Record(_)), matches!(kind, TypeKind::Union(_)));
            let is_alone = uses.is_empty();
            let problem = match (&near, is_member) {
                (Some(near), _) if is_alone && !self.words().is_slip(near, &first.what.name) => {
                    self.at_first(&first, near)
                }
                (Some(near), _) => self.misspelt(&first, near, uses.len() + 1),
                (None, true) => self.missing_member(&first),
                (None, false) if is_alone => {
                    let called = if is_arm { "the union" } else { "the enumeration" };
                    at_the_value(first.code, first.misfit).second(self.slots[first.what.ty.0].span, called)
                }
                (None, false) if is_arm => self.missing_arm(&first),
                (None, false) => self.missing_value(&first),
            };
            self.report(with_uses(problem, &uses));
        }
    }

    /// Diagnostic for a misspelt name in the value.
    fn at_first(&self, first: &UndeclaredUse, near: &str) -> Diagnostic {
        let problem = at_the_value(first.code, first.misfit.clone());
        match self.field_span(first.what.ty, near) {
            Some(span) => problem.second(span, "declared here"),
            None => problem,
        }
    }

    /// Diagnostic for a misspelt declaration: several values agree on another spelling, or its
    /// words occur nowhere else.
    fn misspelt(&self, first: &UndeclaredUse, near: &str, count: usize) -> Diagnostic {
        let UndeclaredName { ty, name, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let place = self.field_span(*ty, near).or_else(|| value_span(slot, near));
        let values = if count == 1 { "a value writes".to_owned() } else { format!("{count} values write") };
        let message = format!("{values} `{name}`, but `{}` declares `{near}`", slot.name);
        let problem = Diagnostic::error(first.code, place.unwrap_or(slot.span), message);
        problem.label(format!("is `{name}` meant?")).second(first.misfit.span, "used here")
    }

    fn missing_member(&self, first: &UndeclaredUse) -> Diagnostic {
        let UndeclaredName { ty, name, behind, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let before = behind.as_ref().and_then(|behind| self.field_span(*ty, behind));
        let (span, place) = match (before, self.first_field(*ty)) {
            (Some(span), _) => (span, "after this"),
            (None, Some(span)) => (span, "before this"),
            (None, None) => (slot.span, "here"),
        };
        let message = format!("`{}` has no member `{name}`, but a value of it has", slot.name);
        let problem = Diagnostic::error(first.code, span, message).label(format!("`{name}` may be missing {place}"));
        let hint = format!("declare `{name}`, with a `?` if it may be absent, or remove it from the value");
        problem.second(first.misfit.span, "used here").hint(hint)
    }

    fn missing_value(&self, first: &UndeclaredUse) -> Diagnostic {
        let UndeclaredName { ty, name, .. } = &first.what;
        let slot = &self.slots[ty.0];
        let message = format!("`{}` has no value `{name}`, which occurs in several places", slot.name);
        let place = values_of(slot).first().map_or(slot.span, |value| value.name.span);
        let problem = Diagnostic::error(first.code, place, message).label(format!("`{name}` may be missing here"));
        let hint = "list it, under `seen` if only real services have it".to_owned();
        problem.second(first.misfit.span, "used here").hint(first.misfit.hint.clone().unwrap_or(hint))
    }

    fn missing_arm(&self, first: &UndeclaredUse) -> Diagnostic {
        let slot = &self.slots[first.what.ty.0];
        let place = arms_of(slot).first().map_or(slot.span, |arm| arm.name.span);
        let name = &first.what.name;
        let what = if self.is_form(first.what.ty) { name.clone() } else { format!("`{name}`") };
        let message = format!("`{}` has no arm for {what}, which occurs in several places", slot.name);
        let problem = Diagnostic::error(first.code, place, message).label("an arm may be missing here");
        problem.second(first.misfit.span, "used here").hint("add the arm, or change the values")
    }

    fn is_form(&self, id: TypeId) -> bool {
        let kind = &self.model.types[id.0].kind;
        matches!(kind, TypeKind::Union(union) if matches!(union.discriminator, Discriminator::Form))
    }

    /// Where a record, or one that it extends, declares a member.
    pub(crate) fn field_span(&self, id: TypeId, name: &str) -> Option<Span> {
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
                ArmBodyDecl::Value(_) | ArmBodyDecl::Record { .. } => None,
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

/// What an enumeration lists.
fn values_of<'d>(slot: &DeclaredType<'d>) -> &'d [EnumValueDecl] {
    match slot.body {
        Body::Expr(TypeExpr { head: Head::Enum(values), .. }) => values,
        _ => &[],
    }
}

/// What a union is made of.
fn arms_of<'d>(slot: &DeclaredType<'d>) -> &'d [ArmDecl] {
    match slot.body {
        Body::Expr(TypeExpr { head: Head::Union(union), .. }) => &union.arms,
        _ => &[],
    }
}

/// Where an enumeration lists a value, or a union an arm.
fn value_span(slot: &DeclaredType<'_>, name: &str) -> Option<Span> {
    let mut names = values_of(slot).iter().map(|value| &value.name).chain(arms_of(slot).iter().map(|arm| &arm.name));
    names.find(|text| text.value == name).map(|text| text.span)
}

/// Diagnostic for a missing name, in place of a misspelt one.
fn still_lacking(one: &UndeclaredUse) -> Option<Diagnostic> {
    let near = one.what.near.as_ref()?;
    let message = format!("the object lacks `{near}`");
    let problem = Diagnostic::error(one.code, one.misfit.span, message).label(format!("`{near}` may belong here"));
    Some(problem.hint(format!("add it; a member that may be absent is declared with `?`: `{near}?`")))
}

fn at_the_value(code: Code, misfit: Misfit) -> Diagnostic {
    let label = misfit.label.unwrap_or_default();
    Diagnostic::error(code, misfit.span, misfit.message).label(label).hint_opt(misfit.hint)
}

fn with_uses(problem: Diagnostic, uses: &[UndeclaredUse]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, one)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(one.misfit.span, text)
    })
}
