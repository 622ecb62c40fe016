//! Order of members: predicts the next member of an object.
//!
//! Input: the members of earlier objects of a type. Output: the member that is expected after
//! another. Services write the members of a type in one order, which may differ from that of the
//! description, and omit some members.

use std::cell::Cell;
use std::mem;

use crate::schema::Field;

/// Maximum number of types that are remembered from one body to the next: each object looks through
/// them.
const MOST: usize = 48;

thread_local! {
    /// What the last reader of this thread knew: responses are of the same few types again and
    /// again.
    static KNOWN: Cell<Vec<Order>> = const { Cell::new(Vec::new()) };
}

/// The orders of all types that a reader has met.
pub(crate) struct Orders(Vec<Order>);

/// With what the thread knows. It has nothing while another reader has it.
impl Default for Orders {
    fn default() -> Self {
        Self(KNOWN.try_with(Cell::take).unwrap_or_default())
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        let own = mem::take(&mut self.0);
        // While a thread ends, nothing is kept.
        let _ = KNOWN.try_with(|known| {
            let there = known.take();
            known.set(if own.len() > there.len() && own.len() <= MOST { own } else { there });
        });
    }
}

struct Order {
    common: &'static [Field],
    arm: &'static [Field],
    tag: Option<&'static str>,
    /// The member that came last behind each place. Places are the start of the object, the common
    /// members, those of the arm, and the tag.
    behind: Vec<usize>,
    /// Which of the first 64 common members and of those of the arm are required: a bit for each.
    required: [u64; 2],
}

impl Order {
    fn new(common: &'static [Field], arm: &'static [Field], tag: Option<&'static str>) -> Self {
        // Before any has come, that of the description.
        let place = |(index, field): (usize, &Field)| if is_expected(field) { index + 1 } else { NOWHERE };
        let behind = common.iter().chain(arm).enumerate().map(place).chain([NOWHERE; 2]).collect();
        let required = [common, arm].map(|fields| {
            let bit = |(index, field): (usize, &Field)| u64::from(field.required) << index;
            fields.iter().take(64).enumerate().map(bit).sum()
        });
        Self { common, arm, tag, behind, required }
    }
}

/// The place of no member.
pub(crate) const NOWHERE: usize = 0;

/// Whether a member may be recognized by its name before its key is parsed.
pub(crate) const fn is_expected(field: &Field) -> bool {
    field.plain && !field.rest
}

impl Orders {
    /// The order of objects with these members.
    pub(crate) fn find(&mut self, common: &'static [Field], arm: &'static [Field], tag: Option<&'static str>) -> usize {
        let is_it = |order: &Order| {
            std::ptr::eq(order.common, common)
                && std::ptr::eq(order.arm, arm)
                && order.tag.map(str::as_ptr) == tag.map(str::as_ptr)
        };
        self.0.iter().position(is_it).unwrap_or_else(|| {
            self.0.push(Order::new(common, arm, tag));
            self.0.len() - 1
        })
    }

    /// Which of the first 64 common members and of those of the arm are required: a bit for each.
    pub(crate) fn required(&self, order: usize) -> [u64; 2] {
        self.0.get(order).map_or([u64::MAX; 2], |order| order.required)
    }

    /// The place that is expected behind another.
    #[inline]
    pub(crate) fn behind(&self, order: usize, place: usize) -> Option<usize> {
        self.0.get(order)?.behind.get(place).copied()
    }

    /// Remembers what came behind a place.
    pub(crate) fn learn(&mut self, order: usize, place: usize, next: usize) {
        if let Some(behind) = self.0.get_mut(order).and_then(|order| order.behind.get_mut(place)) {
            *behind = next;
        }
    }
}
