//! Facts of an event that determine its place in a chain.
//!
//! Input: the JSON of an event, and the table of the backfill. Output: height, identity, hash
//! and parent. Only the named members are read. They are compared by value: nodes spell the same
//! value in different ways.

use crate::{
    from_slice,
    json::{Plain, members, text_json},
    schema::{self, Form, Subscription, Type},
};
use alloy_primitives::U256;
use chainloom_forms::hex::after_prefix;

/// Facts of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventFacts {
    /// Height of the event; `None` for an event without one.
    pub(crate) height: Option<u64>,
    /// Identity of the event among all events: the values of its identifying members.
    pub(crate) id: String,
    /// Hash of the block that contains the event.
    pub(crate) block: Option<String>,
    /// Hash of the block at the height below.
    pub(crate) parent: Option<String>,
    /// Whether this event withdraws an earlier one.
    pub(crate) is_removed: bool,
}

impl EventFacts {
    /// Reads the facts from the JSON of an event.
    pub(crate) fn of(subscription: &Subscription, how: &schema::Backfill, event: &[u8]) -> Self {
        let ty = height_type(subscription, how);
        let value = |path: &[&str]| canonical_text(member_type(subscription.item, path)?, member(event, path)?);
        // A withdrawal and its withdrawn event differ in `removed` only.
        let names = how.same.iter().filter(|path| how.removed != Some(**path));
        let id: Vec<String> = names.map(|path| value(path).as_deref().map(text_json).unwrap_or_default()).collect();
        Self {
            height: member(event, how.height).and_then(|json| from_slice::<u64>(ty, json.as_bytes()).ok()),
            id: id.join(" "),
            block: how.links.and_then(|links| value(links.hash)),
            parent: how.links.and_then(|links| links.parent).and_then(value),
            is_removed: how.removed.is_some_and(|path| member(event, path) == Some("true")),
        }
    }
}

/// Returns the type of a height, which determines its form.
pub(crate) fn height_type(subscription: &Subscription, how: &schema::Backfill) -> Type {
    member_type(subscription.item, how.height).unwrap_or(Type::Integer(schema::Integer::U64))
}

/// Returns the type of the member at a path, without bounds and nullability; `None` without such a member.
fn member_type(ty: Type, path: &[&str]) -> Option<Type> {
    path.iter().try_fold(ty.bare(), |ty, name| match ty {
        Type::Record(record) => record.fields.iter().find(|field| field.name == *name).map(|field| field.ty.bare()),
        _ => None,
    })
}

/// Returns a text that is the same for all spellings of a value; `None` for null.
fn canonical_text(ty: Type, json: &str) -> Option<String> {
    let text = match Plain::parse(json.as_bytes()) {
        Ok(Plain::Null) => return None,
        Ok(Plain::Text(text)) => text,
        _ => json.to_owned(),
    };
    let form = if let Type::Scalar(scalar) = ty { Some(scalar.form) } else { None };
    let is_whole = matches!(ty, Type::Integer(_)) || form.is_some_and(|form| form.integer().is_some());
    Some(match form {
        _ if is_whole => from_slice::<U256>(ty, json.as_bytes()).map_or(text, |number| number.to_string()),
        Some(Form::Hex { .. }) => after_prefix(&text).unwrap_or(&text).to_ascii_lowercase(),
        Some(Form::Uuid) => text.to_ascii_lowercase(),
        _ => text,
    })
}

/// Returns the JSON of the member at a path; `None` if absent.
fn member<'j>(json: &'j [u8], path: &[&str]) -> Option<&'j str> {
    let mut json = std::str::from_utf8(json).ok()?;
    for name in path {
        let all = members(json.as_bytes()).ok()?;
        json = all.into_iter().rev().find(|(known, _)| known.as_str() == *name)?.1;
    }
    Some(json)
}
