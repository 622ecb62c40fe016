//! Paths of the user's own Rust types: `foreign` of a declared type.
//!
//! Input: the path. Output: the same path, or a mistake if it is not a path of a Rust type. Whether the type exists is
//! left to the compiler.

use proc_macro2::{TokenStream, TokenTree};

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::ident::{KEYWORDS, NEVER};
use crate::language::node::Text;
use crate::model::Type;

/// Keywords that begin a path.
const STARTS: [&str; 3] = ["crate", "self", "super"];
/// Keywords that may occur in a type outside of names, such as `dyn`.
const OF_TYPES: [&str; 9] = ["as", "const", "dyn", "extern", "fn", "for", "impl", "mut", "unsafe"];

impl Checker<'_> {
    pub(super) fn foreign_type(&mut self, path: &Text) -> Type {
        if let Err((message, hint)) = check_type_path(&path.value) {
            self.report(Diagnostic::error(Code::BadValue, path.span, message).hint(hint));
        }
        Type::Foreign(path.value.clone())
    }
}

/// Checks the syntax of a Rust type path. The error is a message and a hint.
fn check_type_path(path: &str) -> Result<(), (String, String)> {
    let tokens = match (path.parse::<TokenStream>(), syn::parse_str::<syn::Type>(path)) {
        (Ok(tokens), Ok(_)) => tokens,
        _ => return Err((format!("`{path}` is not a Rust type"), "write its path: `my_crate::Name`".to_owned())),
    };
    let words = type_words(tokens);
    for (at, word) in words.iter().enumerate() {
        let after = |distance: usize| at.checked_sub(distance).and_then(|at| words.get(at));
        let goes_on = words.get(at + 1).is_some_and(|next| next == "::");
        if STARTS.contains(&word.as_str()) {
            let is_behind_path = after(1).is_some_and(|before| before == "::");
            let is_super = word == "super" && after(2).is_some_and(|name| name == "super" || name == "self");
            if !goes_on || is_behind_path && !is_super {
                let hint = format!("write `{word}::` at its beginning only, before a name");
                return Err((format!("`{path}` has `{word}` where Rust wants a name"), hint));
            }
        } else if NEVER.contains(&word.as_str()) {
            return Err((format!("`{path}` has `{word}`, which is no name"), "write the name of the type".to_owned()));
        } else if KEYWORDS.contains(&word.as_str()) && !OF_TYPES.contains(&word.as_str()) {
            let hint = format!("write `r#{word}` if the name is this word");
            return Err((format!("`{path}` has `{word}`, a keyword of Rust, as a name"), hint));
        }
    }
    Ok(())
}

/// Returns the tokens of a type as words; `::` is one word. A group in any brackets becomes its
/// words between `(` and `)`.
fn type_words(tokens: TokenStream) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_half = false;
    for token in tokens {
        let is_colon = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ':');
        match token {
            TokenTree::Group(group) => {
                words.push("(".to_owned());
                words.extend(self::type_words(group.stream()));
                words.push(")".to_owned());
            }
            TokenTree::Punct(_) if is_colon && is_half => words.push("::".to_owned()),
            TokenTree::Punct(_) if is_colon => {}
            other => words.push(other.to_string()),
        }
        is_half = is_colon && !is_half;
    }
    words
}
