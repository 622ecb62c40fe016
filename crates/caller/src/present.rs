//! Results as people read them: numbers in decimal, amounts with their unit, times as dates.
//!
//! Input: a result, its type, and the units that the spec states. Output: the result with texts in place
//! of such values. Everything else stays as it came. The walk knows the type of each value.

use chainloom_codegen::lowered::{ReadAs, Remark, Remarks};
use chainloom_codegen::model::{Amount, MAX_DECIMALS, MemberPath};
use chainloom_codegen::walk::{Misfit, Names, Side, Sink, Step, StepOf, Tables, walk_value};
use chainloom_forms::{Number, TimeUnit, is_decimal, time, whole};
use chainloom_runtime::RawJson;
use chainloom_runtime::schema::{Form, ResponseBody, Type};
use serde_json::Value;

use crate::parts::{Part, at, at_mut};
use crate::prepared::Prepared;

/// Prefixes of units that are fractions, with the number of decimal places.
const FRACTIONS: [(char, usize); 7] = [('m', 3), ('u', 6), ('µ', 6), ('n', 9), ('p', 12), ('f', 15), ('a', 18)];

impl Prepared<'_> {
    /// Returns a result of the operation as people read it.
    #[must_use]
    pub fn presented(&self, result: &RawJson) -> RawJson {
        let output = self.operation().output;
        let presented = output.and_then(|ty| self.presented_as(ty, self.remark_on_result(), result, None));
        presented.unwrap_or_else(|| result.clone())
    }

    /// Returns an event of the subscription, or of the operation's stream, as people read it.
    #[must_use]
    pub fn presented_event(&self, event: &RawJson) -> RawJson {
        let presented = self.event_type().and_then(|ty| self.presented_as(ty, None, event, self.event_member()));
        presented.unwrap_or_else(|| event.clone())
    }

    /// Returns the type of the events of the subscription, or of the operation's stream.
    pub(crate) fn event_type(&self) -> Option<Type> {
        match (self.subscription(), self.operation().response.body) {
            (Some(subscription), _) => Some(subscription.item),
            (None, ResponseBody::Events(union)) => Some(Type::Union(union)),
            (None, _) => self.operation().output.and_then(|ty| item_type(ty, &[])),
        }
    }

    /// Returns the member of an event that holds its content; `None` if the event is its content. Server-sent events
    /// also have an ID.
    pub(crate) fn event_member(&self) -> Option<&'static str> {
        let is_sent =
            self.subscription().is_none() && matches!(self.operation().response.body, ResponseBody::Events(_));
        is_sent.then_some("data")
    }

    /// Returns an item of the operation's list as people read it.
    #[must_use]
    pub fn presented_item(&self, item: &RawJson) -> RawJson {
        let path = self.operation().paginate.map_or(&[][..], |paging| paging.items);
        let ty = self.operation().output.and_then(|ty| item_type(ty, path));
        let of_result = self.remark_on_result().filter(|_| path.is_empty());
        let presented = ty.and_then(|ty| self.presented_as(ty, of_result, item, None));
        presented.unwrap_or_else(|| item.clone())
    }

    /// Returns the remark on the result of the operation; `None` for a subscription.
    fn remark_on_result(&self) -> Option<&Remark> {
        self.caller.api().operation(self.operation().id).map(|operation| &operation.result)
    }

    /// Returns a value, or an object whose `member` is the value, with human-readable texts; `None` if nothing changes.
    /// The remark on the result is that of the whole value.
    fn presented_as(
        &self,
        ty: Type,
        of_result: Option<&Remark>,
        json: &RawJson,
        member: Option<&str>,
    ) -> Option<RawJson> {
        let mut whole: Value = serde_json::from_str(json.as_str()).ok()?;
        let value = match member {
            Some(name) => whole.get_mut(name)?,
            None => &mut whole,
        };
        let remarks = &self.caller.api().remarks;
        let members = vec![of_result.map(|remark| Member { remark, depth: 0 })];
        let mut notations = Notations { remarks, path: Vec::new(), members, found: Vec::new() };
        walk_value(Tables, Side::Received, ty, value, &mut notations);
        let texts: Vec<(Vec<Part>, String)> = notations
            .found
            .into_iter()
            .filter_map(|(path, notation)| {
                let text = notation.text(at(value, &path)?, value)?;
                Some((path, text))
            })
            .collect();
        for (path, text) in texts {
            if let Some(place) = at_mut(value, &path) {
                *place = Value::String(text);
            }
        }
        RawJson::parse(&whole.to_string()).ok()
    }
}

