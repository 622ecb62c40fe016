//! Infers the form of a value from the evidence of its member.
//!
//! Input: name, sentence and examples of a member, and of members with the same name. Output: a
//! scalar of the spec language. Two kinds of evidence must agree.

use super::samples;
use super::sentences;
use super::words::{
    ADDRESSES, AMOUNTS, BYTES, COUNTS, DIGESTS, DURATIONS, FRACTIONS, IDENTIFIERS, KEYS, MEASURES, NO_NUMBERS, SMALL,
    TIMES, WEAK_AMOUNTS, WHOLE, Words,
};
use crate::known_scalars::{
    BASE64, DATE, DATE_TIME, DECIMAL_TEXT, DURATION_MILLIS, DURATION_SECONDS, HEX_BYTES, LARGE_WHOLE_TEXT, LOOSE_HEX,
    QUANTITY, Scalar, TIMESTAMP, TIMESTAMP_HEX, TIMESTAMP_MILLIS, TIMESTAMP_TEXT, UUID, WHOLE_TEXT,
};

/// Last words of names whose values have different forms within one document.
const NAMES_WITH_MANY_FORMS: [&str; 4] = ["hash", "address", "key", "signature"];

/// Minimum number of digits from which on an amount is taken for an amount in the smallest unit.
const LONG_AMOUNT: usize = 15;

/// Lengths of digests, in bytes.
const DIGEST_BYTES: [usize; 4] = [20, 32, 48, 64];

/// Form that evidence suggests for a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Guess {
    /// A whole number, for which no scalar is declared.
    Whole,
    /// A scalar: its name, the keys of its definition, and its description.
    Scalar { name: String, form: Vec<(&'static str, String)>, doc: String },
}

impl Guess {
    fn scalar(name: &str, form: &[(&'static str, &str)], doc: &str) -> Self {
        let form = form.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        Self::Scalar { name: name.to_owned(), form, doc: doc.to_owned() }
    }

    /// Returns the guess of a scalar of a fixed form.
    fn known(scalar: &Scalar) -> Self {
        Self::scalar(scalar.name, scalar.form, scalar.doc)
    }

    /// Returns the form in words, for the report.
    pub(super) fn doc(&self) -> &str {
        match self {
            Self::Whole => "a whole number",
            Self::Scalar { doc, .. } => doc.trim_end_matches('.'),
        }
    }

    /// Returns whether the scalar has a form, in a text or as a number, for which `is` holds.
    fn has_form(&self, is: impl Fn(&str) -> bool) -> bool {
        matches!(self, Self::Scalar { form, .. } if form.iter().any(|(key, value)| ["text", "number"].contains(key) && is(value)))
    }

    /// Returns whether the form is a point in time or a duration, which carry their unit in the
    /// form.
    pub(super) fn is_time(&self) -> bool {
        self.has_form(|form| form.contains("seconds") || form.starts_with("date") || form == "duration")
    }

    /// Returns whether the form is a number, as JSON or in a text.
    pub(super) fn is_number(&self) -> bool {
        *self == Self::Whole || self.has_form(|form| ["decimal", "quantity", "integer"].contains(&form))
    }

    /// Returns the scalar for hex of a fixed length.
    fn hex(bytes: usize, name: &str) -> Self {
        let count = bytes.to_string();
        Self::scalar(name, &[("text", "hex"), ("bytes", &count)], &format!("Hex of {bytes} bytes behind `0x`."))
    }
}

/// Evidence for the form of a member's values.
pub(super) struct Facts<'i> {
    pub(super) name: Words,
    pub(super) sentence: String,
    pub(super) samples: Vec<String>,
    /// Groups of members with the same name or the same last words: first groups of related
    /// operations, then of the whole document.
    pub(super) namesakes: Vec<Namesakes<'i>>,
    /// Examples of members in related operations whose names end with the same word.
    pub(super) around: Vec<&'i str>,
    pub(super) siblings: Siblings,
    /// Whether the bounds of the schema suggest whole numbers.
    pub(super) has_whole_bound: bool,
}

/// Evidence in the members beside a member.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Siblings {
    /// Whether one of the members gives a number of decimal places, or holds an amount in the
    /// smallest unit.
    pub(super) has_scale: bool,
    /// Whether examples of one of the members are numbers in hex.
    pub(super) has_hex_numbers: bool,
}

/// A group of members with the same name, or with the same last words.
pub(super) struct Namesakes<'i> {
    pub(super) samples: Vec<&'i str>,
    /// Number of members of the group that have examples.
    pub(super) sampled: usize,
    /// The first sentence of a member of the group, or an empty text.
    pub(super) sentence: &'i str,
    /// Whether all members of the group belong to related operations.
    pub(super) is_near: bool,
    /// Whether all members of the group have the whole name.
    pub(super) is_exact: bool,
}

