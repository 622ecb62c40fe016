//! Place of a value: the evidence of its name, its unit and its examples.
//!
//! Input: a member. Output: words of its name, and an example that its value resembles. Other
//! modules draw the value.

use serde_json::{Map, Value};

/// One in this many objects with an example has the name of the example.
const NAMED_AS_EXAMPLE: usize = 8;
/// Distance between the name numbers of rows: a prime number.
const ROW: usize = 7_927;

/// Place of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Name of the member; empty outside objects.
    pub(crate) name: &'static str,
    pub(crate) unit: Option<&'static str>,
    /// Example that the value resembles.
    pub(crate) example: Option<&'static Value>,
    /// Whether an earlier item of the list has the same example.
    pub(crate) is_repeated: bool,
    pub(crate) object: ObjectPlace,
}

/// Object that contains a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ObjectPlace {
    /// Example of the object.
    pub(crate) example: Option<&'static Map<String, Value>>,
    /// Random number shared by the members of the object, so that they are consistent.
    pub(crate) number: usize,
    /// Position of the object in its list; `None` if the object is no item of a list.
    pub(crate) row: Option<Row>,
}

/// Position of an item in a list that begins with the newest item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Seed shared by the rows of the list, so that they are consistent.
    pub(crate) list: u64,
    pub(crate) index: usize,
    /// Whether the rows have heights, and thus small distances in time.
    pub(crate) has_height: bool,
}

impl Place {
    /// Returns the last word of the name, in lower case.
    pub(crate) fn last_word(&self) -> String {
        self.words().pop().unwrap_or_default()
    }

    /// Returns the words of the name, in lower case, up to `by`: `countByNumber` is a count.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut all = words(self.name);
        if let Some(by) = all.iter().skip(1).position(|word| word == "by") {
            all.truncate(by + 1);
        }
        all
    }

    /// Returns the place of an item of this list or a value of this map.
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

impl ObjectPlace {
    /// Returns whether the object has the name of its example.
    pub(crate) fn is_as_example(&self) -> bool {
        self.row.map_or(self.number % NAMED_AS_EXAMPLE, |row| row.index) == 0
    }

    /// Returns the number that determines the name of the object. Rows of a list have different
    /// numbers.
    pub(crate) fn name(&self) -> usize {
        let of_row = |row: Row| usize::try_from(row.list % 65_536).unwrap_or_default() + row.index * ROW;
        self.row.map_or(self.number / NAMED_AS_EXAMPLE, of_row)
    }
}

/// Returns whether a word names a number that grows from one object to the next.
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
