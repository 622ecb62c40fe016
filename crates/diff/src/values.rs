//! Values: which values a type has on the wire, so that two types can be compared.
//!
//! Input: types of the model. Output: [`Values`], and the [`Ordering`] of two of them. The verdict on
//! an ordering is decided in `rules::types`.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

use chainloom_codegen::model::{Bounds, Form, Integer};
use serde_json::{Value as Json, json};

/// Bits of the numbers that an enumeration of whole numbers keeps, although it does not list them.
const UNLISTED_BITS: (u32, u32) = (63, 63);

/// Kind of a union whose arms differ in form.
const CHOICE: &str = "choice";

/// Values of a type on the wire.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {
    /// Kind of JSON, or `list`, `map`, `tuple`, `choice`, `bytes`, `file`. Empty for no value.
    pub(crate) kind: String,
    /// Whether null is a value.
    pub(crate) has_null: bool,
    /// Form of texts, or a hash of the members of an object. Empty for any.
    pub(crate) form: String,
    /// Hash of the members of an object with their bounds.
    pub(crate) exact: u64,
    /// Number of bytes that a form fixes.
    pub(crate) bytes: Option<usize>,
    /// Bits of a whole number below and above zero: 63 and 63 for `int64`, 0 and 8 for `uint8`.
    pub(crate) bits: Option<(u32, u32)>,
    /// Unit of a time or a duration.
    pub(crate) unit: Option<String>,
    /// Values of an enumeration.
    pub(crate) listed: Option<Vec<String>>,
    /// Range, size and patterns.
    pub(crate) limits: [Json; 3],
    /// Types of the items, keys and values, or of the arms of a choice.
    pub(crate) parts: Vec<Values>,
    /// Members of a record.
    pub(crate) members: Members,
}

/// Members of a record: name, whether it is required, and values. Objects with the same type share them.
#[derive(Clone, PartialEq)]
pub(crate) struct Members(pub(crate) Rc<[(String, bool, Values)]>);

impl Default for Members {
    fn default() -> Self {
        Self(Rc::from([]))
    }
}

/// Writes no member, because the members of members are many.
impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Members")
    }
}

/// Direction in which values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// Values that a service accepts in requests.
    Sent,
    /// Values that a client reads in responses: bounds are not checked, and enumerations keep what they do not list.
    Read,
}

impl Values {
    /// Returns all values of a kind.
    pub(crate) fn of_kind(kind: &str) -> Self {
        Self { kind: kind.to_owned(), ..Self::default() }
    }

    /// Returns the values of a plain whole number.
    pub(crate) fn of_integer(integer: Integer) -> Self {
        Self { bits: Some(bits_of(integer)), ..Self::of_kind("integer") }
    }

    /// Returns the values of an enumeration.
    pub(crate) fn of_enum(listed: Vec<String>, integers: bool) -> Self {
        let numbers = listed.iter().filter_map(|digits| digits.parse().ok());
        let cover = |(below, above): (u32, u32), number: i128| match number < 0 {
            true => (below.max(128 - (-1 - number).leading_zeros()), above),
            false => (below, above.max(128 - number.leading_zeros())),
        };
        let bits = integers.then(|| numbers.fold((0, 0), cover));
        Self { bits, listed: Some(listed), ..Self::of_kind(if integers { "integer" } else { "string" }) }
    }

    /// Returns the values of a scalar.
    pub(crate) fn of_form(form: &Form) -> Self {
        let unit = form.time_unit().or(form.duration_unit()).map(|unit| format!("{unit:?}"));
        let kind = match form {
            Form::JsonDecimal => return Self::of_kind("number"),
            _ if form.is_json_number() => "integer",
            _ => "string",
        };
        let (name, bytes) = match form {
            _ if kind == "integer" => (String::new(), None),
            Form::DecimalInteger(_) | Form::TimeText(_) | Form::DurationText(_) => ("whole number".to_owned(), None),
            Form::Quantity(_) | Form::TimeQuantity(_) => ("quantity".to_owned(), None),
            Form::Base58 { bytes } => (format!("{:?}", Form::Base58 { bytes: None }), *bytes),
            Form::Base64 { bytes, url } => (format!("{:?}", Form::Base64 { bytes: None, url: *url }), *bytes),
            Form::Hex { bytes, prefix } => (format!("{:?}", Form::Hex { bytes: None, prefix: *prefix }), *bytes),
            other => (format!("{other:?}"), None),
        };
        Self { form: name, bytes, bits: form.integer().map(bits_of), unit, ..Self::of_kind(kind) }
    }

    /// Returns the values of a union whose arms differ in form.
    pub(crate) fn of_choice(arms: Vec<Self>) -> Self {
        let has_null = arms.iter().any(|arm| arm.has_null);
        let parts = arms.into_iter().map(|arm| Self { has_null: false, ..arm }).collect();
        Self { has_null, parts, ..Self::of_kind(CHOICE) }
    }

