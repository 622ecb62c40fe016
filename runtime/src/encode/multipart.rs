//! Multipart bodies: `multipart/form-data`.
//!
//! Input: names and contents of parts. Output: the body and its media type with the boundary.
//! Implemented here, since libraries for it belong to an HTTP client and would tie a transport to
//! that client. The boundary has 128 random bits, so no content holds it by chance or on purpose;
//! names are escaped as browsers do.

use crate::{
    encode::{AS_IT_IS, expanded, nested, single},
    from_slice,
    json::{Plain, items},
    schema::{Binding, JSON, Part, Style, Type},
    to_vec,
    value::{File, pieces, quoted},
};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Default media type of bytes.
const BYTES: &str = "application/octet-stream";

/// A body that is being written.
pub(super) struct Multipart {
    boundary: String,
    body: Vec<u8>,
}

impl Multipart {
    pub(super) fn new() -> Self {
        Self { boundary: format!("chainloom-{:016x}{:016x}", random(), random()), body: Vec::new() }
    }

    /// Adds a parameter: bytes and files as they are, objects as JSON, all else as text.
    pub(super) fn put(&mut self, binding: &Binding, ty: Type, member: &[u8]) -> Result<(), String> {
        match ty {
            Type::File => self.file(binding, member),
            Type::Bytes => self.push_part(binding, binding.name, "", Some(BYTES), member),
            Type::List(list) if matches!(list.item, Type::File) => self.files(binding, member)?,
            _ => self.put_json(binding, member)?,
        }
        Ok(())
    }

    /// Adds a part for each file of a list.
    fn files(&mut self, binding: &Binding, json: &[u8]) -> Result<(), String> {
        let not_files = |error| format!("is no list of files: {error}");
        for item in items(json).map_err(not_files)? {
            let file = from_slice::<File>(Type::File, item.as_bytes()).map_err(not_files)?;
            self.file(binding, &to_vec(&file, Type::File).map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    /// Adds a part with a file.
    fn file(&mut self, binding: &Binding, written: &[u8]) {
        if let Some((name, media_type, content)) = pieces(written) {
            let bare = name.rsplit_once('"').map_or(name, |(bare, _)| bare);
            let usual = |part: &Part| part.media_type_of_file(bare).or_else(|| part.media_type());
            let media_type = media_type.or_else(|| binding.part.and_then(usual)).unwrap_or(BYTES);
            self.push_part(binding, binding.name, name, Some(media_type), content);
        }
    }

    /// Adds a parameter given as JSON: a part for each item of a list, or for each pair of its style.
    fn put_json(&mut self, binding: &Binding, json: &[u8]) -> Result<(), String> {
        if binding.style != Style::Repeated {
            let pairs = nested::pairs(binding.name, json, binding.style)?;
            pairs.iter().for_each(|(name, value)| self.text(binding, name, value));
            return Ok(());
        }
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        match (&value, binding.join) {
            (Plain::List(_), Some(_)) => {
                let text = expanded::text(&value, binding, &AS_IT_IS)?;
                text.iter().for_each(|text| self.text(binding, binding.name, text));
                Ok(())
            }
            (Plain::List(items), None) => items.iter().try_for_each(|item| self.value(binding, item)),
            _ => self.value(binding, &value),
        }
    }

    /// Adds a part with an object as JSON, or with a scalar as text.
    fn value(&mut self, binding: &Binding, value: &Plain) -> Result<(), String> {
        match value {
            Plain::Other(json) => self.push_part(binding, binding.name, "", Some(JSON), json.as_bytes()),
            value => self.text(binding, binding.name, single(value)?),
        }
        Ok(())
    }

    fn text(&mut self, binding: &Binding, name: &str, text: &str) {
        self.push_part(binding, name, "", None, text.as_bytes());
    }

    /// Adds a part. The media type is the type of the binding, but for a file the type of the file.
    fn push_part(&mut self, binding: &Binding, name: &str, file: &str, media_type: Option<&str>, content: &[u8]) {
        let mut head =
            format!("--{}\r\nContent-Disposition: form-data; name=\"{}\"{file}", self.boundary, quoted(name));
        let said = binding.part.and_then(Part::media_type).filter(|_| file.is_empty());
        let media_type = said.or(media_type).map(|media_type| ("Content-Type", media_type));
        let further = binding.part.into_iter().flat_map(|part| part.headers.iter().copied());
        for (name, value) in media_type.into_iter().chain(further) {
            head.push_str(&format!("\r\n{name}: {value}"));
        }
        self.body.extend_from_slice(head.as_bytes());
        self.body.extend_from_slice(b"\r\n\r\n");
        self.body.extend_from_slice(content);
        self.body.extend_from_slice(b"\r\n");
    }

    /// Returns the body and its media type. `None` without a part, as RFC 2046 has no body without one.
    pub(super) fn finish(mut self) -> Option<(Vec<u8>, String)> {
        if self.body.is_empty() {
            return None;
        }
        self.body.extend_from_slice(format!("--{}--\r\n", self.boundary).as_bytes());
        Some((self.body, format!("multipart/form-data; boundary={}", self.boundary)))
    }
}

/// Generates a random number from the keys of the standard library's hash tables, which are random and differ
/// each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
