//! Bounds of a value and of everything in it.
//!
//! Input: the JSON of a value to be sent, and its type. Output: a violation for each part that is
//! out of bounds, with its path: `filter.topics[2]`. Whether a value fits its type is not decided
//! here: unreadable parts are skipped. Responses are not checked. Checksums are checked here,
//! because responses are read without such a check, and a program may send a value of a response
//! again.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use chainloom_forms::{Number, pattern::Pattern};

use crate::{
    Text,
    encode::rules::{Violation, display_value, join, number},
    json::{Plain, Reader, fields_of_object, items, members},
    schema::{Also, ArmBody, Bounds, Direction, Discriminator, Field, Form, Map, Type, Union},
};

/// Maximum number of errors of one value: a list of a million wrong numbers is reported well before
/// its end.
const MAX_ERRORS: usize = 10;

/// Returns the violations of bounds in a parameter. Messages do not show the value of a secret.
pub(crate) fn check(field: &'static Field, json: &[u8]) -> Vec<Violation> {
    let Ok(json) = std::str::from_utf8(json) else { return Vec::new() };
    let mut walk =
        BoundsChecker { parameter: field.name, place: field.name.to_owned(), is_secret: false, found: Vec::new() };
    walk.field(field, json.trim());
    walk.found
}

/// Checker of a value: the path of the visited part, and the violations so far.
struct BoundsChecker {
    parameter: &'static str,
    place: String,
    /// Whether values must not be shown.
    is_secret: bool,
    found: Vec<Violation>,
}

impl BoundsChecker {
    /// Checks a member.
    fn field(&mut self, field: &'static Field, json: &str) {
        if json == "null" {
            return;
        }
        let was_secret = self.is_secret;
        self.is_secret |= field.secret;
        self.bounds(field.bounds, json);
        if field.deep {
            self.value(field.ty, json);
        }
        self.is_secret = was_secret;
    }

    /// Adds a violation with the found value, which is omitted for a secret.
    fn refuse(&mut self, wanted: &str, value: &Plain) {
        let found = if self.is_secret { String::new() } else { format!(", but is {}", display_value(value)) };
        self.add_violation(format!("{wanted}{found}"));
    }

    /// Adds a violation at the current path.
    fn add_violation(&mut self, what: String) {
        let text = format!("`{}` {what}", self.place);
        self.found.push(Violation { parameters: vec![self.parameter], place: self.place.clone(), text });
    }

    /// Checks a value of a type, with all values in it.
    fn value(&mut self, ty: Type, json: &str) {
        match ty.known() {
            Type::Bounded(bounded) => {
                self.bounds(bounded.bounds, json);
                self.value(bounded.ty, json);
            }
            Type::Nullable(inner) if json != "null" => self.value(*inner, json),
            Type::List(list) if json.starts_with('[') => self.list(list.item, json),
            Type::List(list) if list.also == Also::Single => self.value(list.item, json),
            Type::Tuple(types) => {
                let items = items(json.as_bytes()).unwrap_or_default();
                for (index, (ty, json)) in types.iter().zip(items).enumerate() {
                    self.at(&format!("[{index}]"), |walk| walk.value(*ty, json));
                }
            }
            Type::Map(map) => {
                for (name, value) in members(json.as_bytes()).unwrap_or_default() {
                    self.member_of_map(map, &name, value);
                }
            }
            Type::Record(record) => self.members([record.fields, &[]], &members(json.as_bytes()).unwrap_or_default()),
            Type::Union(union) => self.union(union, json),
            Type::Scalar(scalar) if scalar.form.has_checksum() => self.checksum(scalar.form, json),
            _ => {}
        }
    }

    /// Checks that a text with a checksum may be sent.
    fn checksum(&mut self, form: Form, json: &str) {
        let Ok(Plain::Text(text)) = Plain::parse(json.as_bytes()) else { return };
        if !form.is_sent(&text) {
            let wanted = crate::encode::rules::expected::expected(form);
            self.refuse(&format!("must be {wanted}"), &Plain::Text(text));
        }
    }

    /// Checks the items of a list, up to the maximum number of errors.
    fn list(&mut self, item: Type, json: &str) {
        if !can_have_bounds(item) {
            return;
        }
        for (index, json) in items(json.as_bytes()).unwrap_or_default().into_iter().enumerate() {
            self.at(&format!("[{index}]"), |walk| walk.value(item, json));
            if self.found.len() >= MAX_ERRORS {
                return;
            }
        }
    }

    /// Checks the members of a record, or the common members of a union and the members of an arm.
    fn members(&mut self, tables: [&'static [Field]; 2], members: &[(Text, &str)]) {
        let is_limited = |field: &&Field| field.deep || field.direction != Direction::Both || !field.bounds.is_none();
        for field in tables.into_iter().flatten().filter(is_limited) {
            if field.rest {
                self.check_other_members(field, tables, members);
                continue;
            }
            let json = members.iter().find(|(name, _)| **name == *field.name).map(|(_, json)| *json);
            self.at(&format!(".{}", field.name), |walk| {
                walk.direction(field, json);
                json.into_iter().for_each(|json| walk.field(field, json));
            });
        }
    }

    /// Checks directions: a member of responses only must not be sent, and a member that is required in requests must
    /// be.
    fn direction(&mut self, field: &Field, json: Option<&str>) {
        match (field.direction, json) {
            (Direction::Response, Some(_)) => {
                self.add_violation("is set by the service, so it cannot be sent: leave it out".to_owned());
            }
            (Direction::Request, None) if field.needed => {
                self.add_violation("is required, but was left out".to_owned());
            }
            _ => {}
        }
    }

    /// Checks the members that a map takes, because none of the tables has them.
    fn check_other_members(&mut self, field: &'static Field, tables: [&'static [Field]; 2], members: &[(Text, &str)]) {
        let is_known = |name: &str| tables.into_iter().flatten().any(|field| field.name == name && !field.rest);
        let Type::Map(map) = field.ty else { return };
        for (name, json) in members.iter().filter(|(name, _)| !is_known(name)) {
            self.member_of_map(map, name, json);
        }
    }

