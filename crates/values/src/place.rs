//! Place of a value: the evidence of its name, its unit and its examples.
//!
//! Input: a member. Output: words of its name, and an example that its value resembles. Other
//! modules draw the value.

use serde_json::{Map, Value};

/// Of objects with an example, one in so many has the name that the example has.
const NAMED_AS_EXAMPLE: usize = 8;
/// Distance between the names of rows: a prime number.
const ROW: usize = 7_927;

/// Where a value stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The name of the member; empty outside of all members.
    pub(crate) name: &'static str,
    pub(crate) unit: Option<&'static str>,
    /// An example that the value resembles.
    pub(crate) example: Option<&'static Value>,
    pub(crate) object: ObjectPlace,
}

/// The object in which a value stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ObjectPlace {
    /// An example of the object.
    pub(crate) example: Option<&'static Map<String, Value>>,
    /// A number by which members of the object agree with each other.
    pub(crate) number: usize,
    /// Position of the object in its list; `None` if the object is no item of a list.
    pub(crate) row: Option<Row>,
}

/// Position of an item in a list that begins with the newest item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// A number by which the rows of the list agree with each other.
    pub(crate) list: u64,
    pub(crate) index: usize,
    /// Whether the rows have heights, and so come quickly one after the other.
    pub(crate) has_height: bool,
}

impl Place {
    /// The last word of the name, in lower case.
    pub(crate) fn last_word(&self) -> String {
        self.words().pop().unwrap_or_default()
    }

    /// The words of the name, in lower case. `countByNumber` is a count.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut all = words(self.name);
        if let Some(by) = all.iter().skip(1).position(|word| word == "by") {
            all.truncate(by + 1);
        }
        all
    }

    /// The place of an item of the list, or of a value of the map, that stands here.
    pub(crate) fn within(self, number: usize) -> Self {
        let items: Vec<&Value> = match self.example {
            Some(Value::Array(items)) => items.iter().collect(),
            Some(Value::Object(members)) => members.values().collect(),
            _ => Vec::new(),
        };
        let example = number.checked_rem(items.len()).and_then(|at| items.get(at).copied());
        Self { example, ..self }
    }
}

impl ObjectPlace {
    /// Whether the object has the name that its example has.
    pub(crate) fn is_as_example(&self) -> bool {
        self.row.map_or(self.number % NAMED_AS_EXAMPLE, |row| row.index) == 0
    }

    /// A number for the name of the object. Rows of a list have different ones.
    pub(crate) fn name(&self) -> usize {
        let of_row = |row: Row| usize::try_from(row.list % 65_536).unwrap_or_default() + row.index * ROW;
        self.row.map_or(self.number / NAMED_AS_EXAMPLE, of_row)
    }
}

/// Whether a word is that of a number which grows from one thing to the next.
pub(crate) fn is_height(word: &str) -> bool {
    ["number", "height"].contains(&word)
}

/// The words of a name such as `maxFee`, `max_fee` or `max-fee`, in lower case.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = !letter.is_alphanumeric() || letter.is_uppercase() && !before.is_uppercase();
        if begins || all.is_empty() {
            all.push(String::new());
        }
        if let Some(word) = all.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
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
