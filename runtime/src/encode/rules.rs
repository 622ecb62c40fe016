//! Rules that a call must satisfy before it is sent: required parameters, bounds, and rules across
//! parameters.
//!
//! Input: the table of an operation and the JSON of each parameter. Output: a violation for each
//! broken rule, so that a caller can fix all of them at once. Nothing is changed or sent here.

mod bounds;
mod expected;

use std::fmt;

use chainloom_forms::Number;

pub(crate) use self::expected::expected;

use crate::{
    DateTime,
    json::Plain,
    schema::{Binding, Field, Operation, Rule, RuleKind, Type, Value},
};

/// A condition of [`RuleKind::Requires`].
type Condition = (usize, Option<&'static str>);

/// A bound or rule that parameters break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    parameters: Vec<&'static str>,
    place: String,
    text: String,
}

impl Violation {
    /// Returns the names of the parameters that the bound or rule is about.
    #[must_use]
    pub fn parameters(&self) -> &[&'static str] {
        &self.parameters
    }

    /// Returns the place that is wrong, such as `filter.topics[2]`; empty for a rule across
    /// parameters.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl Violation {
    /// Returns the violation of a value that cannot be put in its place of a request.
    pub(super) fn misplaced(operation: &Operation, binding: &Binding, text: &str) -> Self {
        let field = match binding.value {
            Value::Member(index) => operation.input.fields.get(index).map(|field| field.name),
            Value::Fixed(_) => None,
        };
        let place = field.unwrap_or_default().to_owned();
        Self { parameters: field.into_iter().collect(), place, text: format!("`{}` {text}", binding.name) }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the texts of violations.
pub(crate) fn texts(violations: Vec<Violation>) -> Vec<String> {
    violations.into_iter().map(|violation| violation.text).collect()
}

/// Returns the violations of bounds and rules, in the order of the parameters and then of the rules.
pub(crate) fn check(operation: &Operation, members: &[Option<Vec<u8>>]) -> Vec<Violation> {
    let input = Input { fields: operation.input.fields, members };
    let mut broken = Vec::new();
    for (index, field) in input.fields.iter().enumerate() {
        match input.is_given(index) {
            true if field.deep || !field.bounds.is_none() => {
                broken.extend(bounds::check(field, input.json(index).unwrap_or_default()));
            }
            true => {}
            false if field.required && !takes_null(field.ty) => {
                let text = format!("`{}` is required, but was left out", field.name);
                broken.push(Violation { parameters: vec![field.name], place: field.name.to_owned(), text });
            }
            false => {}
        }
    }
    for rule in operation.rules {
        if let Some(text) = input.violation_text(rule.kind) {
            let parameters = parameters(rule.kind).into_iter().map(|index| input.name(index)).collect();
            broken.push(Violation { parameters, place: String::new(), text: with_reason(text, rule) });
        }
    }
    broken
}

/// Returns whether null is a value of the type, not its absence.
pub(crate) const fn takes_null(ty: Type) -> bool {
    matches!(ty, Type::Nullable(_) | Type::Json)
}

/// Returns whether null differs from absence, for a member that may be left out: it clears the value of the service.
pub(crate) const fn null_is_value(field: &Field) -> bool {
    !field.required && matches!(field.ty, Type::Nullable(_))
}

/// Returns whether values of the type are bytes and not JSON.
pub(crate) const fn is_raw(ty: Type) -> bool {
    matches!(ty, Type::Bytes | Type::File)
}

/// Returns the indices of the parameters that a rule is about.
fn parameters(rule: RuleKind) -> Vec<usize> {
    match rule {
        RuleKind::AtLeastOne(of) | RuleKind::AtMostOne(of) | RuleKind::SumAtMost { of, .. } => of.to_vec(),
        RuleKind::Requires { when, need } => when.iter().chain(need).map(|(index, _)| *index).collect(),
        RuleKind::Ascending(index) => vec![index],
        RuleKind::Ordered { low, high } => vec![low, high],
    }
}

/// Appends the reason of a rule, if the spec states one.
fn with_reason(text: String, rule: &Rule) -> String {
    match rule.doc.trim().trim_end_matches('.') {
        "" => text,
        doc => format!("{text} ({doc})"),
    }
}

/// The parameters of a call, each as JSON.
struct Input<'a> {
    fields: &'static [Field],
    members: &'a [Option<Vec<u8>>],
}

impl Input<'_> {
    fn name(&self, index: usize) -> &'static str {
        self.fields.get(index).map_or("?", |field| field.name)
    }

    /// Returns the JSON of a parameter; `None` if it is left out, also by a null that means absence.
    fn json(&self, index: usize) -> Option<&[u8]> {
        let (json, field) = (self.members.get(index)?.as_deref()?, self.fields.get(index));
        let is_value = |field: &Field| null_is_value(field) || is_raw(field.ty);
        (json != b"null" || field.is_some_and(is_value)).then_some(json)
    }

    fn is_given(&self, index: usize) -> bool {
        self.json(index).is_some()
    }

    fn value(&self, index: usize) -> Option<Plain> {
        Plain::parse(self.json(index)?).ok()
    }

    /// Returns the value of a parameter, or its default if the parameter is left out.
    fn effective(&self, index: usize) -> Option<Plain> {
        if self.is_given(index) {
            return self.value(index);
        }
        Plain::parse(self.fields.get(index)?.bounds.default?.as_bytes()).ok()
    }

    /// Returns the message about a rule that the parameters break; `None` if they satisfy it.
    fn violation_text(&self, rule: RuleKind) -> Option<String> {
        match rule {
            RuleKind::AtLeastOne(of) => {
                let none = !of.iter().any(|index| self.is_given(*index));
                none.then(|| format!("at least one of {} must be given", self.names(of)))
            }
            RuleKind::AtMostOne(of) => {
                let given: Vec<usize> = of.iter().copied().filter(|index| self.is_given(*index)).collect();
                let text = || format!("at most one of {} may be given, but {} are", self.names(of), self.names(&given));
                (given.len() > 1).then(text)
            }
            RuleKind::SumAtMost { of, max } => self.sum_above(of, max),
            RuleKind::Requires { when, need } => {
                let broken = when.iter().all(|one| self.holds(one)) && !need.iter().all(|one| self.holds(one));
                broken.then(|| format!("{} calls for {}", self.conditions(when), self.conditions(need)))
            }
            RuleKind::Ascending(index) => self.not_rising(index),
            RuleKind::Ordered { low, high } => self.not_ordered(low, high),
        }
    }

    /// Returns the message about parameters whose sum is above the maximum; `None` if it is not.
    fn sum_above(&self, of: &[usize], max: &str) -> Option<String> {
        let numbers: Vec<Number<'static>> = of
            .iter()
            .filter_map(|index| self.effective(*index))
            .filter_map(|value| Some(number(&value)?.into_owned()))
            .collect();
        let above = Number::sum(&numbers).is_none_or(|sum| Number::parse(max).is_some_and(|max| sum > max));
        let terms = of.iter().map(|index| {
            let value = self.effective(*index).map_or_else(|| "0".to_owned(), |value| display_value(&value));
            let note = if self.is_given(*index) { "" } else { " by default" };
            format!("`{}` = {value}{note}", self.name(*index))
        });
        above.then(|| format!("the sum of {} must be at most {max}", join(terms)))
    }

    /// Returns whether a condition holds.
    fn holds(&self, (index, value): &Condition) -> bool {
        let Some(expected) = value else { return self.is_given(*index) };
        let (Some(found), Ok(expected)) = (self.effective(*index), Plain::parse(expected.as_bytes())) else {
            return false;
        };
        are_equal(&found, &expected)
    }

    /// Returns the message about a list whose items are not in ascending order; `None` if they are.
    fn not_rising(&self, index: usize) -> Option<String> {
        let Some(Plain::List(items)) = self.value(index) else { return None };
        let pair = items.windows(2).find(|pair| !is_below(&pair[0], &pair[1], false))?;
        let (first, second) = (display_value(&pair[0]), display_value(&pair[1]));
        Some(format!("the items of `{}` must rise, but {second} comes after {first}", self.name(index)))
    }

    /// Returns the message about a lower parameter that is above the higher one; `None` if it is not.
    fn not_ordered(&self, low: usize, high: usize) -> Option<String> {
        let (first, second) = (self.value(low)?, self.value(high)?);
        if is_below(&first, &second, true) {
            return None;
        }
        let (low, high) = (self.name(low), self.name(high));
        Some(format!(
            "`{low}` must not be above `{high}`, but {} is above {}",
            display_value(&first),
            display_value(&second)
        ))
    }

    /// Lists the names of parameters for a message.
    fn names(&self, of: &[usize]) -> String {
        join(of.iter().map(|index| format!("`{}`", self.name(*index))))
    }

    /// Lists conditions for a message.
    fn conditions(&self, of: &[Condition]) -> String {
        join(of.iter().map(|(index, value)| match value {
            Some(value) => format!("`{}` = {value}", self.name(*index)),
            None => format!("`{}`", self.name(*index)),
        }))
    }
}

