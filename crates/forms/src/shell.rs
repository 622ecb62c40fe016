//! Words of a POSIX shell, such as `sh`, `bash` or `zsh`.
//!
//! Input: a text. Output: what a shell reads as one word with this text.

/// Characters that have no meaning for a shell anywhere in a word, in addition to ASCII letters and digits.
const PLAIN: &str = "-_./:=@%+,";

/// Returns a text within quotation marks. Between single ones only that mark itself has a meaning.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns a text as one word: within quotation marks, if it needs any.
#[must_use]
pub fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || PLAIN.contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) { text.to_owned() } else { quoted(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_if_a_shell_would_read_something_else() {
        for plain in ["a=1", "https://library.example/v1/books", "content-type:text/plain", "user@host", "50%", "a,b+c"]
        {
            assert_eq!(word(plain), plain);
        }
        for (text, wanted) in
            [("", "''"), ("a b", "'a b'"), ("it's", r"'it'\''s'"), ("$HOME", "'$HOME'"), ("a\n", "'a\n'")]
        {
            assert_eq!(word(text), wanted);
        }
        assert_eq!(quoted("a"), "'a'");
    }
}
