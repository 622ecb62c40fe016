//! Parses descriptions: the unit of a value, its default, and whether it is a list.
//!
//! Input: a description. Output: words of the spec language.

use super::words::split;

/// Quotation marks around a value in a sentence.
const QUOTES: [char; 5] = ['`', '"', '\'', '“', '”'];

/// Returns whether a sentence says that commas separate the items of a text.
pub(super) fn is_comma_list(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_said = ["comma-separated", "comma separated", "comma-delimited", "comma delimited", "separated by comma"]
        .iter()
        .any(|words| text.contains(words));
    let is_denied =
        ["not comma", "no comma", "not be comma", "not separated by comma"].iter().any(|words| text.contains(words));
    is_said && !is_denied && !text.contains("key-value") && !text.contains("key value")
}

/// Returns the values that a sentence gives as examples, without commas between them. Words without
/// quotation marks or digits are no values.
pub(super) fn examples(text: &str) -> Vec<&str> {
    const WORDS: [&str; 6] = ["e.g. ", "e.g., ", "E.g. ", "for example ", "for example, ", "Example: "];
    let Some(start) = WORDS.iter().find_map(|words| text.find(words).map(|at| at + words.len())) else {
        return Vec::new();
    };
    let stated = text[start..].split([' ', ';', ')', '\n']).next().unwrap_or_default().trim_end_matches('.');
    let is_value = stated.starts_with(QUOTES) || stated.contains(|letter: char| letter.is_ascii_digit());
    let values = stated.split(',').map(|value| value.trim_matches(QUOTES));
    values.filter(|value| is_value && !value.is_empty()).collect()
}

/// Returns whether a sentence says that a value may be of several kinds, such as an ID or a name.
pub(super) fn is_of_several_kinds(text: &str) -> bool {
    const KINDS: [&str; 19] = [
        "id", "ids", "hash", "number", "name", "height", "alias", "tag", "slug", "uuid", "guid", "date", "time",
        "timestamp", "address", "key", "url", "email", "code",
    ];
    const PHRASES: [&str; 4] = ["also accept", "or one of", "or unix time", "from now"];
    const OTHER_VALUES: [&str; 10] =
        ["all", "any", "auto", "current", "default", "latest", "max", "never", "none", "unlimited"];
    let text = text.to_lowercase();
    let is_other_value = |rest: &str| {
        let quoted = rest.strip_prefix(QUOTES).and_then(|rest| rest.split(QUOTES).next());
        quoted.is_some_and(|word| OTHER_VALUES.contains(&word))
    };
    if PHRASES.iter().any(|words| text.contains(words)) || text.split(" or ").skip(1).any(is_other_value) {
        return true;
    }
    let words: Vec<&str> = split(&text).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let behind = words.iter().skip(at + 1).take(3);
        *word == "or"
            && before.is_some_and(|word| KINDS.contains(word))
            && behind.into_iter().any(|word| KINDS.contains(word))
    })
}

/// Returns whether a sentence names a negative number.
pub(super) fn may_be_negative(text: &str) -> bool {
    let is_negative = |word: &str| {
        let digits = word.trim_start_matches(['(', '[', '`', '\'', '"']).strip_prefix(['-', '−']);
        digits.is_some_and(|digits| digits.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    text.split_whitespace().any(|word| is_negative(word) || word.eq_ignore_ascii_case("negative"))
}

/// Returns the unit that a sentence names after `in` or in parentheses, or that makes up a sentence
/// of at most two words. Percents and billionths of a token are recognized anywhere.
pub(super) fn unit(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = split(text).collect();
    let alone = words.len() <= 2;
    words.iter().enumerate().find_map(|(at, word)| {
        let named = named_unit(word)?;
        let is_behind_in = at > 0 && (words[at - 1].eq_ignore_ascii_case("in") || text.contains(&format!("({word})")));
        let is_sure = alone || is_behind_in || ["nano", "percent"].contains(&named);
        is_sure.then_some(named)
    })
}

/// Returns whether a unit is one of time.
pub(super) fn is_time(unit: &str) -> bool {
    ["nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours", "days"].contains(&unit)
}

/// Returns the units of time that a sentence names, each once. A unit behind a number, as in "60 seconds", is an amount,
/// and a word such as in "the second" or "per second" names no unit.
pub(super) fn time_units(text: &str) -> Vec<&'static str> {
    const NO_UNITS_BEHIND: [&str; 6] = ["the", "a", "per", "each", "every", "one"];
    let words: Vec<&str> = split(text).collect();
    let mut units = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| words[at].to_lowercase()).unwrap_or_default();
        let is_amount = before.bytes().any(|letter| letter.is_ascii_digit());
        let is_unit = !is_amount && (word.ends_with('s') || !NO_UNITS_BEHIND.contains(&before.as_str()));
        let unit = named_unit(word).filter(|unit| is_unit && is_time(unit) && !units.contains(unit));
        units.extend(unit);
    }
    units
}

/// Returns whether a sentence says that a value counts things, or is the place of a thing among others.
pub(super) fn is_count(text: &str) -> bool {
    const PHRASES: [&str; 7] =
        ["number of ", "count of ", "how many ", "index of ", "index in ", "0-based ", "1-based "];
    let lower = text.to_lowercase();
    PHRASES.iter().any(|phrase| lower.contains(phrase)) || unit(text) == Some("bytes")
}

