//! Makes nodes with source tokens.
//!
//! Input: content of a node, and its tokens. Output: nodes of the generator, whose spans are
//! indices in a table of tokens, so that each diagnostic is reported at tokens.

use chainloom_codegen::VERSION;
use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::node::{Entry, Key, KeyKind, Node, NodeKind};
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::report::{Mistake, Place};

/// The table of tokens, and the mistakes in Rust.
#[derive(Default)]
pub(crate) struct Maker {
    file: usize,
    /// Largest index of a file so far. Files with larger indices belong to packages and have no tokens.
    last_file: usize,
    tokens: Vec<TokenStream>,
    mistakes: Vec<Mistake>,
    /// Whether a broken node replaces a refused Rust item.
    has_broken: bool,
}

impl Maker {
    /// Sets the index of the file to which the following nodes belong.
    pub(crate) fn begin_file(&mut self, file: usize) {
        self.file = file;
        self.last_file = self.last_file.max(file);
    }

    /// Records a mistake at tokens.
    pub(crate) fn refuse(&mut self, tokens: &impl ToTokens, text: impl Into<String>) {
        self.refuse_at(Place::of(tokens), text);
    }

    pub(crate) fn refuse_at(&mut self, place: Place, text: impl Into<String>) {
        self.mistakes.push(Mistake { place, text: text.into() });
    }

    /// Returns whether a broken node replaces a refused item.
    pub(crate) const fn has_broken(&self) -> bool {
        self.has_broken
    }

    /// Returns the number of mistakes so far.
    pub(crate) fn count(&self) -> usize {
        self.mistakes.len()
    }

    pub(crate) fn mistakes(&mut self) -> Vec<Mistake> {
        std::mem::take(&mut self.mistakes)
    }

    /// Returns the tokens of a span; none for a span in a package.
    pub(crate) fn tokens(&self, span: Span) -> TokenStream {
        let tokens = self.tokens.get(span.start).filter(|_| span.file <= self.last_file);
        tokens.cloned().unwrap_or_default()
    }

    /// Returns the place of the first token of each span.
    pub(crate) fn places(&self) -> Vec<proc_macro2::Span> {
        let first = |tokens: &TokenStream| tokens.clone().into_iter().next().map(|first| first.span());
        self.tokens.iter().map(|tokens| first(tokens).unwrap_or_else(proc_macro2::Span::call_site)).collect()
    }

    /// Adds tokens to the table, and returns the span that refers to them.
    fn span(&mut self, tokens: &impl ToTokens) -> Span {
        let at = self.tokens.len();
        self.tokens.push(tokens.to_token_stream());
        Span { file: self.file, start: at, end: at + 1, line: at + 1, column: 1 }
    }

    pub(crate) fn node(&mut self, kind: NodeKind, tokens: &impl ToTokens) -> Node {
        Node { span: self.span(tokens), kind }
    }

    /// Creates a node in place of a refused item, which causes no further errors.
    pub(crate) fn broken(&mut self, tokens: &impl ToTokens) -> Node {
        self.has_broken = true;
        self.node(NodeKind::Broken, tokens)
    }

    pub(crate) fn text(&mut self, text: impl Into<String>, tokens: &impl ToTokens) -> Node {
        self.node(NodeKind::Text(text.into()), tokens)
    }

    pub(crate) fn map(&mut self, entries: Vec<Entry>, tokens: &impl ToTokens) -> Node {
        self.node(NodeKind::Map(entries), tokens)
    }

    pub(crate) fn entry(&mut self, key: impl Into<String>, tokens: &impl ToTokens, value: Node) -> Entry {
        Entry { key: Key { text: key.into(), span: self.span(tokens), kind: KeyKind::Text }, value }
    }

    /// Creates an entry whose key may be a number or a boolean.
    pub(crate) fn keyed(&mut self, (key, kind): (String, KeyKind), tokens: &impl ToTokens, value: Node) -> Entry {
        let entry = self.entry(key, tokens, value);
        Entry { key: Key { kind, ..entry.key }, ..entry }
    }

    /// Creates an entry whose value is a text with the same tokens.
    pub(crate) fn text_entry(&mut self, key: &str, text: impl Into<String>, tokens: &impl ToTokens) -> Entry {
        let value = self.text(text, tokens);
        self.entry(key, tokens, value)
    }

    /// Creates a file: the version of the language, and the given entries.
    pub(crate) fn file(&mut self, entries: Vec<Entry>, tokens: &impl ToTokens) -> Node {
        let version = self.node(NodeKind::Number(VERSION.to_string()), tokens);
        let mut all = vec![self.entry("chainloom", tokens, version)];
        all.extend(entries);
        self.map(all, tokens)
    }
}