    /// Returns one value.
    pub(crate) fn of_value(value: &Json) -> Self {
        let kind = match value {
            Json::Null => return Self { has_null: true, ..Self::of_choice(Vec::new()) },
            Json::Bool(_) => "boolean",
            Json::Number(number) if !number.is_i64() => "number",
            Json::Number(_) => return Self::of_enum(vec![value.to_string()], true),
            Json::String(text) => return Self::of_enum(vec![text.clone()], false),
            Json::Array(_) => "list",
            Json::Object(_) => "object",
        };
        Self { listed: Some(vec![value.to_string()]), ..Self::of_kind(kind) }
    }

    /// Adds bounds around the values.
    pub(crate) fn within(mut self, bounds: &Bounds) -> Self {
        let size = range(bounds.min_size.as_ref(), bounds.max_size.as_ref());
        let outer = [range(bounds.min.as_ref(), bounds.max.as_ref()), size, json!(bounds.patterns)];
        if !bounds.only.is_empty() {
            self.listed = Some(bounds.only.iter().map(ToString::to_string).collect());
        }
        for (limit, outer) in self.limits.iter_mut().zip(outer) {
            match (limit, outer) {
                (Json::Array(inner), Json::Array(outer)) => inner.extend(outer),
                (limit, outer) if !is_like_absent(&outer) => *limit = outer,
                _ => {}
            }
        }
        self
    }

    /// Compares with the values of another type: `Greater` if `after` has more. `None` if each has values that the
    /// other lacks.
    pub(crate) fn order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        let nulls = Some(after.has_null.cmp(&self.has_null));
        let is_choice = self.kind == CHOICE || after.kind == CHOICE;
        if is_choice && self.kind != "json" && after.kind != "json" {
            return combine_orders(nulls, self.choice_order(after, how));
        }
        if self.kind != after.kind {
            let order = match (self.kind.as_str(), after.kind.as_str()) {
                (_, "json") | ("integer", "number") => Ordering::Greater,
                ("json", _) | ("number", "integer") => Ordering::Less,
                _ => return None,
            };
            return combine_orders(nulls, Some(order));
        }
        let is_other_unit = self.unit.is_some() && after.unit.is_some() && self.unit != after.unit;
        if is_other_unit || self.parts.len() != after.parts.len() {
            return None;
        }
        let parts = self.parts.iter().zip(&after.parts).map(|(before, after)| before.order(after, how));
        let own = [nulls, self.form_order(after, how), self.listed_order(after, how), self.limits_order(after, how)];
        own.into_iter().chain(parts).fold(Some(Ordering::Equal), combine_orders)
    }

    /// Compares the arms of unions whose arms differ in form. Another type is a union with one arm.
    fn choice_order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        let arms = |values: &Self| match values.kind.as_str() {
            CHOICE => values.parts.clone(),
            _ => vec![Self { has_null: false, ..values.clone() }],
        };
        let (before, after) = (arms(self), arms(after));
        let is_within =
            |part: &Self, whole: &Self| matches!(whole.order(part, how), Some(Ordering::Less | Ordering::Equal));
        let are_within = |parts: &[Self], wholes: &[Self]| {
            parts.iter().all(|part| wholes.iter().any(|whole| is_within(part, whole)))
        };
        inclusion_order(are_within(&before, &after), are_within(&after, &before))
    }

    /// Compares the forms of texts, and the members of objects.
    fn form_order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        let bytes = match (self.bytes, after.bytes) {
            (one, other) if one == other => Ordering::Equal,
            (None, _) => Ordering::Less,
            (_, None) => Ordering::Greater,
            _ => return None,
        };
        match (self.form.as_str(), after.form.as_str()) {
            (one, other) if one == other => Some(bytes),
            ("", _) => Some(Ordering::Less),
            (_, "") => Some(Ordering::Greater),
            _ => self.members_order(after, how),
        }
    }

    /// Compares the members of records that have the same names: a required member allows fewer values.
    fn members_order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        let (before, after) = (&self.members.0, &after.members.0);
        let order = |(name, is_required, values): &(String, bool, Self)| {
            let (_, is_now_required, now) = after.iter().find(|(own, ..)| own == name)?;
            combine_orders(Some(is_required.cmp(is_now_required)), values.order(now, how))
        };
        let has_all = !before.is_empty() && before.len() == after.len();
        before.iter().map(order).fold(has_all.then_some(Ordering::Equal), combine_orders)
    }

    /// Compares the widths of whole numbers, and the values of enumerations.
    fn listed_order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        let widths = |before: Option<(u32, u32)>| match (before, after.bits) {
            (Some((below, above)), Some((new_below, new_above))) => {
                combine_orders(Some(new_below.cmp(&below)), Some(new_above.cmp(&above)))
            }
            _ => Some(Ordering::Equal),
        };
        match (&self.listed, &after.listed) {
            (None, _) if how == Compared::Read => widths(self.bits),
            (Some(_), _) if how == Compared::Read => match widths(self.bits.map(|_| UNLISTED_BITS)) {
                Some(Ordering::Less) => Some(Ordering::Equal),
                order => order,
            },
            (None, None) => widths(self.bits),
            (None, Some(_)) => combine_orders(widths(self.bits), Some(Ordering::Less)),
            (Some(_), None) => combine_orders(widths(self.bits), Some(Ordering::Greater)),
            (Some(before), Some(after)) => superset_order(before, after),
        }
    }

    /// Compares the bounds, and those within objects.
    fn limits_order(&self, after: &Self, how: Compared) -> Option<Ordering> {
        if how == Compared::Read {
            return Some(Ordering::Equal);
        }
        let compare: [fn(&Json, &Json) -> Option<Ordering>; 3] = [range_order, range_order, patterns_order];
        let limits = self.limits.iter().zip(&after.limits).zip(compare);
        let order = limits.map(|((before, after), compare)| limit_order(before, after, compare));
        // The bounds within records of other forms are compared with their members.
        let is_compared = self.exact == after.exact || self.form != after.form;
        let inside = is_compared.then_some(Ordering::Equal);
        order.fold(inside, combine_orders)
    }
}

