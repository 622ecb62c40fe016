//! Arguments of a tool.
//!
//! Input: the JSON object that a model wrote. Output: checked values, or all mistakes at once.
//! Texts are accepted for numbers and objects, since models write them.

use std::ops::RangeInclusive;

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::problem::Problem;

/// A reader of arguments that collects mistakes.
pub(crate) struct Input {
    tool: &'static str,
    arguments: JsonObject,
    known: Vec<&'static str>,
    wrong: Vec<String>,
}

impl Input {
    pub(crate) fn new(tool: &'static str, arguments: JsonObject) -> Self {
        Self { tool, arguments, known: Vec::new(), wrong: Vec::new() }
    }

    /// Removes and returns an argument; `None` if absent or null.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.arguments.remove(name).filter(|value| !value.is_null())
    }

    /// Reads an optional text.
    pub(crate) fn text(&mut self, name: &'static str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            _ => {
                self.wrong.push(format!("`{name}` must be a string"));
                None
            }
        }
    }

    /// Reads a required text.
    pub(crate) fn required(&mut self, name: &'static str) -> String {
        let is_given = self.arguments.get(name).is_some_and(|value| !value.is_null());
        if !is_given {
            self.wrong.push(format!("`{name}` is required"));
        }
        self.text(name).unwrap_or_default()
    }

    /// Reads an optional integer within bounds.
    pub(crate) fn number(&mut self, name: &'static str, bounds: RangeInclusive<usize>) -> Option<usize> {
        let value = self.take(name)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match text.parse() {
            Ok(number) if bounds.contains(&number) => Some(number),
            _ => {
                let (least, most) = bounds.into_inner();
                let most = if most == usize::MAX { "or more".to_owned() } else { format!("to {most}") };
                self.wrong.push(format!("`{name}` must be a whole number from {least} {most}"));
                None
            }
        }
    }

    /// Reads an optional object, or the text of one.
    pub(crate) fn object(&mut self, name: &'static str) -> JsonObject {
        let value = match self.take(name) {
            None => return JsonObject::new(),
            Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            Some(value) => value,
        };
        match value {
            Value::Object(object) => object,
            _ => {
                self.wrong.push(format!("`{name}` must be a JSON object"));
                JsonObject::new()
            }
        }
    }

    /// Adds a mistake that concerns several arguments.
    pub(crate) fn wrong(&mut self, text: &str) {
        self.wrong.push(text.to_owned());
    }

    /// Checks that all arguments are valid, and that no unread arguments are left.
    pub(crate) fn finish(mut self) -> Result<(), Problem> {
        for name in self.arguments.keys() {
            let known: Vec<String> = self.known.iter().map(|known| format!("`{known}`")).collect();
            self.wrong.push(format!("`{}` has no argument `{name}`; there are: {}", self.tool, known.join(", ")));
        }
        if self.wrong.is_empty() { Ok(()) } else { Err(Problem::new("parameter", self.wrong)) }
    }
}
