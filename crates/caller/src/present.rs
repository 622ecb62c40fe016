//! Results as people read them: numbers in decimal, amounts with their unit, times as dates.
//!
//! Input: a result, its type, and the units that the spec states. Output: the result with texts in place
//! of such values. Everything else stays as it came. The walk knows the type of each value.

use chainloom_codegen::lowered::Remarks;
use chainloom_codegen::walk::{Misfit, Names, Side, Sink, Step, StepOf, Tables, walk_value};
use chainloom_forms::{Number, TimeUnit, is_decimal, time, whole};
use chainloom_runtime::RawJson;
use chainloom_runtime::schema::{Form, Type};
use serde_json::Value;

use crate::prepared::Prepared;

/// Prefixes of units that stand for a fraction, with the number of decimal places.
const FRACTIONS: [(char, usize); 7] = [('m', 3), ('u', 6), ('µ', 6), ('n', 9), ('p', 12), ('f', 15), ('a', 18)];

impl Prepared<'_> {
    /// Returns a result of the operation as people read it.
    #[must_use]
    pub fn presented(&self, result: &RawJson) -> RawJson {
        let presented = self.operation().output.and_then(|ty| presented(ty, &self.caller.api().remarks, result));
        presented.unwrap_or_else(|| result.clone())
    }

    /// Returns an item of the operation's list as people read it.
    #[must_use]
    pub fn presented_item(&self, item: &RawJson) -> RawJson {
        let path = self.operation().paginate.map_or(&[][..], |paging| paging.items);
        let ty = self.operation().output.and_then(|ty| item_type(ty, path));
        let presented = ty.and_then(|ty| presented(ty, &self.caller.api().remarks, item));
        presented.unwrap_or_else(|| item.clone())
    }
}

/// The type of the items of a list, which is at a path of a page.
fn item_type(ty: Type, path: &[&str]) -> Option<Type> {
    match (ty.bare(), path) {
        (Type::List(list), []) => Some(list.item),
        (Type::Record(record), [name, rest @ ..]) => {
            item_type(record.fields.iter().find(|field| field.name == *name)?.ty, rest)
        }
        _ => None,
    }
}

fn presented(ty: Type, remarks: &Remarks, json: &RawJson) -> Option<RawJson> {
    let mut value = serde_json::from_str(json.as_str()).ok()?;
    let mut notations = Notations { remarks, path: Vec::new(), units: Vec::new(), found: Vec::new() };
    walk_value(Tables, Side::Received, ty, &value, &mut notations);
    for (path, notation) in notations.found {
        if let Some(place) = place_of(&mut value, &path) {
            if let Some(text) = notation.text(place) {
                *place = Value::String(text);
            }
        }
    }
    RawJson::parse(&value.to_string()).ok()
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Item(usize),
    Member(String),
}

fn place_of<'v>(value: &'v mut Value, path: &[Part]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, part| match part {
        Part::Item(index) => value.get_mut(index),
        Part::Member(name) => value.get_mut(name),
    })
}

/// The notations of values, by their places.
struct Notations<'r> {
    remarks: &'r Remarks,
    path: Vec<Part>,
    /// The unit of the nearest member, for the value and each one around it.
    units: Vec<Option<&'r str>>,
    found: Vec<(Vec<Part>, Notation<'r>)>,
}

