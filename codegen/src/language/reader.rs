//! Reader: primitive operations that read nodes as texts, numbers, lists and mappings with known
//! keys.
//!
//! Input: nodes. Output: typed parts, or `None` after a report, so that one mistake does not hide
//! the next.

use super::node::{At, Entry, Key, KeyKind, Node, NodeKind, Text};
use super::table::{Need, Shape, Table};
use super::word::Whole;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean, nearest, question};

/// Reader of documents, which collects diagnostics.
pub(crate) struct Reader {
    /// Diagnostics reported so far.
    pub(crate) found: Vec<Diagnostic>,
    /// Type texts of the current file that use generic records.
    pub(crate) applied: Vec<Text>,
    /// Values of `source` in the current file.
    pub(crate) marks: Vec<Text>,
    /// Function that advises on an unknown key of a mapping.
    advice: fn(&Key, &'static Table) -> Advice,
}

/// Hints for an unknown key of a mapping.
#[derive(Default)]
pub(crate) struct Advice {
    /// Hint that names the key of this language with the same meaning.
    pub(crate) instead: Option<String>,
    /// Hint that names another mapping, which has the key. Used unless this mapping has a similar
    /// key.
    pub(crate) home: Option<String>,
}

/// Entries of a mapping whose keys are known.
pub(crate) struct Members<'n> {
    pub(crate) span: Span,
    /// Key of the entry whose value is the mapping; empty without one.
    pub(crate) name: Text,
    table: &'static Table,
    /// Entries with known keys.
    entries: Vec<&'n Entry>,
    /// Similar known key of each unknown key, if any.
    unknown: Vec<Option<&'static str>>,
}

impl<'n> Members<'n> {
    /// Returns the entry with this key; the last one if the key occurs twice.
    pub(crate) fn entry(&self, key: &str) -> Option<&'n Entry> {
        self.entries.iter().copied().rfind(|entry| entry.key.text == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    pub(crate) fn key_span(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|entry| entry.key.span)
    }

    /// Returns the present keys among `keys`, each with its span.
    pub(crate) fn places(&self, keys: impl IntoIterator<Item = &'static str>) -> Vec<(&'static str, Span)> {
        keys.into_iter().filter_map(|key| Some((key, self.key_span(key)?))).collect()
    }

    /// Returns whether any key was unknown: a key that seems to be missing may be misspelt.
    pub(crate) fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// Returns the present keys among `keys`, in their order.
    pub(crate) fn present(&self, keys: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
        let there = |key: &&'static str| self.entry(key).is_some();
        keys.into_iter().filter(there).collect()
    }
}

