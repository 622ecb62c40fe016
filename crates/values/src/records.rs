//! Draws objects with described members.
//!
//! Input: a record. Output: an object with its members in order. [`Draw`] decides which optional
//! members are present.

use chainloom_runtime::schema::{Direction, Field, Record, Type};
use serde_json::{Map, Value, json};

use crate::draw::{Draw, Members};
use crate::evidence::{EnclosingObject, Evidence, Row, is_height, words};
use crate::height;
use crate::hints::kind;
use crate::numbers;
use crate::pairs;

/// Name of the undescribed member that [`Draw::surprises`] adds.
const SURPRISE: &str = "surprise";

impl Draw {
    /// Draws an object of a record.
    pub fn record(&mut self, record: &Record) -> Map<String, Value> {
        let mut object = self.fields(record.fields, &[]);
        let is_open = record.fields.iter().any(|field| field.rest);
        if self.surprised(3) && !is_open && !object.contains_key(SURPRISE) {
            object.insert(SURPRISE.to_owned(), json!({ "seen": [1, null, "text"] }));
        }
        object
    }

    /// Draws the members of an object, except members whose names are in `absent`.
    pub(crate) fn fields(&mut self, fields: &[Field], absent: &[&str]) -> Map<String, Value> {
        let before = self.begin_object(fields);
        let mut object = Map::new();
        for field in fields.iter().filter(|field| !absent.contains(&field.name)) {
            match self.field(field) {
                Some(Value::Object(others)) if field.rest => Self::add_undescribed(fields, &mut object, others),
                Some(value) => {
                    let name = if self.surprised(4) { field.aliases.first() } else { None };
                    object.insert((*name.unwrap_or(&field.name)).to_owned(), value);
                }
                None => {}
            }
        }
        self.evidence = before;
        if !self.wild {
            pairs::order(fields, &mut object);
            self.repeat_successors(fields, &mut object);
        }
        object
    }

    /// Gives deprecated members the values of the members that replace them.
    fn repeat_successors(&self, fields: &[Field], object: &mut Map<String, Value>) {
        let Some(hints) = self.hints else { return };
        for old in fields.iter().filter(|field| object.contains_key(field.name)).collect::<Vec<_>>() {
            let new = hints.successor_of(old).and_then(|name| fields.iter().find(|field| field.name == name));
            let is_one = |new: &&Field| kind(new.ty) == kind(old.ty) && new.bounds == old.bounds;
            if let Some(value) = new.filter(is_one).and_then(|new| object.get(new.name).cloned()) {
                object.insert(old.name.to_owned(), value);
            }
        }
    }

    /// Begins an object with these members, and returns the evidence of the value around it.
    pub(crate) fn begin_object(&mut self, fields: &[Field]) -> Evidence {
        let before = self.evidence;
        if !self.wild {
            let number = usize::try_from(self.rng.u32(..)).unwrap_or_default();
            let has_height = fields.iter().any(|field| words(field.name).last().is_some_and(|word| is_height(word)));
            let row = self.row.take().map(|row| Row { has_height, ..row });
            // All items of a list count their heights down from the same example.
            let of_list = row.filter(|row| row.has_height).and_then(|row| usize::try_from(row.list).ok());
            let example = self.hints.and_then(|hints| hints.object_of(fields, of_list.unwrap_or(number)));
            self.evidence = Evidence { object: EnclosingObject { example, number, row }, ..Evidence::default() };
        }
        before
    }

    /// Returns the evidence for a member of the current object.
    fn evidence_of(&self, field: &Field) -> Evidence {
        let object = self.evidence.object;
        if self.wild {
            return Evidence::default();
        }
        let own = object.example.and_then(|example| example.get(field.name)).filter(|example| !example.is_null());
        let named = || self.hints.and_then(|hints| hints.example_of(field, object.number));
        let unit = self.hints.and_then(|hints| hints.unit_of(field));
        Evidence { name: field.name, unit, example: own.or_else(named), object, ..Evidence::default() }
    }

    /// Adds undescribed members from a map. Names of described members are left out.
    fn add_undescribed(fields: &[Field], object: &mut Map<String, Value>, others: Map<String, Value>) {
        let is_named = |name: &str| fields.iter().any(|field| field.name == name || field.aliases.contains(&name));
        object.extend(others.into_iter().filter(|(name, _)| !is_named(name)));
    }

    /// Draws a member. `None` if it is absent, which optional members and members of the other
    /// direction may be.
    pub fn field(&mut self, field: &Field) -> Option<Value> {
        if let Some(json) = field.constant {
            return Some(numbers::from_digits(json));
        }
        if ![Direction::Both, self.direction].contains(&field.direction) {
            return None;
        }
        if field.required || field.needed || self.draws_optional(field.ty) {
            let evidence = self.evidence_of(field);
            let before = std::mem::replace(&mut self.evidence, evidence);
            let value = self.value(field.ty, field.bounds);
            self.evidence = before;
            return Some(value);
        }
        (field.empty_is_absent && self.surprised(2)).then(|| Value::String(String::new()))
    }

    /// Decides whether an optional member is present.
    fn draws_optional(&mut self, ty: Type) -> bool {
        match self.members {
            Members::Required => false,
            _ if self.is_deep() => false,
            // Recursive members are rare, because values would never end otherwise.
            Members::All if height::is_endless(ty) => self.rng.u8(0..4) == 0,
            Members::All => true,
            Members::Drawn => self.rng.u8(0..3) != 0,
        }
    }
}
