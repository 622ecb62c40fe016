//! A YAML document as a tree in which every node knows its place.

use crate::diagnostic::Span;
use crate::model::Value;

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    Null,
    Boolean(bool),
    /// The digits as they are written, in JSON's form.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// Something that was reported already; nobody reports it again.
    Broken,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: Key,
    pub(crate) value: Node,
}

/// A key of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// It was written as a number, without quotes.
    pub(crate) number: bool,
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

    /// The text of a text or a number.
    pub(crate) fn digits_or_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) | NodeKind::Number(text) => Some(text),
            _ => None,
        }
    }

    /// The same without places.
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
}