/// Returns whether a sentence names a unit of measure by its symbol or as a time, after `in` or in parentheses.
pub(super) fn is_measured(text: &str) -> bool {
    const SYMBOLS: [&str; 5] = ["m", "g", "l", "w", "v"];
    let lower = text.to_lowercase();
    let words: Vec<&str> = split(&lower).collect();
    let is_symbol = |pair: &[&str]| pair[0] == "in" && SYMBOLS.contains(&pair[1]);
    unit(text).is_some_and(is_time)
        || words.windows(2).any(is_symbol)
        || SYMBOLS.iter().any(|symbol| lower.contains(&format!("({symbol})")))
}

/// Returns whether a sentence names the smallest unit of a token, or a billionth of it.
pub(super) fn is_smallest(text: &str) -> bool {
    matches!(unit(text), Some("nano" | "wei" | "gwei" | "smallest units"))
}

/// Returns the unit that a word means, as the spec language names it.
pub(super) fn named_unit(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "percent" | "percentage" | "pct" => "percent",
        "nanoseconds" | "nanosecond" => "nanoseconds",
        "microseconds" | "microsecond" | "µs" => "microseconds",
        "milliseconds" | "millisecond" | "millis" | "milli" | "msecs" | "msec" | "ms" => "milliseconds",
        "seconds" | "second" | "secs" | "sec" => "seconds",
        "minutes" => "minutes",
        "hours" => "hours",
        "days" => "days",
        "bytes" | "byte" => "bytes",
        "wei" => "wei",
        "gwei" => "gwei",
        "satoshi" | "satoshis" | "sats" | "lamports" => "smallest units",
        "gas" => "gas",
        _ if is_nano(word) => "nano",
        _ => return None,
    })
}

/// Returns whether a word is the symbol of a billionth of a token, such as `nTOK`.
fn is_nano(word: &str) -> bool {
    let symbol = word.strip_prefix('n').unwrap_or_default();
    (3..=5).contains(&symbol.len()) && symbol.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Returns the default that a sentence states, without quotation marks, as it is written. `None` if
/// it has more than 40 bytes.
pub(super) fn default(text: &str) -> Option<&str> {
    const WORDS: [&str; 8] = [
        "Default is ", "Defaults to ", "defaults to ", "default is ", "Default: ", "default: ", "default value is ",
        "Default value is ",
    ];
    let start = WORDS.iter().find_map(|words| text.find(words).map(|at| at + words.len()))?;
    let rest = text[start..].trim_start();
    let first = rest.chars().next()?;
    let value = match QUOTES.contains(&first) {
        true => rest[first.len_utf8()..].split(QUOTES).next()?,
        false => rest.split([' ', ',', ';', ')', '\n']).next()?.trim_end_matches(['.', ':']),
    };
    (!value.is_empty() && value.len() <= 40).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{
        default, examples, is_comma_list, is_count, is_measured, is_of_several_kinds, may_be_negative, time_units, unit,
    };

    #[test]
    fn sentences_are_read() {
        assert!(is_of_several_kinds("Either a block number or the block hash."));
        assert!(is_of_several_kinds("Quantity, or 'all'.") && is_of_several_kinds("Seconds from now or UNIX time."));
        assert!(!is_of_several_kinds("The wallet or contract address."));
        assert!(may_be_negative("Timeout; -1 for none.") && !may_be_negative("Non-negative, 1-5."));
        assert!(is_comma_list("A comma separated list of addresses."));
        assert!(!is_comma_list("The list of addresses.") && !is_comma_list("A filter that is not comma-separated."));
        assert_eq!(examples("List of IDs, e.g. `1`,2."), ["1", "2"]);
        assert!(examples("Some ID, e.g. a UUID.").is_empty());
        assert!(is_count("The total number of items.") && !is_count("Total energy."));
        assert!(is_measured("Size in m.") && is_measured("Age (days).") && !is_measured("Made in a day."));
        for (text, expected) in [
            ("Rewards of prior cycles, in nTOK.", Some("nano")),
            ("nTOK.", Some("nano")),
            ("The duration of the request in milliseconds.", Some("milliseconds")),
            ("The percentage of all votes.", Some("percent")),
            ("The second try.", None),
            ("Unix seconds.", Some("seconds")),
        ] {
            assert_eq!(unit(text), expected, "{text}");
        }
        assert_eq!(time_units("In nanoseconds, at least 1000000 (1 ms)."), ["nanoseconds"]);
        assert_eq!(time_units("In minutes, rounded to seconds."), ["minutes", "seconds"]);
        assert!(time_units("The second try, 60 seconds after the first, or once per second.").is_empty());
        for (text, expected) in [
            ("The least uptime. Default is 90.", Some("90")),
            ("Defaults to 67 if omitted.", Some("67")),
            ("Sorted by date (default: `asc`).", Some("asc")),
            ("The default block.", None),
        ] {
            assert_eq!(default(text), expected, "{text}");
        }
    }
}
