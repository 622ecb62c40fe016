//! Draws a value of a type.
//!
//! Input: a type with the bounds of its place. Output: a value of that type. This module decides
//! the presence of optional members, the length of lists and the frequency of surprises.

use chainloom_runtime::schema::{self, Also, Bounds, Direction, Enum, Integer, IntegerEnum, List, Operation, Type};
use fastrand::Rng;
use serde_json::{Map, Value, json};

use crate::evidence::{Evidence, Row, Variety};
use crate::height::Heights;
use crate::hints::Hints;
use crate::{height, numbers, plausible, scalars, texts, wording};

/// Depth of nested containers beyond which optional members and items of lists are left out.
const OPTIONAL_DEPTH: usize = 5;
/// Depth of nested containers at which null is drawn. A list that requires lists of the same type as items would never
/// end otherwise.
const MAX_DEPTH: usize = 128;
/// Maximum number of items of a list beyond the minimum that its bounds state.
const MAX_EXTRA_ITEMS: usize = 3;
/// Maximum number of items of a list, unless its minimum is greater.
const MAX_ITEMS: usize = 64;
/// Maximum number of draws of an item that differs from the others of its list.
const TRIES: usize = 16;
/// Maximum number of values within one value, whatever its type requires. Beyond, values are null and lists are empty.
const MAX_VALUES: usize = 100_000;

/// Selection of the optional members that drawn objects have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Members {
    /// Each member is present at random.
    #[default]
    Drawn,
    /// All members are present, except beyond a maximum depth. Members of recursive types are
    /// present at random.
    All,
    /// Only required members are present.
    Required,
}

/// Source of synthetic values. Equal seeds and equal sequences of calls give equal values.
#[derive(Clone, Debug)]
pub struct Draw {
    pub(crate) rng: Rng,
    pub(crate) members: Members,
    pub(crate) surprises: bool,
    pub(crate) wild: bool,
    variety: Variety,
    /// Whether an item is drawn again that was equal to another one.
    is_redrawing: bool,
    pub(crate) hints: Option<&'static Hints>,
    /// Name, unit and examples of the next value.
    pub(crate) evidence: Evidence,
    /// Whether the values belong to requests or to responses; members of the other direction are
    /// left out.
    pub(crate) direction: Direction,
    /// Position of the next object in a list; `None` if it is not an item of a list.
    pub(crate) row: Option<Row>,
    pub(crate) heights: Heights,
    depth: usize,
    /// Number of values that the outermost value may still have.
    left: usize,
}

