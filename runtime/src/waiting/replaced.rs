//! Detects that something else replaced the awaited object.
//!
//! Input: the result of the operation that returns the object while it is pending. Output: its
//! number, and the call that returns the next free number. Nothing is sent here.

use crate::{
    encode::Members,
    pages::{PageJson, whole},
    schema::{NextValue, Operation, Replaced},
};

/// Number of the awaited item, and the members of the call that returns the next free number.
pub(super) struct Claim {
    pub(super) number: u64,
    pub(super) members: Members,
}

impl Claim {
    /// Returns the claim of an owner, as JSON, to a number.
    pub(super) fn given(of: &Replaced, owner: Vec<u8>, number: u64) -> Self {
        let mut members: Members = vec![None; of.next.input.fields.len()];
        for (index, source) in of.with {
            if let Some(member) = members.get_mut(*index) {
                *member = Some(match source {
                    NextValue::Member(_) => owner.clone(),
                    NextValue::Fixed(json) => json.as_bytes().to_vec(),
                });
            }
        }
        Self { number, members }
    }

    /// Reads the claim from the pending item; `None` if the item is null or lacks one of the values.
    pub(super) fn of(of: &Replaced, pending: &PageJson<'_>) -> Option<Self> {
        let number = pending.member(of.number).and_then(whole)?;
        let mut members: Members = vec![None; of.next.input.fields.len()];
        for (index, source) in of.with {
            let json = match source {
                NextValue::Member(path) => pending.member(path)?,
                NextValue::Fixed(json) => json,
            };
            *members.get_mut(*index)? = Some(json.as_bytes().to_vec());
        }
        Some(Self { number, members })
    }
}

/// Returns the members of another operation that have the names of given members.
pub(super) fn shared_members(operation: &Operation, members: &Members, other: &Operation) -> Members {
    let given = |name: &str| {
        let index = operation.input.fields.iter().position(|field| field.name == name)?;
        members.get(index)?.clone()
    };
    other.input.fields.iter().map(|field| given(field.name)).collect()
}
