//! Arms of unions by tag or by members: checks that they can be distinguished.
//!
//! Input: a union and its arms, once records have all their members. Output: errors at
//! indistinguishable arms. Unions by form are checked in `unions`.

use std::collections::HashMap;

use super::fields::wire_names;
use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{KeyKind, Text};
use crate::model::{ArmBody, Field, TypeKind, Value};
use crate::spec::document::{ArmBodyDecl, ArmDecl, ArmDiscriminator, FieldDecl, UnionDecl};

/// Union whose arms are records, distinguished by a tag or by members.
pub(crate) struct UnionByNames<'d> {
    /// Index of the type of the union.
    pub(super) id: usize,
    pub(super) union: &'d UnionDecl,
    common: HashMap<String, Span>,
}

impl<'d> UnionByNames<'d> {
    pub(crate) fn new(id: usize, union: &'d UnionDecl) -> Self {
        let names = union.common.iter().flat_map(wire_names);
        Self { id, union, common: names.map(|name| (name.value.clone(), name.span)).collect() }
    }

    /// Checks the arms of a union by tag.
    pub(crate) fn check_arms_by_tag(&self, cx: &mut Checker<'_>, tag: &Text) {
        // A tag that is also a common member is reported once, and not as a duplicate too.
        let mut common = self.common.clone();
        common.remove(&tag.value);
        if let Some(span) = self.common.get(&tag.value) {
            let message = format!("the tag `{}` is also a common member", tag.value);
            cx.error(Code::BadUnion, *span, message, "remove the member; the arm decides the tag");
        }
        let is_nested = self.union.is_nested(tag);
        if is_nested {
            self.check_nested_tag(cx, tag);
        }
        self.check_values(cx);
        for (at, arm) in self.union.arms.iter().enumerate() {
            let Some(ArmDiscriminator { has, otherwise }) = discriminator(arm) else {
                continue;
            };
            let stray = has.as_ref().map(|has| ("has", has.span)).or(otherwise.map(|span| ("otherwise", span)));
            if let Some((key, span)) = stray {
                let message = "`has` and `otherwise` apply to `union: members`".to_owned();
                cx.error(Code::BadUnion, span, message, &format!("remove `{key}`; the tag selects the arm"));
            }
            if !arm.values.is_empty() && !is_nested {
                self.check_tag_of_values(cx, at, tag);
                self.check_own_names(cx, at, &common);
                continue;
            }
            for name in arm_fields(arm).iter().flat_map(wire_names).filter(|name| name.value == tag.value) {
                let message = format!("the tag `{}` is also a member of the arm", tag.value);
                cx.error(Code::BadUnion, name.span, message, "remove the member");
            }
            self.check_tag_of_record(cx, at, tag);
            self.check_own_names(cx, at, &common);
        }
    }

    /// Checks the arms of a union by members.
    pub(crate) fn check_arms_by_members(&self, cx: &mut Checker<'_>) {
        self.refuse_values(cx);
        let mut otherwise_first: Option<&ArmDecl> = None;
        // The arms that have each member, each with whether the member is required.
        let mut owners: HashMap<String, Vec<(usize, bool)>> = HashMap::new();
        for at in 0..self.union.arms.len() {
            for (name, is_required) in self.members_of(cx, at) {
                owners.entry(name).or_default().push((at, is_required));
            }
        }
        for (at, arm) in self.union.arms.iter().enumerate() {
            let Some(ArmDiscriminator { has, otherwise }) = discriminator(arm) else {
                continue;
            };
            self.check_own_names(cx, at, &self.common);
            match (has, otherwise) {
                (Some(has), None) => self.check_has(cx, at, has, &owners),
                (None, Some(span)) => {
                    if let Some(first) = otherwise_first {
                        let message = "two arms have `otherwise`".to_owned();
                        let problem = Diagnostic::error(Code::OverlappingArms, *span, message);
                        let problem = problem.second(first.name.span, "the other arm");
                        cx.report(problem.hint("name a member with `has: …` that identifies one of them"));
                    }
                    otherwise_first = Some(arm);
                }
                _ => {
                    let name = &arm.name.value;
                    let message = format!("the arm `{name}` needs either `has` or `otherwise`");
                    let hint = "`has: member` names the member that identifies the arm, `otherwise: true` selects it if no other arm fits";
                    cx.error(Code::BadUnion, arm.name.span, message, hint);
                }
            }
        }
    }

    fn check_has(&self, cx: &mut Checker<'_>, at: usize, has: &Text, owners: &HashMap<String, Vec<(usize, bool)>>) {
        let name = has.value.as_str();
        if let Some(common) = self.common.get(name) {
            let message = format!("`{name}` is a common member, so it identifies no arm");
            let problem = Diagnostic::error(Code::OverlappingArms, has.span, message);
            cx.report(problem.second(*common, "common to all arms"));
            return;
        }
        let none = Vec::new();
        let owners = owners.get(name).unwrap_or(&none);
        if !owners.iter().any(|(owner, _)| *owner == at) {
            if self.is_broken(cx, at) {
                return;
            }
            let message = format!("the arm has no member `{name}`");
            let names = self.names_of(cx, at);
            let near = did_you_mean(name, names.iter().map(String::as_str));
            let problem = Diagnostic::error(Code::BadUnion, has.span, message);
            cx.report(problem.hint("name one of its members").hint_opt(near));
            return;
        }
        // Arms are tried in their order, so an earlier arm may have the member too. In a later arm,
        // an optional member is null or absent.
        if let Some((other, _)) = owners.iter().find(|(owner, is_required)| *owner > at && *is_required) {
            let other = &self.union.arms[*other];
            let message =
                format!("`{name}` does not identify the arm: the later arm `{}` has it too", other.name.value);
            let problem = Diagnostic::error(Code::OverlappingArms, has.span, message);
            let problem = problem.second(other.name.span, "the other arm");
            cx.report(problem.hint("name a member that no later arm has, or put the other arm first"));
        }
    }
}

