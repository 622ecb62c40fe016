//! Uses of types: which are part of a request or of a response, and which hold the members of an
//! arm.

use super::{ArmBody, Direction, Model, Type, TypeId, TypeKind};

impl Model {
    /// The types that are part of a request, directly or inside another type.
    pub fn input_types(&self) -> Vec<bool> {
        let params = self.operations.iter().flat_map(|operation| &operation.params);
        let params = params.chain(self.subscriptions.iter().flat_map(|subscription| &subscription.params));
        self.within(params.map(|param| &param.field.ty))
    }

    /// The types that are part of the response of a call or of an event, directly or inside another
    /// type.
    pub fn output_types(&self) -> Vec<bool> {
        let calls = self.operations.iter().flat_map(|operation| &operation.calls);
        let responses = calls.flat_map(|call| self.response_types(call));
        let events = self.subscriptions.iter().map(|subscription| &subscription.item);
        self.within(responses.chain(events).chain(self.webhooks.iter().map(|webhooks| &webhooks.event)))
    }

    /// The types that these types use, at any depth.
    fn within<'m>(&'m self, types: impl Iterator<Item = &'m Type>) -> Vec<bool> {
        let mut is_within = vec![false; self.types.len()];
        let mut open: Vec<TypeId> = types.flat_map(Type::mentioned).collect();
        while let Some(id) = open.pop() {
            let Some(def) = self.types.get(id.0) else { continue };
            if !std::mem::replace(&mut is_within[id.0], true) {
                open.extend(def.mentions());
            }
        }
        is_within
    }

    /// Makes a member optional that one direction needs and the other does not have: one type is for
    /// both. What only responses hold has all members that are only read.
    pub(crate) fn share_members(&mut self) {
        let is_input = self.input_types();
        for (def, is_input) in self.types.iter_mut().zip(is_input) {
            let fields = match &mut def.kind {
                TypeKind::Record(record) => &mut record.fields,
                TypeKind::Union(union) => &mut union.common,
                TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => continue,
            };
            for field in fields {
                let is_shared = match field.direction {
                    Direction::Both => false,
                    Direction::Response => is_input,
                    Direction::Request => true,
                };
                if is_shared {
                    (field.needed, field.required) = (field.required, false);
                }
            }
        }
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
