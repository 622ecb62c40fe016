//! Facts of types and of the members of records.
//!
//! Input: named types and fields of the model. Output: nodes.

use chainloom_codegen::model::{
    Arm, ArmBody, Direction, Enum, EnumValue, Field, Record, Scalar, TypeDef, TypeId, TypeKind, Union,
};
use chainloom_codegen::{VALUE_STYLES, form_in_words, word};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{available, available_docs, deprecated, flag, list, notes, source, text};
use crate::labels::{bounds_facts, unshown, value};
use crate::node::Node;
use crate::thing::{Flow, Kind};
use crate::topic::{self, Topic};

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
            (topic::DOC, text(doc)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::SEEN, flag(*seen)),
            (topic::INLINE, flag(owner.is_some())),
            (topic::USE, json!(used_in(node.flow))),
        ]);
        let (word, facts) = self.content(kind, &mut node, &path, at);
        node.facts.push((topic::KIND, json!(word)));
        node.facts.extend(facts);
        node
    }

    /// The kind of a type, its own facts, and what it consists of.
    fn content(&self, kind: &TypeKind, node: &mut Node, path: &str, at: usize) -> (&'static str, Vec<(Topic, Json)>) {
        let names = self.names.ty(TypeId(at));
        let member = |field: &Field, rust: Option<&chainloom_codegen::RustIdent>| {
            let rust = rust.map_or(Vec::new(), |rust| vec![format!("{path}.{rust}"), format!("{path}::{rust}")]);
            self.field(Kind::Member, field, node.flow, rust)
        };
        match kind {
            TypeKind::Scalar(Scalar { form }) => (
                "scalar",
                vec![(
                    topic::FORM,
                    json!({ "text": form_in_words(form).trim_end_matches('.'), "data": format!("{form:?}") }),
                )],
            ),
            TypeKind::Alias(target) => (
                "alias",
                vec![(topic::TYPE, self.labels.ty(target)), (topic::INNER_BOUNDS, self.labels.inside(target))],
            ),
            TypeKind::Enum(Enum { values, integers }) => {
                let all = values.iter().enumerate();
                let nodes = all.map(|(at, one)| self.enum_value(one, node.flow, path, names.variants.get(at)));
                node.children = nodes.collect();
                ("enumeration", vec![(topic::WHOLE_NUMBERS, flag(*integers))])
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
                ("union", vec![(topic::DISCRIMINATOR, unshown(discriminator))])
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
        node.with([(topic::DOC, text(doc)), (topic::SEEN, flag(*seen)), (topic::RUST, json!(rust))])
    }

    fn arm(&self, arm: &Arm, flow: Flow, path: &str, rust_name: Option<&chainloom_codegen::RustIdent>) -> Node {
        let Arm { name, also, doc, rust, span, body, seen } = arm;
        let mut node = Node::new(Kind::Arm, name.as_str(), self.spot(*span));
        node.flow = flow;
        node.rust = rust_name.map_or(Vec::new(), |name| vec![format!("{path}::{name}")]);
        node.facts.extend([(topic::DOC, text(doc)), (topic::SEEN, flag(*seen)), (topic::RUST, json!(rust))]);
        if !also.is_empty() {
            node.facts.push((topic::TAG_VALUES, json!(also)));
        }
        match body {
            ArmBody::Value(ty) => {
                node.with([(topic::TYPE, self.labels.ty(ty)), (topic::INNER_BOUNDS, self.labels.inside(ty))])
            }
            ArmBody::Const(constant) => node.with([(topic::CONSTANT, value(Some(constant)))]),
            ArmBody::Fields { record, has } => {
                let label = self.labels.types.get(record.0).cloned().unwrap_or_default();
                node.with([(topic::TYPE, json!({ "text": label, "wire": label })), (topic::MARK, json!(has))])
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
            content,
            headers,
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
        let direction = match direction {
            Direction::Both => Json::Null,
            Direction::Request => json!("requests"),
            Direction::Response => json!("responses"),
        };
        node.with([
            (topic::RUST, json!(rust)),
            (topic::TYPE, self.labels.ty(ty)),
            (topic::INNER_BOUNDS, self.labels.inside(ty)),
            (topic::REQUIRED, flag(node_is_demanded(*required, *needed))),
            (topic::DIRECTION, direction),
            (topic::SHARED, flag(*needed)),
            (topic::DOC, text(doc)),
            (topic::UNIT, json!(unit)),
            (topic::DEFAULT, value(default.as_ref())),
            (topic::DEFAULT_IN_WORDS, json!(defaults_to)),
            (topic::SEPARATOR, json!(join)),
            (topic::STYLE, json!(style.and_then(|style| word(&VALUE_STYLES, style)))),
            (topic::EXPLODE, flag(*explode)),
            (topic::SLASHES, flag(*keeps_slashes)),
            (topic::PART_CONTENT, texts(content)),
            (
                topic::PART_HEADERS,
                list(headers.iter().map(|(name, value)| json!(format!("{name}: {value}"))).collect()),
            ),
            (topic::CONSTANT, value(constant.as_ref())),
            (topic::SECRET, flag(*secret)),
            (topic::REST, flag(*rest)),
            (topic::OTHER_NAMES, texts(aliases)),
            (topic::EMPTY_IS_ABSENT, flag(*empty_is_absent)),
            (topic::NULL_IS_ABSENT, flag(*null_is_absent)),
            (topic::ECHOES, texts(echoes)),
            (topic::EXAMPLE, value(example.as_ref())),
            (topic::SEEN, flag(*seen)),
            (topic::SINCE, json!(since)),
            (topic::UNTIL, json!(until)),
            (topic::DEPRECATED, deprecated(deprecation.as_ref())),
            (topic::AVAILABLE, available(conditions)),
            (topic::AVAILABLE_DOC, available_docs(conditions)),
            (topic::NOTES, notes(remarks)),
            (topic::SOURCE, source(from.as_ref())),
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
