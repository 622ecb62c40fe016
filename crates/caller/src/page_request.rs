//! Request of a call, for a page that sends it and keeps the secrets.
//!
//! Input: a request with a mark in the place of each secret. Output: its parts as texts and
//! placeholders, each with the encoding of the secret that replaces it.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

use chainloom_runtime::Body;
use chainloom_runtime::http::{self, HeaderName, HeaderValue, header};
use serde::Serialize;

/// Headers that a browser sets itself.
const OF_BROWSER: [HeaderName; 4] = [header::ACCEPT_ENCODING, header::CONTENT_LENGTH, header::HOST, header::USER_AGENT];

/// Scheme of basic authentication, which precedes the encoded login.
const BASIC: &str = "Basic ";

/// Text that a page keeps, so that no dry run holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Kept {
    /// The client's secret with this name.
    Secret(String),
    /// The text of the parameter with this name.
    Parameter(String),
}

/// Marks that replace the texts that a page keeps. No other text contains them, and they need no escape in a
/// URL, in JSON or in a header.
pub(crate) struct Marks {
    start: String,
    kept: Vec<Kept>,
}

impl Marks {
    pub(crate) fn new(kept: Vec<Kept>) -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Self { start: format!("{:016x}{:016x}{:016x}", random(), random(), random()), kept }
    }

    /// Returns the mark that replaces a kept text: 32 bytes in hex, the form of many keys.
    pub(crate) fn of(&self, kept: &Kept) -> String {
        self.mark(self.kept.iter().position(|known| known == kept).unwrap_or(self.kept.len()))
    }

    /// Returns the mark that stands in a request for the kept text with this index.
    fn mark(&self, index: usize) -> String {
        format!("{}{index:016x}", self.start)
    }

    /// Divides a text at its marks.
    fn pieces(&self, text: &str, encoding: Encoding) -> Vec<Piece> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        let marks: Vec<String> = (0..self.kept.len()).map(|index| self.mark(index)).collect();
        let next =
            |rest: &str| marks.iter().enumerate().filter_map(|(index, mark)| Some((rest.find(mark)?, index))).min();
        while let Some((at, index)) = next(rest) {
            pieces.push(Piece::Text(rest[..at].to_owned()));
            pieces.push(Piece::Kept { kept: self.kept[index].clone(), encoding });
            rest = &rest[at + marks[index].len()..];
        }
        pieces.push(Piece::Text(rest.to_owned()));
        pieces
    }
}

/// Part of a text.
#[derive(Serialize)]
#[serde(untagged)]
enum Piece {
    Text(String),
    /// Placeholder of a kept text, which the page inserts.
    Kept {
        #[serde(flatten)]
        kept: Kept,
        encoding: Encoding,
    },
}

/// Encoding of a kept value in a page.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
enum Encoding {
    /// The text is inserted as it is.
    Plain,
    /// The text is percent-encoded.
    Percent,
    /// The text is escaped as the content of a JSON string.
    Json,
    /// The UTF-8 bytes of the text are encoded as base64.
    Base64,
}

/// A request that a page can send.
#[derive(Serialize)]
pub(crate) struct PageRequest {
    method: String,
    url: Vec<Piece>,
    headers: Vec<(String, Vec<Piece>)>,
    /// `None` for no body.
    body: Option<Vec<Piece>>,
}

impl PageRequest {
    /// Takes a request apart. The error is the reason why a page cannot send it. `login` is the secret of basic
    /// authentication.
    pub(crate) fn new(request: &http::Request<Body>, marks: &Marks, login: Option<&Kept>) -> Result<Self, String> {
        let all = request.headers();
        if all.contains_key(header::COOKIE) {
            return Err("a page cannot send cookies: copy the command".to_owned());
        }
        let body = std::str::from_utf8(request.body());
        let body = body.map_err(|_| "a page cannot send bytes that are no text: copy the command".to_owned())?;
        let value = |name: &HeaderName, value: &HeaderValue| {
            let text = String::from_utf8_lossy(value.as_bytes());
            match login.filter(|_| *name == header::AUTHORIZATION && text.starts_with(BASIC)) {
                Some(login) => {
                    vec![Piece::Text(BASIC.to_owned()), Piece::Kept { kept: login.clone(), encoding: Encoding::Base64 }]
                }
                None => marks.pieces(&text, Encoding::Plain),
            }
        };
        let headers = all.iter().filter(|(name, _)| !OF_BROWSER.contains(name));
        Ok(Self {
            method: request.method().to_string(),
            url: marks.pieces(&request.uri().to_string(), Encoding::Percent),
            headers: headers.map(|(name, text)| (name.to_string(), value(name, text))).collect(),
            body: (!body.is_empty()).then(|| marks.pieces(body, encoding_in(all.get(header::CONTENT_TYPE)))),
        })
    }
}

/// Returns how a text is written in a body of a media type.
fn encoding_in(media: Option<&HeaderValue>) -> Encoding {
    match media.and_then(|media| media.to_str().ok()).unwrap_or_default() {
        "application/x-www-form-urlencoded" => Encoding::Percent,
        media if media.contains("json") => Encoding::Json,
        _ => Encoding::Plain,
    }
}