/// Returns the bits of a whole number below and above zero.
fn bits_of(integer: Integer) -> (u32, u32) {
    let bits = u32::from(integer.bits());
    if integer.is_signed() { (bits - 1, bits - 1) } else { (0, bits) }
}

/// Combines two orders. `None` if they contradict each other.
fn combine_orders(one: Option<Ordering>, other: Option<Ordering>) -> Option<Ordering> {
    match (one?, other?) {
        (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
        (one, other) => (one == other).then_some(one),
    }
}

/// Compares the values that two limits of the same sort allow. `compare` compares limits that are both stated.
pub(crate) fn limit_order(
    before: &Json,
    after: &Json,
    compare: fn(&Json, &Json) -> Option<Ordering>,
) -> Option<Ordering> {
    match (is_like_absent(before), is_like_absent(after)) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        _ if before == after => Some(Ordering::Equal),
        _ => compare(before, after),
    }
}

/// Compares ranges of numbers or sizes.
pub(crate) fn range_order(before: &Json, after: &Json) -> Option<Ordering> {
    let [(old_from, old_to), (from, to)] = [ends(before)?, ends(after)?];
    let end_order = |before: &str, after: &str, ends: [&str; 2]| match (before, after) {
        (before, after) if before == after => Some(Ordering::Equal),
        ("", _) => Some(Ordering::Less),
        (_, "") => Some(Ordering::Greater),
        _ => number_order(ends[0], ends[1]),
    };
    combine_orders(end_order(old_from, from, [old_from, from]), end_order(old_to, to, [to, old_to]))
}

/// Compares lists of patterns. Each further pattern allows fewer values.
pub(crate) fn patterns_order(before: &Json, after: &Json) -> Option<Ordering> {
    superset_order(before.as_array()?, after.as_array()?).map(Ordering::reverse)
}

/// Compares lists of allowed values.
pub(crate) fn allowed_order(before: &Json, after: &Json) -> Option<Ordering> {
    superset_order(before.as_array()?, after.as_array()?)
}

/// Returns `Greater` if the second list has all items of the first and more, `Less` for the reverse, and `None` if
/// each has items that the other lacks.
fn superset_order<T: PartialEq>(before: &[T], after: &[T]) -> Option<Ordering> {
    let [has_all_old, has_all_new] =
        [(before, after), (after, before)].map(|(part, whole)| part.iter().all(|one| whole.contains(one)));
    inclusion_order(has_all_old, has_all_new)
}

/// Returns the order of two sets, of which one may include the other.
fn inclusion_order(has_all_old: bool, has_all_new: bool) -> Option<Ordering> {
    match (has_all_old, has_all_new) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        (false, false) => None,
    }
}

/// Returns the ends of a range. An open end is empty.
fn ends(range: &Json) -> Option<(&str, &str)> {
    let (from, to) = range.as_str()?.split_once("..")?;
    Some((from, to.trim_start_matches('=')))
}

/// Compares the digits of two numbers.
fn number_order(one: &str, other: &str) -> Option<Ordering> {
    match (one.parse::<i128>(), other.parse::<i128>()) {
        (Ok(one), Ok(other)) => Some(one.cmp(&other)),
        _ => one.parse::<f64>().ok()?.partial_cmp(&other.parse().ok()?),
    }
}

/// Returns whether a value means the same as an omitted key: null, `false` or an empty list.
pub(crate) fn is_like_absent(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// Returns a range as a spec writes it. Null if both ends are open.
pub(crate) fn range<T: std::fmt::Display>(from: Option<T>, to: Option<T>) -> Json {
    match (from, to) {
        (None, None) => Json::Null,
        (Some(from), None) => json!(format!("{from}..")),
        (from, Some(to)) => json!(format!("{}..={to}", from.map_or(String::new(), |from| from.to_string()))),
    }
}
