//! Discriminating members with a direction: checks that a request or response can have the member that selects its arm.
//!
//! Input: the unions of the model with their declarations, and all uses of types. Output: errors at arms whose member
//! is `readOnly` in a request, or `writeOnly` in a response.

use super::union_arms::discriminator;
use crate::analysis::check::context::{Checker, DeclaredBody};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::model::{ArmBody, Direction, Field, TypeKind};
use crate::spec::document::{ArmDecl, Head};

impl Checker<'_> {
    /// Checks the arms of all unions, once the sent and received types are known.
    pub(crate) fn check_directions(&mut self) {
        let (sent, received) = (self.model.input_types(), self.model.output_types());
        let mut found = Vec::new();
        for (id, slot) in self.slots.iter().enumerate() {
            let DeclaredBody::Expr(expr) = slot.body else { continue };
            let Head::Union(union) = &expr.head else { continue };
            for (at, arm) in union.arms.iter().enumerate() {
                let Some((has, field)) = self.discriminating_member(id, at, arm) else { continue };
                found.extend(match field.direction {
                    Direction::Response if sent[id] => {
                        Some(absent_discriminator(has, "readOnly", "request", "response"))
                    }
                    Direction::Request if received[id] => {
                        Some(absent_discriminator(has, "writeOnly", "response", "request"))
                    }
                    _ => None,
                });
            }
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Returns the name under `has` of an arm, and the field of this name in its record; `None` for
    /// an arm that no member discriminates.
    fn discriminating_member<'d>(&self, id: usize, at: usize, arm: &'d ArmDecl) -> Option<(&'d Text, &Field)> {
        let has = discriminator(arm)?.has.as_ref()?;
        let TypeKind::Union(union) = &self.model.types.get(id)?.kind else { return None };
        let ArmBody::Fields { record, .. } = &union.arms.get(at)?.body else { return None };
        let TypeKind::Record(record) = &self.model.types.get(record.0)?.kind else { return None };
        let is_named = |field: &&Field| field.name == has.value || field.aliases.contains(&has.value);
        Some((has, record.fields.iter().find(is_named)?))
    }
}

fn absent_discriminator(has: &Text, word: &str, lacks: &str, other: &str) -> Diagnostic {
    let name = &has.value;
    let message = format!("`{name}` is `{word}`, so no {lacks} has it, but a {lacks} may be of this arm");
    Diagnostic::error(Code::BadUnion, has.span, message)
        .label(format!("only a {other} can select the arm"))
        .hint("name a member that both have, or declare a union for requests and one for responses")
}
