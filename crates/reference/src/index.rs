//! Search by words, over operations, subscriptions, webhooks, types, members, values and error codes.
//!
//! Input: a reference and words. Output: the entries that have all of the words, the best first. The
//! script of the reference page (`html/page.js`) ranks the same entries by the same points.

use serde::Serialize;

use crate::data::{ErrorCode, Member, Operation, Reference, Shape, Subscription, TypeEntry, Webhooks};
use crate::find::Item;
use chainloom_codegen::sentences::summary;

/// Points of a word: equal to a name, at the beginning of a name, at the beginning of a part of a
/// name, elsewhere in a name, at the beginning of a word of the text, elsewhere in the text.
const POINTS: [u32; 6] = [100, 60, 40, 20, 8, 3];

/// Points of words that make up a whole name, one after the other.
const WHOLE: u32 = 50;

/// A thing that can be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// What it is called in a list: `books.findBook`, `Book`, `Book.isbn`.
    pub title: String,
    /// What is said of it, on one line.
    pub text: String,
    /// The ID of the operation, subscription, webhooks or type that it is or belongs to; for the error of a
    /// service or a client, its name.
    pub of: String,
    /// The names by which it is found.
    pub names: Vec<String>,
}

/// What an [`Entry`] is.
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
    /// A code of a JSON-RPC error of an operation.
    Error,
    /// A code of a JSON-RPC error of a service.
    ServiceError,
    /// An HTTP status of a client.
    Status,
}

impl EntryKind {
    /// Points in addition to those of the words: what is called goes before its parts.
    const fn points(self) -> u32 {
        match self {
            Self::Operation | Self::Subscription | Self::Webhooks => 6,
            Self::Type => 4,
            Self::Error | Self::ServiceError | Self::Status => 2,
            Self::Parameter | Self::Member | Self::Value => 0,
        }
    }

    /// Whether it is an [`Item`], or a part of one.
    const fn is_of_item(self) -> bool {
        matches!(self, Self::Operation | Self::Subscription | Self::Webhooks | Self::Parameter | Self::Error)
    }
}

impl Reference {
    /// All that can be found, in the order of the spec.
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

    /// Finds the entries that have all words in a name or in their text, the best first. Equally
    /// good ones stay in the order of the spec.
    #[must_use]
    pub fn search(&self, words: &str) -> Vec<Entry> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let found = self.entries().into_iter().filter_map(|entry| Some((points(&entry, &words)?, entry)));
        let mut found: Vec<(u32, Entry)> = found.collect();
        found.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Finds the operations, subscriptions and webhooks that have all words, the best first. A
    /// parameter or an error code counts for its operation.
    #[must_use]
    pub fn search_items(&self, words: &str) -> Vec<Item<'_>> {
        let mut found: Vec<Item<'_>> = Vec::new();
        for entry in self.search(words).into_iter().filter(|entry| entry.kind.is_of_item()) {
            let item = self.items().find(|item| item.id() == entry.of);
            found.extend(item.filter(|item| !found.iter().any(|known| known.id() == item.id())));
        }
        found
    }
}

/// The points of an entry; `None` if it lacks a word.
fn points(entry: &Entry, words: &[String]) -> Option<u32> {
    let text = entry.text.to_lowercase();
    let of_word = |word: &String| {
        let names = entry.names.iter().map(|name| of_name(name, word));
        let of_text = text.match_indices(word.as_str()).map(|(at, _)| if is_start(&text, at) { 4 } else { 5 });
        names.flatten().chain(of_text).min().map(|rank| POINTS[rank])
    };
    let points = words.iter().map(of_word).sum::<Option<u32>>()?;
    let joined = plain(&words.concat());
    let whole = if entry.names.iter().any(|name| plain(name) == joined) { WHOLE } else { 0 };
    Some(points + whole + entry.kind.points())
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The place in [`POINTS`] of a word in a name.
fn of_name(name: &str, word: &str) -> Option<usize> {
    let lower = name.to_lowercase();
    if lower == word {
        return Some(0);
    }
    // Letters whose lower case is longer are in no name, and would only be ranked lower.
    let is_part = |at: usize| is_start(&lower, at) || name[at..].starts_with(|letter: char| letter.is_uppercase());
    let places = lower.match_indices(word).map(|(at, _)| match at {
        0 => 1,
        at if name.is_char_boundary(at) && is_part(at) => 2,
        _ => 3,
    });
    places.min()
}

/// Whether a word begins here.
fn is_start(text: &str, at: usize) -> bool {
    !text[..at].ends_with(char::is_alphanumeric)
}

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
        names: vec![short, one.id.clone(), one.wire_name.clone(), one.method.clone()],
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