    /// Checks the key and the value of a member of a map.
    fn member_of_map(&mut self, map: &'static Map, name: &str, json: &str) {
        self.at(&format!(".{name}"), |walk| {
            if can_have_bounds(map.key) {
                walk.value(map.key, &crate::json::text_json(name));
            }
            walk.value(map.value, json);
        });
    }

    /// Checks a value of a union as its arm.
    fn union(&mut self, union: &'static Union, json: &str) {
        if union.discriminator == Discriminator::Form {
            let Ok((index, _)) = Reader::new(json).select(union) else { return };
            match union.arms.get(index).map(|arm| arm.body) {
                Some(ArmBody::Value(ty)) => self.value(ty, json),
                Some(ArmBody::Fields { record, .. }) => self.value(Type::Record(record), json),
                _ => {}
            }
            return;
        }
        let found = members(json.as_bytes()).unwrap_or_default();
        self.members([union.common, fields_of_object(union, &found)], &found);
    }

    /// Calls `look` with the path extended by `step`.
    fn at(&mut self, step: &str, look: impl FnOnce(&mut Self)) {
        if self.found.len() >= MAX_ERRORS {
            return;
        }
        let length = self.place.len();
        self.place.push_str(step);
        look(self);
        self.place.truncate(length);
    }

    /// Checks the bounds of a value, or of each item of a list.
    fn bounds(&mut self, bounds: &'static Bounds, json: &str) {
        if bounds.is_none() || json == "null" {
            return;
        }
        let Ok(value) = Plain::parse(json.as_bytes()) else { return };
        let single = std::slice::from_ref(&value);
        let parts = if let Plain::List(items) = &value { items.as_slice() } else { single };
        let first = |check: fn(&Plain, &Bounds) -> Option<String>| {
            parts.iter().find_map(|part| check(part, bounds).map(|wanted| (wanted, part)))
        };
        first(outside).into_iter().for_each(|(wanted, part)| self.refuse(&wanted, part));
        wrong_size(&value, bounds).into_iter().for_each(|text| self.add_violation(text));
        first(not_among).into_iter().for_each(|(wanted, part)| self.refuse(&wanted, part));
        first(without_pattern).into_iter().for_each(|(wanted, part)| self.refuse(&wanted, part));
    }
}

/// Returns whether a value of the type can contain something with bounds.
fn can_have_bounds(ty: Type) -> bool {
    match ty.known() {
        Type::Scalar(scalar) => scalar.form.has_checksum(),
        Type::Bounded(_) | Type::Record(_) | Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Tuple(_) => true,
        Type::Nullable(inner) => can_have_bounds(*inner),
        _ => false,
    }
}

/// Returns what a number must satisfy, if it is outside of its bounds.
fn outside(value: &Plain, bounds: &Bounds) -> Option<String> {
    if bounds.min.is_none() && bounds.max.is_none() {
        return None;
    }
    let found = number(value)?;
    let bound = |text: Option<&'static str>| text.and_then(|text| Some((text, Number::parse(text)?)));
    if let Some((text, _)) = bound(bounds.min).filter(|(_, min)| found < *min) {
        return Some(format!("must be at least {text}"));
    }
    let (text, _) = bound(bounds.max).filter(|(_, max)| found > *max)?;
    Some(format!("must be at most {text}"))
}

/// Returns the required and the actual number of items or characters, if there are too few or too many.
fn wrong_size(value: &Plain, bounds: &Bounds) -> Option<String> {
    if bounds.min_size.is_none() && bounds.max_size.is_none() {
        return None;
    }
    let (size, unit) = value.size()?;
    let noun = |bound| if bound == 1 { unit.trim_end_matches('s') } else { unit };
    if let Some(min) = bounds.min_size.filter(|min| size < *min) {
        return Some(format!("must have at least {min} {}, but has {size}", noun(min)));
    }
    let max = bounds.max_size.filter(|max| size > *max)?;
    Some(format!("must have at most {max} {}, but has {size}", noun(max)))
}

/// Returns the allowed values, if the value is none of them.
fn not_among(value: &Plain, bounds: &Bounds) -> Option<String> {
    let (Plain::Text(text) | Plain::Number(text)) = value else { return None };
    if bounds.only.is_empty() || bounds.only.contains(&text.as_str()) {
        return None;
    }
    let names = join(bounds.only.iter().map(|name| format!("`{name}`")));
    let wanted = if bounds.only.len() == 1 { names } else { format!("one of {names}") };
    Some(format!("must be {wanted}"))
}

/// Returns the required pattern, if a text does not match it.
fn without_pattern(value: &Plain, bounds: &Bounds) -> Option<String> {
    let Plain::Text(text) = value else { return None };
    let lacking = bounds.patterns.iter().find(|pattern| !has_pattern(pattern, text))?;
    Some(format!("must have the pattern `{lacking}`"))
}

/// Returns whether a text matches a pattern. Patterns are compiled when they are first used, and cached.
fn has_pattern(pattern: &'static str, text: &str) -> bool {
    static KNOWN: OnceLock<Mutex<HashMap<&'static str, Option<Pattern>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let made = known.entry(pattern).or_insert_with(|| Pattern::parse(pattern).ok()).clone();
    drop(known);
    // An invalid pattern was refused when the spec was checked.
    made.is_none_or(|pattern| pattern.is_in(text))
}
