//! Tree of a spec file, which can be printed, and repaired where the generator refuses it.
//!
//! Input: the results of the importer. Output: [`Node`]s. Each knows its place in the document, and
//! the fixes to apply, in order, when it is refused. Nothing here knows OpenAPI or the syntax of
//! YAML.

use std::collections::VecDeque;

use serde_json::Value as Json;

/// Indices that lead from the root of a tree to a part of it.
pub(crate) type Path = Vec<usize>;

/// Value of a spec file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Comment on the same line, which says what was guessed.
    pub(crate) comment: Option<String>,
    /// JSON pointer of the part of the document from which the value comes.
    pub(crate) origin: Option<String>,
    /// Changes to apply, in order, while the generator refuses the value. When none is left, the
    /// enclosing node is changed.
    pub(crate) fixes: VecDeque<Fix>,
    /// Whether the value is never printed on one line.
    pub(crate) tall: bool,
    /// Whether the keys of the mapping are printed as they are, because they are YAML already, such
    /// as numbers.
    pub(crate) written: bool,
}

/// Content of a node.
#[derive(Clone, Debug, Default)]
pub(crate) enum Kind {
    #[default]
    Null,
    Flag(bool),
    /// A number, as the text prints it.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// Change to a node that the generator refuses.
#[derive(Clone, Debug)]
pub(crate) enum Fix {
    /// Another node replaces the node.
    Replace(Box<Node>),
    /// The node is removed together with its key.
    Remove,
}

impl Node {
    pub(crate) fn new(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::new(Kind::Text(text.into()))
    }

    pub(crate) fn list(items: impl IntoIterator<Item = Node>) -> Self {
        Self::new(Kind::List(items.into_iter().collect()))
    }

    pub(crate) fn texts<T: Into<String>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::list(items.into_iter().map(|item| Self::text(item)))
    }

    /// Returns a single text as it is, and other texts as a list.
    pub(crate) fn texts_or_text(items: &[&str]) -> Self {
        match items {
            [one] => Self::text(*one),
            several => Self::texts(several.iter().copied()),
        }
    }

    pub(crate) fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Node)>) -> Self {
        Self::new(Kind::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect()))
    }

    /// Returns a map without entries.
    pub(crate) fn empty() -> Self {
        Self::new(Kind::Map(Vec::new()))
    }

    /// Returns a JSON value as a node without fixes.
    pub(crate) fn json(value: &Json) -> Self {
        match value {
            Json::Null => Self::default(),
            Json::Bool(flag) => Self::new(Kind::Flag(*flag)),
            Json::Number(number) => Self::new(Kind::Number(number.to_string())),
            Json::String(text) => Self::text(text),
            Json::Array(items) => Self::list(items.iter().map(Self::json)),
            Json::Object(members) => Self::map(members.iter().map(|(key, value)| (key.as_str(), Self::json(value)))),
        }
    }

    /// Adds an entry to a mapping. Nothing happens for other nodes.
    pub(crate) fn put(&mut self, key: impl Into<String>, value: Node) {
        if let Kind::Map(entries) = &mut self.kind {
            entries.push((key.into(), value));
        }
    }

    /// Adds a flag to a mapping if it is set.
    pub(crate) fn put_flag(&mut self, key: &str, is_set: bool) {
        self.put_opt(key, is_set.then(|| Self::new(Kind::Flag(true))));
    }

    /// Adds an entry to a mapping if there is a value for it.
    pub(crate) fn put_opt(&mut self, key: &str, value: Option<Node>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.kind {
            Kind::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match &self.kind {
            Kind::Map(entries) => entries.is_empty(),
            Kind::List(items) => items.is_empty(),
            Kind::Null => true,
            _ => false,
        }
    }

    /// Forces the value onto several lines.
    pub(crate) fn tall(mut self) -> Self {
        self.tall = true;
        self
    }

    /// Sets whether the keys of the mapping are printed as they are.
    pub(crate) fn written(mut self, is_so: bool) -> Self {
        self.written = is_so;
        self
    }

    /// Sets the place in the document from which the value comes.
    pub(crate) fn from(mut self, origin: &str) -> Self {
        self.origin = Some(origin.to_owned());
        self
    }

    /// Sets a comment that says what was guessed.
    pub(crate) fn guessed(mut self, what: &str) -> Self {
        self.comment = Some(format!("guessed: {}", crate::prose::line(what)));
        self
    }

    /// Adds a replacement after the present fixes.
    pub(crate) fn or(mut self, other: Node) -> Self {
        self.fixes.push_back(Fix::Replace(Box::new(other)));
        self
    }

    /// Adds removal after the present fixes, unless it is the last one.
    pub(crate) fn or_remove(mut self) -> Self {
        if !matches!(self.fixes.back(), Some(Fix::Remove)) {
            self.fixes.push_back(Fix::Remove);
        }
        self
    }

    /// Returns the items of a list or the values of a mapping, in their order.
    pub(crate) fn children(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::List(items) => items.iter().collect(),
            Kind::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn child(&self, at: usize) -> Option<&Node> {
        match &self.kind {
            Kind::List(items) => items.get(at),
            Kind::Map(entries) => entries.get(at).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(crate) fn child_mut(&mut self, at: usize) -> Option<&mut Node> {
        match &mut self.kind {
            Kind::List(items) => items.get_mut(at),
            Kind::Map(entries) => entries.get_mut(at).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Removes the item or entry at an index.
    pub(crate) fn remove(&mut self, at: usize) {
        match &mut self.kind {
            Kind::List(items) if at < items.len() => drop(items.remove(at)),
            Kind::Map(entries) if at < entries.len() => drop(entries.remove(at)),
            _ => {}
        }
    }
}
