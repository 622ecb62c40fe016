//! Splits names and sentences into words, and lists words by subject.
//!
//! Input: the name of a member or parameter, or its description. Output: words in lower case and
//! singular.

use std::collections::HashSet;

use chainloom_codegen::snake;

/// Number of bytes of a sentence that are read; the rest is ignored.
const MAX_SENTENCE_BYTES: usize = 600;

/// Words for identifiers, and for the things that have one.
pub(super) const IDENTIFIERS: &str = "id identifier uuid guid hash txid tx transaction key address chain blockchain block node account asset token \
    owner";

/// Words for addresses, and for the things that have one.
pub(super) const ADDRESSES: &str =
    "address account wallet owner contract sender recipient receiver from to beneficiary coinbase spender operator";

/// Words for digests, and for the things that a digest identifies.
pub(super) const DIGESTS: &str = "hash digest root topic id transaction block commitment signature";

/// Words for keys, and for values that are made with a key.
pub(super) const KEYS: &str = "key signature proof pubkey possession commitment";

/// Words for bytes of any length.
pub(super) const BYTES: &str = "data byte input output payload calldata hex hexadecimal code bytecode memo message hash selector signature extra \
    key base64 proof blob";

/// Words for points in time.
pub(super) const TIMES: &str =
    "timestamp time date ts epoch unix at created updated expires expiry since until modified";

/// Words for lengths of time.
pub(super) const DURATIONS: &str =
    "duration period interval length remaining delay elapsed timeout latency ttl age lifetime";

/// Words for amounts.
pub(super) const AMOUNTS: &str = "amount balance price fee supply reward stake staked weight cost spent burned locked staking unlock deposit \
    volume capacity ratio rate percent percentage quantity gas nonce height cumulative threshold difficulty restaked \
    delegated value count";

/// Words of [`AMOUNTS`] that often mean something other than an amount.
pub(super) const WEAK_AMOUNTS: &str = "value number total index count weight";

/// Words for numbers that count things one by one.
pub(super) const COUNTS: &str = "count number index height decimal denomination threshold nonce size quantity block total gas position sequence \
    numerator";

/// Words for numbers that are whole if their examples are whole.
pub(super) const WHOLE: &str =
    "id code type version day month year port level limit denominator chain share byte page step";

/// Units of measure, of which there are fractions.
pub(super) const MEASURES: &str = "metre meter centimetre centimeter millimetre millimeter kilometre kilometer cm mm km inch foot feet yard mile \
    gram milligram kilogram mg kg tonne ounce pound litre liter millilitre milliliter ml gallon joule wh kwh mwh \
    watt kilowatt megawatt kw mw volt ampere celsius fahrenheit kelvin degree pascal hpa hz khz mhz ghz kilobyte \
    megabyte gigabyte dollar usd euro";

/// Words for numbers that fit into 64 bits.
pub(super) const SMALL: &str = "number height nonce gas count index sequence position";

/// Words for numbers with a fraction.
pub(super) const FRACTIONS: &str =
    "percent percentage ratio rate price average avg mean median score latitude longitude apy";

/// Words for texts that are no numbers even if they consist of digits.
pub(super) const NO_NUMBERS: &str =
    "id identifier code version key phone zip postal name status type symbol color ip hash year address uri";

/// Words for members that give the number of decimal places of an amount in the same object.
pub(super) const SCALES: &str = "decimal denomination precision exponent scale";

/// Words of a name or a sentence, in lower case and singular.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    all: Vec<String>,
    set: HashSet<String>,
}

impl Words {
    /// Returns the words of a name such as `berthNumber`, which are `berth` and `number`.
    pub(super) fn of_name(name: &str) -> Self {
        Self::of(&snake(name))
    }

    /// Returns the words of a description, of which only the first [`MAX_SENTENCE_BYTES`] bytes are read.
    pub(super) fn of_sentence(text: &str) -> Self {
        let mut end = MAX_SENTENCE_BYTES.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self::of(&text[..end])
    }

    fn of(text: &str) -> Self {
        let all: Vec<String> = split(text).map(|word| singular(&word.to_lowercase())).collect();
        let set = all.iter().cloned().collect();
        Self { all, set }
    }

    /// Returns whether at least one of `words`, which have spaces between them, occurs.
    pub(super) fn has(&self, words: &str) -> bool {
        words.split(' ').any(|word| self.set.contains(word))
    }

    /// Returns the words in their order.
    pub(super) fn all(&self) -> &[String] {
        &self.all
    }

    /// Returns the words with spaces between them, so that names can be compared.
    pub(super) fn key(&self) -> String {
        self.all.join(" ")
    }
}

/// Splits a text into words of letters and digits.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns a word without the ending of a plural.
fn singular(word: &str) -> String {
    let stem = |ending: &str, other: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{other}"));
    let is_long = word.len() > 3 || ["ids", "txs"].contains(&word);
    let found = match word {
        _ if !is_long || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") => None,
        _ if word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches") || word.ends_with("xes") => {
            stem("es", "")
        }
        _ if word.ends_with("ies") => stem("ies", "y"),
        _ => stem("s", ""),
    };
    found.unwrap_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_singular_and_in_lower_case() {
        for (name, key) in [
            ("harbourAddresses", "harbour address"),
            ("berthTimestampMilliseconds", "berth timestamp millisecond"),
            ("fuelUsed", "fuel used"),
            ("tx-hashes", "tx hash"),
            ("shipIds", "ship id"),
            ("status", "status"),
            ("größe", "größe"),
        ] {
            assert_eq!(Words::of_name(name).key(), key, "{name}");
        }
    }
}
