//! Unions: a schema of the common members, and `anyOf` over the arms.
//!
//! Input: a [`Union`]. Output: its schema. `anyOf` is used rather than `oneOf`, because
//! enumerations are open and undeclared members are allowed, so that a value may match two arms. An
//! unknown tag keeps the common members.

use serde_json::{Value as Json, json};

use super::{Members, Schemas, any_of};
use crate::model::{Arm, ArmBody, Discriminator, Field, Type, TypeId, TypeKind, Union};
use crate::sentences;

impl Schemas<'_> {
    /// Returns the schema of a union. A service may send unknown variants (`is_open`), but refuses
    /// a request with one.
    pub(super) fn union(&self, union: &Union, is_open: bool) -> Members {
        match &union.discriminator {
            Discriminator::Form => {
                let arms: Vec<Json> = union.arms.iter().map(|arm| self.arm_of_form(arm)).collect();
                Members::from_iter([("anyOf".to_owned(), Json::Array(arms))])
            }
            Discriminator::Tag(tag) | Discriminator::IntegerTag(tag) | Discriminator::BooleanTag(tag) => {
                // A boolean tag has no third value.
                let is_full = matches!(union.discriminator, Discriminator::BooleanTag(_)) && union.arms.len() > 1;
                self.by_tag(union, tag, is_open && !is_full)
            }
            Discriminator::NestedTag(path) => self.by_nested_tag(union, path, is_open),
            Discriminator::Members => self.by_members(union),
            Discriminator::Status | Discriminator::Event => {
                let arms: Vec<Json> = union.arms.iter().map(|arm| self.object_with_arm(arm)).collect();
                Members::from_iter([("anyOf".to_owned(), Json::Array(arms))])
            }
        }
    }

    /// Returns the schema of an object whose only member has the name of the arm, and its value: by
    /// status or event.
    fn object_with_arm(&self, arm: &Arm) -> Json {
        let value = self.arm_of_form(arm);
        json!({ "type": "object", "properties": { arm.name.as_str(): value }, "required": [arm.name] })
    }

    /// Returns the schema of an arm that is distinguished by its form: a type, a constant or an
    /// object.
    fn arm_of_form(&self, arm: &Arm) -> Json {
        let body = match &arm.body {
            ArmBody::Value(ty) => self.reference_members(ty),
            ArmBody::Const(value) => Members::from_iter([("const".to_owned(), crate::model::to_json(value))]),
            ArmBody::Fields { record, .. } => self.object(self.fields_of(*record)),
        };
        titled(arm, body)
    }

    /// Returns the schema of a union whose arms a tag selects.
    fn by_tag(&self, union: &Union, tag: &str, is_open: bool) -> Members {
        let names: Vec<Json> = union.arms.iter().flat_map(|arm| tag_values(union, arm)).collect();
        let mut schema = self.object(&union.common);
        let tag_schema = json!({
            "type": match union.discriminator {
                Discriminator::IntegerTag(_) => "integer",
                Discriminator::BooleanTag(_) => "boolean",
                _ => "string",
            },
            "description": if is_open {
                "Determines which further members are present. Further values are possible, with the common members only."
            } else {
                "Determines which further members are present."
            },
        });
        put_member(&mut schema, tag, tag_schema);
        require(&mut schema, tag);
        let mut arms: Vec<Json> = union.arms.iter().map(|arm| self.arm_of_tag(union, arm, tag)).collect();
        if is_open {
            arms.push(json!({
                "title": "other",
                "description": format!("Any other value of `{tag}`: only the common members are described."),
                "properties": { tag: { "not": { "enum": names } } },
            }));
        }
        schema.insert("anyOf".to_owned(), Json::Array(arms));
        schema
    }

    fn arm_of_tag(&self, union: &Union, arm: &Arm, tag: &str) -> Json {
        let mut body = self.arm_members(arm);
        // An arm with several values describes the tag itself.
        if body.get("properties").and_then(|members| members.get(tag)).is_none() {
            put_member(&mut body, tag, Json::Object(tag_keywords(union, arm)));
        }
        titled(arm, body)
    }

    /// Returns the schema of a union by nested tag. The common members contain the tag, so each arm
    /// only states its values.
    fn by_nested_tag(&self, union: &Union, path: &[&str], is_open: bool) -> Members {
        let nested = |values: Members| {
            let inside =
                path.iter().rev().fold(Json::Object(values), |schema, name| json!({ "properties": { *name: schema } }));
            inside.as_object().cloned().unwrap_or_default()
        };
        let mut schema = self.object(&union.common);
        let arms = union.arms.iter().map(|arm| {
            let mut body = self.arm_members(arm);
            let members = nested(tag_keywords(union, arm));
            for (name, member) in members.get("properties").and_then(Json::as_object).into_iter().flatten() {
                put_member(&mut body, name, member.clone());
            }
            titled(arm, body)
        });
        let mut arms: Vec<Json> = arms.collect();
        let names: Vec<Json> = union.arms.iter().flat_map(|arm| tag_values(union, arm)).collect();
        let tag = path.join(".");
        if is_open {
            let mut other = Members::from_iter([
                ("title".to_owned(), json!("other")),
                (
                    "description".to_owned(),
                    json!(format!("Any other value of `{tag}`: only the common members are described.")),
                ),
            ]);
            other.extend(nested(Members::from_iter([("not".to_owned(), json!({ "enum": names }))])));
            arms.push(Json::Object(other));
        }
        schema.insert("anyOf".to_owned(), Json::Array(arms));
        schema
    }

    /// Returns the schema of a union whose arms are selected by the members that are present.
    fn by_members(&self, union: &Union) -> Members {
        let discriminators: Vec<&String> = union.arms.iter().filter_map(discriminating_member).collect();
        let mut schema = self.object(&union.common);
        let arms = union.arms.iter().map(|arm| {
            let mut body = self.arm_members(arm);
            match discriminating_member(arm) {
                Some(member) => require(&mut body, member),
                None => {
                    let others = discriminators.iter().map(|member| json!({ "required": [member] }));
                    body.insert("not".to_owned(), any_of(others.collect()));
                }
            }
            titled(arm, body)
        });
        schema.insert("anyOf".to_owned(), Json::Array(arms.collect()));
        schema
    }

    /// Returns the members of an arm, without the `type` that the union already has.
    fn arm_members(&self, arm: &Arm) -> Members {
        let ArmBody::Fields { record, .. } = &arm.body else {
            return Members::new();
        };
        if !self.model.types[record.0].is_inline() {
            return self.reference_members(&Type::Named(*record));
        }
        let mut body = self.object(self.fields_of(*record));
        body.shift_remove("type");
        body
    }

    fn fields_of(&self, record: TypeId) -> &[Field] {
        match &self.model.types[record.0].kind {
            TypeKind::Record(record) => &record.fields,
            _ => &[],
        }
    }
}

