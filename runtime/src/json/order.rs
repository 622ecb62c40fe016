//! Order of members: predicts the next member of an object.
//!
//! Input: the members of earlier objects of a type. Output: the member that is expected after another. Services write
//! the members of a type in one order, which may differ from the order in the spec, and omit some members.

use std::cell::Cell;
use std::mem;

use crate::schema::Field;

/// Maximum number of types whose orders a thread keeps between bodies; each object searches them
/// linearly.
const MAX_ORDERS: usize = 48;

thread_local! {
    /// Orders kept from the last reader of this thread, as responses repeat the same few types.
    static KNOWN: Cell<Vec<Order>> = const { Cell::new(Vec::new()) };
}

/// Orders of all types that a reader has met.
pub(crate) struct Orders(Vec<Order>);

/// Takes the orders that the thread keeps; empty while another reader holds them.
impl Default for Orders {
    fn default() -> Self {
        Self(KNOWN.try_with(Cell::take).unwrap_or_default())
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        let own = mem::take(&mut self.0);
        // A thread that ends keeps no orders.
        let _ = KNOWN.try_with(|known| {
            let there = known.take();
            known.set(if own.len() > there.len() && own.len() <= MAX_ORDERS { own } else { there });
        });
    }
}

/// Order of the members of a type, as its last object had them.
struct Order {
    common: &'static [Field],
    arm: &'static [Field],
    tag: Option<&'static str>,
    /// Place that came last after each place. Places are the start of the object, the common
    /// members, the members of the arm, and the tag.
    behind: Vec<usize>,
    /// Bit set of the required members among the first 64: of the common ones, and of the arm.
    required: [u64; 2],
}

impl Order {
    fn new(common: &'static [Field], arm: &'static [Field], tag: Option<&'static str>) -> Self {
        // The initial order is the order in the spec.
        let place = |(index, field): (usize, &Field)| if is_expected(field) { index + 1 } else { NOWHERE };
        let behind = common.iter().chain(arm).enumerate().map(place).chain([NOWHERE; 2]).collect();
        let required = [common, arm].map(|fields| {
            let bit = |(index, field): (usize, &Field)| u64::from(field.required) << index;
            fields.iter().take(64).enumerate().map(bit).sum()
        });
        Self { common, arm, tag, behind, required }
    }
}

/// Place without an expected member.
pub(crate) const NOWHERE: usize = 0;

/// Returns whether a member may be recognized by its name before its key is parsed.
pub(crate) const fn is_expected(field: &Field) -> bool {
    field.plain && !field.rest
}

impl Orders {
    /// Returns the index of the order for objects with these members, which is added if new.
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

    /// Returns the bit sets of required members among the first 64: of the common ones, and of the
    /// arm.
    pub(crate) fn required(&self, order: usize) -> [u64; 2] {
        self.0.get(order).map_or([u64::MAX; 2], |order| order.required)
    }

    /// Returns the place expected after another.
    #[inline]
    pub(crate) fn behind(&self, order: usize, place: usize) -> Option<usize> {
        self.0.get(order)?.behind.get(place).copied()
    }

    /// Remembers that `next` came after `place`.
    pub(crate) fn learn(&mut self, order: usize, place: usize, next: usize) {
        if let Some(behind) = self.0.get_mut(order).and_then(|order| order.behind.get_mut(place)) {
            *behind = next;
        }
    }
}
