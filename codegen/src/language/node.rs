//! A file of a spec as a tree in which every node knows its place.
//!
//! Each front end, YAML or Rust, makes such trees; `parse` reads them all.

use serde_json::Value as Json;

use super::value::{Value, to_json};
use crate::diagnostic::Span;

/// A thing and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

pub(crate) type Text = At<String>;

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: NodeKind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Null.
    Null,
    /// True or false.
    Boolean(bool),
    /// The digits as they are written, in JSON's form.
    Number(String),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping, in the order of the source.
    Map(Vec<Entry>),
    /// A mistake that was reported, and is not reported again.
    Broken,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: Node,
}

/// A key of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// As what it was written.
    pub kind: KeyKind,
}

/// As what a key was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// A text, in quotes or without.
    Text,
    /// A number, without quotes.
    Number,
    /// `true` or `false`, without quotes.
    Boolean,
}

impl KeyKind {
    /// What it is, in words.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
        }
    }
}

impl Entry {
    /// A key of YAML with no colon behind it, as in `{ key }`.
    pub(crate) fn is_bare(&self) -> bool {
        self.value.kind == NodeKind::Null && self.value.span.start <= self.key.span.end
    }
}

impl Key {
    /// The key as YAML has it: a text that would be read as a number or a boolean stands in quotes.
    fn written(&self) -> String {
        let text = self.text.as_str();
        let is_other = text.parse::<f64>().is_ok() || text.starts_with('"') || ["true", "false"].contains(&text);
        match self.kind {
            KeyKind::Text if is_other => Json::from(text).to_string(),
            _ => self.text.clone(),
        }
    }
}

impl Node {
    /// What the value is, in words.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            NodeKind::Null => "null",
            NodeKind::Boolean(_) => "a boolean",
            NodeKind::Number(_) => "a number",
            NodeKind::Text(_) => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a mapping",
            NodeKind::Broken => "a broken value",
        }
    }

    /// The word of `{word}`, which is a mapping in YAML and may be meant as a text.
    pub(crate) fn lone_word(&self) -> Option<&str> {
        let NodeKind::Map(entries) = &self.kind else { return None };
        let [entry] = entries.as_slice() else { return None };
        (entry.value.kind == NodeKind::Null).then_some(entry.key.text.as_str())
    }

    /// The text of a text or a number.
    pub(crate) fn digits_or_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) | NodeKind::Number(text) => Some(text),
            _ => None,
        }
    }

    /// The value without places.
    pub(crate) fn to_value(&self) -> Value {
        match &self.kind {
            NodeKind::Null | NodeKind::Broken => Value::Null,
            NodeKind::Boolean(value) => Value::Boolean(*value),
            NodeKind::Number(digits) => Value::Number(digits.clone()),
            NodeKind::Text(text) => Value::Text(text.clone()),
            NodeKind::List(items) => Value::List(items.iter().map(Self::to_value).collect()),
            NodeKind::Map(entries) => {
                Value::Object(entries.iter().map(|entry| (entry.key.text.clone(), entry.value.to_value())).collect())
            }
        }
    }

    /// The value as JSON, with keys as YAML has them: `200` is a number, and `"200"` in quotes a text.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.kind {
            NodeKind::List(items) => items.iter().map(Self::to_json).collect(),
            NodeKind::Map(entries) => {
                entries.iter().map(|entry| (entry.key.written(), entry.value.to_json())).collect()
            }
            _ => to_json(&self.to_value()),
        }
    }
}