/// Returns the values of the tag that select an arm.
fn tag_values(union: &Union, arm: &Arm) -> Vec<Json> {
    let value = |text: &String| match union.discriminator {
        Discriminator::IntegerTag(_) => super::number(text),
        Discriminator::BooleanTag(_) => json!(text == "true"),
        _ => json!(text),
    };
    arm.tags().map(value).collect()
}

/// Returns the keywords that allow the values of the tag that select an arm.
fn tag_keywords(union: &Union, arm: &Arm) -> Members {
    let mut values = tag_values(union, arm);
    match (values.len(), values.pop()) {
        (1, Some(only)) => Members::from_iter([("const".to_owned(), only)]),
        (_, last) => {
            values.extend(last);
            Members::from_iter([("enum".to_owned(), Json::Array(values))])
        }
    }
}

fn discriminating_member(arm: &Arm) -> Option<&String> {
    match &arm.body {
        ArmBody::Fields { has, .. } => has.as_ref(),
        _ => None,
    }
}

/// Inserts a member before the present ones.
fn put_member(schema: &mut Members, name: &str, member: Json) {
    let mut properties = Members::from_iter([(name.to_owned(), member)]);
    if let Some(Json::Object(others)) = schema.get("properties") {
        properties.extend(others.clone());
    }
    schema.insert("properties".to_owned(), Json::Object(properties));
}

/// Adds a member to the required members of a schema, unless it is among them.
fn require(schema: &mut Members, name: &str) {
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Json::Array(names) = required {
        if !names.iter().any(|other| other == name) {
            names.insert(0, json!(name));
        }
    }
}

/// Returns the schema of an arm with its name and description.
fn titled(arm: &Arm, body: Members) -> Json {
    let mut schema = Members::from_iter([("title".to_owned(), json!(arm.name))]);
    let seen = if arm.seen { sentences::SEEN.to_owned() } else { String::new() };
    let text = sentences::paragraphs([arm.doc.clone(), seen]);
    if !text.is_empty() {
        schema.insert("description".to_owned(), json!(text));
    }
    schema.extend(body);
    Json::Object(schema)
}
