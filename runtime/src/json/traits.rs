//! What a type needs to be read and written.
//!
//! Generated types implement [`Record`] or [`Enumeration`] (and unions told by form implement [`Read`] and
//! [`Write`] themselves); the types of [`crate::value`] and of the standard library are done in this
//! crate. Nothing here loops over members: that is compiled once, in the reader and the writer.

use super::{Done, Extra, Next, ReadError, Reader, Writer};
use crate::schema::{self, Type};
use crate::text::Text;

/// A type that can be read from JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from JSON by a client",
    label = "not a type that reads itself",
    note = "types of a description can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and `Write`"
)]
pub trait Read: Sized + Send {
    /// A value that stands in its place until it is read. It is never handed out: a value of which a
    /// required part is missing is an error.
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
}

/// A type that can be written as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as JSON by a client",
    label = "not a type that writes itself",
    note = "types of a description can, `Json<…>` makes one of any type with serde's traits, or implement `Read` and `Write`"
)]
pub trait Write {
    /// Writes the value in the form that its type says.
    fn write(&self, ty: Type, writer: &mut Writer);

    /// Whether a member with this value is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A blank value: [`Read::blank`] as a function.
#[must_use]
pub fn blank<T: Read>() -> T {
    T::blank()
}

/// A type with known members.
pub trait Record: Send {
    /// A record whose members are all blank.
    fn blank() -> Self
    where
        Self: Sized;

    /// The table of its members; for a union, of the ones that all arms have.
    fn table(&self) -> &'static schema::Record;

    /// Reads the member with this index: into its place, or for the index behind the last one, which stands
    /// for a member that the table does not have, into what [`Record::extra`] shows.
    ///
    /// # Errors
    /// When the value does not fit.
    fn read_member(&mut self, index: usize, next: Next<'_, '_>) -> Done;

    /// The member with this index.
    fn member(&self, index: usize) -> Option<&dyn Write>;

    /// The members that the table does not have. A record without a place for them is not asked to read them.
    fn extra(&self) -> Option<&Extra> {
        None
    }

    /// How many bytes the record takes in a place of its own; none where it stands in what holds it.
    fn boxed(&self) -> usize {
        0
    }

    /// The union that this type is, when it is one that a tag or its members tell apart.
    fn union(&self) -> Option<&'static schema::Union> {
        None
    }

    /// Sets the arm, before any member is read. Without an index the tag is none that the schema knows.
    fn set_arm(&mut self, arm: Option<usize>, tag: Text) {
        let _ = (arm, tag);
    }

    /// The arm that is set.
    fn arm(&self) -> Arm<'_> {
        Arm::None
    }

    /// The members that only the arm has.
    fn arm_mut(&mut self) -> Option<&mut dyn Record> {
        None
    }
}

/// The arm of a union that a value has.
#[derive(Clone, Copy)]
pub enum Arm<'a> {
    /// The type is no union.
    None,
    /// An arm of the schema, with its members.
    Known(usize, &'a dyn Record),
    /// An arm that the schema does not know, with its tag.
    Unknown(&'a Text),
    /// The same where the tag is a whole number.
    UnknownInteger(i64),
}

/// A set of texts that may grow.
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

    fn read_member(&mut self, index: usize, next: Next<'_, '_>) -> Done {
        (**self).read_member(index, next)
    }

    fn member(&self, index: usize) -> Option<&dyn Write> {
        (**self).member(index)
    }

    fn extra(&self) -> Option<&Extra> {
        (**self).extra()
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

/// Reads a value of an open set of texts; what [`Read::read`] of a generated enum calls.
///
/// # Errors
/// When the next value is no text.
pub fn read_enum<T: Enumeration>(reader: &mut Reader<'_>) -> Result<T, ReadError> {
    reader.scalar(|lexeme| match lexeme {
        super::Lexeme::Text(text) => Ok(enum_from(text)),
        _ => Err("a text".into()),
    })
}

/// The value of a text; what `From<&str>` of a generated enum calls.
#[must_use]
pub fn enum_from<T: Enumeration>(text: &str) -> T {
    let index = T::schema().values.iter().position(|value| *value == text);
    index.and_then(T::from_index).unwrap_or_else(|| T::unknown(text.into()))
}
