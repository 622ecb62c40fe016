//! From text to a [`Node`] tree, by the events of a YAML parser.
//!
//! Parts of YAML that the language does not have are refused here: anchors, aliases, tags, merge
//! keys, keys that are no text, duplicate keys, several documents, deep nesting. The tree is built
//! without recursion, so that no text can exhaust the stack.

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::scalar::{Plain, plain};
use super::syntax::{syntax_error, tab_indentation};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Entry, Key, KeyKind, Node, NodeKind};

/// Maximum nesting depth of values.
pub(super) const MAX_DEPTH: usize = 64;
/// Number of characters between two offsets that [`Offsets`] records.
const STEP: usize = 64;

/// Parses one file, and adds diagnostics to `found`. Returns `None` if no usable tree results.
pub(crate) fn parse_events(file: usize, text: &str, found: &mut Vec<Diagnostic>) -> Option<Node> {
    let tabs = tab_indentation(file, text);
    if !tabs.is_empty() {
        found.extend(tabs);
        return None;
    }
    let offsets = Offsets::new(file, text);
    let mut builder = Builder { offsets, text, found, frames: Vec::new(), root: None, stopped: false };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((event, span)) => builder.event(event, span.start, span.end),
            Err(error) => {
                builder.syntax_error(error.marker(), error.info());
                return None;
            }
        }
        if builder.stopped {
            return None;
        }
    }
    let root = builder.root.take();
    if root.is_none() {
        let top = builder.offsets.top();
        let empty = Diagnostic::error(Code::EmptyFile, top, "the file holds only comments");
        found.push(empty.hint("begin with `chainloom: 1`, or remove the file"));
    }
    root
}

/// Converts the parser's character offsets to byte offsets and spans.
struct Offsets {
    file: usize,
    length: usize,
    /// Byte offset of every [`STEP`]th character; empty for ASCII.
    marks: Vec<usize>,
    /// Text of the file, for counting characters from a mark; empty for ASCII.
    text: String,
    /// Span of the last character that is not blank, at which a premature end is reported.
    last_letter: Option<Span>,
}

impl Offsets {
    fn new(file: usize, text: &str) -> Self {
        let ascii = text.is_ascii();
        let bytes = text.char_indices().map(|(byte, _)| byte);
        Self {
            file,
            last_letter: last_letter(file, text),
            length: text.len(),
            marks: if ascii { Vec::new() } else { bytes.step_by(STEP).collect() },
            text: if ascii { String::new() } else { text.to_owned() },
        }
    }

    fn byte_offset(&self, character: usize) -> usize {
        if self.marks.is_empty() {
            return character.min(self.length);
        }
        let mark = self.marks.get(character / STEP).copied();
        let rest = mark.and_then(|mark| self.text.get(mark..)).unwrap_or_default();
        let offset = rest.char_indices().nth(character % STEP);
        match (mark, offset) {
            (Some(mark), Some((offset, _))) => mark + offset,
            _ => self.length,
        }
    }

    /// Returns the span between two positions of the YAML parser.
    fn span(&self, start: Marker, end: Marker) -> Span {
        let from = self.byte_offset(start.index());
        Span {
            file: self.file,
            start: from,
            end: self.byte_offset(end.index()).max(from),
            line: start.line(),
            column: start.col() + 1,
        }
    }

    /// Returns the empty span at the beginning of the file.
    fn top(&self) -> Span {
        Span { file: self.file, line: 1, column: 1, ..Span::default() }
    }
}

/// Returns the span of the last character of a text that is not blank.
pub(super) fn last_letter(file: usize, text: &str) -> Option<Span> {
    let text = text.trim_end();
    let (start, _) = text.char_indices().next_back()?;
    let line_start = text.rfind('\n').map_or(0, |at| at + 1);
    Some(Span {
        file,
        start,
        end: text.len(),
        line: text.matches('\n').count() + 1,
        column: text.get(line_start..start)?.chars().count() + 1,
    })
}

