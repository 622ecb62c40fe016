//! When a value that was written again equals the one that was read.
//!
//! Absent equals null and, for a list, empty; a number equals the same number as decimal text; hex
//! has no letter case; the elements of an array are compared one by one.

use serde_json::Value;

/// The first place where two values differ, or none.
pub fn difference(expected: &Value, actual: &Value) -> Option<String> {
    differ(expected, actual, "$")
}

fn differ(expected: &Value, actual: &Value, path: &str) -> Option<String> {
    let differs = || Some(format!("{path}: expected {}, got {}", short(expected), short(actual)));
    match (expected, actual) {
        (Value::Object(left), Value::Object(right)) => {
            let names = left.keys().chain(right.keys().filter(|name| find(left, name).is_none()));
            names.into_iter().find_map(|name| {
                let member =
                    |object: &serde_json::Map<String, Value>| find(object, name).cloned().unwrap_or(Value::Null);
                differ(&member(left), &member(right), &format!("{path}.{name}"))
            })
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            let pairs = left.iter().zip(right).enumerate();
            pairs.into_iter().find_map(|(index, (left, right))| differ(left, right, &format!("{path}[{index}]")))
        }
        (Value::Null, other) | (other, Value::Null) if is_nothing(other) => None,
        (Value::String(left), Value::String(right)) if same_text(left, right) => None,
        (Value::Number(_) | Value::String(_), Value::Number(_) | Value::String(_)) => {
            match (decimal(expected), decimal(actual)) {
                (Some(left), Some(right)) if left == right => None,
                _ => differs(),
            }
        }
        (left, right) if left == right => None,
        _ => differs(),
    }
}

/// A member by its name; a name that is hex with `0x` has no letter case. Other names keep theirs:
/// `ad` and `AD` are two.
fn find<'v>(object: &'v serde_json::Map<String, Value>, name: &str) -> Option<&'v Value> {
    object.get(name).or_else(|| object.iter().find(|(other, _)| same_key(other, name)).map(|(_, value)| value))
}

fn same_key(left: &str, right: &str) -> bool {
    left.starts_with("0x") && same_text(left, right)
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn same_text(left: &str, right: &str) -> bool {
    left == right || (is_hex(left) && is_hex(right) && left.eq_ignore_ascii_case(right))
}

fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Sign, digits without zeros at either end, and the place of the point.
fn decimal(value: &Value) -> Option<(bool, String, i64)> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa.to_owned(), exponent.parse::<i64>().ok()?),
        None => (text.clone(), 0),
    };
    let (negative, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, mantissa.as_str()),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if whole.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let significant = all.trim_start_matches('0');
    let trimmed = significant.trim_end_matches('0');
    let zeros = i64::try_from(significant.len() - trimmed.len()).ok()?;
    let scale = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(zeros)?;
    Some(if trimmed.is_empty() { (false, String::new(), 0) } else { (negative, trimmed.to_owned(), scale) })
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { text.chars().take(57).chain("...".chars()).collect() } else { text }
}
