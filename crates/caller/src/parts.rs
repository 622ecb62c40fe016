//! Paths to the parts of a JSON value.
//!
//! Input: the steps of a walk. Output: the part of the value, to be read or changed after the walk.

use chainloom_codegen::walk::Step;
use serde_json::Value;

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Item(usize),
    Member(String),
}

impl Part {
    /// Returns the part to which a step of a walk leads; `None` for the key of a map.
    pub(crate) fn of<F, A>(step: &Step<'_, F, A>) -> Option<Self> {
        match *step {
            Step::Item(index) => Some(Self::Item(index)),
            Step::Key(..) => None,
            Step::Entry(name) | Step::Arm(_, name) | Step::WrappedList(name) | Step::Member(_, name) => {
                Some(Self::Member(name.to_owned()))
            }
        }
    }
}

/// Returns the part of a value at a path.
pub(crate) fn at<'v>(value: &'v Value, path: &[Part]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, part| match part {
        Part::Item(index) => value.get(index),
        Part::Member(name) => value.get(name),
    })
}

/// Returns the part of a value at a path, to be changed.
pub(crate) fn at_mut<'v>(value: &'v mut Value, path: &[Part]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, part| match part {
        Part::Item(index) => value.get_mut(index),
        Part::Member(name) => value.get_mut(name),
    })
}
