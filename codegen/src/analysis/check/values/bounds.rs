//! Bounds: `1..=10`, `1..`, `..=10`.
//!
//! Input: the text of a range or size. Output: [`Bounds`], or the mistake in the text.

use chainloom_forms::{Number, is_json_number, whole};

use crate::analysis::check::context::Checker;
use crate::diagnostic::Code;
use crate::model::{Bounds, Integer};
use crate::spec::document::Text;

const HINT: &str = "write `1..=10`, `1..` or `..=10`; both ends are included";

impl Checker<'_> {
    /// Bounds of numbers.
    pub(crate) fn bounds(&mut self, text: Option<&Text>) -> Option<Bounds> {
        let text = text?;
        parse_bounds(&text.value).map_err(|message| self.bad_range(text, message, HINT)).ok()
    }

    /// Bounds of a number of items or characters.
    pub(crate) fn sizes(&mut self, text: Option<&Text>) -> Option<Bounds> {
        let bounds = self.bounds(text)?;
        let not_whole = |end: &&String| !whole::fits(end, Integer::U32);
        match bounds.min.iter().chain(&bounds.max).find(not_whole) {
            None => Some(bounds),
            Some(end) => {
                let message = format!("`{end}` is not a number of items or characters");
                self.bad_range(text?, message, "write whole numbers of at most 32 bits, without sign and exponent");
                None
            }
        }
    }

    fn bad_range(&mut self, text: &Text, message: String, hint: &str) {
        self.error(Code::BadRange, text.span, message, hint);
    }
}

fn parse_bounds(text: &str) -> Result<Bounds, String> {
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
    let (low, high) = (number(min)?, number(max)?);
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        return Err(format!("the minimum, {min}, is above the maximum, {max}"));
    }
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Bounds { min: given(min), max: given(max) })
}

/// One end of a range; `None` if it is open. It must be a JSON number, because documents copy it.
fn number(text: &str) -> Result<Option<Number<'_>>, String> {
    match Number::parse(text).filter(|_| is_json_number(text)) {
        None if !text.is_empty() => Err(format!("`{text}` is not a number")),
        number => Ok(number),
    }
}

/// Whether the value lies within.
pub(crate) fn holds(bounds: &Bounds, value: &Number<'_>) -> bool {
    let [min, max] = [&bounds.min, &bounds.max].map(|end| Number::parse(end.as_deref()?));
    min.is_none_or(|min| *value >= min) && max.is_none_or(|max| *value <= max)
}

/// Bounds in the notation of the spec.
pub(crate) fn show(bounds: &Bounds) -> String {
    match (&bounds.min, &bounds.max) {
        (min, None) => format!("{}..", min.as_deref().unwrap_or_default()),
        (min, Some(max)) => format!("{}..={max}", min.as_deref().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_bounds;

    #[test]
    fn bounds_are_read_or_refused() {
        for good in ["0..=5", "0..", "..=5", "-1..=1", "0.5..=2.75", "5..=5", "0..=1e9", "1e-3..=1E3"] {
            assert!(parse_bounds(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "..",
            "5",
            "5..=1",
            "a..b",
            "a..=b",
            "1..5",
            "1...5",
            "1..==5",
            "..=",
            "1..=5x",
            "01..=5",
            "0x1..=5",
            "2..=1e0",
            "+1..",
            "..=1e9999999999",
        ] {
            assert!(parse_bounds(bad).is_err(), "{bad}");
        }
    }
}
