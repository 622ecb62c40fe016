//! Content of a raw call.
//!
//! Input: a path or the name of a method, a query, and a body. Output: the parts of a request, or
//! an error: a path that leaves the base URL, or a body that is not JSON.

use crate::{
    RawJson,
    encode::{Parts, template},
    schema::{self, ParamStyle},
};
use percent_encoding::percent_decode_str;
use std::fmt;

/// Content of a raw call, in place of parameters.
#[derive(Clone)]
pub(crate) struct RawRequest {
    /// The path, or the name of the method.
    pub(crate) name: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) json: Option<RawJson>,
    /// A body that is not JSON, after its media type.
    pub(crate) bytes: Option<(String, Vec<u8>)>,
}

impl RawRequest {
    pub(crate) const fn new(name: String) -> Self {
        Self { name, query: Vec::new(), json: None, bytes: None }
    }

    /// Returns the path and the other parts of a REST call.
    pub(crate) fn parts(&self) -> Result<(String, Parts), Vec<String>> {
        check_path(&self.name).map_err(|text| vec![text])?;
        let json = || self.json.as_ref().map(|json| (json.as_str().as_bytes().to_vec(), schema::JSON.into()));
        let bytes = self.bytes.clone().map(|(media, bytes)| (bytes, media.into()));
        Ok((self.name.clone(), Parts { query: self.query(), body: bytes.or_else(json), ..Parts::default() }))
    }

    /// Returns `params` of a JSON-RPC call.
    pub(crate) fn params(&self, style: ParamStyle) -> Result<Vec<u8>, Vec<String>> {
        if self.bytes.is_some() || !self.query.is_empty() {
            return Err(vec!["a JSON-RPC call has parameters only, and neither a query nor another body".to_owned()]);
        }
        let none = if style == ParamStyle::Named { "{}" } else { "[]" };
        let params = self.json.as_ref().map_or(none, RawJson::as_str);
        match params.bytes().next() {
            Some(b'[' | b'{') => Ok(params.as_bytes().to_vec()),
            _ => Err(vec!["the parameters of a JSON-RPC call must be an array or an object".to_owned()]),
        }
    }

    /// Returns the query, percent-encoded.
    fn query(&self) -> String {
        let pair = |(name, value): &(String, String)| {
            format!("{}={}", template::percent_encode(name), template::percent_encode(value))
        };
        self.query.iter().map(pair).collect::<Vec<_>>().join("&")
    }
}

/// Prints only the name: the rest may hold secrets.
impl fmt::Debug for RawRequest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RawRequest").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Checks that a path stays below the base URL, however a parser reads it.
fn check_path(path: &str) -> Result<(), String> {
    let shown = crate::error::shorten(path, 80);
    if !path.starts_with('/') {
        return Err(format!("the path `{shown}` must begin with `/`: it is added to the base URL"));
    }
    if path.contains(['?', '#']) {
        return Err(format!("the path `{shown}` holds `?` or `#`: add a query with `.query(name, value)`"));
    }
    // URL parsers drop control characters, and read a backslash as a slash.
    if path.contains(|letter: char| letter.is_control() || letter == '\\') {
        return Err(format!("the path `{shown}` holds a character that a path cannot have"));
    }
    let is_dots = |part: &str| matches!(&*percent_decode_str(part).decode_utf8_lossy(), "." | "..");
    if path.split('/').any(is_dots) {
        return Err(format!("the path `{shown}` holds `.` or `..`, which names another path"));
    }
    Ok(())
}

/// A JSON value, or the text of one.
///
/// Strings are JSON text: `"[1, true]"` is an array, and a string value includes its quotation marks.
pub trait IntoJson {
    /// Converts into JSON.
    ///
    /// # Errors
    ///
    /// The text is not JSON; the error states where.
    fn into_json(self) -> Result<RawJson, String>;
}

impl IntoJson for &str {
    fn into_json(self) -> Result<RawJson, String> {
        RawJson::parse(self).map_err(|error| error.to_string())
    }
}

impl IntoJson for String {
    fn into_json(self) -> Result<RawJson, String> {
        self.as_str().into_json()
    }
}

impl IntoJson for &String {
    fn into_json(self) -> Result<RawJson, String> {
        self.as_str().into_json()
    }
}

impl IntoJson for RawJson {
    fn into_json(self) -> Result<RawJson, String> {
        Ok(self)
    }
}

impl IntoJson for serde_json::Value {
    fn into_json(self) -> Result<RawJson, String> {
        Ok(self.into())
    }
}

/// Converts any value that serde can serialize.
#[cfg(feature = "serde")]
impl<T: serde::Serialize> IntoJson for crate::Json<T> {
    fn into_json(self) -> Result<RawJson, String> {
        serde_json::to_string(&self.0).map_err(|error| error.to_string())?.into_json()
    }
}
