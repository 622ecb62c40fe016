//! Which member a key is, and which members have been seen.
//!
//! Input: the fields of a record, and keys in the order of the body. Output: indices of fields; after the
//! last key, the first required member that is missing. Nothing is read here.

use super::plain::is_same;
use super::token::{Fault, Tokens};
use crate::schema::Field;
use crate::text::Text;

/// Where a member of an object belongs.
pub(super) enum Place {
    Common(usize),
    Arm(usize),
    /// A member that the map of the record or of the arm takes, which holds all others.
    Rest(Text),
    RestOfArm(Text),
    /// It has been read already, as the tag of a union, or nobody keeps it.
    Passed,
    Unknown(Text),
}

/// The members that an object may have.
pub(super) struct Tables {
    pub(super) common: Table,
    pub(super) arm: Table,
    pub(super) tag: Option<&'static str>,
}

impl Tables {
    /// Where the member belongs whose key is next, which is passed over.
    pub(super) fn next(&mut self, tokens: &mut Tokens<'_>, keep: bool) -> Result<Place, Fault> {
        // Services keep an order, in which members of an arm stand between common ones.
        if let Some(index) = self.common.expected(tokens) {
            return Ok(Place::Common(index));
        }
        if let Some(index) = self.arm.expected(tokens) {
            return Ok(Place::Arm(index));
        }
        tokens.key().map(|key| self.find(key, keep))
    }

    fn find(&mut self, key: &str, keep: bool) -> Place {
        if let Some(index) = self.common.find(key) {
            return Place::Common(index);
        }
        if let Some(index) = self.arm.find(key) {
            return Place::Arm(index);
        }
        match self.tag == Some(key) {
            true => Place::Passed,
            false if self.arm.rest().is_some() => Place::RestOfArm(key.into()),
            false if self.common.rest().is_some() => Place::Rest(key.into()),
            false if keep => Place::Unknown(key.into()),
            false => Place::Passed,
        }
    }
}

/// Members of an object, and which of them have been seen.
pub(super) struct Table {
    pub(super) fields: &'static [Field],
    /// The member that is expected next: services keep an order.
    next: usize,
    /// The name under which the last one came.
    pub(super) came_as: &'static str,
    pub(super) seen: Seen,
}

impl Table {
    pub(super) fn new(fields: &'static [Field]) -> Self {
        Self { fields, next: 0, came_as: "", seen: Seen::default() }
    }

    /// The member behind the last one, if its key is next.
    #[inline]
    fn expected(&mut self, tokens: &mut Tokens<'_>) -> Option<usize> {
        let field = self.fields.get(self.next).filter(|field| field.plain && !field.rest)?;
        if !tokens.take_key(field.name) {
            return None;
        }
        let index = self.next;
        (self.next, self.came_as) = (index + 1, field.name);
        Some(index)
    }

    fn find(&mut self, key: &str) -> Option<usize> {
        let (before, after) = self.fields.split_at_checked(self.next).unwrap_or((&[], self.fields));
        let named = |field: &Field| is_same(field.name.as_bytes(), key.as_bytes()) && !field.rest;
        let found = match after.iter().position(named) {
            Some(index) => Some(before.len() + index),
            None => before.iter().position(named),
        };
        let (index, name) = match found {
            Some(index) => (index, self.fields.get(index)?.name),
            None => self.find_alias(key)?,
        };
        (self.next, self.came_as) = (index + 1, name);
        Some(index)
    }

    /// The member that has a key among its other names, and that name.
    #[cold]
    fn find_alias(&self, key: &str) -> Option<(usize, &'static str)> {
        let alias = |field: &Field| field.aliases.iter().copied().find(|alias| *alias == key);
        self.fields.iter().enumerate().find_map(|(index, field)| Some((index, alias(field)?)))
    }

    /// The map that takes all other members, with its index.
    pub(super) fn rest(&self) -> Option<(usize, &'static Field)> {
        let last = self.fields.last().filter(|last| last.rest)?;
        Some((self.fields.len() - 1, last))
    }

    pub(super) fn missing(&self) -> Option<&'static Field> {
        let missing = |(index, field): &(usize, &'static Field)| field.required && !self.seen.has(*index);
        self.fields.iter().enumerate().find(missing).map(|(_, field)| field)
    }
}

/// A set of small numbers.
#[derive(Default)]
pub(super) struct Seen {
    low: u128,
    /// Only for records with more than 128 members.
    high: Vec<usize>,
}

impl Seen {
    fn has(&self, index: usize) -> bool {
        match index {
            0..128 => self.low & (1 << index) != 0,
            _ => self.high.contains(&index),
        }
    }

    /// Puts a number in; whether it was there.
    pub(super) fn set(&mut self, index: usize) -> bool {
        let there = self.has(index);
        match index {
            0..128 => self.low |= 1 << index,
            _ if there => {}
            _ => self.high.push(index),
        }
        there
    }

    pub(super) fn clear(&mut self, index: usize) {
        match index {
            0..128 => self.low &= !(1 << index),
            _ => self.high.retain(|other| *other != index),
        }
    }
}
