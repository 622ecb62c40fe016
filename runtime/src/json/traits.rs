//! Traits of types that are read from and written to JSON.
//!
//! Generated types implement [`Record`] or [`Enumeration`]; unions by form implement [`Read`] and
//! [`Write`] themselves. This crate implements the traits for [`crate::value`] and the standard
//! library. The loops over members are in the reader and the writer, compiled once.

use crate::{
    json::{
        error::ReadError,
        raw::Extra,
        reader::{Done, Reader},
        text::Text,
        writer::Writer,
    },
    schema::{self, Type},
};

/// A type that can be read from JSON: a described type, a value of the runtime, or a list, map,
/// option or tuple of such types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from JSON by a client",
    label = "does not implement `Read`",
    note = "types of a spec can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and \
            `Write`"
)]
pub trait Read: Sized + Send {
    /// Returns a placeholder for a value that is not read yet. Placeholders are never returned to
    /// users: a missing required part is an error.
    fn blank() -> Self;

    /// Reads the next value.
    ///
    /// # Errors
    /// The value does not fit the type.
    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError>;

    /// Reads the next value into `self`, which is blank.
    ///
    /// # Errors
    /// The value does not fit the type.
    fn fill(&mut self, ty: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        *self = Self::read(ty, reader)?;
        Ok(())
    }

    /// Reads the next value as the member `name`: for a map that takes the undescribed members of a
    /// record.
    ///
    /// # Errors
    /// The name or the value does not fit the type.
    fn add(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let _ = (ty, name);
        reader.skip()
    }
}

/// A type that can be written as JSON: a described type, a value of the runtime, or a list, map,
/// option or tuple of such types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as JSON by a client",
    label = "does not implement `Write`",
    note = "types of a spec can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and \
            `Write`"
)]
pub trait Write {
    /// Writes one JSON value in the form of its type. The text is not checked: an implementation
    /// that writes invalid JSON makes the whole text invalid.
    fn write(&self, ty: Type, writer: &mut Writer);

    /// Writes the content as members of the current object: for a map that holds the undescribed
    /// members of a record.
    fn write_members(&self, ty: Type, writer: &mut Writer) {
        let _ = (ty, writer);
    }

    /// Returns whether an optional member with this value is omitted.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A value to read into, as a trait object, so that the reader is compiled once. Implemented for
/// every [`Read`].
pub trait Fill: Send {
    /// Makes the value blank again.
    fn reset(&mut self);

    /// Reads the next value into `self`, which is blank: [`Read::fill`].
    ///
    /// # Errors
    /// The value does not fit the type.
    fn take(&mut self, ty: Type, reader: &mut Reader<'_>) -> Done;

    /// Reads the next value as the member `name`: [`Read::add`].
    ///
    /// # Errors
    /// The name or the value does not fit the type.
    fn take_member(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Done;
}

impl<T: Read> Fill for T {
    fn reset(&mut self) {
        *self = T::blank();
    }

    fn take(&mut self, ty: Type, reader: &mut Reader<'_>) -> Done {
        self.fill(ty, reader)
    }

    fn take_member(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Done {
        self.add(ty, name, reader)
    }
}

/// Returns a blank value: [`Read::blank`] as a function.
#[must_use]
pub fn blank<T: Read>() -> T {
    T::blank()
}

/// A type with described members, such as a generated struct.
pub trait Record: Send {
    /// Returns a record with blank members.
    fn blank() -> Self
    where
        Self: Sized;

    /// Returns the table of the members; for a union, of the common members.
    fn table(&self) -> &'static schema::Record;

    /// Returns the member at `index` of the table; `None` if no field holds it.
    fn member(&self, index: usize) -> Option<&dyn Write>;

    /// Returns the member at `index` of the table for reading; `None` if no field holds it.
    fn member_mut(&mut self, index: usize) -> Option<&mut dyn Fill>;

    /// Returns the undescribed members; `None` if the record does not keep them.
    fn extra(&self) -> Option<&Extra> {
        None
    }

    /// Returns the undescribed members for adding; `None` if the record does not keep them.
    fn extra_mut(&mut self) -> Option<&mut Extra> {
        None
    }

    /// Returns the size of a boxed record in bytes; 0 for a record stored inline.
    fn boxed(&self) -> usize {
        0
    }

    /// Returns the schema of the union; `None` if the type is not a union by tag or members.
    fn union(&self) -> Option<&'static schema::Union> {
        None
    }

    /// Sets the arm, before any of its members is read. `arm` is `None` for a tag that the schema
    /// does not list.
    fn set_arm(&mut self, arm: Option<usize>, tag: Text) {
        let _ = (arm, tag);
    }

    /// Returns the arm of the value.
    fn arm(&self) -> Arm<'_> {
        Arm::None
    }

    /// Returns the members of the arm; `None` if the value has no described arm.
    fn arm_mut(&mut self) -> Option<&mut dyn Record> {
        None
    }
}

/// Arm of a value of a union.
#[derive(Clone, Copy)]
pub enum Arm<'a> {
    /// The type is not a union.
    None,
    /// A described arm: its index and its members.
    Known(usize, &'a dyn Record),
    /// An undescribed arm with a text as its tag.
    Unknown(&'a Text),
    /// An undescribed arm with an integer as its tag.
    UnknownInteger(i64),
    /// An undescribed arm with a boolean as its tag.
    UnknownBoolean(bool),
}

/// An open enumeration of texts, such as a generated enum.
pub trait Enumeration: Sized {
    /// Returns the described texts.
    fn schema() -> &'static schema::Enum;
    /// Returns the value for the described text at `index`; `None` if out of range.
    fn from_index(index: usize) -> Option<Self>;
    /// Returns the value for a text that the schema does not list.
    fn unknown(text: Text) -> Self;
    /// Returns the text of the value.
    fn as_str(&self) -> &str;
}

impl<T: Record> Read for T {
    fn blank() -> Self {
        Record::blank()
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut record: Self = Record::blank();
        reader.record(&mut record)?;
        Ok(record)
    }

    fn fill(&mut self, _: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        reader.record(self)
    }
}

impl<T: Record> Write for T {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.record(self);
    }
}

/// Boxes make recursive types possible.
impl<T: Record> Record for Box<T> {
    fn blank() -> Self {
        Self::new(Record::blank())
    }

