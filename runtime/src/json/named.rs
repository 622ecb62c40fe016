//! Unions whose arm is selected by the name around the value: the status of a response, or the name
//! of an event.
//!
//! Input: an object with one member, such as `{"200": …}`, which the receiver of a response writes.
//! Output: the arm of that name with the value of the member. An event without an arm of its name
//! is preserved.

use crate::{
    json::{
        error::ReadError,
        raw::RawJson,
        reader::Reader,
        text::Text,
        token::Kind,
        traits::{Read, Write},
        writer::Writer,
    },
    schema::{ArmBody, Discriminator, Type, Union},
};

/// An event with an undescribed name.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownEvent {
    /// Name of the event.
    pub name: Text,
    /// Data of the event: its JSON, or its text as a JSON string.
    pub data: RawJson,
}

impl UnknownEvent {
    /// Creates a blank event.
    #[doc(hidden)]
    #[must_use]
    pub fn blank() -> Self {
        Self { name: Text::default(), data: RawJson::blank() }
    }

    /// Reads the data of the event `name`.
    ///
    /// # Errors
    /// The value is not JSON.
    #[doc(hidden)]
    pub fn read(name: &Text, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        Ok(Self { name: name.clone(), data: Read::read(Type::Json, reader)? })
    }
}

/// Arm selected by a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// Index of the arm; for an unknown event, the index after the last.
    pub arm: usize,
    /// Type of the value.
    pub ty: Type,
    /// Name of the member.
    pub name: Text,
}

impl<'a> Reader<'a> {
    /// Reads an object with one member, whose name selects the arm.
    ///
    /// # Errors
    /// The value is not an object with one member, or `read` fails.
    #[doc(hidden)]
    pub fn named<T>(
        &mut self,
        union: &'static Union,
        read: impl FnOnce(&mut Self, &Named) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let member = self.enter_named(union)?;
        let value = read(self, &member).map_err(|error| error.in_member(member.name.to_string()))?;
        self.leave_named()?;
        Ok(value)
    }

    /// Enters an object up to the value of its first member, and returns the arm of its name.
    fn enter_named(&mut self, union: &'static Union) -> Result<Named, ReadError> {
        if self.kind()? != Kind::Object {
            return Err(self.mismatch(self.tokens.offset(), "an object"));
        }
        let start = self.tokens.offset();
        self.enter()?;
        if !self.tokens.enter_object() {
            return Err(self.mismatch(start, "an object with one member"));
        }
        let name = self.tokens.key().map(Text::from).map_err(|fault| self.fault_error(&fault))?;
        let arm = union.arms.iter().position(|arm| *arm.name == *name);
        match arm {
            Some(arm) => Ok(Named { arm, ty: type_of(union, arm), name }),
            None if union.discriminator == Discriminator::Event => {
                Ok(Named { arm: union.arms.len(), ty: Type::Json, name })
            }
            None => {
                let names: Vec<&str> = union.arms.iter().map(|arm| arm.name).collect();
                Err(self.mismatch(start, format!("a member named {}", names.join(", "))))
            }
        }
    }

    /// Leaves the object; further members are an error.
    fn leave_named(&mut self) -> Result<(), ReadError> {
        let offset = self.tokens.offset();
        match self.tokens.next_member() {
            Ok(false) => {
                self.room += 1;
                Ok(())
            }
            Ok(true) => Err(self.mismatch(offset, "the end of an object with one member")),
            Err(fault) => Err(self.fault_error(&fault)),
        }
    }
}

impl Writer {
    /// Writes an object with one member: the name of an arm, with its value or `null`.
    #[doc(hidden)]
    pub fn named(&mut self, union: &'static Union, index: usize, value: Option<&dyn Write>) {
        let name = union.arms.get(index).map_or("", |arm| arm.name);
        self.raw("{");
        self.key(name);
        match value {
            Some(value) => value.write(type_of(union, index), self),
            None => self.raw("null"),
        }
        self.raw("}");
    }

    /// Writes an event with an undescribed name.
    #[doc(hidden)]
    pub fn unknown_event(&mut self, event: &UnknownEvent) {
        self.raw("{");
        self.key(&event.name);
        self.raw(event.data.as_str());
        self.raw("}");
    }
}

/// Returns the type that an arm holds, without its bounds, which responses need not satisfy.
pub(crate) fn type_of(union: &'static Union, index: usize) -> Type {
    match union.arms.get(index).map(|arm| arm.body) {
        Some(ArmBody::Value(ty)) => ty.plain(),
        _ => Type::Json,
    }
}
