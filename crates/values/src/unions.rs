//! Draws values of unions. All arms are equally likely.
//!
//! Input: a union. Output: a value that matches one of its arms, or, as a surprise, none.

use chainloom_runtime::schema::{Arm, ArmBody, Bounds, Discriminator, Union};
use serde_json::{Map, Value, json};

use crate::draw::Draw;
use crate::{numbers, texts};

impl Draw {
    /// Draws a value of a union, or null if it has no arms.
    pub(crate) fn union(&mut self, union: &Union) -> Value {
        match self.any_arm(union) {
            Some(arm) => self.arm(union, arm),
            None => Value::Null,
        }
    }

    /// Draws a value of one arm of a union.
    pub fn arm(&mut self, union: &Union, arm: &Arm) -> Value {
        match (union.discriminator, &arm.body) {
            (Discriminator::Status | Discriminator::Event, body) => json!({ arm.name: self.body(body) }),
            (Discriminator::Form, body) => self.body(body),
            (
                Discriminator::Tag(_)
                | Discriminator::IntegerTag(_)
                | Discriminator::BooleanTag(_)
                | Discriminator::NestedTag(_),
                ArmBody::Fields { record, .. },
            ) => {
                // If both booleans are arms, there is no unlisted tag.
                let is_open = !matches!(union.discriminator, Discriminator::BooleanTag(_)) || union.arms.len() < 2;
                if is_open && self.surprised(4) {
                    return Value::Object(self.unlisted(union));
                }
                let name = if arm.also.is_empty() { arm.name } else { self.any_tag(arm) };
                let mut object = self.tagged(union, name);
                let tag = union.tag().unwrap_or_default();
                object.extend(self.fields(record.fields, &[tag]));
                Value::Object(object)
            }
            (Discriminator::Members, ArmBody::Fields { record, has }) => {
                let others = members_of_earlier_arms(union, arm);
                let mut object = self.fields(union.common, &others);
                object.extend(self.fields(record.fields, &others));
                if let Some(discriminating) = has.and_then(|name| record.fields.iter().find(|field| field.name == name))
                {
                    object
                        .entry(discriminating.name)
                        .or_insert_with(|| self.value(discriminating.ty, discriminating.bounds));
                }
                Value::Object(object)
            }
            (_, body) => self.body(body),
        }
    }

    /// Chooses an arm at random. At depth, it is the arm whose values can nest least, so that
    /// values end.
    fn any_arm<'u>(&mut self, union: &'u Union) -> Option<&'u Arm> {
        if self.is_deep() { self.heights.lowest_arm(union) } else { self.rng.choice(union.arms) }
    }

    /// Draws the value of an arm.
    fn body(&mut self, body: &ArmBody) -> Value {
        match body {
            ArmBody::Value(ty) => self.value(*ty, &Bounds::NONE),
            ArmBody::Const(json) => numbers::from_digits(json),
            ArmBody::Fields { record, .. } => Value::Object(self.record(record)),
        }
    }

    /// Draws the common members of a union, with the tag set to `name`.
    fn tagged(&mut self, union: &Union, name: &str) -> Map<String, Value> {
        let mut object = Map::new();
        match union.discriminator {
            Discriminator::Tag(tag) => object.insert(tag.to_owned(), json!(name)),
            Discriminator::IntegerTag(tag) => object.insert(tag.to_owned(), numbers::from_digits(name)),
            Discriminator::BooleanTag(tag) => object.insert(tag.to_owned(), json!(name == "true")),
            _ => None,
        };
        object.extend(self.fields(union.common, &[]));
        if let Discriminator::NestedTag([outer, inner @ ..]) = union.discriminator {
            let outer = object.entry(*outer).or_insert(Value::Null);
            let tag = inner.iter().try_fold(outer, |value, name| value.get_mut(*name));
            tag.into_iter().for_each(|tag| *tag = json!(name));
        }
        object
    }

    /// Draws one of the values of the tag that select an arm.
    fn any_tag(&mut self, arm: &Arm) -> &'static str {
        let index = self.rng.usize(..=arm.also.len());
        arm.also.get(index).copied().unwrap_or(arm.name)
    }

    /// Draws the common members of a union, with a tag that selects no arm.
    fn unlisted(&mut self, union: &Union) -> Map<String, Value> {
        let name = match union.discriminator {
            Discriminator::IntegerTag(_) => "987654321".to_owned(),
            Discriminator::BooleanTag(_) => (!union.arms.iter().any(|arm| arm.name == "true")).to_string(),
            _ => format!("unlisted-{}", texts::word(&mut self.rng)),
        };
        self.tagged(union, &name)
    }
}

/// Returns the members that must be absent because an earlier arm would be selected by them: the
/// first matching arm counts.
fn members_of_earlier_arms(union: &Union, arm: &Arm) -> Vec<&'static str> {
    let has = |arm: &Arm| match arm.body {
        ArmBody::Fields { has, .. } => has,
        _ => None,
    };
    let own = has(arm);
    let earlier = union.arms.iter().filter_map(has).take_while(|name| Some(*name) != own);
    earlier.collect()
}
