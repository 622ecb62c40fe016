//! Uses of types: in requests, in responses, and as the members of an arm.

use super::{ArmBody, Direction, Model, Type, TypeId, TypeKind};

impl Model {
    /// Returns, by type index, whether a type is part of a request, directly or inside another
    /// type.
    pub fn input_types(&self) -> Vec<bool> {
        let params = self.operations.iter().flat_map(|operation| &operation.params);
        let params = params.chain(self.subscriptions.iter().flat_map(|subscription| &subscription.params));
        self.types_within(params.map(|param| &param.field.ty))
    }

    /// Returns, by type index, whether a type is part of a response or an event, directly or inside
    /// another type.
    pub fn output_types(&self) -> Vec<bool> {
        let calls = self.operations.iter().flat_map(|operation| &operation.calls);
        let responses = calls.flat_map(|call| self.response_types(call));
        let events = self.subscriptions.iter().map(|subscription| &subscription.item);
        self.types_within(responses.chain(events).chain(self.webhooks.iter().map(|webhooks| &webhooks.event)))
    }

    /// Returns, by type index, whether a type is used in one of `types`, at any depth.
    fn types_within<'m>(&'m self, types: impl Iterator<Item = &'m Type>) -> Vec<bool> {
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

    /// Makes required members of one direction optional if messages of the other direction may have
    /// their type: `writeOnly` members always, `readOnly` members in types of requests.
    pub(crate) fn relax_one_way_members(&mut self) {
        let is_input = self.input_types();
        for (def, is_input) in self.types.iter_mut().zip(is_input) {
            for field in def.members_mut() {
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

    /// Returns, by type index, whether a type is declared inside an arm of a union.
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
