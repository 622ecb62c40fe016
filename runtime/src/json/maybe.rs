//! Members that may be absent or null, with different meanings.
//!
//! Input: the reader, or one of three states. Output: the state, or JSON; an absent member is not
//! written.

use crate::{
    json::{
        error::ReadError,
        reader::Reader,
        text::Text,
        traits::{Read, Write},
        types::inner,
        writer::Writer,
    },
    schema::Type,
};

/// An optional value that may also be null. In an update, an absent member stays unchanged and a
/// null member is cleared.
///
/// ```
/// use chainloom_runtime::Maybe;
///
/// let set: Maybe<u8> = 3.into();
/// let clear: Maybe<u8> = None.into();
/// assert_eq!(set.value(), Some(&3));
/// assert_eq!(clear, Maybe::Null);
/// assert_eq!(Maybe::<u8>::default(), Maybe::Absent);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maybe<T> {
    /// Absent.
    #[default]
    Absent,
    /// Null.
    Null,
    /// A value.
    Value(T),
}

impl<T> Maybe<T> {
    /// Returns the value; `None` if absent or null.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Converts into the value; `None` if absent or null.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns whether the value is absent.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns whether the value is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<T> From<T> for Maybe<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

/// `None` becomes null, not absent.
impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

/// Accepts a string slice where a [`Text`] is expected.
impl From<&str> for Maybe<Text> {
    fn from(text: &str) -> Self {
        Self::Value(text.into())
    }
}

impl From<String> for Maybe<Text> {
    fn from(text: String) -> Self {
        Self::Value(text.into())
    }
}

impl<T: Read> Read for Maybe<T> {
    fn blank() -> Self {
        Self::Absent
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        match reader.null()? {
            true => Ok(Self::Null),
            false => T::read(inner(ty), reader).map(Self::Value),
        }
    }
}

impl<T: Write> Write for Maybe<T> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        match self {
            Self::Value(value) => value.write(inner(ty), writer),
            Self::Absent | Self::Null => writer.raw("null"),
        }
    }

    fn is_absent(&self) -> bool {
        Self::is_absent(self)
    }
}
