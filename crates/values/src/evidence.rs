//! Evidence for a value: its name, its unit and its examples.
//!
//! Input: a member. Output: words of its name, and an example that its value resembles. Other
//! modules draw the value.

use serde_json::{Map, Value};

/// An object with an example takes its name once in this many times.
const NAMED_AS_EXAMPLE: usize = 8;
/// Distance between the numbers of the names of successive rows. It is prime, so that names repeat
/// late.
const ROW_STEP: usize = 7_927;

/// Evidence for a plausible value: name, unit and example of its member, and the object around it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence {
    /// Name of the member; empty outside objects.
    pub(crate) name: &'static str,
    pub(crate) unit: Option<&'static str>,
    /// Example that the value resembles.
    pub(crate) example: Option<&'static Value>,
    /// Whether an earlier item of the list has the same example.
    pub(crate) is_repeated: bool,
    pub(crate) variety: Variety,
    pub(crate) object: EnclosingObject,
}

/// Difference of values from their examples, for an object that must differ from another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variety {
    /// A value may repeat its example.
    #[default]
    Examples,
    /// Numbers, and texts with digits, differ from their examples.
    Codes,
    /// Other texts differ from their examples, too.
    Words,
}

/// Object that contains the value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EnclosingObject {
    /// Example of the object, from which its members take their examples.
    pub(crate) example: Option<&'static Map<String, Value>>,
    /// Random number of the object, from which its members derive consistent values.
    pub(crate) number: usize,
    /// Position of the object in its list; `None` if it is not an item of a list.
    pub(crate) row: Option<Row>,
}

/// Position of an item in a list that begins with the newest one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Seed of the list, from which its items derive consistent values.
    pub(crate) list: u64,
    pub(crate) index: usize,
    /// Whether the items have heights. Their times then differ by a few seconds only.
    pub(crate) has_height: bool,
}

impl Evidence {
    /// Returns the last word of the name, in lower case.
    pub(crate) fn last_word(&self) -> String {
        self.words().pop().unwrap_or_default()
    }

    /// Returns the words of the name in lower case. Words from `by` on are left out:
    /// `countByNumber` is a count.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut all = words(self.name);
        if let Some(by) = all.iter().skip(1).position(|word| word == "by") {
            all.truncate(by + 1);
        }
        all
    }

    /// Returns the evidence for an item of this list or a value of this map, with the example at
    /// `number`.
    pub(crate) fn within(self, number: usize) -> Self {
        let items: Vec<&Value> = match self.example {
            Some(Value::Array(items)) => items.iter().collect(),
            Some(Value::Object(members)) => members.values().collect(),
            _ => Vec::new(),
        };
        let example = number.checked_rem(items.len()).and_then(|at| items.get(at).copied());
        Self { example, is_repeated: number >= items.len(), ..self }
    }
}

impl EnclosingObject {
    /// Returns whether the object repeats the name in its example: one in [`NAMED_AS_EXAMPLE`] objects
    /// does, and the first item of a list.
    pub(crate) fn takes_name_of_example(&self) -> bool {
        self.row.map_or(self.number % NAMED_AS_EXAMPLE, |row| row.index) == 0
    }

    /// Returns the number from which the name of the object is made. Successive items of a list
    /// have different numbers.
    pub(crate) fn name_number(&self) -> usize {
        let of_row = |row: Row| usize::try_from(row.list % 65_536).unwrap_or_default() + row.index * ROW_STEP;
        self.row.map_or(self.number / NAMED_AS_EXAMPLE, of_row)
    }
}

/// Returns whether a word names a number that grows from each object to the next.
pub(crate) fn is_height(word: &str) -> bool {
    ["number", "height"].contains(&word)
}

/// Splits a name such as `maxFee`, `max_fee` or `max-fee` into words, in lower case.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = !letter.is_alphanumeric() || letter.is_uppercase() && !before.is_uppercase();
        if begins || all.is_empty() {
            all.push(String::new());
        }
        if let Some(word) = all.last_mut().filter(|_| letter.is_alphanumeric()) {
            if letter.is_ascii() { word.push(letter.to_ascii_lowercase()) } else { word.extend(letter.to_lowercase()) }
        }
        before = letter;
    }
    all.retain(|word| !word.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_names() {
        assert_eq!(words("coverUri"), ["cover", "uri"]);
        assert_eq!(words("shelf_no"), ["shelf", "no"]);
        assert_eq!(words("X-Request-ID"), ["x", "request", "id"]);
        assert_eq!(words("bookID"), ["book", "id"]);
        assert!(words("").is_empty());
    }
}