/// Evidence from which one guess is made: name and sentence of a member, and examples of it or of
/// its namesakes.
struct Case<'f> {
    name: &'f Words,
    sentence: &'f Words,
    text: &'f str,
    samples: &'f [&'f str],
    siblings: Siblings,
    has_whole_bound: bool,
    /// Whether the examples are the member's own, and not examples of namesakes.
    is_own: bool,
}

impl<'i> Facts<'i> {
    /// Divides the examples at their commas, so that they are evidence for the items of a list.
    pub(super) fn of_items(self) -> Self {
        let samples = self.samples.iter().flat_map(|text| text.split(',')).map(|text| text.trim().to_owned()).collect();
        Self { samples, ..self }
    }

    /// Returns the unit that the member's sentence names, else the unit in its name, else the unit
    /// in the sentence of a namesake.
    pub(super) fn unit(&self) -> Option<&'static str> {
        let stated = sentences::unit(&self.sentence);
        let is_named = |unit: &&str| ["percent", "milliseconds", "seconds", "bytes", "gas"].contains(unit);
        // Of the units of time, only the last word is one: `ms` may also be the name of a vendor.
        let last = self.name.all().len().saturating_sub(1);
        let unit_at = |(at, word): (usize, &String)| {
            sentences::named_unit(word).filter(|unit| at == last || !sentences::is_time(unit))
        };
        let by_name = self.name.all().iter().enumerate().rev().find_map(unit_at).filter(is_named);
        let by_name = by_name.filter(|_| !self.name.has("price fee timestamp per"));
        let of_namesakes = || sentences::unit(self.sentence_of_namesake()?);
        if self.name.has("latitude longitude") {
            return Some("degrees");
        }
        stated.or(by_name).or_else(of_namesakes)
    }

    /// Guesses the form of a text.
    pub(super) fn guess_text_form(&self) -> Option<Guess> {
        self.first_guess(|case| case.guess_text_form())
    }

    /// Guesses the form of a number. `is_whole` says that its schema is an integer.
    pub(super) fn guess_number_form(&self, is_whole: bool) -> Option<Guess> {
        self.first_guess(|case| case.guess_number_form(is_whole))
    }

    /// Returns the sentence of a member with the same name if the member itself has none.
    fn sentence_of_namesake(&self) -> Option<&'i str> {
        let mut exact = self.namesakes.iter().filter(|one| one.is_exact && !one.sentence.is_empty());
        exact.next().map(|one| one.sentence).filter(|_| self.sentence.is_empty())
    }

    /// Returns whether a guess by members of unrelated operations holds for this member: either
    /// several of them have examples, or a member of a related operation whose name ends with the
    /// same word has the same form. For last words in [`NAMES_WITH_MANY_FORMS`], the second is required.
    fn is_likely(&self, one: &Namesakes<'_>, guess: &Guess, read: impl Fn(&[&str]) -> Option<Guess>) -> bool {
        let has_many_forms = self.name.all().last().is_some_and(|word| NAMES_WITH_MANY_FORMS.contains(&word.as_str()));
        if one.sampled > 1 && (!has_many_forms || self.around.is_empty()) {
            return true;
        }
        let is_around = self.around.iter().any(|text| read(&[*text]).as_ref() == Some(guess));
        is_around && (one.is_exact || !has_many_forms || self.around.is_empty())
    }

    /// Returns the guess of the first evidence that suffices: the member's own examples, then the
    /// examples of each group of namesakes, then name and sentence alone. Own examples decide even
    /// if they suggest nothing, and a guess by namesakes must fit the examples in the own sentence.
    fn first_guess(&self, read: impl Fn(&Case<'_>) -> Option<Guess>) -> Option<Guess> {
        if sentences::is_of_several_kinds(&self.sentence) {
            return None;
        }
        let text = self.sentence_of_namesake().unwrap_or(&self.sentence);
        let sentence = Words::of_sentence(text);
        let case = |samples: &[&str], is_own: bool| {
            let samples = samples.iter().copied().filter(|text| !samples::is_broken(text)).collect::<Vec<_>>();
            let case = Case {
                name: &self.name,
                sentence: &sentence,
                text,
                samples: &samples,
                siblings: self.siblings,
                has_whole_bound: self.has_whole_bound,
                is_own,
            };
            (read(&case), samples.is_empty())
        };
        let own: Vec<&str> = self.samples.iter().map(String::as_str).collect();
        if let (found, false) = case(&own, true) {
            return found;
        }
        let stated = sentences::examples(&self.sentence);
        for one in &self.namesakes {
            let (guess, is_empty) = case(&one.samples, false);
            let is_refuted = |guess: &Guess| !stated.is_empty() && case(&stated, true).0.as_ref() != Some(guess);
            let is_likely = |guess: &Guess| self.is_likely(one, guess, |samples| case(samples, false).0);
            let is_held = |guess: &Guess| (one.is_near || is_likely(guess)) && !is_refuted(guess);
            if let Some(guess) = guess.filter(|guess| !is_empty && is_held(guess)) {
                return Some(guess);
            }
        }
        case(&[], false).0
    }
}

