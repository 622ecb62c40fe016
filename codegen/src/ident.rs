//! Rust identifiers. Keywords are excluded, as raw identifiers (`r#type`) are never written.
//!
//! Input: a text. Output: a [`RustIdent`], or `None` if the text is not an identifier. Which name an item of the spec
//! gets is decided in `analysis/names`.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use fragile::Fragile;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, TokenStreamExt as _};

use crate::diagnostic::Span;

/// Keywords of all editions, except those in [`NEVER`].
pub(crate) const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Keywords that cannot be identifiers, not even raw ones.
pub(crate) const NEVER: &[&str] = &["_", "Self", "crate", "self", "super"];

/// Rust identifier with its origin. Identifiers with the same text are equal, whatever their origin. The
/// origin is not serialized, because only macros use it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct RustIdent {
    text: String,
    #[cfg_attr(feature = "stored", serde(skip))]
    origin: Origin,
}

/// Origin of an identifier.
#[derive(Clone, Debug, Default)]
enum Origin {
    /// A name that only the generator uses.
    #[default]
    Generated,
    /// Name of the item of the spec at this span.
    Spec(Box<Span>),
    /// Name of the item that these tokens of a macro declare.
    ///
    /// Spans belong to the thread of the macro; no other thread emits tokens there.
    Tokens(Fragile<proc_macro2::Span>),
}

impl RustIdent {
    /// Creates the identifier of a text, if it can be one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        is_identifier(text).then(|| Self { text: text.to_owned(), origin: Origin::Generated })
    }

    /// Sets the origin: the span of the spec item that has this name.
    pub(crate) fn of(mut self, span: Span) -> Self {
        self.origin = Origin::Spec(Box::new(span));
        self
    }

    /// Replaces a span of the spec as the origin by the macro tokens that declare the item, so that
    /// an editor finds them. Name resolution does not depend on the origin.
    pub(crate) fn locate(&mut self, tokens_at: impl FnOnce(Span) -> Option<proc_macro2::Span>) {
        let Origin::Spec(span) = &self.origin else { return };
        if let Some(tokens) = tokens_at(**span) {
            self.origin = Origin::Tokens(Fragile::new(tokens));
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Converts the identifier to a token.
    #[must_use]
    pub fn to_ident(&self) -> Ident {
        let meaning = proc_macro2::Span::call_site();
        let span = match &self.origin {
            Origin::Tokens(span) => span.try_get().map_or(meaning, |span| span.resolved_at(meaning)),
            Origin::Generated | Origin::Spec(_) => meaning,
        };
        Ident::new(&self.text, span)
    }
}

impl PartialEq for RustIdent {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for RustIdent {}

impl PartialOrd for RustIdent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RustIdent {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for RustIdent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Placeholder for a name that is no identifier; the mistake was reported.
impl Default for RustIdent {
    fn default() -> Self {
        Self { text: "unnamed".to_owned(), origin: Origin::Generated }
    }
}

impl std::fmt::Display for RustIdent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl ToTokens for RustIdent {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append(self.to_ident());
    }
}

/// Returns whether the text can be an identifier.
#[must_use]
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let goes_on_well = letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    starts_well && goes_on_well && !NEVER.contains(&text) && !KEYWORDS.contains(&text)
}
