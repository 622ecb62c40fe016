//! Parses bounds: `1..=10`, `1..`, `..=10`.
//!
//! Input: the text of a range or size. Output: [`Bounds`], or the mistake in the text.

use chainloom_forms::{Number, is_json_number, whole};

use crate::analysis::check::context::Checker;
use crate::diagnostic::Code;
use crate::language::node::Text;
use crate::model::Integer;

/// Minimum and maximum of a range, both inclusive; `None` for an open end.
pub(super) type Ends<T> = [Option<T>; 2];

/// Hint for an invalid range.
const HINT: &str = "write `1..=10`, `1..` or `..=10`; both ends are included";

impl Checker<'_> {
    /// Parses a range of numbers such as `1..=10`. The ends are open without a text and after a
    /// report.
    pub(crate) fn ends<'t>(&mut self, text: Option<&'t Text>) -> Ends<&'t str> {
        let Some(text) = text else { return [None, None] };
        parse_bounds(&text.value).unwrap_or_else(|message| {
            self.bad_range(text, message, HINT);
            [None, None]
        })
    }

    /// Parses a range for the number of items or characters. The ends are open without a text and
    /// after a report; they have at most 32 bits.
    pub(crate) fn sizes(&mut self, text: Option<&Text>) -> Ends<usize> {
        let ends = self.ends(text);
        if let (Some(text), Some(end)) = (text, ends.iter().flatten().find(|end| !whole::fits(end, Integer::U32))) {
            let message = format!("`{end}` is not a number of items or characters");
            self.bad_range(text, message, "write whole numbers of at most 32 bits, without sign and exponent");
            return [None, None];
        }
        ends.map(|end| end?.parse().ok())
    }

    fn bad_range(&mut self, text: &Text, message: String, hint: &str) {
        self.error(Code::BadRange, text.span, message, hint);
    }
}

fn parse_bounds(text: &str) -> Result<Ends<&str>, String> {
    let Some((min, rest)) = text.split_once("..") else {
        return Err(format!("`{text}` is not a range"));
    };
    let (min, rest) = (min.trim(), rest.trim());
    let max = match rest.strip_prefix('=') {
        Some(max) => max.trim(),
        None if rest.is_empty() => "",
        None => return Err(format!("`{text}` does not state whether its end is included")),
    };
    if rest == "=" || (min.is_empty() && max.is_empty()) {
        return Err(format!("`{text}` has no end"));
    }
    let (low, high) = (parse_end(min)?, parse_end(max)?);
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        return Err(format!("the minimum, {min}, is above the maximum, {max}"));
    }
    Ok([min, max].map(|end| Some(end).filter(|end| !end.is_empty())))
}

/// Parses one end of a range; `None` if the end is open. An end must be a JSON number, because
/// documents copy it.
fn parse_end(text: &str) -> Result<Option<Number<'_>>, String> {
    match Number::parse(text).filter(|_| is_json_number(text)) {
        None if !text.is_empty() => Err(format!("`{text}` is not a number")),
        number => Ok(number),
    }
}

/// Returns whether `value` is within the range.
pub(crate) fn is_within(ends: Ends<&str>, value: &Number<'_>) -> bool {
    let [min, max] = ends.map(|end| Number::parse(end?));
    min.is_none_or(|min| *value >= min) && max.is_none_or(|max| *value <= max)
}

/// Writes a range in the notation of the spec: `1..=10`.
pub(crate) fn write_range<T: ToString>([min, max]: Ends<T>) -> String {
    let [min, max] = [min, max].map(|end| end.map(|end| end.to_string()));
    format!("{}..{}", min.unwrap_or_default(), max.map(|max| format!("={max}")).unwrap_or_default())
}
