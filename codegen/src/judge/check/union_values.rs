//! Whether a value fits a union: which arm it is, and whether it fits that.

use super::forms::{Shape, arm_shapes};
use super::values::Fit;
use crate::diagnostic::did_you_mean;
use crate::model::{Arm, ArmBody, Field, ToldBy, TypeKind, Union};
use crate::spec::node::{Node, NodeKind};

impl<'a> Fit<'a> {
    pub(super) fn union(&mut self, node: &Node, union: &'a Union) {
        match &union.told_by {
            ToldBy::Form => self.form_union(node, union),
            ToldBy::Tag(tag) => {
                let Some(value) = member(node, tag) else {
                    let message = format!("the object lacks the tag `{tag}`");
                    return self.misfit(node.span, message);
                };
                let text = value.digits_or_text().unwrap_or_default();
                match union.arms.iter().find(|arm| arm.name == text) {
                    Some(arm) => self.arm_members(node, union, arm, Some(tag)),
                    None => {
                        let near = did_you_mean(text, union.arms.iter().map(|arm| arm.name.as_str()));
                        self.misfit_with(value.span, format!("`{text}` is the tag of no arm"), near);
                    }
                }
            }
            ToldBy::Members => {
                let has = |arm: &&Arm| match &arm.body {
                    ArmBody::Fields { has: Some(has), .. } => member(node, has).is_some(),
                    _ => false,
                };
                let otherwise = |arm: &&Arm| matches!(arm.body, ArmBody::Fields { has: None, .. });
                let arm = union.arms.iter().find(has).or_else(|| union.arms.iter().find(otherwise));
                match arm {
                    Some(arm) => self.arm_members(node, union, arm, None),
                    None => self.misfit(node.span, "no arm of the union has these members".to_owned()),
                }
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
            _ => &[],
        };
        let fields: Vec<&'a Field> = union.common.iter().chain(own).collect();
        self.members(node, &fields, tag, Some(*record));
    }

    /// The arm that the value's form picks is the one whose misfits are told.
    fn form_union(&mut self, node: &Node, union: &'a Union) {
        let types = self.types;
        let mut open = None;
        for arm in &union.arms {
            for shape in arm_shapes(types, &arm.body) {
                match (&shape, &node.kind) {
                    (Shape::Text(form), NodeKind::Text(text)) if !form.is_told(text) => {}
                    (Shape::OpenText, NodeKind::Text(_)) => open = Some(arm),
                    _ if is_of(&shape, node) => return self.arm_value(node, arm),
                    _ => {}
                }
            }
        }
        match open {
            Some(arm) => self.arm_value(node, arm),
            None => {
                let arms: Vec<String> = union.arms.iter().map(|arm| format!("`{}`", arm.name)).collect();
                let message = format!("{} fits none of the arms {}", node.noun(), arms.join(", "));
                self.misfit(node.span, message);
            }
        }
    }

    fn arm_value(&mut self, node: &Node, arm: &'a Arm) {
        if let ArmBody::Value(ty) = &arm.body {
            self.value(node, ty);
        }
    }
}

fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let NodeKind::Map(entries) = &node.kind else {
        return None;
    };
    let found = entries.iter().find(|entry| entry.key.text == name);
    found.map(|entry| &entry.value)
}

fn is_of(shape: &Shape, node: &Node) -> bool {
    match (shape, &node.kind) {
        (Shape::Any, _)
        | (Shape::Null, NodeKind::Null)
        | (Shape::Boolean, NodeKind::Boolean(_))
        | (Shape::Number, NodeKind::Number(_))
        | (Shape::List, NodeKind::List(_))
        | (Shape::Text(_), NodeKind::Text(_))
        | (Shape::Object, NodeKind::Map(_)) => true,
        (Shape::Exactly(value), _) => *value == node.to_value(),
        _ => false,
    }
}
