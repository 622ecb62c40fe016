//! `1..=10`, `1..`, `..=10`.

use super::context::Checker;
use super::number::Decimal;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Bounds;
use crate::spec::document::Text;

const HINT: &str = "write `1..=10`, `1..` or `..=10`; both ends are included";

impl Checker<'_> {
    pub(super) fn bounds(&mut self, text: Option<&Text>) -> Option<Bounds> {
        let text = text?;
        match parse_bounds(&text.value) {
            Ok(bounds) => Some(bounds),
            Err(message) => {
                let problem = Diagnostic::error(Code::BadRange, text.span, message);
                self.report(problem.hint(HINT));
                None
            }
        }
    }
}

fn parse_bounds(text: &str) -> Result<Bounds, String> {
    let Some((min, rest)) = text.split_once("..") else {
        return Err(format!("`{text}` are no bounds"));
    };
    let (min, rest) = (min.trim(), rest.trim());
    let max = match rest.strip_prefix('=') {
        Some(max) => max.trim(),
        None if rest.is_empty() => "",
        None => return Err(format!("`{text}` does not say whether its end is included")),
    };
    if rest == "=" || (min.is_empty() && max.is_empty()) {
        return Err(format!("`{text}` has no end"));
    }
    let number = |text: &str| match text {
        "" => Ok(None),
        _ => Decimal::parse(text).map(Some).ok_or_else(|| format!("`{text}` is no number")),
    };
    let (low, high) = (number(min)?, number(max)?);
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        return Err(format!("the least, {min}, is above the greatest, {max}"));
    }
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Bounds { min: given(min), max: given(max) })
}

/// Whether the value lies within.
pub(super) fn holds(bounds: &Bounds, value: &Decimal) -> bool {
    let bound = |text: &Option<String>| text.as_deref().and_then(Decimal::parse);
    bound(&bounds.min).is_none_or(|min| *value >= min) && bound(&bounds.max).is_none_or(|max| *value <= max)
}

/// As the spec writes it.
pub(super) fn show(bounds: &Bounds) -> String {
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
        for good in ["0..=5", "0..", "..=5", "-1..=1", "0.5..=2.75", "5..=5"] {
            assert!(parse_bounds(good).is_ok(), "{good}");
        }
        for bad in ["", "..", "5", "5..=1", "a..b", "a..=b", "1..5", "1...5", "1..==5", "..=", "1..=5x"] {
            assert!(parse_bounds(bad).is_err(), "{bad}");
        }
    }
}