/// Returns the members that discriminate an arm; `None` for an arm that is a value.
pub(super) fn discriminator(arm: &ArmDecl) -> Option<&ArmDiscriminator> {
    match &arm.body {
        ArmBodyDecl::Fields { discriminator, .. } | ArmBodyDecl::Record { discriminator, .. } => Some(discriminator),
        ArmBodyDecl::Value(_) => None,
    }
}

/// Returns the members that an arm declares inline; empty for an arm that names a record or is a
/// value.
fn arm_fields(arm: &ArmDecl) -> &[FieldDecl] {
    match &arm.body {
        ArmBodyDecl::Fields { fields, .. } => fields,
        ArmBodyDecl::Value(_) | ArmBodyDecl::Record { .. } => &[],
    }
}

impl UnionByNames<'_> {
    /// Returns the wire names of the members of an arm, whether declared inline or in a named
    /// record.
    fn names_of(&self, cx: &Checker<'_>, at: usize) -> Vec<String> {
        self.members_of(cx, at).into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the wire names of the members of an arm, each with whether the member is required.
    fn members_of(&self, cx: &Checker<'_>, at: usize) -> Vec<(String, bool)> {
        let declared = self.record_of(cx, at).iter().flat_map(|field| {
            let names = std::iter::once(&field.name).chain(&field.aliases);
            names.map(|name| (name.clone(), field.required))
        });
        let own = arm_fields(&self.union.arms[at])
            .iter()
            .flat_map(|field| wire_names(field).map(|name| (name.value.clone(), !field.optional)));
        own.chain(declared).collect()
    }

    /// Returns the members of the record that an arm names; empty for other arms.
    fn record_of<'a>(&self, cx: &'a Checker<'_>, at: usize) -> &'a [Field] {
        let is_declared = matches!(self.union.arms[at].body, ArmBodyDecl::Record { .. });
        let Some(TypeKind::Union(union)) = cx.model.types.get(self.id).map(|def| &def.kind) else { return &[] };
        let Some(ArmBody::Fields { record, .. }) = union.arms.get(at).map(|arm| &arm.body) else { return &[] };
        match cx.model.types.get(record.0).map(|def| &def.kind) {
            Some(TypeKind::Record(record)) if is_declared => &record.fields,
            _ => &[],
        }
    }

    /// Returns whether an arm names something other than a record, which was reported.
    fn is_broken(&self, cx: &Checker<'_>, at: usize) -> bool {
        let is_declared = matches!(self.union.arms[at].body, ArmBodyDecl::Record { .. });
        let kind = cx.model.types.get(self.id).map(|def| &def.kind);
        let Some(TypeKind::Union(union)) = kind else { return true };
        let Some(ArmBody::Fields { record, .. }) = union.arms.get(at).map(|arm| &arm.body) else { return true };
        is_declared && cx.model.types.get(record.0).is_none()
    }

    /// Checks the tag in a declared record: it must be a constant with the value of the arm.
    fn check_tag_of_record(&self, cx: &mut Checker<'_>, at: usize, tag: &Text) {
        let arm = &self.union.arms[at];
        let ArmBodyDecl::Record { name, .. } = &arm.body else { return };
        let value = match arm.tag {
            KeyKind::Number => Value::Number(arm.name.value.clone()),
            KeyKind::Boolean => Value::Boolean(arm.name.value == "true"),
            KeyKind::Text => Value::Text(arm.name.value.clone()),
        };
        let is_other = |field: &Field| field.name == tag.value && field.constant.as_ref() != Some(&value);
        if self.record_of(cx, at).iter().any(is_other) {
            let message = format!("the tag `{}` is also a member of `{}`", tag.value, name.value);
            let (tag, record, value) = (&tag.value, &name.value, &arm.name.value);
            let hint = format!("remove `{tag}` from `{record}`, or state its value: `{tag}: {{ const: {value} }}`");
            cx.error(Code::BadUnion, name.span, message, &hint);
        }
    }

    /// Checks that no member of an arm is also a common member.
    fn check_own_names(&self, cx: &mut Checker<'_>, at: usize, common: &HashMap<String, Span>) {
        let arm = &self.union.arms[at];
        cx.check_duplicates(arm_fields(arm), common);
        let ArmBodyDecl::Record { name, .. } = &arm.body else { return };
        let names = self.names_of(cx, at);
        let twice = names.into_iter().find_map(|member| Some((common.get(&member).copied()?, member)));
        if let Some((span, member)) = twice {
            let message = format!("`{}` has the common member `{member}` too", name.value);
            let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
            let hint = format!("remove `{member}` from `{}`, or from the common members", name.value);
            cx.report(problem.second(span, "common to all arms").hint(hint));
        }
    }
}
