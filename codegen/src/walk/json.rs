//! JSON values that can be walked.

use serde_json::{Value, map};

use crate::language::node::{Entry, Key, Node, NodeKind};
use crate::sentences;

/// A JSON value.
pub trait Json: Copy {
    /// A text in the value.
    type Text: Copy + AsRef<str>;
    /// A name in an object.
    type Key: Copy + AsRef<str> + Into<Self::Text>;
    /// The items of a list.
    type Items: ExactSizeIterator<Item = Self>;
    /// The names and values of an object.
    type Members: Iterator<Item = (Self::Key, Self)>;
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
    type Key = &'v str;
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

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<'n> From<&'n Key> for &'n str {
    fn from(key: &'n Key) -> Self {
        &key.text
    }
}

/// The entries of a mapping.
type Entries<'n> = std::iter::Map<std::slice::Iter<'n, Entry>, EntryOf<'n>>;
type EntryOf<'n> = fn(&'n Entry) -> (&'n Key, &'n Node);

fn entry(entry: &Entry) -> (&Key, &Node) {
    (&entry.key, &entry.value)
}

/// A broken value is there, and tells nothing: it is a text without letters.
impl<'n> Json for &'n Node {
    type Text = &'n str;
    type Key = &'n Key;
    type Items = std::slice::Iter<'n, Node>;
    type Members = Entries<'n>;

    fn kind(self) -> JsonKind<Self> {
        match &self.kind {
            NodeKind::Null => JsonKind::Null,
            NodeKind::Boolean(value) => JsonKind::Boolean(*value),
            NodeKind::Number(digits) => JsonKind::Number(digits.as_str()),
            NodeKind::Text(text) => JsonKind::Text(text.as_str()),
            NodeKind::List(items) => JsonKind::List(items.iter()),
            NodeKind::Map(entries) => JsonKind::Object(entries.iter().map(entry as EntryOf<'n>)),
            NodeKind::Broken => JsonKind::Text(""),
        }
    }

    fn get(self, name: &str) -> Option<Self> {
        let NodeKind::Map(entries) = &self.kind else { return None };
        entries.iter().find(|entry| entry.key.text == name).map(|entry| &entry.value)
    }

    fn is_json(self, json: &str) -> bool {
        sentences::json(&self.to_value()) == json
    }
}