impl Reader {
    /// Returns a reader with the diagnostics found so far.
    pub(crate) fn new(found: Vec<Diagnostic>, advice: fn(&Key, &'static Table) -> Advice) -> Self {
        Self { found, applied: Vec::new(), marks: Vec::new(), advice }
    }

    /// Records a diagnostic.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Reports a node whose kind (text, list, …) is not the expected one.
    pub(crate) fn bad_shape(&mut self, node: &Node, what: &str, wanted: &str) {
        self.report_wrong_kind(node, what, wanted, false);
    }

    /// Reports a node that is not the expected text. Hints at missing quotes.
    pub(crate) fn bad_text(&mut self, node: &Node, what: &str, wanted: &str) {
        self.report_wrong_kind(node, what, wanted, true);
    }

    fn report_wrong_kind(&mut self, node: &Node, what: &str, wanted: &str, takes_text: bool) {
        if node.kind == NodeKind::Broken {
            return;
        }
        let message = format!("{what} must be {wanted}, but is {}", node.noun());
        let mut problem = Diagnostic::error(Code::BadShape, node.span, message);
        let is_scalar = matches!(node.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
        if is_scalar && takes_text {
            problem = problem.hint("quote it");
        }
        // A template that begins with a variable is a mapping in YAML.
        if let Some(name) = node.lone_word().filter(|_| takes_text) {
            problem = problem.hint(format!("quote a text that begins with a brace: \"{{{name}}}…\""));
        }
        self.report(problem.label(format!("expected {wanted}")));
    }

    /// Returns the members of a mapping. Reports unknown keys and missing required keys.
    pub(crate) fn members<'n>(&mut self, node: &'n Node, table: &'static Table) -> Option<Members<'n>> {
        let NodeKind::Map(entries) = &node.kind else {
            self.bad_shape(node, table.called, "a mapping");
            return None;
        };
        let is_known = |entry: &&Entry| table.keys().any(|key| key.name == entry.key.text);
        let (entries, others): (Vec<_>, Vec<_>) = entries.iter().partition(is_known);
        let unknown = others.into_iter().map(|entry| self.unknown_key(entry, table)).collect();
        let members = Members { span: node.span, name: Text::default(), table, entries, unknown };
        for key in table.keys().filter(|key| key.need == Need::Yes) {
            self.need(&members, key.name, &table.the());
        }
        Some(members)
    }

    /// Reports an unknown key, and returns the similar known key, if any.
    fn unknown_key(&mut self, entry: &Entry, table: &'static Table) -> Option<&'static str> {
        let key = &entry.key;
        let message = format!("{} has no key `{}`", table.called, key.text);
        let problem = Diagnostic::error(Code::UnknownKey, key.span, message);
        let names = || table.keys().map(|key| key.name);
        let Advice { instead, home } = (self.advice)(key, table);
        // In `doc: red, green`, YAML reads `green` as a key without a value.
        let cut = || entry.is_bare().then(|| "if a comma belongs to the text before this, quote that text".to_owned());
        let advice = instead.or_else(cut);
        let near = if advice.is_none() { nearest(&key.text, names()) } else { None };
        let advice = advice.or_else(|| near.map(question)).or(home);
        let hint = advice.unwrap_or_else(|| {
            let list: Vec<String> = names().map(|key| format!("`{key}`")).collect();
            format!("the keys are {}", list.join(", "))
        });
        self.report(problem.label("not known here").hint(hint));
        near
    }

    /// Returns the entries of a mapping whose keys the author chooses; none after a report.
    pub(crate) fn entries<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        match &node.kind {
            NodeKind::Map(entries) => entries,
            _ => {
                self.bad_shape(node, what, "a mapping");
                &[]
            }
        }
    }

    /// Returns the items of a list; none after a report.
    pub(crate) fn items<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        match &node.kind {
            NodeKind::List(items) => items,
            _ => {
                self.bad_shape(node, what, "a list");
                &[]
            }
        }
    }

    /// Returns a key as a name. Reports a key that YAML reads as a number or a boolean.
    pub(crate) fn name(&mut self, key: &Key) -> Text {
        if key.kind != KeyKind::Text {
            let message = format!("the key `{}` is {}", key.text, key.kind.noun());
            let problem = Diagnostic::error(Code::BadKey, key.span, message);
            self.report(problem.hint(format!("quote it: \"{}\"", key.text)));
        }
        At { value: key.text.clone(), span: key.span }
    }

    /// Returns a key as a name or a whole number, and whether it is a number. Reports any other
    /// key.
    pub(crate) fn name_or_integer(&mut self, key: &Key) -> (Text, bool) {
        let is_integer =
            key.kind == KeyKind::Number && key.text.parse::<i64>().is_ok_and(|number| number.to_string() == key.text);
        if key.kind == KeyKind::Number && !is_integer {
            let message = format!("the key `{}` is not written as a whole number of 64 bits", key.text);
            let problem = Diagnostic::error(Code::BadKey, key.span, message);
            self.report(
                problem.hint("write its digits, without a fraction or an exponent; quote it only if it is a text"),
            );
        } else if !is_integer {
            return (self.name(key), false);
        }
        (At { value: key.text.clone(), span: key.span }, is_integer)
    }

    /// Returns a key as a tag value with its kind: a name, a whole number, `true` or `false`.
    /// Reports any other key.
    pub(crate) fn tag_value(&mut self, key: &Key) -> (Text, KeyKind) {
        if key.kind == KeyKind::Boolean {
            return (At { value: key.text.clone(), span: key.span }, key.kind);
        }
        let (name, is_integer) = self.name_or_integer(key);
        (name, if is_integer { KeyKind::Number } else { KeyKind::Text })
    }

    /// Returns a text; `None` after a report.
    pub(crate) fn text(&mut self, node: &Node, what: &str) -> Option<Text> {
        match &node.kind {
            NodeKind::Text(text) => Some(At { value: text.clone(), span: node.span }),
            _ => {
                self.bad_text(node, what, "a text");
                None
            }
        }
    }

    /// Returns a text, or the digits of a number; `None` after a report.
    pub(crate) fn text_or_number(&mut self, node: &Node, what: &str) -> Option<Text> {
        match node.digits_or_text() {
            Some(text) => Some(At { value: text.to_owned(), span: node.span }),
            None => {
                self.bad_text(node, what, "a text or a number");
                None
            }
        }
    }

    /// Returns a boolean; `None` after a report.
    pub(crate) fn flag(&mut self, node: &Node, what: &str) -> Option<bool> {
        match node.kind {
            NodeKind::Boolean(value) => Some(value),
            _ => {
                self.bad_shape(node, what, "true or false");
                None
            }
        }
    }

    /// Returns a whole number; `None` after a report.
    pub(crate) fn whole<T: Whole>(&mut self, node: &Node, what: &str) -> Option<At<T>> {
        let parsed = match &node.kind {
            NodeKind::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        if parsed.is_none() {
            let wanted = match T::SHAPE {
                Shape::Whole(least, most) => format!("a whole number from {least} to {most}"),
                _ => "a whole number of 64 bits".to_owned(),
            };
            self.bad_shape(node, what, &wanted);
        }
        parsed.map(|value| At { value, span: node.span })
    }

    /// Returns the texts of a list. Reports other items, and leaves them out.
    pub(crate) fn texts(&mut self, node: &Node, what: &str) -> Vec<Text> {
        let items = self.items(node, what);
        let texts = items.iter().map(|item| self.text(item, what));
        texts.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Returns the text of a key; `None` if the key is absent, and after a report.
    pub(crate) fn opt_text(&mut self, members: &Members<'_>, key: &str) -> Option<Text> {
        let node = members.get(key)?;
        self.text(node, &format!("`{key}`"))
    }

    /// Returns the value of a required key. For keys that the table requires, [`Self::members`]
    /// checks this.
    pub(crate) fn need<'n>(&mut self, members: &Members<'n>, key: &str, what: &str) -> Option<&'n Node> {
        self.need_at(members.span, members, key, what)
    }

    /// Returns the value of a required key as [`Self::need`] does; a missing key is reported at
    /// `span`.
    pub(crate) fn need_at<'n>(&mut self, span: Span, members: &Members<'n>, key: &str, what: &str) -> Option<&'n Node> {
        let node = members.get(key);
        if node.is_none() && !members.unknown.contains(&Some(key)) {
            let message = format!("{what} lacks `{key}`");
            let problem = Diagnostic::error(Code::MissingKey, span, message);
            self.report(problem.hint(format!("add `{key}: …`")));
        }
        node
    }

    /// Parses an HTTP status code; `None` after a report.
    pub(crate) fn status_code(&mut self, digits: &str, span: Span) -> Option<u16> {
        let code = digits.parse().ok().filter(|code| digits.len() == 3 && (100..600).contains(code));
        if code.is_none() {
            let message = format!("`{digits}` is not an HTTP status");
            let problem = Diagnostic::error(Code::BadValue, span, message);
            self.report(problem.hint("a status is a number from 100 to 599"));
        }
        code
    }

    /// Returns the only present key of `keys`. Reports a diagnostic if none or several are present.
    pub(crate) fn only(
        &mut self,
        members: &Members<'_>,
        keys: &'static [&'static str],
        hint: &[&str],
    ) -> Option<&'static str> {
        let there = members.present(keys.iter().copied());
        let (code, span) = match there.as_slice() {
            [only] => return Some(only),
            [] if members.has_unknown() => return None,
            [] => (Code::MissingKey, members.span),
            [_, second, ..] => (Code::BadShape, members.key_span(second).unwrap_or(members.span)),
        };
        let message = format!("{} must have exactly one of {}", members.table.called, list_of(keys));
        let problem = Diagnostic::error(code, span, message);
        self.report(hint.iter().fold(problem, |problem, hint| problem.hint(*hint)));
        None
    }

    /// Reads one word of a closed set; `None` after a report.
    pub(crate) fn word<T: Copy>(&mut self, node: &Node, what: &str, words: &[(&'static str, T)]) -> Option<At<T>> {
        let text = self.text(node, what)?;
        let found = words.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let message = format!("{what} cannot be `{}`", text.value);
            let list: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let problem = Diagnostic::error(Code::BadValue, node.span, message);
            let near = did_you_mean(&text.value, words.iter().map(|(word, _)| *word));
            let one_of = if list.len() > 1 { "one of " } else { "" };
            let hint = near.unwrap_or_else(|| format!("it is {one_of}{}", list.join(", ")));
            self.report(problem.hint(hint));
        }
        found.map(|(_, value)| At { value: *value, span: node.span })
    }
}

/// Joins names in backquotes: `a`, `b` and `c`.
fn list_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
    if others.is_empty() { format!("`{last}`") } else { format!("{} and `{last}`", others.join(", ")) }
}
