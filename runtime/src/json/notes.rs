//! Notes: byte ranges of the members of an object, and of the items of their arrays, in a body.
//! `noting` fills them.

use crate::json::text::Text;
use std::ops::Range;

/// Byte ranges of the members of an object.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Kind of container to note next.
    pub(super) awaited: Expected,
    /// Ranges of the members; `None` before an object was read.
    pub(super) members: Option<Vec<MemberRange>>,
    /// Ranges of the items of the current or last array.
    pub(super) items: Option<Vec<Range<usize>>>,
}

/// Kind of container whose ranges are noted next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Expected {
    #[default]
    Object,
    List,
    Nothing,
}

/// Name of a member, with the byte ranges of its value and its items.
#[derive(Debug)]
pub(super) struct MemberRange {
    pub(super) name: Text,
    pub(super) value: Range<usize>,
    /// Ranges of the items of the first array in the value.
    pub(super) items: Option<Vec<Range<usize>>>,
}
