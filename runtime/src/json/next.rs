//! The value that is next in an object, as the record sees it that it belongs to.
//!
//! Input: the reader before the value of a member, and what is known of that member. Output: the value in
//! the place that the record names, or kept as it came, or passed over. Which member it is was decided
//! before; nothing here loops.

use super::{Extra, RawJson, Read, ReadError, Reader};
use crate::schema::Type;
use crate::text::Text;

/// The result of reading a member.
pub type Done = Result<(), ReadError>;

/// The value of a member that is to be read.
#[must_use = "the value is not read before one of these functions is called"]
pub struct Next<'r, 'a> {
    pub(super) reader: &'r mut Reader<'a>,
    pub(super) member: &'r Member<'r>,
}

/// What the reader knows of a member.
pub(super) enum Member<'r> {
    First(Type),
    /// It was there before in the same object; the last one counts.
    Again(Type),
    /// It was there before, and its value now stands for its absence.
    Absent,
    /// The map takes it that holds all members which the schema does not have otherwise; the type is that of the map.
    Rest(Type, &'r Text),
    /// The schema does not have it.
    Unknown(&'r Text),
}

impl Next<'_, '_> {
    /// Reads the value into a place.
    ///
    /// # Errors
    /// The value does not fit the type.
    pub fn into<T: Read>(self, place: &mut T) -> Done {
        let ty = match *self.member {
            Member::First(ty) => ty,
            Member::Again(ty) => {
                *place = T::blank();
                ty
            }
            Member::Absent => {
                *place = T::blank();
                return self.reader.skip();
            }
            Member::Rest(ty, name) => return place.add(ty, name, self.reader),
            Member::Unknown(_) => Type::Json,
        };
        place.fill(ty, self.reader)
    }

    /// Skips the value.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn skip(self) -> Done {
        self.reader.skip()
    }

    /// Keeps the value with its name, if the schema does not have the member.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn keep(self, extra: &mut Extra) -> Done {
        let value = self.reader.raw()?;
        if let Member::Unknown(name) = self.member {
            self.reader.spend(size_of::<(Text, RawJson)>())?;
            extra.push((*name).clone(), RawJson::checked(value));
        }
        Ok(())
    }
}
