//! Unions: checks that arms are disjoint, and that the discriminator of the union distinguishes them.
//!
//! Input: the unions of the model with their declarations. Output: errors that name the two overlapping
//! arms.

use std::collections::HashMap;

use super::union_arms::UnionByNames;
use crate::analysis::check::context::{Checker, DeclaredBody};
use crate::analysis::check::values::wire_forms::{Shape, arm_shapes, overlap};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::TypeKind;
use crate::spec::document::{DiscriminatorDecl, Head, TypeExpr, UnionDecl};

/// Maximum number of arms of a union, since arms are compared with each other.
const MAX_ARMS: usize = 500;

/// Maximum number of forms of all arms, nested unions included, since forms are compared with each
/// other.
const MAX_FORMS: usize = 1_000;

impl<'d> Checker<'d> {
    pub(crate) fn check_unions(&mut self) {
        for id in 0..self.slots.len() {
            let DeclaredBody::Expr(expr) = self.slots[id].body else {
                continue;
            };
            let expr: &'d TypeExpr = expr;
            let Head::Union(union) = &expr.head else {
                continue;
            };
            if union.arms.is_empty() {
                let message = "the union has no arms".to_owned();
                self.error(Code::BadUnion, expr.span, message, "add arms, or remove the type");
            }
            if self.endless.contains(&id) {
                continue;
            }
            if union.arms.len() > MAX_ARMS {
                let message = format!("the union has more than {MAX_ARMS} arms");
                self.error(Code::BadUnion, expr.span, message, "use an enumeration, or a union of unions");
                continue;
            }
            match union.discriminator {
                DiscriminatorDecl::Form => self.check_form_union(id, union),
                DiscriminatorDecl::Tag(ref tag) => UnionByNames::new(id, union).check_arms_by_tag(self, tag),
                DiscriminatorDecl::Members => UnionByNames::new(id, union).check_arms_by_members(self),
                // The key around the value distinguishes the arms; keys of a mapping are unique.
                DiscriminatorDecl::Status | DiscriminatorDecl::Event => {}
            }
        }
    }

    /// Reports overlapping arms of a union by form, each arm at most once.
    fn check_form_union(&mut self, id: usize, union: &UnionDecl) {
        let TypeKind::Union(model) = &self.model.types[id].kind else {
            return;
        };
        let shapes: Vec<(usize, Shape)> = model
            .arms
            .iter()
            .enumerate()
            .flat_map(|(arm, def)| {
                let shapes = arm_shapes(&self.model.types, &def.body);
                shapes.into_iter().map(move |shape| (arm, shape))
            })
            .collect();
        if shapes.len() > MAX_FORMS {
            let message = format!("the arms have more than {MAX_FORMS} forms, counting the forms of nested unions");
            let span = self.slots[id].span;
            return self.error(Code::BadUnion, span, message, "use an enumeration, or distinguish the arms by a tag");
        }
        // Few distinct forms exist, so a union of very many arms soon overlaps, and one report is
        // enough.
        let mut reported: HashMap<usize, ()> = HashMap::new();
        let mut distinct: Vec<&(usize, Shape)> = Vec::new();
        let mut found = Vec::new();
        for entry in &shapes {
            let (arm, shape) = entry;
            let other = distinct
                .iter()
                .filter(|(first, _)| first != arm)
                .find_map(|(first, other)| overlap(other, shape).map(|why| (*first, why)));
            match other {
                Some((first, why)) => {
                    if reported.insert(*arm, ()).is_none() {
                        found.push((first, *arm, why));
                    }
                }
                None => distinct.push(entry),
            }
        }
        for (first, arm, why) in found {
            let (first, arm) = (&union.arms[first], &union.arms[arm]);
            let message = format!("the arms `{}` and `{}` cannot be told apart", first.name.value, arm.name.value);
            let problem = Diagnostic::error(Code::OverlappingArms, arm.name.span, message);
            let problem = problem.label(why).second(first.name.span, "the other arm");
            let hint = "merge the two arms, or tell them apart by a member: `union: { tag: … }` or `union: members`";
            self.report(problem.hint(hint));
        }
    }
}
