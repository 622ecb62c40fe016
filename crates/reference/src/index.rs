//! Index of a reference: operations, subscriptions, webhooks, types, members, values and error
//! codes.
//!
//! Input: a reference. Output: an entry for each of them, with the names by which it is found.

use serde::Serialize;

use crate::data::{ErrorCode, Member, Operation, Reference, Shape, Subscription, TypeEntry, Webhooks};
use chainloom_codegen::sentences::summary;

/// An entry of the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Title in a list: `books.findBook`, `Book`, `Book.isbn`.
    pub title: String,
    /// Description, on one line.
    pub text: String,
    /// ID of the operation, subscription, webhooks or type that the entry is or belongs to. For an
    /// error of a service or a status of a client: the name of the service or client.
    pub of: String,
    /// Names by which the entry is found.
    pub names: Vec<String>,
}

/// Kind of an [`Entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// An operation.
    Operation,
    /// A subscription.
    Subscription,
    /// The webhooks of a file.
    Webhooks,
    /// A named type.
    Type,
    /// A parameter of an operation or a subscription.
    Parameter,
    /// A member of an object.
    Member,
    /// A value of an enumeration, or a variant of a union.
    Value,
    /// A JSON-RPC error code of an operation.
    Error,
    /// A JSON-RPC error code of a service.
    ServiceError,
    /// An HTTP status of a client.
    Status,
}

impl Reference {
    /// Returns all entries of the index, in the order of the spec.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.operations.iter().for_each(|one| of_operation(one, &mut entries));
        self.subscriptions.iter().for_each(|one| of_subscription(one, &mut entries));
        entries.extend(self.webhooks.iter().map(of_webhooks));
        self.types.iter().for_each(|one| of_type(one, &mut entries));
        for service in &self.services {
            entries.extend(service.errors.iter().map(|one| of_error(one, EntryKind::ServiceError, &service.name)));
        }
        for client in &self.clients {
            entries.extend(client.statuses.iter().map(|status| Entry {
                kind: EntryKind::Status,
                title: format!("{} {}", status.code, status.name),
                text: summary(&status.doc),
                of: client.name.clone(),
                names: vec![status.code.to_string(), status.name.clone()],
            }));
        }
        entries
    }
}

/// Adds the entries of an operation: itself, its parameters and its errors.
fn of_operation(one: &Operation, entries: &mut Vec<Entry>) {
    let short = one.id.rsplit('.').next().unwrap_or_default().to_owned();
    entries.push(Entry {
        kind: EntryKind::Operation,
        title: one.id.clone(),
        text: one.summary.clone(),
        of: one.id.clone(),
        names: vec![short, one.id.clone(), one.wire_name.clone(), one.rust.method.clone()],
    });
    entries.extend(one.parameters.iter().map(|member| of_member(member, EntryKind::Parameter, &one.id, &one.id)));
    entries.extend(one.errors.iter().map(|error| of_error(error, EntryKind::Error, &one.id)));
}

fn of_subscription(one: &Subscription, entries: &mut Vec<Entry>) {
    let short = one.id.rsplit('.').next().unwrap_or_default().to_owned();
    entries.push(Entry {
        kind: EntryKind::Subscription,
        title: one.id.clone(),
        text: one.summary.clone(),
        of: one.id.clone(),
        names: [short, one.id.clone(), one.wire_name.clone(), one.method.clone()]
            .into_iter()
            .chain(one.begin.clone())
            .collect(),
    });
    entries.extend(one.parameters.iter().map(|member| of_member(member, EntryKind::Parameter, &one.id, &one.id)));
}

fn of_webhooks(one: &Webhooks) -> Entry {
    let short = one.name.rsplit('/').next().unwrap_or_default().to_owned();
    let names = [short, one.name.clone(), one.event.to_string(), one.rust.clone()];
    Entry {
        kind: EntryKind::Webhooks,
        title: one.name.clone(),
        text: one.summary.clone(),
        of: one.name.clone(),
        names: names.into_iter().chain(one.header.clone()).collect(),
    }
}

/// Adds the entries of a type: itself, and its members or values.
fn of_type(one: &TypeEntry, entries: &mut Vec<Entry>) {
    entries.push(Entry {
        kind: EntryKind::Type,
        title: one.name.clone(),
        text: summary(&one.doc),
        of: one.id.clone(),
        names: vec![one.name.clone()],
    });
    let value = |name: &str, doc: &str| Entry {
        kind: EntryKind::Value,
        title: format!("{}.{name}", one.name),
        text: summary(doc),
        of: one.id.clone(),
        names: vec![name.to_owned()],
    };
    match &one.shape {
        Shape::Scalar { .. } | Shape::Alias { .. } => {}
        Shape::Enum { values } => entries.extend(values.iter().map(|one| {
            let name = one.value.as_str().map_or_else(|| one.value.to_string(), str::to_owned);
            value(&name, &one.doc)
        })),
        Shape::Record { members } => {
            entries.extend(members.iter().map(|member| of_member(member, EntryKind::Member, &one.name, &one.id)));
        }
        Shape::Union { members, arms, .. } => {
            entries.extend(members.iter().map(|member| of_member(member, EntryKind::Member, &one.name, &one.id)));
            entries.extend(arms.iter().map(|arm| value(&arm.name, &arm.doc)));
        }
    }
}

fn of_member(member: &Member, kind: EntryKind, owner: &str, id: &str) -> Entry {
    let mut names = vec![member.name.clone(), member.rust.clone()];
    names.dedup();
    Entry { kind, title: format!("{owner}.{}", member.name), text: summary(&member.doc), of: id.to_owned(), names }
}

fn of_error(error: &ErrorCode, kind: EntryKind, of: &str) -> Entry {
    Entry {
        kind,
        title: format!("{} {}", error.code, error.name),
        text: summary(&error.doc),
        of: of.to_owned(),
        names: vec![error.code.to_string(), error.name.clone()],
    }
}
