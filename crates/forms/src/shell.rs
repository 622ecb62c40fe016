//! Words of a POSIX shell, such as `sh`, `bash` or `zsh`.
//!
//! Input: a text. Output: the text as one shell word, quoted if needed.

/// Characters that have no meaning for a shell anywhere in a word, in addition to ASCII letters and digits.
const PLAIN: &str = "-_./:=@%+,";

/// Returns a text in single quotes, in which only the single quote itself has a meaning.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns a text as one word: in single quotes, if the text needs them.
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