/// Parses a JSON number, or a text that is a number.
fn number(value: &Plain) -> Option<Number<'_>> {
    match value {
        Plain::Number(text) | Plain::Text(text) => Number::parse(text),
        _ => None,
    }
}

/// Returns whether two values are equal. A number is compared by value, also with a text that is a number. Other texts
/// are compared letter by letter.
pub(crate) fn are_equal(one: &Plain, other: &Plain) -> bool {
    let by_value = [one, other].iter().any(|value| matches!(value, Plain::Number(_)));
    one == other || (by_value && number(one).is_some_and(|one| Some(one) == number(other)))
}

/// Returns whether `first` is less than `second`, or equal with `or_same`. Values without an order count as ordered.
fn is_below(first: &Plain, second: &Plain, or_same: bool) -> bool {
    let order = match (number(first), number(second), first, second) {
        (Some(first), Some(second), _, _) => first.cmp(&second),
        (_, _, Plain::Text(first), Plain::Text(second)) => match instants(first, second) {
            Some((first, second)) => first.cmp(&second),
            None => return true,
        },
        _ => return true,
    };
    order.is_lt() || (or_same && order.is_eq())
}

/// Formats a value for a message: short, without quotation marks around numbers.
pub(crate) fn display_value(value: &Plain) -> String {
    let text = match value {
        Plain::Text(text) if number(value).is_some() => text.clone(),
        other => other.json(),
    };
    crate::error::shorten(&text, 80)
}

/// Joins texts with commas, and the last one with `and`.
fn join(parts: impl IntoIterator<Item = String>) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        Some(last) => last,
        None => String::new(),
    }
}

/// Parses two date-times, which are ordered by the point in time whatever their offsets are. Two date-times without
/// offset are read as UTC.
fn instants(first: &str, second: &str) -> Option<(DateTime, DateTime)> {
    let both = |end: &str| Some((format!("{first}{end}").parse().ok()?, format!("{second}{end}").parse().ok()?));
    both("").or_else(|| both("Z"))
}
