//! Draws a value of a type.
//!
//! Input: a type with the bounds of the place where it stands. Output: a value of it. The presence
//! of optional members, the length of lists and the frequency of surprises are decided here.

use chainloom_runtime::schema::{Also, Bounds, Direction, Enum, Integer, IntegerEnum, List, Map, Type};
use fastrand::Rng;
use serde_json::{Value, json};

use crate::{height, numbers, scalars, texts};

/// Below this depth, optional members and items of lists are left out.
const DEEP: usize = 5;
/// The most items of a list whose size is free.
const FEW: usize = 3;
/// The most items of a list, where its bounds allow so many.
const MOST_ITEMS: usize = 64;

/// Which optional members are present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Members {
    /// Each one at random.
    #[default]
    Drawn,
    /// All of them.
    All,
    /// None of them.
    Required,
}

/// A source of values. Equal seeds and equal requests give equal values.
#[derive(Clone, Debug)]
pub struct Draw {
    pub(crate) rng: Rng,
    pub(crate) members: Members,
    pub(crate) surprises: bool,
    pub(crate) safe: bool,
    /// The messages that the values are for.
    pub(crate) direction: Direction,
    depth: usize,
}

impl Draw {
    /// Creates a source of values from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(seed),
            members: Members::Drawn,
            surprises: false,
            safe: false,
            direction: Direction::Response,
            depth: 0,
        }
    }

    /// Sets which optional members are present.
    #[must_use]
    pub fn members(self, members: Members) -> Self {
        Self { members, ..self }
    }

    /// Keeps JSON numbers and hex quantities of at most 64 bits within the safe integers of
    /// JavaScript, which its clients read exactly.
    #[must_use]
    pub fn safe_integers(self) -> Self {
        Self { safe: true, ..self }
    }

    /// Adds surprises that a client must accept: unlisted enumeration values and tags, undescribed
    /// members, alternative names and number forms.
    #[must_use]
    pub fn surprises(self) -> Self {
        Self { surprises: true, ..self }
    }

    /// Draws a value of a type within bounds.
    pub fn value(&mut self, ty: Type, bounds: &Bounds) -> Value {
        match ty {
            Type::Boolean => Value::Bool(self.rng.bool()),
            Type::Text => self.one_of(bounds).unwrap_or_else(|| Value::String(texts::text(&mut self.rng, bounds))),
            Type::Bytes | Type::File => Value::String(texts::text(&mut self.rng, bounds)),
            Type::Number => numbers::float(&mut self.rng, bounds),
            Type::Integer(integer) => numbers::from_digits(&self.digits(integer, bounds)),
            Type::Json => self.json(),
            Type::Scalar(scalar) => scalars::scalar(self, &scalar.form, bounds),
            Type::Enum(listed) => self.enumeration(listed, bounds),
            Type::IntegerEnum(listed) => self.integer_enumeration(listed, bounds),
            Type::Nullable(_) if self.surprised(4) => Value::Null,
            Type::Nullable(inner) => match self.members {
                Members::Required => Value::Null,
                Members::Drawn if self.is_deep() || self.rng.u8(0..4) == 0 => Value::Null,
                _ => self.value(*inner, bounds),
            },
            Type::Bounded(bounded) => self.value(bounded.ty, bounded.bounds),
            Type::Later(_) => self.value(ty.known(), bounds),
            Type::Record(_) | Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Tuple(_) => self.within(ty, bounds),
        }
    }

    /// Digits of a whole number that is sent as a JSON number.
    pub(crate) fn digits(&mut self, integer: Integer, bounds: &Bounds) -> String {
        let draw = if self.safe { numbers::safe_digits } else { numbers::digits };
        draw(&mut self.rng, integer, bounds)
    }

    /// Draws a value that contains others, one level deeper.
    fn within(&mut self, ty: Type, bounds: &Bounds) -> Value {
        self.depth += 1;
        let value = match ty {
            Type::Record(record) => Value::Object(self.record(record)),
            Type::Union(union) => self.union(union),
            Type::List(list) => self.list(list, bounds),
            Type::Map(map) => self.map(map, bounds),
            Type::Tuple(items) => items.iter().map(|item| self.value(*item, &Bounds::NONE)).collect(),
            _ => Value::Null,
        };
        self.depth -= 1;
        value
    }

    /// Whether only required parts are drawn, so that recursive types end.
    pub(crate) fn is_deep(&self) -> bool {
        self.depth > DEEP
    }

    /// Whether to draw a surprise, with a chance of one in `once_in`.
    pub(crate) fn surprised(&mut self, once_in: u8) -> bool {
        self.surprises && self.rng.u8(0..once_in) == 0
    }

    fn count(&mut self, bounds: &Bounds) -> usize {
        let least = bounds.min_size.unwrap_or(0);
        let most = bounds.max_size.unwrap_or(usize::MAX).min(least.max(MOST_ITEMS));
        if self.is_deep() {
            return least;
        }
        let low = least.max(usize::from(self.members == Members::All)).min(most);
        self.rng.usize(low..=most.min(low + FEW))
    }

    fn list(&mut self, list: &List, bounds: &Bounds) -> Value {
        // What has no end of its own is not drawn again and again below itself.
        let count = if self.is_deep() && height::is_endless(list.item) { 0 } else { self.count(bounds) };
        let items: Vec<Value> = (0..count).map(|_| self.value(list.item, &Bounds::NONE)).collect();
        match list.also {
            Also::At(member) if self.surprised(2) => json!({ member: items }),
            Also::Single if items.len() == 1 && self.surprised(2) => items.into_iter().next().unwrap_or_default(),
            _ => Value::Array(items),
        }
    }

    fn map(&mut self, map: &Map, bounds: &Bounds) -> Value {
        let pairs = (0..self.count(bounds)).map(|_| {
            let key = match self.value(map.key, &Bounds::NONE) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            (key, self.value(map.value, &Bounds::NONE))
        });
        Value::Object(pairs.collect())
    }

    fn json(&mut self) -> Value {
        match self.rng.u8(0..4) {
            0 => json!(self.rng.bool()),
            1 => json!(self.rng.u16(..)),
            2 => json!({ texts::word(&mut self.rng): [texts::word(&mut self.rng)] }),
            _ => json!(texts::word(&mut self.rng)),
        }
    }

    /// One of the listed values of the bounds, if they list any.
    fn one_of(&mut self, bounds: &Bounds) -> Option<Value> {
        let count = bounds.only.len();
        (count > 0).then(|| json!(bounds.only[self.rng.usize(0..count)]))
    }

    fn enumeration(&mut self, listed: &Enum, bounds: &Bounds) -> Value {
        if self.surprised(3) {
            return Value::String(format!("unlisted-{}", texts::word(&mut self.rng)));
        }
        let values = if bounds.only.is_empty() { listed.values } else { bounds.only };
        self.rng.choice(values).map_or(Value::Null, |value| json!(value))
    }

    fn integer_enumeration(&mut self, listed: &IntegerEnum, bounds: &Bounds) -> Value {
        if self.surprised(3) {
            let beyond = listed.values.iter().max().map_or(0, |most| most.saturating_add(1));
            return json!(beyond);
        }
        if let Some(Value::String(digits)) = self.one_of(bounds) {
            return numbers::from_digits(&digits);
        }
        self.rng.choice(listed.values).map_or(Value::Null, |value| json!(value))
    }
}
