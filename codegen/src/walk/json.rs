//! JSON values that can be walked.

use serde_json::{Value, map};

/// A JSON value.
pub trait Json: Copy {
    /// A text in the value.
    type Text: Copy + AsRef<str>;
    /// The items of a list.
    type Items: ExactSizeIterator<Item = Self>;
    /// The names and values of an object.
    type Members: Iterator<Item = (Self::Text, Self)>;
    /// Returns what the value is.
    fn kind(self) -> JsonKind<Self>;
    /// Returns a member of an object; `None` where the object has none, or the value is no object.
    fn get(self, name: &str) -> Option<Self>;
    /// Whether the value equals a JSON text.
    fn is_json(self, json: &str) -> bool;
}

/// What a JSON value is.
#[derive(Clone, Debug)]
pub enum JsonKind<J: Json> {
    /// Null.
    Null,
    /// True or false.
    Boolean(bool),
    /// A number, by its digits.
    Number(J::Text),
    /// A text.
    Text(J::Text),
    /// A list.
    List(J::Items),
    /// An object.
    Object(J::Members),
}

/// The members of an object of `serde_json`.
type Members<'v> = std::iter::Map<map::Iter<'v>, MemberOf<'v>>;
type MemberOf<'v> = fn((&'v String, &'v Value)) -> (&'v str, &'v Value);

fn member<'v>((name, value): (&'v String, &'v Value)) -> (&'v str, &'v Value) {
    (name, value)
}

impl<'v> Json for &'v Value {
    type Text = &'v str;
    type Items = std::slice::Iter<'v, Value>;
    type Members = Members<'v>;

    fn kind(self) -> JsonKind<Self> {
        match self {
            Value::Null => JsonKind::Null,
            Value::Bool(value) => JsonKind::Boolean(*value),
            Value::Number(number) => JsonKind::Number(number.as_str()),
            Value::String(text) => JsonKind::Text(text.as_str()),
            Value::Array(items) => JsonKind::List(items.iter()),
            Value::Object(members) => JsonKind::Object(members.iter().map(member as MemberOf<'v>)),
        }
    }

    fn get(self, name: &str) -> Option<Self> {
        self.get(name)
    }

    fn is_json(self, json: &str) -> bool {
        serde_json::from_str::<Value>(json).is_ok_and(|expected| expected == *self)
    }
}
