//! Values of unions: selects the arm of a value, and checks that it fits the arm.
//!
//! Input: a value and a union. Output: misfits. All other types are in `values`.

use std::collections::HashSet;

use super::intended::advice;
use super::wire_forms::{Kind, arm_of};
use crate::analysis::check::context::views::{View, view_inner};
use crate::analysis::check::values::Fit;
use crate::diagnostic::nearest;
use crate::language::node::{Key, Node, NodeKind};
use crate::model::{Arm, ArmBody, Discriminator, Field, TypeDef, TypeId, TypeKind, Union};

impl<'a> Fit<'a> {
    pub(crate) fn union(&mut self, node: &Node, union: &'a Union, id: Option<TypeId>) {
        match &union.discriminator {
            Discriminator::Form => self.form_union(node, union, id),
            Discriminator::Status => self.named_arm(node, union, "a status"),
            Discriminator::Event => self.named_arm(node, union, "the name of an event"),
            Discriminator::Tag(_)
            | Discriminator::IntegerTag(_)
            | Discriminator::BooleanTag(_)
            | Discriminator::NestedTag(_) => {
                let path = union.discriminator.path();
                let tag = path.join(".");
                let Some(value) = path.iter().try_fold(node, |node, name| member(node, name)) else {
                    return self.without_tag(node, union, &tag);
                };
                let text = match (&value.kind, union.discriminator) {
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
                        // The keys of the arms are in quotes, and the value is not.
                        let is_bare = matches!(value.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
                        let is_quoted = is_bare && matches!(union.discriminator, Discriminator::Tag(_));
                        let hint =
                            is_quoted.then(|| "quote it, or remove the quotes of the keys of the arms".to_owned());
                        return self.misfit_with(value.span, message, hint);
                    }
                };
                match union.arms.iter().find(|arm| arm.has_tag(text)) {
                    Some(arm) => self.arm_members(node, union, arm, union.discriminator.tag()),
                    None => {
                        let values = union.arms.iter().flat_map(Arm::tags);
                        let near = nearest(text, values.map(String::as_str));
                        let hint = near.map(|near| format!("did you mean `{near}`?"));
                        self.misfit_with(value.span, format!("`{text}` is the tag of no arm"), hint);
                        self.not_declared(id, text, near, None);
                    }
                }
            }
            Discriminator::Members => {
                let has = |arm: &&Arm| match &arm.body {
                    ArmBody::Fields { has: Some(has), .. } => is_given(node, has),
                    _ => false,
                };
                let otherwise = |arm: &&Arm| matches!(arm.body, ArmBody::Fields { has: None, .. });
                let misspelt = || self.arm_with_a_misspelt_member(node, union);
                let arm = union.arms.iter().find(has).or_else(misspelt);
                let arm = arm.or_else(|| union.arms.iter().find(otherwise));
                match arm {
                    Some(arm) => self.arm_members(node, union, arm, None),
                    None => self.misfit(node.span, "no arm of the union has these members".to_owned()),
                }
            }
        }
    }

    /// Reports an object without its tag. A member that no arm has is most likely the tag.
    fn without_tag(&mut self, node: &Node, union: &'a Union, tag: &str) {
        let message = format!("the object lacks the tag `{tag}`");
        match self.unknown_members(node, union).as_slice() {
            [only] => {
                let message = format!("{message}, and no arm has a member `{}`", only.text);
                self.misfit_with(only.span, message, Some(advice(&only.text, tag)));
            }
            _ => self.misfit(node.span, message),
        }
    }

    /// The arm whose discriminating member the object has misspelt; the mistake is reported at that
    /// member.
    fn arm_with_a_misspelt_member(&self, node: &Node, union: &'a Union) -> Option<&'a Arm> {
        let has = |arm: &'a Arm| match &arm.body {
            ArmBody::Fields { has: Some(has), .. } => Some((has.as_str(), arm)),
            _ => None,
        };
        let discriminating: Vec<(&str, &Arm)> = union.arms.iter().filter_map(has).collect();
        let unknown = self.unknown_members(node, union);
        let near = unknown.iter().find_map(|key| nearest(&key.text, discriminating.iter().map(|(has, _)| *has)))?;
        discriminating.into_iter().find(|(has, _)| *has == near).map(|(_, arm)| arm)
    }

