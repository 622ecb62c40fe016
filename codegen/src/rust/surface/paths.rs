//! Text of tokens, with paths from the root of the crate.
//!
//! Input: tokens, and the module that contains them. Output: text on one line. `super::Price` and
//! `Price` of two modules become the same text if they name the same type.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};

use crate::analysis::names::CALLS;
use crate::rust::lower::ItemPath;

/// Alias of the runtime in generated modules, which is not shown.
const RUNTIME: &str = "rt";

/// Module in whose scope tokens of generated code are read, with the names that are visible in its file.
#[derive(Clone, Debug)]
pub(super) struct Place<'p> {
    /// Path of the module.
    pub(super) module: Vec<&'p str>,
    /// Types that the module declares.
    pub(super) items: &'p BTreeSet<String>,
    /// Structs of calls that the module declares.
    pub(super) calls: &'p BTreeSet<String>,
    /// Type with the methods of the file.
    pub(super) handle: Option<&'p ItemPath>,
    /// Number of modules in the path of the file. Only the module of the file has the imports.
    pub(super) depth: usize,
    /// Paths of the imports of the file, by name.
    pub(super) imports: &'p BTreeMap<String, String>,
}

/// Returns the names of the types and traits that items declare.
pub(super) fn declared_names(items: TokenStream) -> Vec<String> {
    let trees: Vec<TokenTree> = items.into_iter().collect();
    let words = trees.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(name)] => {
            let declares = ["struct", "enum", "type", "trait", "union"].iter().any(|known| word == known);
            declares.then(|| name.to_string())
        }
        _ => None,
    });
    words.collect()
}

impl Place<'_> {
    /// Returns the path of an item of the module.
    pub(super) fn path(&self, name: &Ident) -> String {
        format!("{}{name}", self.prefix())
    }

    /// Returns the path of the module, with colons at its end.
    pub(super) fn prefix(&self) -> String {
        self.module.iter().map(|name| format!("{name}::")).collect()
    }

    /// Writes tokens as text on one line, with paths from the root of the crate.
    pub(super) fn text(&self, tokens: TokenStream) -> String {
        let mut text = String::new();
        self.write(tokens, &mut text);
        text.trim_end().to_owned()
    }

    /// Returns the path of an imported name in the module at this depth; `None` if the name is not an import of the
    /// file.
    fn import(&self, name: &TokenTree, depth: usize) -> Option<&str> {
        match name {
            TokenTree::Ident(name) if depth == self.depth => self.imports.get(&name.to_string()).map(String::as_str),
            _ => None,
        }
    }

    /// Appends tokens to `text`, with paths from the root of the crate.
    fn write(&self, tokens: TokenStream, text: &mut String) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            at += 1;
            match tree {
                TokenTree::Ident(word) if !text.ends_with("::") && !text.ends_with('\'') => {
                    space(text);
                    let follows = |at: usize| matches!(trees.get(at), Some(TokenTree::Punct(one)) if one.as_char() == ':' && one.spacing() == Spacing::Joint);
                    if word == "super" {
                        let mut up = 1;
                        // Each `super` is followed by two colons.
                        while matches!(trees.get(at + 2), Some(TokenTree::Ident(next)) if next == "super") {
                            (up, at) = (up + 1, at + 3);
                        }
                        at += 2;
                        let depth = self.module.len().saturating_sub(up);
                        if let Some(path) = trees.get(at).and_then(|next| self.import(next, depth)) {
                            text.push_str(path);
                            at += 1;
                            continue;
                        }
                        self.module[..depth].iter().for_each(|name| text.push_str(&format!("{name}::")));
                    } else if word == RUNTIME && follows(at) {
                        at += 2;
                    } else {
                        if let Some(path) = self.import(tree, self.module.len()) {
                            text.push_str(path);
                            continue;
                        }
                        let name = word.to_string();
                        if self.items.contains(&name) || (name == CALLS && follows(at)) {
                            text.push_str(&self.prefix());
                        }
                        text.push_str(&name);
                    }
                    // After the start of a path, the next word is not a local name.
                    if matches!(trees.get(at), Some(TokenTree::Ident(_)))
                        && (text.ends_with("::") || text.is_empty() || word == "super" || word == RUNTIME)
                    {
                        if let Some(TokenTree::Ident(next)) = trees.get(at) {
                            text.push_str(&next.to_string());
                            at += 1;
                        }
                    }
                }
                TokenTree::Ident(word) => text.push_str(&word.to_string()),
                TokenTree::Punct(sign) => match sign.as_char() {
                    ',' => text.push_str(", "),
                    ':' if sign.spacing() == Spacing::Joint || text.ends_with(':') => text.push(':'),
                    ':' => text.push_str(": "),
                    '-' => text.push_str(" -"),
                    '>' if text.ends_with('-') => text.push_str("> "),
                    '=' => text.push_str(" = "),
                    '+' => text.push_str(" + "),
                    other => {
                        if other == '&' || other == '\'' {
                            space(text);
                        }
                        text.push(other);
                    }
                },
                TokenTree::Group(group) => {
                    let [open, close] = match group.delimiter() {
                        Delimiter::Parenthesis => ["(", ")"],
                        Delimiter::Brace => [" { ", " }"],
                        Delimiter::Bracket => ["[", "]"],
                        Delimiter::None => ["", ""],
                    };
                    text.push_str(open);
                    self.write(group.stream(), text);
                    text.truncate(text.trim_end().len());
                    text.push_str(close);
                }
                TokenTree::Literal(literal) => text.push_str(&literal.to_string()),
            }
        }
    }
}

/// Adds a space after a text that ends with a word or a closing bracket, so that a word may follow.
fn space(text: &mut String) {
    if text.ends_with(|last: char| last.is_alphanumeric() || "_>)]".contains(last)) {
        text.push(' ');
    }
}