/// List or mapping whose end was not reached yet.
enum Frame {
    List {
        span: Span,
        items: Vec<Node>,
    },
    Map {
        span: Span,
        entries: Vec<Entry>,
        known: HashMap<String, Span>,
        /// Duplicate keys.
        repeated: Vec<RepeatedKey>,
        /// Key whose value comes next; `Some(None)` for a refused key.
        pending: Option<Option<Key>>,
    },
}

/// Key that occurs again in its mapping.
struct RepeatedKey {
    text: String,
    span: Span,
    first: Span,
    /// Number of entries of the mapping before the key.
    entries_before: usize,
}

/// Builder of a node tree from the events of the YAML parser.
struct Builder<'f> {
    offsets: Offsets,
    text: &'f str,
    found: &'f mut Vec<Diagnostic>,
    frames: Vec<Frame>,
    root: Option<Node>,
    stopped: bool,
}

impl Builder<'_> {
    /// Adds an event of the YAML parser to the tree.
    fn event(&mut self, event: Event<'_>, start: Marker, end: Marker) {
        let span = self.offsets.span(start, end);
        match event {
            Event::Alias(_) => {
                let problem = Diagnostic::error(Code::Alias, span, "YAML aliases are not allowed");
                let hint = "write the value out, or name a type and use its name";
                self.found.push(problem.hint(hint));
                self.finish(span, NodeKind::Broken);
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_anchor_and_tag(anchor, tag.is_some(), span);
                let kind = self.scalar(&text, style, span);
                self.finish(span, kind);
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_anchor_and_tag(anchor, tag.is_some(), span);
                self.open(Frame::List { span, items: Vec::new() });
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_anchor_and_tag(anchor, tag.is_some(), span);
                self.open(Frame::Map {
                    span,
                    entries: Vec::new(),
                    known: HashMap::new(),
                    repeated: Vec::new(),
                    pending: None,
                });
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::DocumentStart(_) if self.root.is_some() => {
                let message = "the file holds a second YAML document";
                let problem = Diagnostic::error(Code::ManyDocuments, span, message);
                self.found.push(problem.hint("put it into a file of its own"));
                self.stopped = true;
            }
            _ => {}
        }
    }

    /// Reports the anchor and the tag of a value.
    fn refuse_anchor_and_tag(&mut self, anchor: usize, tagged: bool, span: Span) {
        if anchor != 0 {
            let problem = Diagnostic::error(Code::Anchor, span, "YAML anchors are not allowed");
            let hint = "remove the anchor; to use a value twice, declare a type and write its name";
            self.found.push(problem.label("this value has an anchor").hint(hint));
        }
        if tagged {
            let problem = Diagnostic::error(Code::Tag, span, "YAML tags are not allowed");
            let hint = "remove the tag; quote a value that must be text";
            self.found.push(problem.label("this value has a tag").hint(hint));
        }
    }

    /// Returns the value of a scalar, and reports a number that JSON does not have.
    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> NodeKind {
        if style != ScalarStyle::Plain {
            return NodeKind::Text(text.to_owned());
        }
        match plain(text) {
            Plain::Null => NodeKind::Null,
            Plain::Boolean(value) => NodeKind::Boolean(value),
            Plain::Text => NodeKind::Text(text.to_owned()),
            Plain::Number if chainloom_forms::is_json_number(text) => NodeKind::Number(text.to_owned()),
            Plain::Number => {
                let message = format!("`{text}` is a number in YAML, but not in JSON");
                let problem = Diagnostic::error(Code::BadNumber, span, message);
                let hint = format!("write decimal digits, or quote it as text: \"{text}\"");
                self.found.push(problem.hint(hint));
                NodeKind::Broken
            }
        }
    }

    /// Begins a list or a mapping. Reports one that is nested too deeply.
    fn open(&mut self, frame: Frame) {
        if self.frames.len() >= MAX_DEPTH {
            let (Frame::List { span, .. } | Frame::Map { span, .. }) = frame;
            self.found.push(too_deep(span));
            self.stopped = true;
            return;
        }
        self.frames.push(frame);
    }

    /// Ends the innermost list or mapping.
    fn close(&mut self, end: Span) {
        let (span, kind) = match self.frames.pop() {
            Some(Frame::List { span, items }) => (span, NodeKind::List(items)),
            Some(Frame::Map { span, mut entries, repeated, .. }) => {
                report_repeated_keys(&repeated, &mut entries, self.found);
                report_cut_texts(&mut entries, self.found);
                (span, NodeKind::Map(entries))
            }
            None => return,
        };
        let end = end.end.max(span.end);
        self.finish(Span { end, ..span }, kind);
    }

    /// Adds a complete node as an item, a key, a value or the root.
    fn finish(&mut self, span: Span, kind: NodeKind) {
        let node = Node { span, kind };
        match self.frames.last_mut() {
            None => self.root = Some(node),
            Some(Frame::List { items, .. }) => items.push(node),
            Some(Frame::Map { entries, known, repeated, pending, .. }) => match pending.take() {
                Some(Some(key)) => {
                    let value = with_span_of_absent_value(&key, node, self.text);
                    entries.push(Entry { key, value });
                }
                Some(None) => {}
                None => {
                    let key = accept_key(node, self.found);
                    *pending = Some(key.and_then(|key| record_key(key, known, repeated, entries.len())));
                }
            },
        }
    }

    fn syntax_error(&mut self, at: &Marker, info: &str) {
        // A marker after the end of the text is moved to the last character.
        let mut span = self.offsets.span(*at, *at);
        span.end = (span.start + 1).min(self.offsets.length).max(span.start);
        if let Some(last) = self.offsets.last_letter.filter(|last| last.start < span.start) {
            span = last;
        }
        if info.contains("unknown anchor") {
            span.end = word_end(self.text, span.start);
            let problem = Diagnostic::error(Code::Alias, span, "YAML aliases are not allowed");
            let hint = "write the value out; quote a text that begins with `*`";
            self.found.push(problem.hint(hint));
            return;
        }
        if info.contains("recursion limit") {
            self.found.push(too_deep(span));
            return;
        }
        self.found.push(syntax_error(self.text, span, info));
    }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, span, format!("values are nested more than {MAX_DEPTH} deep"))
        .hint("give inner definitions a name of their own")
}

