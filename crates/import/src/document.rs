//! Look-up of pieces of a lifted document by their JSON pointers, as types of the crate `oas3`.
//!
//! Input: JSON. Output: the value at a pointer, with references followed. A piece that the crate
//! cannot read is an error of that piece alone.

use oas3::spec::ObjectOrReference;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::pointer::pointer_of;
use crate::text::Dropped;

/// Number of references in a chain after which the chain counts as a circle.
const MAX_REFERENCES: usize = 32;

/// A document whose values are looked up by JSON pointers.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) root: Json,
    /// Parts of the text of the document that are missing in `root`.
    pub(crate) dropped: Dropped,
}

impl Document {
    /// Returns the value at a JSON pointer, without following references.
    pub(crate) fn at(&self, pointer: &str) -> Option<&Json> {
        self.root.pointer(pointer)
    }

    /// Returns a text of `info`. A number, such as the version `1.0` of YAML without quotation marks, is written as text.
    pub(crate) fn info(&self, name: &str) -> Option<String> {
        match self.root.get("info")?.get(name)? {
            Json::String(text) => Some(text.clone()),
            number @ Json::Number(_) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Reads the value at a JSON pointer as a type of the crate `oas3`. The error says why this is
    /// impossible.
    pub(crate) fn piece<T: DeserializeOwned>(&self, pointer: &str) -> Result<T, String> {
        let value = self.at(pointer).ok_or_else(|| "there is nothing at the place that is referred to".to_owned())?;
        T::deserialize(value).map_err(|error| format!("it cannot be read: {error}"))
    }

    /// Returns the piece itself or, for a reference, its target, together with the JSON pointer of
    /// what is returned. `place` is the pointer of `piece`.
    pub(crate) fn resolve<T: DeserializeOwned + Clone>(
        &self,
        piece: &ObjectOrReference<T>,
        place: &str,
    ) -> Result<(T, String), String> {
        match piece {
            ObjectOrReference::Object(object) => Ok((object.clone(), place.to_owned())),
            ObjectOrReference::Ref { ref_path, .. } => {
                let place = self.follow(ref_path)?;
                Ok((self.piece(&place)?, place))
            }
        }
    }

    /// Returns the pointer of the last target in a chain of references. Refused if the chain is
    /// longer than [`MAX_REFERENCES`], or if a reference leads out of the document.
    pub(crate) fn follow(&self, reference: &str) -> Result<String, String> {
        let mut pointer = pointer_of(reference)?;
        for _ in 0..MAX_REFERENCES {
            match self.at(&pointer).and_then(|value| value.get("$ref")).and_then(Json::as_str) {
                Some(next) if self.at(&pointer).is_some_and(is_only_reference) => pointer = pointer_of(next)?,
                _ => return Ok(pointer),
            }
        }
        Err("references lead in a circle".to_owned())
    }
}

fn is_only_reference(value: &Json) -> bool {
    value
        .as_object()
        .is_some_and(|members| members.keys().all(|key| ["$ref", "description", "summary"].contains(&key.as_str())))
}
