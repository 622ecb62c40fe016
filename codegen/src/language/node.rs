//! File of a spec as a tree in which every node has a span.
//!
//! Each front end, YAML or Rust, makes such trees; `parse` reads them all.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::value::{Value, to_json};
use crate::diagnostic::Span;

/// Value with its span.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// Text with its span.
pub(crate) type Text = At<String>;

/// Node of the tree: a value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Span of the value.
    pub span: Span,
    /// Value of the node.
    pub kind: NodeKind,
}

/// Value of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Null.
    Null,
    /// True or false.
    Boolean(bool),
    /// Number, with its digits as written, in the syntax of JSON.
    Number(String),
    /// Text.
    Text(String),
    /// List.
    List(Vec<Node>),
    /// Mapping, in the order of the source.
    Map(Vec<Entry>),
    /// Value whose mistake was reported, and is not reported again.
    Broken,
}

/// Key of a mapping with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Key of the entry.
    pub key: Key,
    /// Value of the entry.
    pub value: Node,
}

/// Key of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Text of the key.
    pub text: String,
    /// Span of the key.
    pub span: Span,
    /// Kind of scalar that the key is.
    pub kind: KeyKind,
}

/// Kind of scalar that a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Text, quoted or not.
    Text,
    /// Number, not quoted.
    Number,
    /// `true` or `false`, without quotes.
    Boolean,
}

impl KeyKind {
    /// Returns the noun of the kind, with its article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
        }
    }
}

impl Entry {
    /// Returns whether the key has no colon after it, as in `{ key }`.
    pub(crate) fn is_bare(&self) -> bool {
        self.value.kind == NodeKind::Null && self.value.span.start <= self.key.span.end
    }
}

impl Key {
    /// Returns the key as YAML writes it. A text that YAML would read as a number or a boolean is
    /// quoted.
    fn to_yaml(&self) -> String {
        let text = self.text.as_str();
        let needs_quotes = text.parse::<f64>().is_ok() || text.starts_with('"') || ["true", "false"].contains(&text);
        match self.kind {
            KeyKind::Text if needs_quotes => Json::from(text).to_string(),
            _ => self.text.clone(),
        }
    }

    /// Returns the text of a key of [`Node::to_json`], which is in quotes if YAML would read it as another value.
    pub(crate) fn text_of_yaml(yaml: &str) -> Cow<'_, str> {
        serde_json::from_str(yaml).map_or(Cow::Borrowed(yaml), Cow::Owned)
    }
}

impl Node {
    /// Returns the noun of the value, with its article.
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

    /// Returns `word` for the node `{word}`, which YAML reads as a mapping although the author may
    /// have meant a text.
    pub(crate) fn lone_word(&self) -> Option<&str> {
        let NodeKind::Map(entries) = &self.kind else { return None };
        let [entry] = entries.as_slice() else { return None };
        (entry.value.kind == NodeKind::Null).then_some(entry.key.text.as_str())
    }

    /// Returns the content of a text or the digits of a number.
    pub(crate) fn digits_or_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) | NodeKind::Number(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value without spans.
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

    /// Returns the value as JSON, with keys as in YAML: `200` for a number, and `"200"` in quotes
    /// for a text.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.kind {
            NodeKind::List(items) => items.iter().map(Self::to_json).collect(),
            NodeKind::Map(entries) => {
                entries.iter().map(|entry| (entry.key.to_yaml(), entry.value.to_json())).collect()
            }
            _ => to_json(&self.to_value()),
        }
    }
}
