//! Notes: byte ranges of the members of an object, and of the items of their arrays, in a body.
//! `noting` fills them.

use std::ops::Range;

/// Where the members of an object are.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// What is to be noted next.
    pub(super) awaited: Expected,
    /// `None` before an object was read.
    pub(super) members: Option<Vec<MemberRange>>,
    /// The items of the array that is read, or was read last.
    pub(super) items: Option<Vec<Range<usize>>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Expected {
    #[default]
    Object,
    List,
    Nothing,
}

/// A member: where its key begins and its value ends.
#[derive(Debug)]
pub(super) struct MemberRange {
    pub(super) all: Range<usize>,
    /// The items of the first array in its value.
    pub(super) items: Option<Vec<Range<usize>>>,
}
