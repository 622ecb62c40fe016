//! Uses of types: which are part of a request, and which hold the members of an arm.

use super::{ArmBody, Model, TypeId, TypeKind};

impl Model {
    /// The types that are part of a request, directly or inside another type.
    pub fn input_types(&self) -> Vec<bool> {
        let mut is_input = vec![false; self.types.len()];
        let params = self.operations.iter().flat_map(|operation| &operation.params);
        let params = params.chain(self.subscriptions.iter().flat_map(|subscription| &subscription.params));
        let mut open: Vec<TypeId> = params.flat_map(|param| param.field.ty.mentioned()).collect();
        while let Some(id) = open.pop() {
            let Some(def) = self.types.get(id.0) else { continue };
            if !std::mem::replace(&mut is_input[id.0], true) {
                open.extend(def.mentions());
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
                    is_arm[record.0] = self.types[record.0].is_inline();
                }
            }
        }
        is_arm
    }
}