impl Draw {
    /// Creates a source of values from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(seed),
            members: Members::Drawn,
            surprises: false,
            wild: false,
            variety: Variety::Examples,
            is_redrawing: false,
            hints: None,
            evidence: Evidence::default(),
            direction: Direction::Response,
            row: None,
            heights: Heights::default(),
            depth: 0,
            left: MAX_VALUES,
        }
    }

    /// Sets which optional members are drawn.
    #[must_use]
    pub fn members(self, members: Members) -> Self {
        Self { members, ..self }
    }

    /// Draws any possible values, up to the ends of each range, instead of plausible ones.
    /// Plausible JSON numbers, and plausible integers of at most 64 bits, do not exceed the safe
    /// integers of JavaScript.
    #[must_use]
    pub fn wild(self) -> Self {
        Self { wild: true, ..self }
    }

    /// Draws numbers and codes that do not repeat their examples, for an object that must differ from another one. A
    /// code is a text with digits.
    #[must_use]
    pub fn other_codes(self) -> Self {
        Self { variety: Variety::Codes, ..self }
    }

    /// Draws numbers and texts that do not repeat their examples, for an object that must differ from another one.
    #[must_use]
    pub fn other_words(self) -> Self {
        Self { variety: Variety::Words, ..self }
    }

    /// Sets the hints, so that drawn values resemble the examples of a spec.
    #[must_use]
    pub fn hints(self, hints: &'static Hints) -> Self {
        Self { hints: Some(hints), ..self }
    }

    /// Mixes in values that the spec does not list but a client must accept: unlisted values of
    /// enumerations and tags, undescribed members, aliases and other forms of numbers.
    #[must_use]
    pub fn surprises(self) -> Self {
        Self { surprises: true, ..self }
    }

    /// Makes the next object an item of a list that begins with the newest one: its times and
    /// heights are below the earlier items. `list` is the seed of the list. Without effect after
    /// [`Draw::wild`].
    #[must_use]
    pub fn row(self, list: u64, index: usize) -> Self {
        Self { row: Some(Row { list, index, has_height: false }).filter(|_| !self.wild), ..self }
    }

    /// Draws a result of an operation, or null if the operation has none.
    pub fn result(&mut self, operation: &Operation) -> Value {
        let Some(ty) = operation.output else { return Value::Null };
        let number = if self.wild { 0 } else { self.rng.usize(..) };
        let example = self.hints.filter(|_| !self.wild).and_then(|hints| hints.result_of(operation, number));
        let name = operation.id.rsplit('.').next().unwrap_or_default();
        let evidence = Evidence { name, example, ..Evidence::default() };
        self.value_at(if self.wild { Evidence::default() } else { evidence }, ty)
    }

    /// Draws a value of a type within bounds.
    pub fn value(&mut self, ty: Type, bounds: &Bounds) -> Value {
        self.left = self.left.saturating_sub(1);
        match ty {
            Type::Boolean => Value::Bool(self.boolean()),
            Type::Text => self.listed_value(bounds).unwrap_or_else(|| Value::String(self.text(bounds))),
            Type::Bytes | Type::File => Value::String(texts::text(&mut self.rng, bounds)),
            Type::Number => self.float(bounds),
            Type::Integer(integer) => numbers::from_digits(&self.digits(integer, bounds, true)),
            Type::Json => self.json(),
            Type::Scalar(scalar) => scalars::scalar(self, &scalar.form, bounds),
            Type::Enum(listed) => self.enumeration(listed, bounds),
            Type::IntegerEnum(listed) => self.integer_enumeration(listed, bounds),
            Type::Nullable(_) if self.surprised(4) => Value::Null,
            Type::Nullable(inner) if self.is_null(*inner) => Value::Null,
            Type::Nullable(inner) => self.value(*inner, bounds),
            Type::Bounded(bounded) => self.value(bounded.ty, bounded.bounds),
            Type::Later(_) => self.value(ty.known(), bounds),
            Type::Record(_) | Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Tuple(_) => self.within(ty, bounds),
        }
    }

    /// Decides whether a nullable value is null. Values of recursive types are null more often, so
    /// that they end.
    fn is_null(&mut self, inner: Type) -> bool {
        match self.members {
            Members::Required => true,
            Members::Drawn if self.is_deep() || self.rng.u8(0..4) == 0 => true,
            _ => height::is_endless(inner) && (self.is_deep() || self.rng.u8(0..4) != 0),
        }
    }

    /// Draws the digits of an integer. `is_json` states whether it is a number in JSON and not a text.
    pub(crate) fn digits(&mut self, integer: Integer, bounds: &Bounds, is_json: bool) -> String {
        let evidence = self.varied_evidence();
        let plausible =
            if self.wild { None } else { plausible::whole(&mut self.rng, integer, bounds, &evidence, is_json) };
        plausible.unwrap_or_else(|| numbers::digits(&mut self.rng, integer, bounds))
    }

    /// Returns the evidence of the next value, with the difference from its example.
    fn varied_evidence(&self) -> Evidence {
        Evidence { variety: self.variety, ..self.evidence }
    }

    /// Draws the digits of a decimal with a fraction.
    pub(crate) fn decimal(&mut self, bounds: &Bounds) -> String {
        let plausible = if self.wild { None } else { plausible::decimal(&mut self.rng, bounds, &self.evidence) };
        plausible.unwrap_or_else(|| numbers::decimal(&mut self.rng, bounds))
    }

    /// Draws a number with a fraction.
    fn float(&mut self, bounds: &Bounds) -> Value {
        let plausible = if self.wild { None } else { plausible::decimal(&mut self.rng, bounds, &self.evidence) };
        let plausible = plausible.and_then(|digits| digits.parse::<f64>().ok());
        plausible.map_or_else(|| numbers::float(&mut self.rng, bounds), |number| json!(number))
    }

    /// Draws a boolean, mostly the example.
    fn boolean(&mut self) -> bool {
        match self.evidence.example.and_then(Value::as_bool) {
            Some(example) if self.rng.u8(0..4) != 0 => example,
            _ => self.rng.bool(),
        }
    }

    /// Draws a text: a plausible one if it fits the bounds.
    fn text(&mut self, bounds: &Bounds) -> String {
        let evidence = self.varied_evidence();
        let plausible = if self.wild { None } else { wording::text(&mut self.rng, &evidence) };
        let plausible = plausible.filter(|text| texts::fits(text, bounds));
        plausible.unwrap_or_else(|| texts::text(&mut self.rng, bounds))
    }

    /// Draws a record, union, list, map or tuple, one level deeper. At the maximum depth it is
    /// null.
    fn within(&mut self, ty: Type, bounds: &Bounds) -> Value {
        if self.depth == 0 {
            self.left = MAX_VALUES;
        }
        if self.depth >= MAX_DEPTH || self.left == 0 {
            return Value::Null;
        }
        self.depth += 1;
        let value = match ty {
            Type::Record(record) => Value::Object(self.record(record)),
            Type::Union(union) => self.union(union),
            Type::List(list) => self.list(list, bounds),
            Type::Map(map) => self.map(map, bounds),
            Type::Tuple(items) => {
                let evidence = self.evidence;
                let items = items.iter().enumerate();
                items.map(|(at, item)| self.value_at(evidence.within(at), *item)).collect()
            }
            _ => Value::Null,
        };
        self.depth -= 1;
        value
    }

    /// Returns whether the current depth allows no optional parts, so that recursive values end.
    pub(crate) fn is_deep(&self) -> bool {
        self.depth > OPTIONAL_DEPTH
    }

    /// Decides whether to draw a rare form of a value, such as an unlisted value or null. The chance is
    /// one in `once_in`, and zero without [`Draw::surprises`].
    pub(crate) fn surprised(&mut self, once_in: u8) -> bool {
        self.surprises && self.rng.u8(0..once_in) == 0
    }

    /// Draws the number of items of a list or a map within bounds.
    fn count(&mut self, bounds: &Bounds) -> usize {
        let least = bounds.min_size.unwrap_or(0).min(self.left);
        let most = bounds.max_size.unwrap_or(usize::MAX).min(least.max(MAX_ITEMS));
        if self.is_deep() {
            return least;
        }
        let low = least.max(usize::from(self.members == Members::All)).min(most);
        self.rng.usize(low..=most.min(low + MAX_EXTRA_ITEMS))
    }

    /// Draws the number of items of a list or of values of a map. Recursive types have none at
    /// depth, even if the bounds require some.
    fn count_of(&mut self, ty: Type, bounds: &Bounds) -> usize {
        if self.is_deep() && height::is_endless(ty) { 0 } else { self.count(bounds) }
    }

    /// Draws a list, or as a surprise one of its lenient forms.
    fn list(&mut self, list: &List, bounds: &Bounds) -> Value {
        let count = self.count_of(list.item, bounds);
        let evidence = self.evidence;
        let mut items: Vec<Value> = Vec::with_capacity(count.min(MAX_ITEMS));
        let mut has_room = !self.wild && !self.is_redrawing;
        for at in 0..count {
            let mut item = self.value_at(evidence.within(at), list.item);
            if has_room && at < MAX_ITEMS && items.contains(&item) {
                let other = self.other_item(&items, list);
                has_room = other.is_some();
                item = other.unwrap_or(item);
            }
            items.push(item);
        }
        match list.also {
            Also::At(member) if self.surprised(2) => json!({ member: items }),
            Also::Single if items.len() == 1 && self.surprised(2) => items.into_iter().next().unwrap_or_default(),
            _ => Value::Array(items),
        }
    }

    /// Draws an item that differs from `items`; `None` if the type, and the words of its examples, seem to
    /// have no room for another one.
    fn other_item(&mut self, items: &[Value], list: &List) -> Option<Value> {
        let before = (self.variety, self.left);
        (self.variety, self.is_redrawing) = (self.variety.max(Variety::Codes), true);
        let evidence = self.evidence.within(0);
        let found = (0..TRIES).map(|_| self.value_at(evidence, list.item)).find(|other| !items.contains(other));
        ((self.variety, self.left), self.is_redrawing) = (before, false);
        found
    }

    /// Draws a map, with the keys of the example first.
    fn map(&mut self, map: &schema::Map, bounds: &Bounds) -> Value {
        let evidence = self.evidence;
        let keys: Vec<&String> = evidence.example.and_then(Value::as_object).into_iter().flat_map(Map::keys).collect();
        let pairs = (0..self.count_of(map.value, bounds)).map(|at| {
            let key = match (map.key, keys.get(at)) {
                (Type::Text, Some(key)) => (*key).clone(),
                _ => match self.value_at(Evidence::default(), map.key) {
                    Value::String(text) => text,
                    other => other.to_string(),
                },
            };
            (key, self.value_at(evidence.within(at), map.value))
        });
        Value::Object(pairs.collect())
    }

    /// Draws a value that follows `evidence`.
    pub(crate) fn value_at(&mut self, evidence: Evidence, ty: Type) -> Value {
        let before = std::mem::replace(&mut self.evidence, evidence);
        let value = self.value(ty, &Bounds::NONE);
        self.evidence = before;
        value
    }

    /// Draws any JSON: the example, or a small value.
    fn json(&mut self) -> Value {
        if let Some(example) = self.evidence.example.filter(|_| self.variety != Variety::Words) {
            return example.clone();
        }
        match self.rng.u8(0..4) {
            0 => json!(self.rng.bool()),
            1 => json!(self.rng.u16(..)),
            2 => json!({ texts::word(&mut self.rng): [texts::word(&mut self.rng)] }),
            _ => json!(texts::word(&mut self.rng)),
        }
    }

    /// Draws one of the values that the bounds list, as text. `None` if they list none.
    fn listed_value(&mut self, bounds: &Bounds) -> Option<Value> {
        let count = bounds.only.len();
        (count > 0).then(|| json!(bounds.only[self.rng.usize(0..count)]))
    }

    /// Draws a value of an enumeration of texts, or an unlisted one as a surprise.
    fn enumeration(&mut self, listed: &Enum, bounds: &Bounds) -> Value {
        if self.surprised(3) {
            return Value::String(format!("unlisted-{}", texts::word(&mut self.rng)));
        }
        let values = if bounds.only.is_empty() { listed.values } else { bounds.only };
        let example = self.evidence.example.filter(|value| value.as_str().is_some_and(|text| values.contains(&text)));
        if let Some(example) = example.filter(|_| self.rng.bool()) {
            return example.clone();
        }
        self.rng.choice(values).map_or(Value::Null, |value| json!(value))
    }

    /// Draws a value of an enumeration of integers, or an unlisted one as a surprise.
    fn integer_enumeration(&mut self, listed: &IntegerEnum, bounds: &Bounds) -> Value {
        if self.surprised(3) {
            let beyond = listed.values.iter().max().map_or(0, |most| most.saturating_add(1));
            return json!(beyond);
        }
        if let Some(Value::String(digits)) = self.listed_value(bounds) {
            return numbers::from_digits(&digits);
        }
        self.rng.choice(listed.values).map_or(Value::Null, |value| json!(value))
    }
}
