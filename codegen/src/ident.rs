//! Rust identifiers: a text that can be one, written raw where it is a word of the language.
//!
//! Input: a text. Output: a [`RustIdent`], or nothing where no spelling makes it one. Which name a thing of the spec gets is
//! not known here; that is for `judge/names`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt as _};

/// The words of all editions, but for those that cannot be written raw.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// The words that are no identifier, not even raw.
const NEVER: &[&str] = &["_", "Self", "crate", "self", "super"];

/// An identifier, kept without `r#`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RustIdent(String);

impl RustIdent {
    /// The identifier of a text, if it can be one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        is_identifier(text).then(|| Self(text.to_owned()))
    }

    /// The text, without `r#`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The identifier as a token.
    #[must_use]
    pub fn to_ident(&self) -> Ident {
        if KEYWORDS.contains(&self.as_str()) {
            Ident::new_raw(&self.0, Span::call_site())
        } else {
            Ident::new(&self.0, Span::call_site())
        }
    }
}

/// Stands for a name that could not be given; that was told.
impl Default for RustIdent {
    fn default() -> Self {
        Self("unnamed".to_owned())
    }
}

impl std::fmt::Display for RustIdent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl ToTokens for RustIdent {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append(self.to_ident());
    }
}

/// Whether the text can be an identifier, perhaps written raw (`r#type`).
#[must_use]
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let goes_on_well = letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    starts_well && goes_on_well && !NEVER.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, NEVER, RustIdent};
    use quote::ToTokens as _;

    #[test]
    fn words_of_the_language_are_written_raw() {
        for word in KEYWORDS {
            let ident = RustIdent::new(word).map(|ident| ident.to_token_stream().to_string());
            assert_eq!(ident, Some(format!("r#{word}")));
        }
        for good in ["a1", "_x", "None", "union", "auto"] {
            let ident = RustIdent::new(good).map(|ident| ident.to_token_stream().to_string());
            assert_eq!(ident.as_deref(), Some(good));
        }
    }

    #[test]
    fn what_is_no_identifier_is_told() {
        for bad in NEVER.iter().chain(&["", "1a", "a-b", "é", "r#type", "a b"]) {
            assert_eq!(RustIdent::new(bad), None, "{bad}");
        }
    }

    /// Whatever the parser of Rust takes for a word of the language is one here.
    #[test]
    fn no_keyword_is_missing() {
        for word in KEYWORDS.iter().chain(NEVER).filter(|word| !["gen", "_"].contains(*word)) {
            assert!(syn::parse_str::<syn::Ident>(word).is_err(), "{word}");
        }
    }
}
