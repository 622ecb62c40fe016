//! A request as a command for `curl`.
//!
//! Input: a request with variables in the place of secrets. Output: one command for a POSIX shell.
//! Texts are in single quotes, where a shell expands nothing. Variables are in double quotes, where
//! their value stays one word.

use crate::dry_run::{
    DryRun,
    masked::{MaskedBytes, MaskedPiece},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chainloom_forms::shell;
use http::{Method, header};

impl DryRun {
    /// Returns a `curl` command that sends the same request, for a POSIX shell such as `sh`, `bash`
    /// or `zsh`.
    ///
    /// Set the variables of [`DryRun::variables`] first: `DATA_API_KEY=…`. The command sends their
    /// values as they are: the value of a variable in a query must be percent-encoded, and in JSON
    /// it needs the escapes of JSON. A proxy and certificates of the client are not part of the
    /// command.
    pub fn to_curl(&self) -> String {
        let mut words = vec!["curl".to_owned()];
        let usual = if self.body.is_empty() { Method::GET } else { Method::POST };
        if self.method == Method::HEAD {
            // With `-X HEAD`, the command would wait for a body.
            words.push("--head".to_owned());
        } else if self.method != usual {
            words.extend(["-X".to_owned(), shell::word(self.method.as_str())]);
        }
        if self.url.to_string().contains(['[', ']', '{', '}']) {
            // Otherwise `curl` would expand these characters to several URLs.
            words.push("-g".to_owned());
        }
        words.push(quote_word(&self.url));
        for (name, value) in &self.headers {
            words.extend(match value.0.as_slice() {
                [MaskedPiece::Plain(basic), login @ MaskedPiece::Variable(_)]
                    if *name == header::AUTHORIZATION && basic == b"Basic " =>
                {
                    // The variable is the user and the password, which `curl` encodes.
                    ["-u".to_owned(), quote_word(&MaskedBytes(vec![login.clone()]))]
                }
                // A header without a value is written with a semicolon.
                [] => ["-H".to_owned(), shell::quoted(&format!("{name};"))],
                _ => ["-H".to_owned(), quote_word(&value.after(&format!("{name}: ")))],
            });
        }
        if self.body.is_empty() {
            return words.join(" ");
        }
        if is_text(&self.body) {
            words.extend(["--data-raw".to_owned(), quote_word(&self.body)]);
            return words.join(" ");
        }
        // No word of a command can be any bytes, so they come over a pipe.
        let body = STANDARD.encode(self.body.bytes());
        words.extend(["--data-binary".to_owned(), "@-".to_owned()]);
        format!("printf %s {body} | base64 -d | {}", words.join(" "))
    }
}

/// Returns whether a word of a shell can hold the body: it is UTF-8 without zero bytes.
fn is_text(body: &MaskedBytes) -> bool {
    body.0.iter().all(|piece| match piece {
        MaskedPiece::Plain(bytes) => std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0')),
        MaskedPiece::Variable(_) => true,
    })
}

/// Quotes one word of a command.
fn quote_word(masked: &MaskedBytes) -> String {
    let piece = |piece: &MaskedPiece| match piece {
        MaskedPiece::Plain(bytes) => shell::quoted(&String::from_utf8_lossy(bytes)),
        MaskedPiece::Variable(name) => format!("\"${{{name}}}\""),
    };
    masked.0.iter().map(piece).collect()
}
