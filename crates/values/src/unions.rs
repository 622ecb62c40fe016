//! Unions: each arm is as likely as another.
//!
//! Input: a union. Output: a value that is told as one of its arms, or, as a surprise, one that no arm describes.

use chainloom_runtime::schema::{Arm, ArmBody, Bounds, ToldBy, Union};
use serde_json::{Map, Value, json};

use crate::draw::Draw;
use crate::{height, numbers, texts};

impl Draw {
    /// Draws a value of a union.
    pub(crate) fn union(&mut self, union: &Union) -> Value {
        match self.any_arm(union) {
            Some(arm) => self.arm(union, arm),
            None => Value::Null,
        }
    }

    /// Draws a value of an arm of a union.
    pub fn arm(&mut self, union: &Union, arm: &Arm) -> Value {
        match (union.told_by, &arm.body) {
            (ToldBy::Status | ToldBy::Event, body) => json!({ arm.name: self.body(body) }),
            (ToldBy::Form, body) => self.body(body),
            (ToldBy::Tag(_) | ToldBy::IntegerTag(_), ArmBody::Fields { record, .. }) => {
                if self.surprised(4) {
                    return Value::Object(self.unlisted(union));
                }
                let mut object = self.tagged(union, arm.name);
                object.extend(self.fields(record.fields, &[]));
                Value::Object(object)
            }
            (ToldBy::Members, ArmBody::Fields { record, has }) => {
                let others = others(union, arm);
                let mut object = self.fields(union.common, &others);
                object.extend(self.fields(record.fields, &others));
                if let Some(told) = has.and_then(|name| record.fields.iter().find(|field| field.name == name)) {
                    object.entry(told.name).or_insert_with(|| self.value(told.ty, told.bounds));
                }
                Value::Object(object)
            }
            (_, body) => self.body(body),
        }
    }

    /// An arm; where values nest too deep, one that ends.
    fn any_arm<'u>(&mut self, union: &'u Union) -> Option<&'u Arm> {
        let ends = |arm: &&Arm| match arm.body {
            ArmBody::Value(ty) => !height::is_endless(ty),
            ArmBody::Const(_) => true,
            ArmBody::Fields { record, .. } => !record.fields.iter().any(|field| height::is_endless(field.ty)),
        };
        if self.is_deep() {
            if let Some(arm) = union.arms.iter().find(ends) {
                return Some(arm);
            }
        }
        self.dice.choice(union.arms)
    }

    fn body(&mut self, body: &ArmBody) -> Value {
        match body {
            ArmBody::Value(ty) => self.value(*ty, &Bounds::NONE),
            ArmBody::Const(json) => numbers::from_digits(json),
            ArmBody::Fields { record, .. } => Value::Object(self.record(record)),
        }
    }

    /// The tag of an arm and what all arms have.
    fn tagged(&mut self, union: &Union, name: &str) -> Map<String, Value> {
        let mut object = Map::new();
        match union.told_by {
            ToldBy::Tag(tag) => object.insert(tag.to_owned(), json!(name)),
            ToldBy::IntegerTag(tag) => object.insert(tag.to_owned(), numbers::from_digits(name)),
            _ => None,
        };
        object.extend(self.fields(union.common, &[]));
        object
    }

    /// A tag that no arm has, with what all arms have.
    fn unlisted(&mut self, union: &Union) -> Map<String, Value> {
        let name = match union.told_by {
            ToldBy::IntegerTag(_) => "987654321".to_owned(),
            _ => format!("unlisted-{}", texts::word(&mut self.dice)),
        };
        self.tagged(union, &name)
    }
}

/// The members by which an arm would be taken for another: the first arm whose member is there is the one.
fn others(union: &Union, arm: &Arm) -> Vec<&'static str> {
    let told = |arm: &Arm| match arm.body {
        ArmBody::Fields { has, .. } => has,
        _ => None,
    };
    let own = told(arm);
    let earlier = union.arms.iter().filter_map(told).take_while(|name| Some(*name) != own);
    earlier.collect()
}
