//! Which members need a `Box`, because their type holds itself.

use crate::model::{ArmBody, Field, Model, Type, TypeId, TypeKind};

/// Whether a member of `owner` with type `ty` leads back to `owner` without a list or map between.
pub(super) fn needs_box(model: &Model, owner: TypeId, ty: &Type) -> bool {
    let mut seen = vec![false; model.types.len()];
    let mut open = inline_target(ty).into_iter().collect::<Vec<_>>();
    while let Some(id) = open.pop() {
        if id == owner {
            return true;
        }
        if std::mem::replace(&mut seen[id.0], true) {
            continue;
        }
        open.extend(held_by(model, id));
    }
    false
}

/// The types that a value of this type holds directly.
fn held_by(model: &Model, id: TypeId) -> Vec<TypeId> {
    let fields = |fields: &[Field]| fields.iter().filter_map(|field| inline_target(&field.ty)).collect::<Vec<_>>();
    match &model.types[id.0].kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => Vec::new(),
        TypeKind::Alias(target) => inline_target(target).into_iter().collect(),
        TypeKind::Record(record) => fields(&record.fields),
        TypeKind::Union(union) => {
            let mut held = fields(&union.common);
            held.extend(union.arms.iter().filter_map(|arm| match &arm.body {
                ArmBody::Value(ty) => inline_target(ty),
                ArmBody::Const(_) => None,
                ArmBody::Fields { record, .. } => Some(*record),
            }));
            held
        }
    }
}

fn inline_target(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Nullable(inner) => inline_target(inner),
        _ => None,
    }
}
