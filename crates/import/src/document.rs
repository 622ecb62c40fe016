//! Look-up of pieces of a lifted document by their JSON pointers, as types of the crate `oas3`.
//!
//! Input: JSON. Output: the value at a pointer, with references followed. A piece that the crate
//! cannot read is an error of that piece alone.

use oas3::spec::ObjectOrReference;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::pointer::{escaped, last_name, pointer_of};
use crate::text::Dropped;

/// Number of references in a chain after which the chain counts as a circle.
const MAX_REFERENCES: usize = 32;

/// Number of readings after which the search for the member that cannot be read ends.
const MAX_ATTEMPTS: usize = 1_000;

/// Number of characters of a member in the message that it cannot be read.
const MAX_SHOWN_CHARS: usize = 60;

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
        T::deserialize(value).map_err(|error| match culprit::<T>(value) {
            Some((path, found)) => format!("`{path}` has a form that cannot be read, `{found}`"),
            None => format!("it cannot be read: {error}"),
        })
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

/// Returns the path and the text of the deepest member without which a value can be read as `T`. `None` if there is
/// none, or if [`MAX_ATTEMPTS`] readings do not find it.
fn culprit<T: DeserializeOwned>(value: &Json) -> Option<(String, String)> {
    let mut rest = value.clone();
    let mut path = String::new();
    let mut attempts = 0;
    loop {
        let steps: Vec<String> = match rest.pointer(&path)? {
            Json::Object(members) => members.keys().map(|key| escaped(key)).collect(),
            Json::Array(items) => (0..items.len()).map(|index| index.to_string()).collect(),
            _ => Vec::new(),
        };
        let next = steps.into_iter().find(|step| {
            attempts += 1;
            attempts <= MAX_ATTEMPTS && is_readable_without::<T>(&mut rest, &path, step)
        });
        match next {
            Some(step) => path = format!("{path}/{step}"),
            None => {
                let found = rest.pointer(&path)?.to_string().chars().take(MAX_SHOWN_CHARS).collect();
                return Some((path.get(1..)?.to_owned(), found));
            }
        }
    }
}

/// Returns whether a value can be read as `T` without the part `step` of what is at `path`. Leaves the value as it was.
fn is_readable_without<T: DeserializeOwned>(value: &mut Json, path: &str, step: &str) -> bool {
    let Some(at) = value.pointer_mut(path) else { return false };
    let whole = at.clone();
    match at {
        Json::Object(members) => members.remove(&last_name(step)),
        Json::Array(items) => step.parse().ok().map(|index: usize| items.remove(index)),
        _ => None,
    };
    let is_readable = T::deserialize(&*value).is_ok();
    if let Some(at) = value.pointer_mut(path) {
        *at = whole;
    }
    is_readable
}

/// Returns the value to which a chain of references leads. `None` if the chain leads nowhere or has
/// too many references.
pub(crate) fn resolved<'d>(root: &'d Json, value: &'d Json) -> Option<&'d Json> {
    let mut value = value;
    for _ in 0..MAX_REFERENCES {
        match value.get("$ref").and_then(Json::as_str) {
            Some(reference) => value = root.pointer(&pointer_of(reference).ok()?)?,
            None => return Some(value),
        }
    }
    None
}

fn is_only_reference(value: &Json) -> bool {
    value
        .as_object()
        .is_some_and(|members| members.keys().all(|key| ["$ref", "description", "summary"].contains(&key.as_str())))
}
