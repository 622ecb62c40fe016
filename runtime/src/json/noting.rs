//! Records the byte ranges of members while an object is read.
//!
//! Input: a value to fill, and the reader of a body. Output: besides the value, the range of each
//! member of the outermost object, and of the items of arrays. Paging uses the ranges to compare
//! items and to send tokens unchanged, without a second pass over the body.

use crate::{
    json::{
        notes::{Expected, MemberRange, Notes},
        reader::{Done, Reader},
        text::Text,
        traits::Fill,
        types::inner,
    },
    schema::Type,
};
use std::ops::Range;

/// A member as unchanged JSON text. Its bytes are UTF-8, since they were read.
pub(crate) struct MemberJson<'b> {
    pub(crate) name: Text,
    pub(crate) json: &'b [u8],
    /// Items of the list, if the member is the list.
    pub(crate) items: Option<Vec<&'b [u8]>>,
}

impl Notes {
    /// Returns the members as parts of `body`, with the items of members that are lists. Returns
    /// `None` if no object was read.
    pub(crate) fn members<'b>(&self, body: &'b [u8], is_list: impl Fn(&str) -> bool) -> Option<Vec<MemberJson<'b>>> {
        self.members.as_ref()?.iter().map(|member| member.to_json(body, &is_list)).collect()
    }

    /// Returns whether ranges of this kind of container are to be noted next. If so, resets the expectation.
    fn take_expected(&mut self, awaited: Expected) -> bool {
        let takes = self.awaited == awaited;
        if takes {
            self.awaited = Expected::Nothing;
        }
        takes
    }
}

impl MemberRange {
    /// Returns the member as parts of `body`.
    fn to_json<'b>(&self, body: &'b [u8], is_list: impl Fn(&str) -> bool) -> Option<MemberJson<'b>> {
        let json = body.get(self.value.clone())?;
        // The array was nested in an object: not the list itself.
        let items = self.items.as_ref().filter(|_| json.starts_with(b"[") && is_list(&self.name));
        let items = items.map(|items| items.iter().map(|item| body.get(item.clone()).unwrap_or_default()).collect());
        Some(MemberJson { name: self.name.clone(), json, items })
    }
}

/// A value to read, with notes about the ranges of its members.
pub(crate) struct ValueWithNotes<'v> {
    value: &'v mut dyn Fill,
    notes: Option<Notes>,
}

impl<'v> ValueWithNotes<'v> {
    pub(crate) fn new(value: &'v mut dyn Fill) -> Self {
        Self { value, notes: None }
    }

    /// Returns the notes of the last reading.
    pub(crate) fn into_notes(self) -> Option<Notes> {
        self.notes
    }
}

impl Fill for ValueWithNotes<'_> {
    fn reset(&mut self) {
        self.value.reset();
        self.notes = None;
    }

    fn take(&mut self, ty: Type, reader: &mut Reader<'_>) -> Done {
        if matches!(inner(ty).plain(), Type::Record(_)) {
            reader.notes = Some(Box::default());
        }
        let read = self.value.take(ty, reader);
        self.notes = reader.notes.take().map(|notes| *notes);
        read
    }

    fn take_member(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Done {
        self.value.take_member(ty, name, reader)
    }
}

impl Reader<'_> {
    /// Returns whether the members of the next object are noted: only members of the outermost object are.
    pub(crate) fn notes_object(&mut self) -> bool {
        self.notes.as_mut().is_some_and(|notes| notes.take_expected(Expected::Object))
    }

    /// Notes that the key of a member starts here.
    pub(crate) fn note_start(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.awaited = Expected::List;
        }
    }

    /// Notes that the member has ended whose key starts at byte `key`.
    #[cold]
    pub(crate) fn note_end(&mut self, key: usize) -> Done {
        let (name, value) = self.key_at(key)?;
        self.spend(size_of::<MemberRange>() + name.len())?;
        let value = value..self.tokens.offset();
        if let Some(notes) = &mut self.notes {
            notes.awaited = Expected::Nothing;
            let items = notes.items.take();
            notes.members.get_or_insert_default().push(MemberRange { name: Text::from(&*name), value, items });
        }
        Ok(())
    }

    /// Returns whether the items of the next array are noted: only of the first in a noted member.
    pub(crate) fn notes_items(&mut self) -> bool {
        self.notes.as_mut().is_some_and(|notes| notes.take_expected(Expected::List))
    }

    /// Notes that an item has ended which starts at byte `start`.
    pub(crate) fn note_item(&mut self, start: usize) -> Done {
        let item = start..self.tokens.offset();
        self.spend(size_of::<Range<usize>>())?;
        if let Some(notes) = &mut self.notes {
            notes.items.get_or_insert_default().push(item);
        }
        Ok(())
    }
}
