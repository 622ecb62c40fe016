//! What types are for: which are part of a request, and which are the members of an arm.

use super::{ArmBody, Field, Model, Type, TypeId, TypeKind};

impl Model {
    /// The types that are part of a request, directly or within another: users build them.
    pub fn input_types(&self) -> Vec<bool> {
        let mut is_input = vec![false; self.types.len()];
        let params = self.operations.iter().flat_map(|operation| &operation.params);
        let params = params.chain(self.subscriptions.iter().flat_map(|subscription| &subscription.params));
        let mut open: Vec<TypeId> = params.flat_map(|param| mentioned(&param.field.ty)).collect();
        while let Some(id) = open.pop() {
            let Some(def) = self.types.get(id.0) else { continue };
            if !std::mem::replace(&mut is_input[id.0], true) {
                open.extend(mentioned_by(&def.kind));
            }
        }
        is_input
    }

    /// The types that are declared inside an arm of a union.
    pub fn arm_types(&self) -> Vec<bool> {
        let mut is_arm = vec![false; self.types.len()];
        for def in &self.types {
            let TypeKind::Union(union) = &def.kind else { continue };
            for arm in &union.arms {
                if let ArmBody::Fields { record, .. } = arm.body {
                    is_arm[record.0] = self.types[record.0].inline;
                }
            }
        }
        is_arm
    }
}

fn mentioned_by(kind: &TypeKind) -> Vec<TypeId> {
    let fields = |fields: &[Field]| fields.iter().flat_map(|field| mentioned(&field.ty)).collect::<Vec<_>>();
    match kind {
        TypeKind::Alias(target) => mentioned(target),
        TypeKind::Record(record) => fields(&record.fields),
        TypeKind::Union(union) => {
            let mut all = fields(&union.common);
            all.extend(union.arms.iter().flat_map(|arm| match &arm.body {
                ArmBody::Value(ty) => mentioned(ty),
                ArmBody::Const(_) => Vec::new(),
                ArmBody::Fields { record, .. } => vec![*record],
            }));
            all
        }
        TypeKind::Scalar(_) | TypeKind::Enum(_) => Vec::new(),
    }
}

/// The named types that a reference mentions.
fn mentioned(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Named(id) => vec![*id],
        Type::List(list) => mentioned(&list.item),
        Type::Map(map) => [mentioned(&map.key), mentioned(&map.value)].concat(),
        Type::Nullable(inner) => mentioned(inner),
        Type::Boolean | Type::Text | Type::Number | Type::Integer(_) | Type::Json | Type::Foreign(_) => Vec::new(),
    }
}