/// Returns the type of the items of a list, which is at a path of a page.
fn item_type(ty: Type, path: &[&str]) -> Option<Type> {
    match (ty.bare(), path) {
        (Type::List(list), []) => Some(list.item),
        (Type::Record(record), [name, rest @ ..]) => {
            item_type(record.fields.iter().find(|field| field.name == *name)?.ty, rest)
        }
        _ => None,
    }
}

/// A member, and the length of the path to the record that has it.
#[derive(Clone, Copy)]
struct Member<'r> {
    remark: &'r Remark,
    depth: usize,
}

/// The notations of values, by their places.
struct Notations<'r> {
    remarks: &'r Remarks,
    path: Vec<Part>,
    /// The nearest member with a remark, for the value and each one around it.
    members: Vec<Option<Member<'r>>>,
    found: Vec<(Vec<Part>, Notation<'r>)>,
}

impl<'r> Sink for Notations<'r> {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let outer = self.members.last().copied().flatten();
        let depth = self.path.len();
        let Some(part) = Part::of(&step) else { return false };
        let member = match step {
            Step::Member(field, _) => self.remarks.of(field).map(|remark| Member { remark, depth }),
            _ => outer,
        };
        self.path.push(part);
        self.members.push(member);
        true
    }

    fn leave(&mut self) {
        self.path.pop();
        self.members.pop();
    }

    fn misfit(&mut self, _: &Value, _: Type, _: Misfit<'_>) {}

    fn names(&mut self, _: &Value, _: &Names<'_, Tables>) {}

    fn compared(&mut self, ty: Type) {
        let member = self.members.last().copied().flatten();
        let unit = member.and_then(|member| Unit::of(member, &self.path));
        let notation = match ty.bare() {
            Type::Scalar(scalar) => Notation::of(scalar.form, unit),
            Type::Integer(_) | Type::Number | Type::Text => unit.map(|unit| Notation::Number(Some(unit))),
            _ => None,
        };
        // A value of a nullable type is visited twice: with the nullable type, and with the type without null.
        let is_known = self.found.last().is_some_and(|(path, _)| *path == self.path);
        if let Some(notation) = notation.filter(|_| !is_known) {
            self.found.push((self.path.clone(), notation));
        }
    }
}

/// The unit of a number.
#[derive(Clone, Debug)]
enum Unit<'r> {
    /// The unit that the wire has.
    Stated(&'r str),
    /// A larger unit, with the number of decimal places.
    Larger(&'r str, usize),
    /// The unit of a token that the record at a path describes.
    OfToken(&'r Amount, Vec<Part>),
}

impl<'r> Unit<'r> {
    /// Returns the unit of a value that the member's remark describes.
    fn of(member: Member<'r>, path: &[Part]) -> Option<Self> {
        match (&member.remark.read_as, &member.remark.unit) {
            (Some(ReadAs::Unit(unit)), _) => Some(Self::Larger(&unit.symbol, usize::try_from(unit.decimals).ok()?)),
            (Some(ReadAs::Amount(amount)), _) => Some(Self::OfToken(amount, path[..member.depth].to_vec())),
            (None, unit) => unit.as_deref().map(Self::Stated),
        }
    }

    /// Formats a number with its unit. `None` for an amount of a token that the response does not describe.
    fn with(&self, digits: &str, response: &Value) -> Option<String> {
        match self {
            Self::Stated(unit) => Some(with_unit(digits, unit)),
            Self::Larger(symbol, places) => shifted(digits, *places).map(|amount| format!("{amount} {symbol}")),
            Self::OfToken(amount, record) => {
                let member = |path: &MemberPath| {
                    path.0.iter().try_fold(at(response, record)?, |value, name| value.get(name.as_str()))
                };
                let places = u32::try_from(member(&amount.decimals)?.as_u64()?).ok()?;
                let places = usize::try_from(Some(places).filter(|places| *places <= MAX_DECIMALS)?).ok()?;
                let amount_text = shifted(digits, places)?;
                let symbol = amount.symbol.as_ref().and_then(member).and_then(Value::as_str);
                Some(match symbol {
                    Some(symbol) => format!("{amount_text} {symbol}"),
                    None => amount_text,
                })
            }
        }
    }
}

/// Human-readable notation of a value.
#[derive(Clone, Debug)]
enum Notation<'r> {
    /// A number in decimal, with its unit.
    Number(Option<Unit<'r>>),
    /// A UNIX time as a date.
    Time(TimeUnit),
    /// A duration with its unit.
    Duration(TimeUnit),
}

impl<'r> Notation<'r> {
    /// Returns the notation of a form; `None` for a value that is shown as it came.
    fn of(form: Form, unit: Option<Unit<'r>>) -> Option<Self> {
        match (form.time_unit(), form.duration_unit()) {
            (Some(unit), _) => Some(Self::Time(unit)),
            (_, Some(unit)) => Some(Self::Duration(unit)),
            _ => form.is_numeric().then_some(Self::Number(unit)),
        }
    }

    /// Formats a value of a response for display; `None` for a value that is shown as it came. The response has the
    /// members that describe a token.
    fn text(&self, value: &Value, response: &Value) -> Option<String> {
        let text = match value {
            Value::Number(digits) => digits.as_str(),
            Value::String(text) => text,
            _ => return None,
        };
        match self {
            Self::Time(unit) => Some(time::write(whole::parse_i64(text)?, per_second(*unit))),
            Self::Duration(unit) => Some(format!("{} {}", decimal(text)?, unit_symbol(*unit))),
            Self::Number(Some(unit)) => {
                let digits = decimal(text)?;
                unit.with(&digits, response).or_else(|| Some(digits).filter(|digits| digits != text))
            }
            Self::Number(None) => decimal(text).filter(|digits| digits != text),
        }
    }
}

/// Converts a number to decimal; `None` for a text that is not a number.
fn decimal(text: &str) -> Option<String> {
    match text.strip_prefix("0x") {
        Some(_) => Number::parse(text)?.to_whole(),
        None => is_decimal(text).then(|| text.to_owned()),
    }
}

/// Formats a number with its unit; a number of a fraction of a symbol, such as `nTOK`, in the symbol itself.
fn with_unit(digits: &str, unit: &str) -> String {
    let of_symbol = fraction(unit).and_then(|(places, symbol)| Some(format!("{} {symbol}", shifted(digits, places)?)));
    of_symbol.unwrap_or_else(|| match unit {
        "percent" => format!("{digits} %"),
        _ => format!("{digits} {unit}"),
    })
}

/// Returns the decimal places of a unit, and the symbol after its prefix.
fn fraction(unit: &str) -> Option<(usize, &str)> {
    let (prefix, places) = FRACTIONS.iter().find(|(prefix, _)| unit.starts_with(*prefix))?;
    let symbol = &unit[prefix.len_utf8()..];
    let is_symbol = symbol.len() > 1 && symbol.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_symbol.then_some((*places, symbol))
}

/// Divides an integer by a power of ten, without zeros at the end; `None` for another number.
fn shifted(digits: &str, places: usize) -> Option<String> {
    let (negative, plain) = whole::split_sign(digits);
    if !plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let width = places + 1;
    let padded = format!("{plain:0>width$}");
    let (whole, fraction) = padded.split_at(padded.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{}{whole}{point}{fraction}", if negative { "-" } else { "" }))
}

const fn per_second(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Seconds => 1,
        TimeUnit::Milliseconds => 1_000,
        TimeUnit::Microseconds => 1_000_000,
        TimeUnit::Nanoseconds => 1_000_000_000,
    }
}

const fn unit_symbol(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Seconds => "s",
        TimeUnit::Milliseconds => "ms",
        TimeUnit::Microseconds => "µs",
        TimeUnit::Nanoseconds => "ns",
    }
}
