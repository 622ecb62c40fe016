//! Tags of unions that are declared members: nested tags, and tags of arms with several values.
//!
//! Input: a union with a tag, once records have all their members. Output: errors at tags that no
//! member holds, and at members whose type lacks the values of the arms.

use std::collections::HashMap;

use super::union_arms::UnionByNames;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::{View, view};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::model::{ArmBody, Field, Type, TypeDef, TypeKind, Union};
use crate::spec::document::ArmDecl;

impl UnionByNames<'_> {
    /// Checks that the path to a tag starts at a common member and continues through required
    /// members of records.
    pub(super) fn check_nested_tag(&self, cx: &mut Checker<'_>, tag: &Text) {
        let Some(union) = self.model_union(cx) else { return };
        match nested_tag(&cx.model.types, union, &tag.value) {
            Ok(ty) => {
                let ty = ty.clone();
                for arm in &self.union.arms {
                    check_listed(cx, arm, &ty, &tag.value);
                }
            }
            Err((message, hint)) => cx.error(Code::BadUnion, tag.span, message, hint),
        }
    }

    /// Checks that an arm with several values has the tag as a required member whose type lists
    /// them.
    pub(super) fn check_tag_of_values(&self, cx: &mut Checker<'_>, at: usize, tag: &Text) {
        let arm = &self.union.arms[at];
        let Some(record) = self.model_union(cx).and_then(|union| union.arms.get(at)).map(|arm| &arm.body) else {
            return;
        };
        let ArmBody::Fields { record, .. } = record else { return };
        let Some(TypeKind::Record(record)) = cx.model.types.get(record.0).map(|def| &def.kind) else { return };
        let field = record.fields.iter().find(|field| field.name == tag.value);
        let Some(field) = field.filter(|field| field.required && field.constant.is_none()) else {
            let message =
                format!("the arm `{}` has several values, but not the tag as a required member", arm.name.value);
            let hint = format!("add the member `{}`, an enumeration with these values", tag.value);
            return cx.error(Code::BadUnion, arm.name.span, message, &hint);
        };
        let ty = field.ty.clone();
        check_listed(cx, arm, &ty, &tag.value);
    }

    /// Checks that no value of the tag selects two arms.
    pub(super) fn check_values(&self, cx: &mut Checker<'_>) {
        let mut owners: HashMap<&str, Span> = HashMap::new();
        for arm in &self.union.arms {
            for value in arm.tags() {
                if let Some(first) = owners.insert(&value.value, value.span) {
                    let message = format!("the value `{}` of the tag selects two arms", value.value);
                    let problem = Diagnostic::error(Code::OverlappingArms, value.span, message);
                    cx.report(problem.second(first, "the first arm").hint("remove the value from one of the arms"));
                }
            }
        }
    }

    /// Reports `values` of arms in a union without a tag.
    pub(super) fn refuse_values(&self, cx: &mut Checker<'_>) {
        for value in self.union.arms.iter().filter_map(|arm| arm.values.first()) {
            let message = "`values` applies to unions with a tag".to_owned();
            cx.error(
                Code::BadUnion,
                value.span,
                message,
                "remove `values`, or distinguish the arms by `union: { tag: member }`",
            );
        }
    }

    fn model_union<'a>(&self, cx: &'a Checker<'_>) -> Option<&'a Union> {
        match cx.model.types.get(self.id).map(|def| &def.kind) {
            Some(TypeKind::Union(union)) => Some(union),
            _ => None,
        }
    }
}

/// Returns the type of the member to which a dotted tag leads. The error is a message and a hint.
fn nested_tag<'a>(types: &'a [TypeDef], union: &'a Union, tag: &str) -> Result<&'a Type, (String, &'static str)> {
    let mut fields: &[Field] = &union.common;
    let mut parts = tag.split('.').peekable();
    while let Some(part) = parts.next() {
        let Some(field) = fields.iter().find(|field| field.name == part) else {
            return Err((
                format!("no member `{part}` leads to the tag `{tag}`"),
                "name the members from the outside in",
            ));
        };
        if !field.required {
            let message = format!("the member `{part}`, which leads to the tag, may be absent");
            return Err((message, "remove the `?`; without the tag no arm is known"));
        }
        match (parts.peek(), view(types, &field.ty)) {
            (_, View::Broken) | (None, View::Enum(_) | View::Text) => return Ok(&field.ty),
            (None, other) => {
                let message = format!("the tag `{tag}` is {}, not a text", other.noun());
                return Err((message, "a nested tag is a text or an enumeration"));
            }
            (Some(_), View::Record(record)) => fields = &record.fields,
            (Some(_), other) => {
                let message = format!("the member `{part}` is {}, so it holds no tag", other.noun());
                return Err((message, "only required members of records lead to a tag"));
            }
        }
    }
    Err((format!("the tag `{tag}` names no member"), "name the members from the outside in"))
}

/// Returns the members through which a dotted tag leads, from the outside in.
pub(super) fn members_of_tag<'a>(types: &'a [TypeDef], union: &'a Union, tag: &str) -> Vec<&'a Field> {
    let (mut fields, mut found): (&[Field], _) = (&union.common, Vec::new());
    for part in tag.split('.') {
        let Some(field) = fields.iter().find(|field| field.name == part) else { break };
        found.push(field);
        let View::Record(record) = view(types, &field.ty) else { break };
        fields = &record.fields;
    }
    found
}

/// Checks that `ty`, the type of the tag in the arm's record, has all values that the arm lists; a
/// string has any value.
fn check_listed(cx: &mut Checker<'_>, arm: &ArmDecl, ty: &Type, tag: &str) {
    let listed = match view(&cx.model.types, ty) {
        View::Enum(listed) => listed.values.iter().map(|value| value.name.clone()).collect::<Vec<_>>(),
        View::Text | View::Broken => return,
        other => {
            let message = format!("the tag `{tag}` is {}, not an enumeration", other.noun());
            let hint = "a tag with several values is a text or an enumeration";
            return cx.error(Code::BadUnion, arm.name.span, message, hint);
        }
    };
    for value in arm.tags().iter().filter(|value| !listed.contains(&value.value)) {
        let message = format!("`{}` is no value of the tag `{tag}`", value.value);
        let near = did_you_mean(&value.value, listed.iter().map(String::as_str));
        let problem = Diagnostic::error(Code::BadUnion, value.span, message);
        let hint = "add the value to the enumeration of the tag, or remove the value from the arm";
        cx.report(problem.hint(hint).hint_opt(near));
    }
}
