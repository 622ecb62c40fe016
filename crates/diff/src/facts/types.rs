//! Types, and the members of records.
//!
//! Input: named types and fields of the model. Output: nodes.

use chainloom_codegen::model::{
    Arm, ArmBody, Direction, Discriminator, EnumValue, Field, Record, Scalar, Type, TypeDef, TypeId, TypeKind, Union,
};
use chainloom_codegen::{RustIdent, form_in_words};
use serde_json::json;

use super::Facts;
use super::data::order;
use super::members::Stated;
use crate::item::{Flow, Kind};
use crate::labels::bounds_facts;
use crate::node::{Fact, Node};
use crate::topic::{self, Topic};

impl Facts<'_> {
    pub(super) fn type_def(&self, at: usize, def: &TypeDef) -> Node {
        let names = self.names.ty(TypeId(at));
        let module = self.module(def.module);
        let path = format!("{module}{}", names.name);
        let arms = Some(&names.arms).filter(|arms| !arms.as_str().is_empty()).map(|arms| format!("{module}{arms}"));
        let mut node = self.node(Kind::Type, &def.name, def.span, def).in_rust([path.clone()]).in_rust(arms.clone());
        node.home = self.home(def.module);
        node.flow = self.flow(at);
        node.values = Some(self.labels.values(&Type::Named(TypeId(at))));
        let flow = node.flow;
        let member = |(at, field): (usize, &Field)| {
            let rust = names.members.get(at).into_iter();
            let rust = rust.flat_map(|rust| [format!("{path}.{rust}"), format!("{path}::{rust}")]);
            self.field(Kind::Member, field, flow, rust.collect())
        };
        let kind = match &def.kind {
            TypeKind::Scalar(Scalar { form }) => {
                let text = form_in_words(form);
                let form = json!({ "text": text.trim_end_matches('.'), "data": self.data(form) });
                node.facts.push((topic::FORM, form));
                "scalar"
            }
            TypeKind::Alias(target) => {
                node.facts.extend(self.ty([topic::TYPE, topic::INNER_BOUNDS], target));
                "alias"
            }
            TypeKind::Enum(one) => {
                node.facts.extend(one.facts(self));
                let values = one.values.iter().enumerate();
                node.children =
                    values.map(|(at, one)| self.enum_value(one, flow, &path, names.variants.get(at))).collect();
                "enumeration"
            }
            TypeKind::Record(Record { fields }) => {
                node.children = fields.iter().enumerate().map(member).collect();
                node.rest =
                    fields.iter().find(|field| field.rest).and_then(|rest| match rest.ty.bare(&self.model.types) {
                        Type::Map(map) => Some(self.labels.values(&map.value)),
                        _ => None,
                    });
                node.facts.extend(flow.sent.then(|| (topic::ARGUMENTS, order(fields.iter(), false))));
                "record"
            }
            TypeKind::Union(union) => {
                node.facts.extend(union.facts(self));
                node.children = union.common.iter().enumerate().map(member).collect();
                let path = arms.as_ref().unwrap_or(&path);
                let arms = union.arms.iter().enumerate();
                node.children.extend(arms.map(|(at, arm)| self.arm(union, arm, flow, path, names.variants.get(at))));
                "union"
            }
        };
        node.with([
            (topic::KIND, json!(kind)),
            (topic::INLINE, json!(def.owner.is_some())),
            (topic::USE, json!(used_in(flow))),
        ])
    }

    fn enum_value(&self, one: &EnumValue, flow: Flow, path: &str, name: Option<&RustIdent>) -> Node {
        let node = Node { flow, ..self.node(Kind::Value, &one.name, one.span, one) };
        node.in_rust(name.map(|name| format!("{path}::{name}")))
    }

    fn arm(&self, union: &Union, arm: &Arm, flow: Flow, path: &str, name: Option<&RustIdent>) -> Node {
        let is_closed = union.discriminator == Discriminator::Status;
        let has_local_name = union.discriminator == Discriminator::Form;
        let node = Node { flow, is_closed, has_local_name, ..self.node(Kind::Arm, &arm.name, arm.span, arm) };
        let node = node.in_rust(name.map(|name| format!("{path}::{name}")));
        match &arm.body {
            ArmBody::Value(ty) => {
                node.with(self.ty([topic::TYPE, topic::INNER_BOUNDS], ty)).of_values(Some(self.labels.values(ty)))
            }
            ArmBody::Const(constant) => node.with([(topic::CONSTANT, self.value(&Some(constant.clone())))]),
            ArmBody::Fields { record, has } => {
                let label = self.labels.types.get(record.0).cloned().unwrap_or_default();
                let values = self.labels.values(&Type::Named(*record));
                node.with([(topic::TYPE, json!({ "text": label, "wire": label })), (topic::MARK, json!(has))])
                    .of_values(Some(values))
            }
        }
    }

    /// Returns the node of a member or a parameter.
    pub(super) fn field(&self, kind: Kind, field: &Field, flow: Flow, rust: Vec<String>) -> Node {
        let node = self.node(kind, &field.name, field.span, field).in_rust(rust);
        let flow = Flow {
            sent: flow.sent && field.direction != Direction::Response,
            received: flow.received && field.direction != Direction::Request,
        };
        let mut facts = Vec::from(bounds_facts(&field.bounds));
        facts.extend(self.ty([topic::TYPE, topic::INNER_BOUNDS], &field.ty));
        facts.push((topic::REQUIRED, json!(field.is_demanded())));
        facts.extend(node.facts);
        let values = Some(self.labels.values(&field.ty).within(&field.bounds));
        Node { flow, demanded: field.is_demanded(), facts, values, has_local_name: field.rest, ..node }
    }

    /// Returns the facts of a type: the type itself, and the bounds and the further forms of lists within it.
    pub(super) fn ty(&self, [whole, inside]: [Topic; 2], ty: &Type) -> [Fact; 3] {
        let forms = (topic::LIST_FORMS, self.labels.list_forms(ty));
        [(whole, self.labels.ty(ty)), (inside, self.labels.inner_bounds(ty)), forms]
    }
}

/// Returns the messages that contain a type. Only types of requests have a constructor and setters.
const fn used_in(flow: Flow) -> &'static str {
    match (flow.sent, flow.received) {
        (true, true) => "requests and responses",
        (true, false) => "requests",
        (false, _) => "responses",
    }
}