impl<'r> Sink for Notations<'r> {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let outer = self.units.last().copied().flatten();
        let (part, unit) = match step {
            Step::Item(index) => (Part::Item(index), outer),
            Step::Key(..) => return false,
            Step::Entry(name) | Step::Arm(_, name) | Step::Inner(name) => (Part::Member(name.to_owned()), outer),
            Step::Member(field, name) => {
                let remark = self.remarks.of(field);
                (Part::Member(name.to_owned()), remark.and_then(|remark| remark.unit.as_deref()))
            }
        };
        self.path.push(part);
        self.units.push(unit);
        true
    }

    fn leave(&mut self) {
        self.path.pop();
        self.units.pop();
    }

    fn misfit(&mut self, _: &Value, _: Type, _: Misfit<'_>) {}

    fn names(&mut self, _: &Value, _: &Names<'_, Tables>) {}

    fn compared(&mut self, ty: Type) {
        let unit = self.units.last().copied().flatten();
        let notation = match ty.bare() {
            Type::Scalar(scalar) => Notation::of(scalar.form, unit),
            Type::Integer(_) | Type::Number | Type::Text => unit.map(|_| Notation::Number(unit)),
            _ => None,
        };
        // A value is compared with its type and with that type or null.
        let is_known = self.found.last().is_some_and(|(path, _)| *path == self.path);
        if let Some(notation) = notation.filter(|_| !is_known) {
            self.found.push((self.path.clone(), notation));
        }
    }
}

/// How a value is written for people.
#[derive(Clone, Copy, Debug)]
enum Notation<'r> {
    /// A number in decimal, with its unit.
    Number(Option<&'r str>),
    /// A UNIX time as a date.
    Time(TimeUnit),
    /// A duration with its unit.
    Duration(TimeUnit),
}

impl<'r> Notation<'r> {
    fn of(form: Form, unit: Option<&'r str>) -> Option<Self> {
        match (form.time_unit(), form.duration_unit()) {
            (Some(unit), _) => Some(Self::Time(unit)),
            (_, Some(unit)) => Some(Self::Duration(unit)),
            _ => form.is_numeric().then_some(Self::Number(unit)),
        }
    }

    /// The text of a value; `None` for one that stays as it is.
    fn text(self, value: &Value) -> Option<String> {
        let text = match value {
            Value::Number(digits) => digits.as_str(),
            Value::String(text) => text,
            _ => return None,
        };
        match self {
            Self::Time(unit) => Some(time::write(whole::parse_i64(text)?, per_second(unit))),
            Self::Duration(unit) => Some(format!("{} {}", decimal(text)?, sign(unit))),
            Self::Number(Some(unit)) => Some(with_unit(&decimal(text)?, unit)),
            Self::Number(None) => decimal(text).filter(|digits| digits != text),
        }
    }
}

/// A number in decimal; `None` for what is no number.
fn decimal(text: &str) -> Option<String> {
    match text.strip_prefix("0x") {
        Some(_) => Number::parse(text)?.to_whole(),
        None => is_decimal(text).then(|| text.to_owned()),
    }
}

/// A number with its unit; one of a fraction of a symbol, such as `nTOK`, in the symbol itself.
fn with_unit(digits: &str, unit: &str) -> String {
    let (negative, plain) = whole::split_sign(digits);
    match fraction(unit) {
        Some((places, symbol)) if plain.bytes().all(|byte| byte.is_ascii_digit()) => {
            let sign = if negative { "-" } else { "" };
            format!("{sign}{} {symbol}", shifted(plain, places))
        }
        _ if unit == "percent" => format!("{digits} %"),
        _ => format!("{digits} {unit}"),
    }
}

/// The decimal places of a unit, and the symbol behind its prefix.
fn fraction(unit: &str) -> Option<(usize, &str)> {
    let (prefix, places) = FRACTIONS.iter().find(|(prefix, _)| unit.starts_with(*prefix))?;
    let symbol = &unit[prefix.len_utf8()..];
    let is_symbol = symbol.len() > 1 && symbol.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_symbol.then_some((*places, symbol))
}

/// A whole number, divided by a power of ten, without zeros at the end.
fn shifted(digits: &str, places: usize) -> String {
    let width = places + 1;
    let padded = format!("{digits:0>width$}");
    let (whole, fraction) = padded.split_at(padded.len() - places);
    let text = format!("{whole}.{fraction}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

const fn per_second(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Seconds => 1,
        TimeUnit::Milliseconds => 1_000,
        TimeUnit::Microseconds => 1_000_000,
        TimeUnit::Nanoseconds => 1_000_000_000,
    }
}

const fn sign(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Seconds => "s",
        TimeUnit::Milliseconds => "ms",
        TimeUnit::Microseconds => "µs",
        TimeUnit::Nanoseconds => "ns",
    }
}