impl Case<'_> {
    /// Returns whether the name or the sentence contains one of `words`.
    fn mentions(&self, words: &str) -> bool {
        self.name.has(words) || self.sentence.has(words)
    }

    fn guess_text_form(&self) -> Option<Guess> {
        if self.samples.is_empty() {
            return self.text_by_words();
        }
        let all = self.samples;
        if samples::are_uuids(all) {
            return self.mentions(IDENTIFIERS).then(|| Guess::known(&UUID));
        }
        if samples::are_times(all) {
            return self.mentions(TIMES).then(|| Guess::known(&DATE_TIME));
        }
        if samples::are_dates(all) {
            return self.mentions("date day").then(|| Guess::known(&DATE));
        }
        self.encoded(all).or_else(|| self.decimal(all))
    }

    /// Guesses an encoding of bytes, or a number in hex, from examples.
    fn encoded(&self, all: &[&str]) -> Option<Guess> {
        if let Some((prefix, bytes)) = samples::base58check(all) {
            let count = bytes.to_string();
            let doc = format!("{bytes} bytes as base58 with a checksum");
            let guess = match prefix {
                "" => Guess::scalar("Id", &[("text", "base58check"), ("bytes", &count)], &format!("{doc}.")),
                prefix => {
                    let form = [("text", "base58check"), ("bytes", count.as_str()), ("prefix", prefix)];
                    Guess::scalar(
                        &format!("{} id", prefix.trim_end_matches('-').trim_end_matches("ID")),
                        &form,
                        &format!("{doc}, behind `{prefix}`."),
                    )
                }
            };
            return self.mentions(IDENTIFIERS).then_some(guess);
        }
        if let Some(bytes) = samples::bech32(all) {
            let count = bytes.to_string();
            let form = [("text", "bech32"), ("bytes", count.as_str()), ("chain", "optional")];
            let guess = Guess::scalar("Bech32Address", &form, &format!("An address of {bytes} bytes as bech32."));
            return self.mentions(ADDRESSES).then_some(guess);
        }
        if let Some(bytes) = samples::hex_bytes(all) {
            return self.hex(all, bytes);
        }
        if samples::are_bare_hex(all) {
            return (self.mentions(BYTES) || self.mentions(IDENTIFIERS)).then(|| Guess::known(&LOOSE_HEX));
        }
        if all.iter().all(|text| samples::is_quantity(text)) {
            return self.quantity();
        }
        let is_base64 = self.is_own && samples::are_base64(all) && self.mentions(BYTES);
        is_base64.then(|| Guess::known(&BASE64))
    }

    /// Guesses the form of examples in hex with `0x`: a number, an address, a key, a digest, or
    /// other bytes. `bytes` is their length, if all have the same.
    fn hex(&self, all: &[&str], bytes: Option<usize>) -> Option<Guess> {
        let is_quantity = all.iter().all(|text| samples::is_quantity(text)) && bytes.is_none_or(|bytes| bytes < 20);
        if is_quantity && !self.mentions("hash data byte address code selector") {
            if let Some(guess) = self.quantity() {
                return Some(guess);
            }
        }
        match bytes {
            Some(20) if self.mentions(ADDRESSES) => Some(Guess::hex(20, "Address")),
            Some(bytes @ (33 | 48 | 65 | 96)) if self.mentions(KEYS) => Some(Guess::hex(bytes, &format!("Hex{bytes}"))),
            Some(bytes) if DIGEST_BYTES.contains(&bytes) && self.mentions(DIGESTS) => {
                Some(Guess::hex(bytes, if bytes == 32 { "Hash" } else { "Digest" }))
            }
            _ => self.mentions(BYTES).then(|| Guess::known(&HEX_BYTES)),
        }
    }

    /// Guesses the form of numbers in hex: a time, or an amount or a count.
    fn quantity(&self) -> Option<Guess> {
        if self.name.has(TIMES) {
            return Some(Guess::known(&TIMESTAMP_HEX));
        }
        (self.name.has(AMOUNTS) || self.name.has(COUNTS)).then(|| Guess::known(&QUANTITY))
    }

    /// Guesses a time, a whole number or a decimal from examples that are decimal texts.
    fn decimal(&self, all: &[&str]) -> Option<Guess> {
        let is_time = self.name.has(TIMES) && samples::are_whole(all) && !self.name.has(DURATIONS);
        if is_time && all.iter().all(|text| text.len() == 10) {
            return Some(Guess::known(&TIMESTAMP_TEXT));
        }
        if !samples::are_decimals(all) || self.name.has(NO_NUMBERS) || sentences::may_be_negative(self.text) {
            return None;
        }
        let is_long = all.iter().any(|text| text.len() >= LONG_AMOUNT);
        let is_weak = |word: &str| WEAK_AMOUNTS.split(' ').any(|weak| weak == word);
        let is_amount = AMOUNTS.split(' ').any(|word| !is_weak(word) && self.mentions(word))
            || self.is_counted()
            || (is_long && self.name.has(AMOUNTS))
            || (self.name.has(WEAK_AMOUNTS) && self.sentence.has(AMOUNTS))
            || (self.name.has(WEAK_AMOUNTS) && self.siblings.has_scale);
        if !is_amount {
            return None;
        }
        let is_whole = samples::are_whole(all) && !self.mentions(FRACTION_WORDS_EXCEPT_PRICE);
        Some(match is_whole {
            true if self.is_counted() => Guess::known(&WHOLE_TEXT),
            true if is_long
                || self.siblings.has_scale
                || self.is_smallest()
                || self.name.has("amount balance price fee gas weight") =>
            {
                Guess::known(&LARGE_WHOLE_TEXT)
            }
            _ => Guess::known(&DECIMAL_TEXT),
        })
    }

    /// Returns whether name or sentence suggest a counter or an index, such as a height.
    fn is_counted(&self) -> bool {
        let counted = self.name.has(SMALL) && !self.name.has("price fee");
        counted && (self.name.has("height nonce gas count index block") || self.sentence.has("count index height"))
    }

    /// Returns whether the sentence says that the value is an amount in the smallest unit.
    fn is_smallest(&self) -> bool {
        sentences::is_smallest(self.text)
    }

    /// Guesses the form of a text without examples, from name and sentence alone.
    fn text_by_words(&self) -> Option<Guess> {
        if self.siblings.has_hex_numbers || sentences::may_be_negative(self.text) {
            return None;
        }
        if self.name.has(NO_NUMBERS) && !self.name.has("hex") {
            return None;
        }
        if self.mentions("hex hexadecimal") && self.sentence.has("hex hexadecimal") && self.name.has(BYTES) {
            return Some(Guess::known(&LOOSE_HEX));
        }
        if self.name.has(AMOUNTS) && self.is_smallest() {
            return Some(Guess::known(&LARGE_WHOLE_TEXT));
        }
        if self.is_counted() && self.sentence.has(SMALL) {
            return Some(Guess::known(&WHOLE_TEXT));
        }
        let is_amount = self.name.has(AMOUNTS) && self.sentence.has(AMOUNTS) && !self.name.has("value count");
        let is_whole = self.siblings.has_scale && !self.mentions(FRACTION_WORDS_EXCEPT_PRICE);
        is_amount.then(|| if is_whole { Guess::known(&LARGE_WHOLE_TEXT) } else { Guess::known(&DECIMAL_TEXT) })
    }

    /// Returns the unit of time that is the last word of the name, as in `timeoutMs`.
    fn named_time_unit(&self) -> Option<&'static str> {
        self.name.all().last().and_then(|word| sentences::named_unit(word)).filter(|unit| sentences::is_time(unit))
    }

    /// Returns the only unit of time that name and sentence state. `None` if they state several.
    fn time_unit(&self) -> Option<&'static str> {
        let stated = sentences::time_units(self.text);
        match (self.named_time_unit(), stated.as_slice()) {
            (Some(named), []) => Some(named),
            (None, [only]) => Some(only),
            (named, stated) => named.filter(|named| stated == [*named]),
        }
    }

    fn guess_number_form(&self, is_whole: bool) -> Option<Guess> {
        let all = self.samples;
        let numbers: Vec<&str> = all.iter().copied().filter(|text| *text != "0").collect();
        let is_whole_here = samples::are_whole(all);
        if self.name.has("per") {
            return None;
        }
        let is_moment = self.name.has("timestamp at date epoch") || self.sentence.has("timestamp unix epoch");
        let is_timed = self.name.has(TIMES) || is_moment;
        let unit = self.time_unit();
        let may_be_negative = sentences::may_be_negative(self.text);
        let is_long = !is_moment && (self.mentions(DURATIONS) || self.named_time_unit().is_some());
        if is_timed && !is_long && is_whole_here && !may_be_negative {
            let has_length = |length: usize| !numbers.is_empty() && numbers.iter().all(|text| text.len() == length);
            if has_length(13) || (numbers.is_empty() && unit == Some("milliseconds")) {
                return Some(Guess::known(&TIMESTAMP_MILLIS));
            }
            if has_length(10) || (numbers.is_empty() && unit == Some("seconds")) {
                return Some(Guess::known(&TIMESTAMP));
            }
        }
        if is_long && is_whole_here && !may_be_negative {
            let is_named = self.named_time_unit().is_some() || self.name.has(DURATIONS);
            match unit.filter(|_| is_named && (is_whole || !all.is_empty())) {
                Some("milliseconds") => return Some(Guess::known(&DURATION_MILLIS)),
                Some("seconds") => return Some(Guess::known(&DURATION_SECONDS)),
                _ => {}
            }
        }
        let is_part = self.name.has(FRACTIONS) || self.sentence.has("percent percentage ratio average fraction price");
        if self.is_smallest() && is_whole_here && !is_whole {
            return Some(Guess::Whole);
        }
        // A sentence that repeats the name is no further evidence.
        let is_counted = match all.is_empty() {
            true => self.name.has(COUNTS) && (self.has_whole_bound || sentences::is_count(self.text)),
            false => is_whole_here && (self.mentions(COUNTS) || self.name.has(WHOLE)),
        };
        (is_counted && !is_whole && !is_part && !self.is_measured()).then_some(Guess::Whole)
    }

    /// Returns whether name or sentence contain a unit of measure, such as metres, whose values
    /// have fractions.
    fn is_measured(&self) -> bool {
        self.mentions(MEASURES) || sentences::is_measured(self.text)
    }
}

/// Words for numbers with fractions; prices are often whole numbers of smallest units.
const FRACTION_WORDS_EXCEPT_PRICE: &str = "percent percentage ratio rate average apy score";

/// Returns the form of the texts that a pattern accepts: hex of a fixed length. `None` for all
/// other patterns.
pub(super) fn of_pattern(pattern: &str) -> Option<Guess> {
    let inner = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let digits = inner.strip_prefix("0x")?;
    let (class, count) = digits.strip_prefix('[')?.split_once(']')?;
    let mut parts = [class.contains("0-9") || class.contains("\\d"), class.contains("a-f"), class.contains("A-F")];
    parts.sort_unstable();
    let count: usize = count.strip_prefix('{')?.strip_suffix('}')?.parse().ok()?;
    let is_hex = parts == [true; 3] && class.len() <= 9 && count.is_multiple_of(2) && count > 0;
    let name = match count {
        40 => "Address".to_owned(),
        64 => "Hash".to_owned(),
        count => format!("Hex{}", count / 2),
    };
    is_hex.then(|| Guess::hex(count / 2, &name))
}
