//! Values that fit no arm of their union: explains why.
//!
//! Input: a value, a union, and how they differ. Output: misfits. All other types are in `values`.

use std::collections::HashSet;

use super::intended::intended_name_hint;
use crate::analysis::check::context::views::{View, view_inner};
use crate::analysis::check::values::Fit;
use crate::diagnostic::{nearest, question};
use crate::language::node::{Key, Node, NodeKind};
use crate::model::{Arm, ArmBody, Discriminator, TypeDef, TypeId, Union};
use crate::walk::{Misfit, Types as _};

impl<'a> Fit<'a> {
    /// Records a value that fits no arm of a union. `misfit` is the reason.
    pub(super) fn record_union_misfit(
        &mut self,
        node: &Node,
        union: &'a Union,
        id: Option<TypeId>,
        misfit: Misfit<'_>,
    ) {
        match (misfit, union.discriminator) {
            (Misfit::NoTag, discriminator) => self.record_missing_tag(node, union, &discriminator.path().join(".")),
            (Misfit::NoArm(Some(_)), _) => {
                if let Some(tag) = union.discriminator.find_tag(|name| value_of_key(node, name), value_of_key) {
                    self.record_unknown_tag(tag, union, id);
                }
            }
            (Misfit::NoArm(None), Discriminator::Form) => self.record_no_form(node, union, id),
            (Misfit::NoArm(None), Discriminator::Members) => {
                self.misfit(node.span, "no arm of the union has these members".to_owned());
            }
            (misfit, Discriminator::Status) => self.record_unknown_name(node, union, misfit, "a status"),
            (misfit, Discriminator::Event) => self.record_unknown_name(node, union, misfit, "the name of an event"),
            _ => self.record_wrong_kind(node, "an object"),
        }
    }

    /// Records a misfit at a tag: it has another JSON kind than the tags of the arms, or its value
    /// selects no arm.
    fn record_unknown_tag(&mut self, value: &Node, union: &'a Union, id: Option<TypeId>) {
        let tag = union.discriminator.path().join(".");
        let text = match (&value.kind, union.discriminator) {
            (NodeKind::Broken, _) => return,
            (NodeKind::Text(text), Discriminator::Tag(_) | Discriminator::NestedTag(_))
            | (NodeKind::Number(text), Discriminator::IntegerTag(_)) => text.as_str(),
            (NodeKind::Boolean(value), Discriminator::BooleanTag(_)) => {
                if *value {
                    "true"
                } else {
                    "false"
                }
            }
            _ => {
                let wanted = match union.discriminator {
                    Discriminator::IntegerTag(_) => "a number",
                    Discriminator::BooleanTag(_) => "a boolean",
                    _ => "a text",
                };
                let message = format!("the tag `{tag}` is {wanted}, but this is {}", value.noun());
                // The keys of the arms are quoted, but the value is not.
                let is_bare = matches!(value.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
                let is_quoted = is_bare && matches!(union.discriminator, Discriminator::Tag(_));
                let hint = is_quoted.then(|| "quote it, or remove the quotes of the keys of the arms".to_owned());
                return self.misfit_with_hint(value.span, message, hint);
            }
        };
        let near = nearest(text, union.arms.iter().flat_map(Arm::tags).map(String::as_str));
        let hint = near.map(question);
        self.misfit_with_hint(value.span, format!("`{text}` is the tag of no arm"), hint);
        self.mark_undeclared(id, text, near, None);
    }

    /// Returns the arm whose discriminating member the object misspells; `None` if no unknown
    /// member is similar to one.
    pub(super) fn misspelt_arm(&self, node: &Node, union: &'a Union) -> Option<&'a Arm> {
        let deciding = |arm: &'a Arm| match &arm.body {
            ArmBody::Fields { has: Some(has), .. } => Some((has.as_str(), arm)),
            _ => None,
        };
        let deciding: Vec<(&str, &Arm)> = union.arms.iter().filter_map(deciding).collect();
        let unknown = self.unknown_members(node, union);
        let near = unknown.iter().find_map(|key| nearest(&key.text, deciding.iter().map(|(has, _)| *has)))?;
        deciding.into_iter().find(|(has, _)| *has == near).map(|(_, arm)| arm)
    }

    /// Records that an object lacks its tag. If exactly one member is in no arm, that member is
    /// most likely the tag, and the misfit is there.
    fn record_missing_tag(&mut self, node: &Node, union: &'a Union, tag: &str) {
        let message = format!("the object lacks the tag `{tag}`");
        match self.unknown_members(node, union).as_slice() {
            [only] => {
                let message = format!("{message}, and no arm has a member `{}`", only.text);
                self.misfit_with_hint(only.span, message, Some(intended_name_hint(&only.text, tag)));
            }
            _ => self.misfit(node.span, message),
        }
    }

    /// Returns the keys of an object that neither the union nor any of its arms has as a member.
    fn unknown_members<'n>(&self, node: &'n Node, union: &'a Union) -> Vec<&'n Key> {
        let NodeKind::Map(entries) = &node.kind else {
            return Vec::new();
        };
        let records = union.arms.iter().filter_map(|arm| match &arm.body {
            ArmBody::Fields { record, .. } => self.types.0.get(record.0),
            _ => None,
        });
        let fields = union.common.iter().chain(records.flat_map(|record| self.types.fields(record)));
        let known: HashSet<&str> = fields.map(|field| field.name.as_str()).collect();
        let keys = entries.iter().map(|entry| &entry.key);
        keys.filter(|key| !known.contains(key.text.as_str())).collect()
    }

    /// Records that a value is not in an object under the name of its arm, as in `{ 200: … }`. `name` is the noun for
    /// the name of an arm, such as `a status`.
    fn record_unknown_name(&mut self, node: &Node, union: &'a Union, misfit: Misfit<'_>, name: &str) {
        match (misfit, node.digits_or_text()) {
            (Misfit::NoArm(_), Some(key)) => {
                let names: Vec<&str> = union.arms.iter().map(|arm| arm.name.as_str()).collect();
                let near = nearest(key, names.iter().copied()).map(question);
                let near = near.or_else(|| Some(format!("write the value under one of {}", names.join(", "))));
                self.misfit_with_hint(node.span, format!("`{key}` is {name} that is not described"), near);
            }
            (Misfit::Length, _) => {
                self.misfit(node.span, format!("the value must be the only member, under {name}"));
            }
            _ => self.misfit(node.span, format!("{} is not a value under {name}", node.noun())),
        }
    }

    /// Records that a value has the form of no arm, with the names of the arms.
    fn record_no_form(&mut self, node: &Node, union: &'a Union, id: Option<TypeId>) {
        // An arm whose mistake was reported may fit.
        if !union.arms.iter().any(|arm| is_broken(self.types.0, arm)) {
            let arms: Vec<String> = union.arms.iter().map(|arm| format!("`{}`", arm.name)).collect();
            let message = format!("{} fits none of the arms {}", node.noun(), arms.join(", "));
            self.misfit(node.span, message);
            self.mark_undeclared(id, node.noun(), None, None);
        }
    }
}

/// Returns the value of a key; `None` for a missing key, and for a node that is not a mapping.
fn value_of_key<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let NodeKind::Map(entries) = &node.kind else { return None };
    entries.iter().find(|entry| entry.key.text == name).map(|entry| &entry.value)
}

fn is_broken(types: &[TypeDef], arm: &Arm) -> bool {
    matches!(&arm.body, ArmBody::Value(ty) if matches!(view_inner(types, ty), View::Broken))
}
