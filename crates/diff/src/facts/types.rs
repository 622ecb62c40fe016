//! Facts of types and of the members of records.
//!
//! Input: named types and fields of the model. Output: nodes.

use chainloom_codegen::model::{
    Arm, ArmBody, Direction, Enum, EnumValue, Field, Record, Scalar, TypeDef, TypeId, TypeKind, Union,
};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{available, available_docs, deprecated, flag, list, notes, source, text};
use crate::labels::{bounds_facts, debug, value};
use crate::node::{Flow, Kind, Node};

impl Facts<'_> {
    pub(super) fn type_def(&self, at: usize, def: &TypeDef) -> Node {
        let TypeDef { name, span, module, doc, source: from, kind, seen, owner } = def;
        let names = self.names.ty(TypeId(at));
        let path = format!("{}{}", self.module(*module), names.name);
        let mut node = Node::new(Kind::Type, name.as_str(), self.spot(*span));
        node.home = self.home(*module);
        node.flow = self.flow(at);
        node.rust = vec![path.clone()];
        if !names.arms.as_str().is_empty() {
            node.rust.push(format!("{}{}", self.module(*module), names.arms));
        }
        node.facts.extend([
            ("doc", text(doc)),
            ("source", source(from.as_ref())),
            ("seen", flag(*seen)),
            ("inline", flag(owner.is_some())),
            ("use", json!(used_in(node.flow))),
        ]);
        let (word, facts) = self.content(kind, &mut node, &path, at);
        node.facts.push(("kind", json!(word)));
        node.facts.extend(facts);
        node
    }

    /// The kind of a type, its own facts, and what it consists of.
    fn content(
        &self,
        kind: &TypeKind,
        node: &mut Node,
        path: &str,
        at: usize,
    ) -> (&'static str, Vec<(&'static str, Json)>) {
        let names = self.names.ty(TypeId(at));
        let member = |field: &Field, rust: Option<&chainloom_codegen::RustIdent>| {
            let rust = rust.map_or(Vec::new(), |rust| vec![format!("{path}.{rust}"), format!("{path}::{rust}")]);
            self.field(Kind::Member, field, node.flow, rust)
        };
        match kind {
            TypeKind::Scalar(Scalar { form }) => ("scalar", vec![("form", debug(form))]),
            TypeKind::Alias(target) => {
                ("alias", vec![("type", self.labels.ty(target)), ("inner bounds", self.labels.inside(target))])
            }
            TypeKind::Enum(Enum { values, integers }) => {
                let all = values.iter().enumerate();
                let nodes = all.map(|(at, one)| self.enum_value(one, node.flow, path, names.variants.get(at)));
                node.children = nodes.collect();
                ("enumeration", vec![("whole numbers", flag(*integers))])
            }
            TypeKind::Record(Record { fields }) => {
                let fields = fields.iter().enumerate();
                node.children = fields.map(|(at, field)| member(field, names.members.get(at))).collect();
                ("record", Vec::new())
            }
            TypeKind::Union(Union { discriminator, tag_span: _, common, arms }) => {
                let common = common.iter().enumerate();
                let mut children: Vec<Node> = common.map(|(at, field)| member(field, names.members.get(at))).collect();
                let arms_path = match names.arms.as_str() {
                    "" => path.to_owned(),
                    arms => path.rsplit_once("::").map_or(arms.to_owned(), |(module, _)| format!("{module}::{arms}")),
                };
                let arms = arms.iter().enumerate();
                children.extend(arms.map(|(at, arm)| self.arm(arm, node.flow, &arms_path, names.variants.get(at))));
                node.children = children;
                ("union", vec![("discriminator", debug(discriminator))])
            }
        }
    }

    fn enum_value(
        &self,
        one: &EnumValue,
        flow: Flow,
        path: &str,
        rust_name: Option<&chainloom_codegen::RustIdent>,
    ) -> Node {
        let EnumValue { name, doc, seen, rust, span } = one;
        let mut node = Node::new(Kind::Value, name.as_str(), self.spot(*span));
        node.flow = flow;
        node.rust = rust_name.map_or(Vec::new(), |name| vec![format!("{path}::{name}")]);
        node.with([("doc", text(doc)), ("seen", flag(*seen)), ("rust", json!(rust))])
    }

    fn arm(&self, arm: &Arm, flow: Flow, path: &str, rust_name: Option<&chainloom_codegen::RustIdent>) -> Node {
        let Arm { name, also, doc, rust, span, body, seen } = arm;
        let mut node = Node::new(Kind::Arm, name.as_str(), self.spot(*span));
        node.flow = flow;
        node.rust = rust_name.map_or(Vec::new(), |name| vec![format!("{path}::{name}")]);
        node.facts.extend([("doc", text(doc)), ("seen", flag(*seen)), ("rust", json!(rust))]);
        if !also.is_empty() {
            node.facts.push(("values of the tag", json!(also)));
        }
        match body {
            ArmBody::Value(ty) => node.with([("type", self.labels.ty(ty)), ("inner bounds", self.labels.inside(ty))]),
            ArmBody::Const(constant) => node.with([("constant", value(Some(constant)))]),
            ArmBody::Fields { record, has } => {
                let label = self.labels.types.get(record.0).cloned().unwrap_or_default();
                node.with([("type", json!({ "text": label, "wire": label })), ("mark", json!(has))])
            }
        }
    }

    /// A member or a parameter.
    pub(super) fn field(&self, kind: Kind, field: &Field, flow: Flow, rust_paths: Vec<String>) -> Node {
        let Field {
            name,
            rust,
            span,
            ty,
            required,
            direction,
            needed,
            doc,
            unit,
            bounds,
            default,
            defaults_to,
            join,
            style,
            explode,
            keeps_slashes,
            constant,
            secret,
            rest,
            aliases,
            empty_is_absent,
            null_is_absent,
            echoes,
            example,
            seen,
            since,
            until,
            deprecated: deprecation,
            available: conditions,
            notes: remarks,
            source: from,
        } = field;
        let mut node = Node::new(kind, name.as_str(), self.spot(*span));
        node.flow = Flow {
            sent: flow.sent && *direction != Direction::Response,
            received: flow.received && *direction != Direction::Request,
        };
        node.demanded = *required || *needed;
        node.rust = rust_paths;
        let texts = |texts: &[String]| list(texts.iter().map(|text| json!(text)).collect());
        node.facts.extend(bounds_facts(bounds));
        let direction = if *direction == Direction::Both { Json::Null } else { debug(direction) };
        node.with([
            ("rust", json!(rust)),
            ("type", self.labels.ty(ty)),
            ("inner bounds", self.labels.inside(ty)),
            ("required", flag(node_is_demanded(*required, *needed))),
            ("direction", direction),
            ("shared by both directions", flag(*needed)),
            ("doc", text(doc)),
            ("unit", json!(unit)),
            ("default", value(default.as_ref())),
            ("default in words", json!(defaults_to)),
            ("separator", json!(join)),
            ("style", style.as_ref().map_or(Json::Null, debug)),
            ("explode", flag(*explode)),
            ("slashes", flag(*keeps_slashes)),
            ("constant", value(constant.as_ref())),
            ("secret", flag(*secret)),
            ("rest", flag(*rest)),
            ("other names", texts(aliases)),
            ("empty means absent", flag(*empty_is_absent)),
            ("null means absent", flag(*null_is_absent)),
            ("echoes", texts(echoes)),
            ("example", value(example.as_ref())),
            ("seen", flag(*seen)),
            ("since", json!(since)),
            ("until", json!(until)),
            ("deprecated", deprecated(deprecation.as_ref())),
            ("available", available(conditions)),
            ("words of available", available_docs(conditions)),
            ("notes", notes(remarks)),
            ("source", source(from.as_ref())),
        ])
    }
}

/// The messages that have a type. It has a constructor and setters where requests do.
const fn used_in(flow: Flow) -> &'static str {
    match (flow.sent, flow.received) {
        (true, true) => "requests and responses",
        (true, false) => "requests",
        (false, _) => "responses",
    }
}

const fn node_is_demanded(required: bool, needed: bool) -> bool {
    required || needed
}