/// Reports deep nesting and duplicate keys in a tree of another front end.
pub(super) fn refuse_shape(root: &Node, found: &mut Vec<Diagnostic>) {
    let mut open = vec![(root, 0)];
    while let Some((node, around)) = open.pop() {
        match &node.kind {
            NodeKind::List(_) | NodeKind::Map(_) if around >= MAX_DEPTH => found.push(too_deep(node.span)),
            NodeKind::List(items) => open.extend(items.iter().map(|item| (item, around + 1))),
            NodeKind::Map(entries) => {
                let mut known = HashMap::new();
                for Entry { key, value } in entries {
                    match known.insert(&key.text, key.span) {
                        Some(first) => found.push(occurs_twice(&key.text, key.span, first)),
                        None => open.push((value, around + 1)),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the byte offset at which the word ends that begins at `start`.
fn word_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ']' | '}');
    start + rest.find(ends).unwrap_or(rest.len())
}

/// Converts a node to a key; `None` for a refused key, which is reported.
fn accept_key(node: Node, found: &mut Vec<Diagnostic>) -> Option<Key> {
    let span = node.span;
    let noun = node.noun();
    let (text, kind) = match node.kind {
        NodeKind::Text(text) => (text, KeyKind::Text),
        NodeKind::Number(text) => (text, KeyKind::Number),
        NodeKind::Boolean(value) => (value.to_string(), KeyKind::Boolean),
        // The word `null` may be a key without quotes; `~` and an empty text may not.
        NodeKind::Null if span.end - span.start == "null".len() => ("null".to_owned(), KeyKind::Text),
        NodeKind::Broken => return None,
        _ => {
            let problem = Diagnostic::error(Code::BadKey, span, format!("the key is {noun}"));
            found.push(problem.hint("a key must be a text; quote it if it is one"));
            return None;
        }
    };
    // A quoted `<<` is an ordinary text.
    if text == "<<" && span.end - span.start == text.len() {
        let problem = Diagnostic::error(Code::MergeKey, span, "YAML merge keys are not allowed");
        found.push(problem.hint("write the members out, or use `extends`"));
        return None;
    }
    Some(Key { text, span, kind })
}

/// Moves the span of an absent value to the end of its key, as in `{ key }`; YAML places it at the
/// brace.
fn with_span_of_absent_value(key: &Key, node: Node, text: &str) -> Node {
    let between = text.get(key.span.end..node.span.start).unwrap_or_default();
    if node.kind != NodeKind::Null || between.is_empty() || !between.trim().is_empty() {
        return node;
    }
    let width = text.get(key.span.start..key.span.end).unwrap_or_default().chars().count();
    let span = Span { start: key.span.end, end: key.span.end, column: key.span.column + width, ..key.span };
    Node { span, ..node }
}

/// Records a key of a mapping. Returns `None` for a key that the mapping has already, which is
/// recorded in `repeated`.
fn record_key(
    key: Key,
    known: &mut HashMap<String, Span>,
    repeated: &mut Vec<RepeatedKey>,
    entries_before: usize,
) -> Option<Key> {
    if let Some(first) = known.get(&key.text).copied() {
        repeated.push(RepeatedKey { text: key.text, span: key.span, first, entries_before });
        return None;
    }
    known.insert(key.text.clone(), key.span);
    Some(key)
}

/// Reports duplicate keys. Several on separate lines most likely belong to another mapping whose
/// first line is missing: one report, and the entries from there on are dropped.
fn report_repeated_keys(repeated: &[RepeatedKey], entries: &mut Vec<Entry>, found: &mut Vec<Diagnostic>) {
    let lines: HashSet<usize> = repeated.iter().flat_map(|one| [one.first.line, one.span.line]).collect();
    match repeated {
        [first, _, ..] if lines.len() == 2 * repeated.len() => {
            entries.truncate(first.entries_before);
            let names: Vec<String> = repeated.iter().map(|one| format!("`{}`", one.text)).collect();
            let problem = duplicate_error(first.span, first.first, &format!("{} occur twice", names.join(", ")));
            found
                .push(problem.hint("if another entry begins here, write its key above; else remove the repeated keys"));
        }
        _ => found.extend(repeated.iter().map(|one| occurs_twice(&one.text, one.span, one.first))),
    }
}

/// Reports keys that are the rest of an unquoted text with a comma: `{ doc: Red, or so, size: 3 }`.
/// Such a key has several words and no value.
fn report_cut_texts(entries: &mut Vec<Entry>, found: &mut Vec<Diagnostic>) {
    let mut before: Option<Span> = None;
    entries.retain(|entry| {
        let is_rest = before.is_some_and(|before| before.line == entry.key.span.line)
            && entry.key.text.contains(' ')
            && entry.is_bare();
        if let (true, Some(text)) = (is_rest, before) {
            let problem = Diagnostic::error(Code::Syntax, entry.key.span, "a comma ends the text before this");
            let problem = problem.label("read as a key").second(text, "the text");
            found.push(problem.hint("quote the whole text, with its comma: \"…, …\""));
        } else {
            before = matches!(entry.value.kind, NodeKind::Text(_)).then_some(entry.value.span);
        }
        !is_rest
    });
}

fn occurs_twice(key: &str, span: Span, first: Span) -> Diagnostic {
    duplicate_error(span, first, &format!("`{key}` occurs twice"))
}

fn duplicate_error(span: Span, first: Span, what: &str) -> Diagnostic {
    let problem = Diagnostic::error(Code::DuplicateKey, span, format!("{what} in this mapping"));
    problem.label("again").second(first, "first here").hint("remove one of the two, or rename it")
}
