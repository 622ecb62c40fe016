//! Field look-up: finds the field of a record for each key, and the missing required members.
//!
//! Input: the fields of a record, and keys in the order of the body. Output: indices of fields;
//! after the last key, the first required member that is missing. No value is read here.

use crate::{
    json::{
        order::{NOWHERE, Orders, is_expected},
        token::{Fault, Tokens},
        unescaped::is_same,
    },
    schema::{Field, is_plain},
};

/// Destination of a member of an object.
#[derive(Clone, Copy)]
pub(crate) enum MemberPlace {
    Common(usize),
    Arm(usize),
    /// A member for the map of other members, of the record or of the arm.
    Rest,
    RestOfArm,
    /// The tag of a union, unless it is a common member.
    Tag,
    /// An undescribed member.
    Unknown,
}

/// Fields of the arm of an object, except common ones, and the name of the tag.
#[derive(Clone, Copy)]
pub(crate) struct ArmFields {
    pub(crate) fields: &'static [Field],
    pub(crate) tag: Option<&'static str>,
}

impl ArmFields {
    /// Fields of an object that is not a union.
    pub(crate) const NOTHING: Self = Self { fields: &[], tag: None };
}

/// Members that an object may have.
pub(crate) struct Tables {
    pub(crate) common: Table,
    pub(crate) arm: Table,
    tag: Option<&'static str>,
    /// Index of their order in [`Orders`].
    order: usize,
    /// Place in that order of the last member.
    last: usize,
}

impl Tables {
    pub(crate) fn new(common: &'static [Field], others: ArmFields, orders: &mut Orders) -> Self {
        let order = orders.find(common, others.fields, others.tag);
        let [required, required_of_arm] = orders.required(order);
        let (common, arm) = (Table::new(common, required), Table::new(others.fields, required_of_arm));
        Self { common, arm, tag: others.tag, order, last: 0 }
    }

    /// Sets the members of the arm, which follow the common ones.
    pub(crate) fn set_arm(&mut self, fields: &'static [Field], orders: &mut Orders) {
        (self.order, self.last) = (orders.find(self.common.fields, fields, self.tag), 0);
        let [_, required] = orders.required(self.order);
        self.arm = Table::new(fields, required);
    }

    /// Takes the next key and returns the destination of its member.
    #[inline(always)]
    pub(crate) fn next(&mut self, tokens: &mut Tokens<'_>, orders: &mut Orders) -> Result<MemberPlace, Fault> {
        let expected = orders.behind(self.order, self.last);
        if let Some(place) = expected.and_then(|place| self.take(tokens, place)) {
            return Ok(place);
        }
        self.find_unexpected(tokens, orders)
    }

    /// Returns the destination of a member other than the expected one, and remembers the order.
    fn find_unexpected(&mut self, tokens: &mut Tokens<'_>, orders: &mut Orders) -> Result<MemberPlace, Fault> {
        let place = tokens.key().map(|key| self.find(key))?;
        let (common, arm) = (self.common.fields, self.arm.fields);
        let (is_usual, next) = match place {
            MemberPlace::Common(index) => (common.get(index).is_some_and(is_expected), index + 1),
            MemberPlace::Arm(index) => (arm.get(index).is_some_and(is_expected), common.len() + index + 1),
            MemberPlace::Tag => (self.tag.is_some_and(is_plain), common.len() + arm.len() + 1),
            _ => return Ok(place),
        };
        orders.learn(self.order, self.last, if is_usual { next } else { NOWHERE });
        self.last = next;
        Ok(place)
    }

