//! Boxes: decides where a recursive type needs a `Box`.
//!
//! Boxes are only around records and unions of objects: as members, as arms of unions by form, and inside an alias of
//! `… | null`. Every cycle of types contains such a place, because `check` refuses cycles of unions by form alone. No
//! tokens are created here.

use crate::model::recursion::{components, inside, target};
use crate::model::{Model, Type, TypeId, TypeKind};

/// Strongly connected components of the types of a model.
pub(super) struct Cycles<'m> {
    model: &'m Model,
    /// Component number by type index; equal for types that lead to each other.
    component: Vec<usize>,
}

impl<'m> Cycles<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let edges = model.types.iter().map(|def| inside(def).into_iter().map(|id| id.0).collect());
        let edges: Vec<Vec<usize>> = edges.collect();
        Self { model, component: components(&edges) }
    }

    /// Returns whether a value of `ty` inside `owner` needs a `Box` (inside an `Option`): its type
    /// leads back to `owner` without a list or map between.
    pub(super) fn needs_box(&self, owner: TypeId, ty: &Type) -> bool {
        target(ty).is_some_and(|id| self.component[id.0] == self.component[owner.0] && self.is_record(id))
    }

    /// Returns whether the type is a struct in Rust, following aliases.
    fn is_record(&self, id: TypeId) -> bool {
        match &self.model.types[id.0].kind {
            TypeKind::Alias(Type::Named(next)) => self.is_record(*next),
            TypeKind::Alias(_) | TypeKind::Scalar(_) | TypeKind::Enum(_) => false,
            TypeKind::Record(_) => true,
            TypeKind::Union(union) => !union.discriminator.holds_values(),
        }
    }
}