    /// The members of an object that neither the union nor any of its arms has.
    fn unknown_members<'n>(&self, node: &'n Node, union: &Union) -> Vec<&'n Key> {
        let NodeKind::Map(entries) = &node.kind else {
            return Vec::new();
        };
        let record = |arm: &Arm| match &arm.body {
            ArmBody::Fields { record, .. } => Some(*record),
            _ => None,
        };
        let records = union.arms.iter().filter_map(record).filter_map(|id| self.types.get(id.0));
        let own = records.filter_map(|def| match &def.kind {
            TypeKind::Record(record) => Some(&record.fields),
            _ => None,
        });
        let fields = union.common.iter().chain(own.flatten());
        let known: HashSet<&str> = fields.map(|field| field.name.as_str()).collect();
        let keys = entries.iter().map(|entry| &entry.key);
        keys.filter(|key| !known.contains(key.text.as_str())).collect()
    }

    /// The value stands under the name of its arm: `{ 200: … }`.
    fn named_arm(&mut self, node: &Node, union: &'a Union, name: &str) {
        let NodeKind::Map(entries) = &node.kind else {
            return self.misfit(node.span, format!("{} is not a value under {name}", node.noun()));
        };
        let [entry] = entries.as_slice() else {
            return self.misfit(node.span, format!("the value must be the only member, under {name}"));
        };
        match union.arms.iter().find(|arm| arm.name == entry.key.text) {
            Some(Arm { body: ArmBody::Value(ty), .. }) => self.value(&entry.value, ty),
            Some(_) if entry.value.kind == NodeKind::Null => {}
            Some(_) => {
                self.misfit(entry.value.span, "a response with this status has no body: write `null`".to_owned())
            }
            None => {
                let names: Vec<&str> = union.arms.iter().map(|arm| arm.name.as_str()).collect();
                let near =
                    nearest(&entry.key.text, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                let near = near.or_else(|| Some(format!("write the value under one of {}", names.join(", "))));
                self.misfit_with(entry.key.span, format!("`{}` is {name} that is not described", entry.key.text), near);
            }
        }
    }

    fn arm_members(&mut self, node: &Node, union: &'a Union, arm: &'a Arm, tag: Option<&str>) {
        let types = self.types;
        let ArmBody::Fields { record, .. } = &arm.body else {
            return;
        };
        let own = match types.get(record.0).map(|def| &def.kind) {
            Some(TypeKind::Record(record)) => record.fields.as_slice(),
            Some(_) => &[],
            // The mistake of the arm was reported.
            None => return,
        };
        // A declared record may hold the tag as a constant.
        let own = own.iter().filter(|field| Some(field.name.as_str()) != tag);
        let fields: Vec<&'a Field> = union.common.iter().chain(own).collect();
        self.members(node, &fields, tag, Some(*record));
    }

    /// Checks a value against the arm that its form selects, and reports the misfits of that arm.
    fn form_union(&mut self, node: &Node, union: &'a Union, id: Option<TypeId>) {
        let types = self.types;
        match arm_of(types, union, kind(node), |value| *value == node.to_value()) {
            Some(arm) => self.arm_value(node, arm),
            // An arm whose mistake was reported may be the one.
            None if union.arms.iter().any(|arm| is_broken(types, arm)) => {}
            None => {
                let arms: Vec<String> = union.arms.iter().map(|arm| format!("`{}`", arm.name)).collect();
                let message = format!("{} fits none of the arms {}", node.noun(), arms.join(", "));
                self.misfit(node.span, message);
                self.not_declared(id, node.noun(), None, None);
            }
        }
    }

    fn arm_value(&mut self, node: &Node, arm: &'a Arm) {
        if let ArmBody::Value(ty) = &arm.body {
            self.value(node, ty);
        }
    }
}

fn is_broken(types: &[TypeDef], arm: &Arm) -> bool {
    matches!(&arm.body, ArmBody::Value(ty) if matches!(view_inner(types, ty), View::Broken))
}

fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let NodeKind::Map(entries) = &node.kind else {
        return None;
    };
    let found = entries.iter().find(|entry| entry.key.text == name);
    found.map(|entry| &entry.value)
}

/// Whether an object has a member that is not null: null selects no arm.
fn is_given(node: &Node, name: &str) -> bool {
    member(node, name).is_some_and(|value| value.kind != NodeKind::Null)
}

/// The JSON kind of a node; none for a broken one.
fn kind(node: &Node) -> Option<Kind<'_>> {
    Some(match &node.kind {
        NodeKind::Null => Kind::Null,
        NodeKind::Boolean(_) => Kind::Boolean,
        NodeKind::Number(_) => Kind::Number,
        NodeKind::List(_) => Kind::List,
        NodeKind::Map(_) => Kind::Object,
        NodeKind::Text(text) => Kind::Text(text),
        NodeKind::Broken => return None,
    })
}
