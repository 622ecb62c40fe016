//! Bodies of several parts: `multipart/form-data`.
//!
//! Input: names and what stands behind them. Output: the body and its media type, which has the
//! boundary. Written here, since the libraries for it belong to an HTTP client and would tie a
//! transport to it. The boundary has 128 random bits, so no content holds it by chance or on
//! purpose; names are escaped as browsers do.

use crate::{
    encode::{AS_IT_IS, expanded, nested, single},
    json::Plain,
    schema::{Binding, Style, Type},
    value::quoted,
};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A body that is being written.
pub(super) struct Multipart {
    boundary: String,
    body: Vec<u8>,
}

impl Multipart {
    pub(super) fn new() -> Self {
        Self { boundary: format!("chainloom-{:016x}{:016x}", random(), random()), body: Vec::new() }
    }

    /// Adds what a parameter is: bytes and files as they are, objects as JSON, all else as text.
    pub(super) fn put(&mut self, binding: &Binding, ty: Type, member: &[u8]) -> Result<(), String> {
        match ty {
            Type::File => self.part(binding.name, "", member),
            Type::Bytes => self.part(binding.name, "\r\nContent-Type: application/octet-stream\r\n\r\n", member),
            _ => self.put_json(binding, member)?,
        }
        Ok(())
    }

    fn put_json(&mut self, binding: &Binding, json: &[u8]) -> Result<(), String> {
        if binding.style != Style::Repeated {
            let pairs = nested::pairs(binding.name, json, binding.style)?;
            pairs.iter().for_each(|(name, value)| self.text(name, value));
            return Ok(());
        }
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        match (&value, binding.join) {
            (Plain::List(_), Some(_)) => {
                expanded::text(&value, binding, &AS_IT_IS)?.iter().for_each(|text| self.text(binding.name, text));
                Ok(())
            }
            (Plain::List(items), None) => items.iter().try_for_each(|item| self.value(binding.name, item)),
            _ => self.value(binding.name, &value),
        }
    }

    fn value(&mut self, name: &str, value: &Plain) -> Result<(), String> {
        match value {
            Plain::Other(json) => {
                self.part(name, "\r\nContent-Type: application/json\r\n\r\n", json.as_bytes());
            }
            value => self.text(name, &single(value)?),
        }
        Ok(())
    }

    fn text(&mut self, name: &str, text: &str) {
        self.part(name, "\r\n\r\n", text.as_bytes());
    }

    fn part(&mut self, name: &str, head: &str, content: &[u8]) {
        let start = format!("--{}\r\nContent-Disposition: form-data; name=\"{}\"{head}", self.boundary, quoted(name));
        self.body.extend_from_slice(start.as_bytes());
        self.body.extend_from_slice(content);
        self.body.extend_from_slice(b"\r\n");
    }

    /// The body and its media type.
    pub(super) fn finish(mut self) -> (Vec<u8>, String) {
        self.body.extend_from_slice(format!("--{}--\r\n", self.boundary).as_bytes());
        (self.body, format!("multipart/form-data; boundary={}", self.boundary))
    }
}

/// What the standard library keys its tables with: bits of the system, and others each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