    /// Takes the next key if it names the member at `place` in the order.
    #[inline(always)]
    fn take(&mut self, tokens: &mut Tokens<'_>, place: usize) -> Option<MemberPlace> {
        let common = self.common.fields.len();
        let (table, index, is_common) = match place.checked_sub(1)? {
            index if index < common => (&mut self.common, index, true),
            index => (&mut self.arm, index - common, false),
        };
        let Some(field) = table.fields.get(index) else {
            let is_next = tokens.take_key(self.tag?);
            self.last = if is_next { place } else { self.last };
            return is_next.then_some(MemberPlace::Tag);
        };
        if !tokens.take_key(field.name) {
            return None;
        }
        (table.came_as, self.last) = (field.name, place);
        Some(if is_common { MemberPlace::Common(index) } else { MemberPlace::Arm(index) })
    }

    /// Returns the destination of the member with a key.
    fn find(&mut self, key: &str) -> MemberPlace {
        if let Some(index) = self.common.find(key) {
            return MemberPlace::Common(index);
        }
        if let Some(index) = self.arm.find(key) {
            return MemberPlace::Arm(index);
        }
        match self.tag == Some(key) {
            true => MemberPlace::Tag,
            false if self.arm.other_members().is_some() => MemberPlace::RestOfArm,
            false if self.common.other_members().is_some() => MemberPlace::Rest,
            false => MemberPlace::Unknown,
        }
    }
}

/// Members of an object, and which of them were seen.
pub(crate) struct Table {
    pub(crate) fields: &'static [Field],
    /// Name or alias under which the last member came.
    pub(crate) came_as: &'static str,
    pub(crate) seen: IndexSet,
    /// Bit set of the required members among the first 64.
    required: u64,
}

impl Table {
    fn new(fields: &'static [Field], required: u64) -> Self {
        Self { fields, came_as: "", seen: IndexSet::default(), required }
    }

    /// Returns the index of the member with a name or an alias, and remembers which of them it was.
    fn find(&mut self, key: &str) -> Option<usize> {
        let named = |field: &Field| is_same(field.name.as_bytes(), key.as_bytes()) && !field.rest;
        let (index, name) = match self.fields.iter().position(named) {
            Some(index) => (index, self.fields.get(index)?.name),
            None => self.find_alias(key)?,
        };
        self.came_as = name;
        Some(index)
    }

    /// Returns the member with `key` among its aliases, and that alias.
    #[cold]
    fn find_alias(&self, key: &str) -> Option<(usize, &'static str)> {
        let alias = |field: &Field| field.aliases.iter().copied().find(|alias| *alias == key);
        self.fields.iter().enumerate().find_map(|(index, field)| Some((index, alias(field)?)))
    }

    /// Returns the map of other members, with its index; `None` if the record has none.
    pub(crate) fn other_members(&self) -> Option<(usize, &'static Field)> {
        let last = self.fields.last().filter(|last| last.rest)?;
        Some((self.fields.len() - 1, last))
    }

    /// Returns the first required member that was not seen.
    pub(crate) fn missing(&self) -> Option<&'static Field> {
        if self.fields.len() <= 64 && self.seen.low & self.required == self.required {
            return None;
        }
        let missing = |(index, field): &(usize, &'static Field)| field.required && !self.seen.has(*index);
        self.fields.iter().enumerate().find(missing).map(|(_, field)| field)
    }
}

/// A set of small indices.
#[derive(Default)]
pub(crate) struct IndexSet {
    low: u64,
    /// Indices from 64 upwards.
    high: Vec<usize>,
}

impl IndexSet {
    /// Returns whether the set contains an index.
    #[inline]
    fn has(&self, index: usize) -> bool {
        match index {
            0..64 => self.low & (1 << index) != 0,
            _ => self.high.contains(&index),
        }
    }

    /// Adds an index; returns whether it was present already.
    #[inline]
    pub(crate) fn set(&mut self, index: usize) -> bool {
        let there = self.has(index);
        match index {
            0..64 => self.low |= 1 << index,
            _ if there => {}
            _ => self.high.push(index),
        }
        there
    }

    /// Removes an index.
    pub(crate) fn clear(&mut self, index: usize) {
        match index {
            0..64 => self.low &= !(1 << index),
            _ => self.high.retain(|other| *other != index),
        }
    }
}
