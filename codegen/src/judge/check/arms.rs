//! Arms that are told by a tag or by their members.

use std::collections::HashMap;

use super::context::Checker;
use super::fields::wire_names;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::spec::document::{ArmBodyDecl, ArmDecl, FieldDecl, Text, UnionDecl};

/// A union whose arms are records.
pub(super) struct Members<'d> {
    union: &'d UnionDecl,
    common: HashMap<String, Span>,
}

impl<'d> Members<'d> {
    pub(super) fn new(union: &'d UnionDecl) -> Self {
        let names = union.common.iter().flat_map(wire_names);
        Self { union, common: names.map(|name| (name.value.clone(), name.span)).collect() }
    }

    pub(super) fn check_tag(&self, cx: &mut Checker<'_>, tag: &Text) {
        // The tag among the members is reported as such, not as a duplicate too.
        let mut common = self.common.clone();
        common.remove(&tag.value);
        if let Some(span) = self.common.get(&tag.value) {
            let message = format!("the tag `{}` is also a common member", tag.value);
            cx.error(Code::BadUnion, *span, message, "remove the member; the tag is told by the arm");
        }
        for arm in &self.union.arms {
            let ArmBodyDecl::Fields { fields, has, otherwise } = &arm.body else {
                continue;
            };
            let stray = has.as_ref().map(|has| has.span).or(*otherwise);
            if let Some(span) = stray {
                let message = "`has` and `otherwise` go with `union: members`".to_owned();
                cx.error(Code::BadUnion, span, message, "remove it; the tag tells the arm");
            }
            for name in fields.iter().flat_map(wire_names).filter(|name| name.value == tag.value) {
                let message = format!("the tag `{}` is also a member of the arm", tag.value);
                cx.error(Code::BadUnion, name.span, message, "remove the member");
            }
            cx.check_duplicates(fields, &common);
        }
    }

    pub(super) fn check_members(&self, cx: &mut Checker<'_>) {
        let mut otherwise_first: Option<&ArmDecl> = None;
        // A member to the first arm that has it.
        let mut owners: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, arm) in self.union.arms.iter().enumerate() {
            for name in arm_fields(arm).iter().flat_map(wire_names) {
                owners.entry(&name.value).or_default().push(at);
            }
        }
        for (at, arm) in self.union.arms.iter().enumerate() {
            let ArmBodyDecl::Fields { fields, has, otherwise } = &arm.body else {
                continue;
            };
            cx.check_duplicates(fields, &self.common);
            match (has, otherwise) {
                (Some(has), None) => self.check_has(cx, at, has, &owners),
                (None, Some(span)) => {
                    if let Some(first) = otherwise_first {
                        let message = "two arms are taken otherwise".to_owned();
                        let problem = Diagnostic::error(Code::OverlappingArms, *span, message);
                        let problem = problem.second(first.name.span, "the other arm");
                        cx.report(problem.hint("name a member with `has: …` that tells one of them"));
                    }
                    otherwise_first = Some(arm);
                }
                _ => {
                    let name = &arm.name.value;
                    let message = format!("the arm `{name}` must say either `has` or `otherwise`");
                    let hint = "`has: member` names the member that tells it, `otherwise: true` takes the rest";
                    cx.error(Code::BadUnion, arm.name.span, message, hint);
                }
            }
        }
    }

    fn check_has(&self, cx: &mut Checker<'_>, at: usize, has: &Text, owners: &HashMap<&str, Vec<usize>>) {
        let name = has.value.as_str();
        if let Some(common) = self.common.get(name) {
            let message = format!("`{name}` is a common member, so it tells no arm");
            let problem = Diagnostic::error(Code::OverlappingArms, has.span, message);
            cx.report(problem.second(*common, "common to all arms"));
            return;
        }
        let none = Vec::new();
        let owners = owners.get(name).unwrap_or(&none);
        if !owners.contains(&at) {
            let message = format!("the arm has no member `{name}`");
            let fields = arm_fields(&self.union.arms[at]).iter();
            let near = did_you_mean(name, fields.map(|field| field.name.value.as_str()));
            let problem = Diagnostic::error(Code::BadUnion, has.span, message);
            cx.report(problem.hint("name one of its members").hint_opt(near));
            return;
        }
        if let Some(other) = owners.iter().find(|owner| **owner != at) {
            let other = &self.union.arms[*other];
            let message = format!("`{name}` does not tell the arm: `{}` has it too", other.name.value);
            let problem = Diagnostic::error(Code::OverlappingArms, has.span, message);
            let problem = problem.second(other.name.span, "the other arm");
            cx.report(problem.hint("name a member that only this arm has"));
        }
    }
}

fn arm_fields(arm: &ArmDecl) -> &[FieldDecl] {
    match &arm.body {
        ArmBodyDecl::Fields { fields, .. } => fields,
        ArmBodyDecl::Value(_) => &[],
    }
}
