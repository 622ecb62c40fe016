//! Discriminating members with a direction: checks that a request or response can have the member that selects its arm.
//!
//! Input: the unions of the model with their declarations, and all uses of types. Output: errors at tags and arms whose
//! member is `readOnly` in a request, or `writeOnly` in a response.

use super::tags::members_of_tag;
use super::union_arms::discriminator;
use crate::analysis::check::context::{Checker, DeclaredBody};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::model::{ArmBody, Direction, Field, TypeKind};
use crate::spec::document::{DiscriminatorDecl, Head, UnionDecl};

impl Checker<'_> {
    /// Checks the arms of all unions, once the sent and received types are known.
    pub(crate) fn check_directions(&mut self) {
        let (sent, received) = (self.model.input_types(), self.model.output_types());
        let mut found = Vec::new();
        for (id, slot) in self.slots.iter().enumerate() {
            let DeclaredBody::Expr(expr) = slot.body else { continue };
            let Head::Union(union) = &expr.head else { continue };
            for (name, field, what) in self.discriminating_members(id, union) {
                found.extend(match field.direction {
                    Direction::Response if sent[id] => {
                        Some(absent_discriminator(&name, what, "readOnly", "request", "response"))
                    }
                    Direction::Request if received[id] => {
                        Some(absent_discriminator(&name, what, "writeOnly", "response", "request"))
                    }
                    _ => None,
                });
            }
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Returns the members by which a union or an arm is recognized, each with its name, its place, and what it
    /// selects.
    fn discriminating_members(&self, id: usize, decl: &UnionDecl) -> Vec<(Text, &Field, &'static str)> {
        let Some(TypeKind::Union(union)) = self.model.types.get(id).map(|def| &def.kind) else { return Vec::new() };
        let tag = match &decl.discriminator {
            DiscriminatorDecl::Tag(tag) => Some(tag),
            _ => None,
        };
        let nested = tag.filter(|tag| decl.is_nested(tag));
        let on_way = nested.into_iter().flat_map(|tag| {
            let members = members_of_tag(&self.model.types, union, &tag.value).into_iter();
            members.map(|field| (Text { value: field.name.clone(), span: tag.span }, field, "union"))
        });
        let of_arms = decl.arms.iter().zip(&union.arms).filter_map(|(arm, def)| {
            let ArmBody::Fields { record, .. } = &def.body else { return None };
            let TypeKind::Record(record) = &self.model.types.get(record.0)?.kind else { return None };
            let own = tag.filter(|_| nested.is_none() && !arm.values.is_empty());
            let own = own.map(|tag| Text { value: tag.value.clone(), span: arm.name.span });
            let name = discriminator(arm)?.has.clone().or(own)?;
            let is_named = |field: &&Field| field.name == name.value || field.aliases.contains(&name.value);
            let field = record.fields.iter().find(is_named)?;
            Some((name, field, "arm"))
        });
        on_way.chain(of_arms).collect()
    }
}

fn absent_discriminator(member: &Text, what: &str, word: &str, lacks: &str, other: &str) -> Diagnostic {
    let name = &member.value;
    let message = format!("`{name}` is `{word}`, so no {lacks} has it, but {lacks}s use this {what}");
    Diagnostic::error(Code::BadUnion, member.span, message)
        .label(format!("only a {other} can select the arm"))
        .hint("name a member that both have, or declare a union for requests and one for responses")
}
