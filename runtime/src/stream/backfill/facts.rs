//! Facts of an event that determine its place in a chain.
//!
//! Input: the JSON of an event, and the table of the backfill. Output: height, identity, hash
//! and parent. Only the named members are read.

use crate::{
    from_slice,
    json::members,
    schema::{self, Subscription, Type},
};

/// Facts of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventFacts {
    /// Height of the event; `None` for an event without one.
    pub(crate) height: Option<u64>,
    /// Identity of the event among all events: the JSON of its identifying members.
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
        let text = |path: &[&str]| member(event, path).filter(|json| *json != "null").map(str::to_owned);
        // A withdrawal and its withdrawn event differ in `removed` only.
        let names = how.same.iter().filter(|path| how.removed != Some(**path));
        let id: Vec<&str> = names.map(|path| member(event, path).unwrap_or_default()).collect();
        Self {
            height: member(event, how.height).and_then(|json| from_slice::<u64>(ty, json.as_bytes()).ok()),
            id: id.join(" "),
            block: how.links.and_then(|links| text(links.hash)),
            parent: how.links.and_then(|links| links.parent).and_then(text),
            is_removed: how.removed.is_some_and(|path| member(event, path) == Some("true")),
        }
    }
}

/// Returns the type of a height, which determines its form.
pub(crate) fn height_type(subscription: &Subscription, how: &schema::Backfill) -> Type {
    let inner = |ty: Type, name: &&str| match plain(ty) {
        Type::Record(record) => record.fields.iter().find(|field| field.name == *name).map(|field| field.ty),
        _ => None,
    };
    let ty = how.height.iter().try_fold(subscription.item, inner);
    plain(ty.unwrap_or(Type::Integer(schema::Integer::U64)))
}

/// Strips bounds and nullability.
fn plain(ty: Type) -> Type {
    match ty.plain() {
        Type::Nullable(inner) => inner.plain(),
        ty => ty,
    }
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