    fn table(&self) -> &'static schema::Record {
        (**self).table()
    }

    fn member(&self, index: usize) -> Option<&dyn Write> {
        (**self).member(index)
    }

    fn member_mut(&mut self, index: usize) -> Option<&mut dyn Fill> {
        (**self).member_mut(index)
    }

    fn extra(&self) -> Option<&Extra> {
        (**self).extra()
    }

    fn extra_mut(&mut self) -> Option<&mut Extra> {
        (**self).extra_mut()
    }

    fn boxed(&self) -> usize {
        size_of::<T>()
    }

    fn union(&self) -> Option<&'static schema::Union> {
        (**self).union()
    }

    fn set_arm(&mut self, arm: Option<usize>, tag: Text) {
        (**self).set_arm(arm, tag);
    }

    fn arm(&self) -> Arm<'_> {
        (**self).arm()
    }

    fn arm_mut(&mut self) -> Option<&mut dyn Record> {
        (**self).arm_mut()
    }
}

/// Reads a value of an open enumeration; [`Read::read`] of generated enums calls it.
///
/// # Errors
/// The next value is not a string.
pub fn read_enum<T: Enumeration>(reader: &mut Reader<'_>) -> Result<T, ReadError> {
    reader.read_listed(T::schema()).map(enum_of)
}

/// Converts a text into a value of an open enumeration; `From<&str>` of generated enums calls it.
#[must_use]
pub fn enum_from<T: Enumeration>(text: &str) -> T {
    enum_of(find_listed(T::schema(), text))
}

/// Index of a described text; else `usize::MAX` and the text.
type ListedIndex = (usize, Text);

/// Returns the value of an enumeration for a listed index or another text.
fn enum_of<T: Enumeration>((index, text): ListedIndex) -> T {
    T::from_index(index).unwrap_or_else(|| T::unknown(text))
}

/// Returns the index of a text in an enumeration, or the text itself.
fn find_listed(schema: &schema::Enum, text: &str) -> ListedIndex {
    match schema.values.iter().position(|value| *value == text) {
        Some(index) => (index, Text::default()),
        None => (usize::MAX, text.into()),
    }
}

impl Reader<'_> {
    /// Reads a text of an open enumeration.
    fn read_listed(&mut self, schema: &schema::Enum) -> Result<ListedIndex, ReadError> {
        self.scalar(|lexeme| match lexeme {
            crate::json::reader::Lexeme::Text(text) => Ok(find_listed(schema, text)),
            _ => Err("a text".into()),
        })
    }
}
