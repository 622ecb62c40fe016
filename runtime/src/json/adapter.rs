//! Adapter for serde: reads and writes serde types where a described type is expected.
//!
//! Input: any type with serde's traits. Output: a type with [`Read`] and [`Write`]. The adapter
//! parses the text of the value a second time; described types are parsed once.

use std::ops::{Deref, DerefMut};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    json::{
        error::ReadError,
        reader::Reader,
        traits::{Read, Write},
        writer::Writer,
    },
    schema::Type,
};

/// A value of a type with serde's traits, for use where [`Read`] and [`Write`] are required.
///
/// The default of `T` is only a placeholder until the value is read; it is never returned.
///
/// ```
/// use chainloom_runtime::{Json, RawJson, ReadError};
///
/// let limits: Json<std::collections::BTreeMap<String, u32>> = RawJson::parse(r#"{"calls":3}"#)?.to()?;
/// assert_eq!(limits["calls"], 3);
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Json<T>(pub T);

impl<T> From<T> for Json<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Json<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: DeserializeOwned + Default + Send> Read for Json<T> {
    fn blank() -> Self {
        Self::default()
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let start = reader.offset()?;
        let text = reader.raw()?;
        serde_json::from_str(text).map(Self).map_err(|error| reader.mismatch(start, error.to_string()))
    }
}

impl<T: Serialize> Write for Json<T> {
    fn write(&self, _: Type, writer: &mut Writer) {
        match serde_json::to_string(&self.0) {
            Ok(text) => writer.raw(&text),
            Err(error) => writer.fail(format!("a value has no JSON form: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{from_slice, to_vec};

    #[test]
    fn a_value_that_does_not_fit_is_told_with_its_place() {
        let error = from_slice::<Vec<Json<u8>>>(Type::Json, b"[1, 300]").unwrap_err();
        assert_eq!(error.path(), "[1]");
        assert!(error.expected().contains("u8"), "{error}");
    }

    #[test]
    fn a_value_without_json_form_is_an_error() {
        let keys = Json(std::collections::BTreeMap::from([((1, 2), 3)]));
        assert!(to_vec(&keys, Type::Json).unwrap_err().to_string().contains("no JSON form"));
    }
}
