//! Traits of types that are read and written.
//!
//! Generated types implement [`Record`] or [`Enumeration`]; unions by form implement [`Read`] and
//! [`Write`] themselves. This crate implements the traits for [`crate::value`] and the standard
//! library. Nothing here loops over members: the loops are in the reader and the writer, compiled
//! once.

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

/// A type that can be read from JSON: the types of a description, the values of the runtime, and
/// lists, maps, options and tuples of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from JSON by a client",
    label = "not a type that reads itself",
    note = "types of a description can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and \
            `Write`"
)]
pub trait Read: Sized + Send {
    /// A value that stands in its place until it is read. It is never handed out: a value of which
    /// a required part is missing is an error.
    fn blank() -> Self;

    /// Reads the next value.
    ///
    /// # Errors
    /// The value does not fit the type.
    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError>;

    /// Reads the next value into a blank one.
    ///
    /// # Errors
    /// The value does not fit the type.
    fn fill(&mut self, ty: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        *self = Self::read(ty, reader)?;
        Ok(())
    }

    /// Adds the next value under a name: for a map that takes all members which a record does not
    /// have otherwise.
    ///
    /// # Errors
    /// The name or the value does not fit the type.
    fn add(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let _ = (ty, name);
        reader.skip()
    }
}

/// A type that can be written as JSON: the types of a description, the values of the runtime, and
/// lists, maps, options and tuples of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as JSON by a client",
    label = "not a type that writes itself",
    note = "types of a description can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and \
            `Write`"
)]
pub trait Write {
    /// Writes the value in the form of its type: one JSON value. It is not checked again, so what
    /// is no JSON makes the text around it none either.
    fn write(&self, ty: Type, writer: &mut Writer);

    /// Writes what it holds as members of the object that was begun: for a map that holds all
    /// members which a record does not have otherwise.
    fn write_members(&self, ty: Type, writer: &mut Writer) {
        let _ = (ty, writer);
    }

    /// Whether a member with this value is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A place for a value whose type is out of sight, so that what leads to it is compiled once. Any
/// value that can be read is one.
pub trait Fill: Send {
    /// Makes it blank.
    fn reset(&mut self);

    /// Reads the next value into it, which is blank: [`Read::fill`].
    ///
    /// # Errors
    /// The value does not fit the type.
    fn take(&mut self, ty: Type, reader: &mut Reader<'_>) -> Done;

    /// Adds the next value under a name: [`Read::add`].
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

/// Creates a blank value: [`Read::blank`] as a function.
#[must_use]
pub fn blank<T: Read>() -> T {
    T::blank()
}

/// A type with described members, such as a generated struct.
pub trait Record: Send {
    /// Creates a record whose members are all blank.
    fn blank() -> Self
    where
        Self: Sized;

    /// Returns the table of its members; for a union, of the common members.
    fn table(&self) -> &'static schema::Record;

    /// Returns the member with this index.
    fn member(&self, index: usize) -> Option<&dyn Write>;

    /// Returns the member with this index, to be read.
    fn member_mut(&mut self, index: usize) -> Option<&mut dyn Fill>;

    /// Returns the members that the table does not have, if the record keeps them.
    fn extra(&self) -> Option<&Extra> {
        None
    }

    /// Returns the members that the table does not have, to be added to.
    fn extra_mut(&mut self) -> Option<&mut Extra> {
        None
    }

    /// Returns the number of bytes that a boxed record takes; 0 for one that is stored inline.
    fn boxed(&self) -> usize {
        0
    }

    /// Returns the description of the union, if this type is a union by tag or members.
    fn union(&self) -> Option<&'static schema::Union> {
        None
    }

    /// Sets the arm, before any member is read. There is no index for a tag that the schema does
    /// not have.
    fn set_arm(&mut self, arm: Option<usize>, tag: Text) {
        let _ = (arm, tag);
    }

    /// Returns the arm.
    fn arm(&self) -> Arm<'_> {
        Arm::None
    }

    /// Returns the members of the arm.
    fn arm_mut(&mut self) -> Option<&mut dyn Record> {
        None
    }
}

/// The arm of a value of a union.
#[derive(Clone, Copy)]
pub enum Arm<'a> {
    /// The type is not a union.
    None,
    /// An arm of the schema, with its members.
    Known(usize, &'a dyn Record),
    /// An arm that the schema does not have, with its tag.
    Unknown(&'a Text),
    /// An arm that the schema does not have, with its tag as a whole number.
    UnknownInteger(i64),
    /// An arm that the schema does not have, with its tag as a boolean.
    UnknownBoolean(bool),
}

/// An open enumeration of texts.
pub trait Enumeration: Sized {
    /// The texts.
    fn schema() -> &'static schema::Enum;
    /// The value of the text with this index.
    fn from_index(index: usize) -> Option<Self>;
    /// The value of a text that the schema does not list.
    fn unknown(text: Text) -> Self;
    /// The text of a value.
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

/// A box makes recursive types possible.
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
    reader.listed(T::schema()).map(enum_of)
}

/// Converts a text into a value of an open enumeration; `From<&str>` of generated enums calls it.
#[must_use]
pub fn enum_from<T: Enumeration>(text: &str) -> T {
    enum_of(listed(T::schema(), text))
}

/// A text of an open enumeration: its index, and the text itself where there is none.
type Listed = (usize, Text);

fn enum_of<T: Enumeration>((index, text): Listed) -> T {
    T::from_index(index).unwrap_or_else(|| T::unknown(text))
}

fn listed(schema: &schema::Enum, text: &str) -> Listed {
    match schema.values.iter().position(|value| *value == text) {
        Some(index) => (index, Text::default()),
        None => (usize::MAX, text.into()),
    }
}

impl Reader<'_> {
    /// Reads a text of an open enumeration.
    fn listed(&mut self, schema: &schema::Enum) -> Result<Listed, ReadError> {
        self.scalar(|lexeme| match lexeme {
            crate::json::reader::Lexeme::Text(text) => Ok(listed(schema, text)),
            _ => Err("a text".into()),
        })
    }
}
