//! Changes drawn parameters so that they satisfy the rules across parameters.
//!
//! Input: drawn parameters. Output: the same parameters, with as few changes as the rules require.
//! Rules are applied one by one in several rounds, since a change for one rule may break another.

use std::cmp::Ordering;

use chainloom_forms::Number;
use chainloom_runtime::schema::{Field, Operation, RuleKind};
use serde_json::{Map, Value};

use crate::draw::Draw;
use crate::numbers;

/// Number of times that all rules are applied.
const ROUNDS: usize = 8;

/// Condition of [`RuleKind::Requires`]: the index of a parameter, and its value as JSON, or `None`
/// for any value.
type Condition = (usize, Option<&'static str>);

/// Changes the parameters of a call until its rules hold, or [`ROUNDS`] are over.
pub(crate) fn repair(draw: &mut Draw, operation: &Operation, input: &mut Map<String, Value>) {
    let mut repair = Repair { draw, fields: operation.input.fields, input };
    for _ in 0..ROUNDS {
        operation.rules.iter().for_each(|rule| repair.apply(rule.kind));
    }
}

/// Parameters that are being changed.
struct Repair<'m> {
    draw: &'m mut Draw,
    fields: &'static [Field],
    input: &'m mut Map<String, Value>,
}

impl Repair<'_> {
    /// Changes the parameters so that one rule holds.
    fn apply(&mut self, kind: RuleKind) {
        match kind {
            RuleKind::AtLeastOne(of) => {
                if let (false, Some(one)) = (of.iter().any(|index| self.is_given(*index)), self.one_of(of)) {
                    self.draw_parameter(one);
                }
            }
            RuleKind::AtMostOne(of) => {
                let given: Vec<usize> = of.iter().copied().filter(|index| self.is_given(*index)).collect();
                let kept = self.one_of(&given);
                given.into_iter().filter(|index| Some(*index) != kept).for_each(|index| self.remove_optional(index));
            }
            RuleKind::Requires { when, need } => {
                if when.iter().all(|one| self.holds(one)) {
                    need.iter().for_each(|one| self.satisfy(one));
                }
            }
            RuleKind::SumAtMost { of, max } => self.lower_sum(of, max),
            RuleKind::Ascending(index) => {
                if let Some(Value::Array(items)) = self.value_mut(index) {
                    items.sort_by(compare);
                    items.dedup_by(|later, earlier| compare(earlier, later) == Ordering::Equal);
                }
            }
            RuleKind::Ordered { low, high } => self.order(low, high),
        }
    }

    fn field(&self, index: usize) -> Option<&'static Field> {
        self.fields.get(index)
    }

    fn is_given(&self, index: usize) -> bool {
        self.field(index).is_some_and(|field| self.input.get(field.name).is_some_and(|value| !value.is_null()))
    }

    fn value_mut(&mut self, index: usize) -> Option<&mut Value> {
        let name = self.field(index)?.name;
        self.input.get_mut(name)
    }

    /// Draws one of several parameters, given by their indices.
    fn one_of(&mut self, of: &[usize]) -> Option<usize> {
        self.draw.rng.choice(of).copied()
    }

    /// Sets a parameter to a drawn value.
    fn draw_parameter(&mut self, index: usize) {
        if let Some(field) = self.field(index) {
            let value = self.draw.value(field.ty, field.bounds);
            self.input.insert(field.name.to_owned(), value);
        }
    }

    /// Removes a parameter unless it is required.
    fn remove_optional(&mut self, index: usize) {
        if let Some(field) = self.field(index).filter(|field| !field.required) {
            self.input.shift_remove(field.name);
        }
    }

    /// Returns whether a condition holds. An absent parameter counts as its default.
    fn holds(&self, (index, expected): &Condition) -> bool {
        let Some(field) = self.field(*index) else { return false };
        let given = self.input.get(field.name).filter(|value| !value.is_null()).cloned();
        match expected {
            None => given.is_some(),
            Some(json) => {
                let effective = given.or_else(|| field.bounds.default.map(numbers::from_digits));
                effective.is_some_and(|value| compare(&value, &numbers::from_digits(json)) == Ordering::Equal)
            }
        }
    }

    /// Changes the parameter of a condition so that the condition holds.
    fn satisfy(&mut self, condition: &Condition) {
        if self.holds(condition) {
            return;
        }
        match (condition, self.field(condition.0)) {
            ((_, Some(json)), Some(field)) => {
                self.input.insert(field.name.to_owned(), numbers::from_digits(json));
            }
            ((index, None), _) => self.draw_parameter(*index),
            _ => {}
        }
    }

    /// Sets parameters to their minimum, one by one, until their sum is at most `max`.
    fn lower_sum(&mut self, of: &[usize], max: &str) {
        for index in of {
            if self.total(of).zip(Number::parse(max)).is_none_or(|(total, max)| total <= max) {
                return;
            }
            let Some(field) = self.field(*index) else { continue };
            let least = field.bounds.min.unwrap_or("0");
            let is_text = self.input.get(field.name).is_some_and(Value::is_string);
            let lowest = if is_text { Value::String(least.to_owned()) } else { numbers::from_digits(least) };
            self.input.insert(field.name.to_owned(), lowest);
        }
    }

    /// Returns the sum of parameters. Absent ones count as their default. `None` if one is no
    /// number.
    fn total(&self, of: &[usize]) -> Option<Number<'static>> {
        let texts: Vec<String> = of
            .iter()
            .filter_map(|index| self.field(*index))
            .filter_map(|field| match self.input.get(field.name) {
                Some(value) if !value.is_null() => Some(plain(value)),
                _ => field.bounds.default.map(|json| plain(&numbers::from_digits(json))),
            })
            .collect();
        let numbers: Option<Vec<Number<'_>>> = texts.iter().map(|text| Number::parse(text)).collect();
        Number::sum(&numbers?)
    }

    /// Swaps two parameters if the first is greater.
    fn order(&mut self, low: usize, high: usize) {
        let (Some(lower), Some(higher)) = (self.field(low), self.field(high)) else { return };
        let (Some(first), Some(second)) = (self.input.get(lower.name), self.input.get(higher.name)) else { return };
        if compare(first, second) == Ordering::Greater {
            let (first, second) = (first.clone(), second.clone());
            self.input.insert(lower.name.to_owned(), second);
            self.input.insert(higher.name.to_owned(), first);
        }
    }
}

/// Returns a text without quotes, or any other value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Compares two values: as numbers if both are numbers or texts of numbers, or else as texts.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    let (left, right) = (plain(left), plain(right));
    match (Number::parse(&left), Number::parse(&right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => left.cmp(&right),
    }
}
