//! Look-up of an operation, a subscription or webhooks by any of their names.
//!
//! Input: a name. Output: the match, or similar names. Names have an order of precedence: ID, name
//! on the wire, path in Rust, method in Rust, ID without the service; then the same
//! case-insensitively. The wire name of webhooks is a header, and they have no method.

use std::fmt;

use chainloom_codegen::diagnostic::near_name;
use chainloom_codegen::snake;

use crate::data::{Operation, Protocol, Reference, Subscription, Webhooks};

/// An operation, a subscription, or the webhooks of a file.
#[derive(Clone, Copy, Debug)]
pub enum Item<'r> {
    /// An operation.
    Operation(&'r Operation),
    /// A subscription.
    Subscription(&'r Subscription),
    /// Webhooks, which arrive and are not called.
    Webhooks(&'r Webhooks),
}

/// Error of a name that nothing or several things have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// Nothing has the name.
    Unknown {
        /// The name.
        name: String,
        /// A name that may be meant, as a question: ``did you mean `books.findBook`?``
        hint: Option<String>,
    },
    /// Several operations, subscriptions or webhooks have the name.
    Several {
        /// The name.
        name: String,
        /// Their IDs, in the order of the spec.
        ids: Vec<String>,
    },
}

impl fmt::Display for NotFound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, hint } => {
                write!(out, "there is no operation, subscription or webhook `{name}`")?;
                hint.iter().try_for_each(|hint| write!(out, "; {hint}"))
            }
            Self::Several { name, ids } => {
                let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
                write!(out, "`{name}` is the name of several: {}", ids.join(", "))
            }
        }
    }
}

impl std::error::Error for NotFound {}

impl<'r> Item<'r> {
    /// The ID, such as `books.findBook`. That of webhooks is their file, such as `library/events`.
    #[must_use]
    pub fn id(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.id,
            Self::Subscription(one) => &one.id,
            Self::Webhooks(one) => &one.name,
        }
    }

    /// The kind as a word: `operation`, `subscription` or `webhooks`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Operation(_) => "operation",
            Self::Subscription(_) => "subscription",
            Self::Webhooks(_) => "webhooks",
        }
    }

    /// The first sentence of the description, without its full stop.
    #[must_use]
    pub fn summary(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.summary,
            Self::Subscription(one) => &one.summary,
            Self::Webhooks(one) => &one.summary,
        }
    }

    /// The name on the wire. That of webhooks is the header with the signature; empty without one.
    #[must_use]
    pub fn wire_name(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.wire_name,
            Self::Subscription(one) => &one.wire_name,
            Self::Webhooks(one) => one.header.as_deref().unwrap_or_default(),
        }
    }

    /// The names of each kind, the most exact kind first.
    fn names(self) -> [Vec<String>; 5] {
        let (service, method, path) = match self {
            Self::Operation(one) => (&one.service, &one.rust.method, Some(&one.rust.path)),
            Self::Subscription(one) => (&one.service, &one.method, None),
            Self::Webhooks(one) => return names_of_webhooks(one),
        };
        let mut wire = vec![self.wire_name().to_owned()];
        if let Self::Operation(Operation { protocol, .. }) = self {
            match protocol {
                Protocol::Rest { path, .. } => wire.push(path.clone()),
                Protocol::Rpc { method } => wire.push(method.clone()),
            }
        }
        let dotted = format!("{}.{method}", snake(service));
        let short = self.id().rsplit('.').next().unwrap_or_default().to_owned();
        [
            vec![self.id().to_owned()],
            wire,
            path.into_iter().cloned().chain([dotted]).collect(),
            vec![method.clone()],
            vec![short],
        ]
    }
}

/// Names of webhooks of each kind, the most exact kind first.
fn names_of_webhooks(one: &Webhooks) -> [Vec<String>; 5] {
    let short = one.name.rsplit('/').next().unwrap_or_default().to_owned();
    [vec![one.name.clone()], one.header.iter().cloned().collect(), vec![one.rust.clone()], Vec::new(), vec![short]]
}

impl Reference {
    /// All operations, then all subscriptions, then the webhooks of all files, in the order of the spec.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        let operations = self.operations.iter().map(Item::Operation);
        let subscriptions = self.subscriptions.iter().map(Item::Subscription);
        operations.chain(subscriptions).chain(self.webhooks.iter().map(Item::Webhooks))
    }

    /// Finds an operation or a subscription by its ID (`books.findBook`), its name on the wire
    /// (`GET /books/{isbn}`, or a method of JSON-RPC) or its name in Rust (`find_book`,
    /// `books.find_book`); webhooks by their file (`library/events`), the header with the signature
    /// or their static in Rust.
    ///
    /// # Errors
    ///
    /// Nothing has the name, or several have it.
    pub fn find(&self, name: &str) -> Result<Item<'_>, NotFound> {
        let name = name.trim();
        let all: Vec<(Item<'_>, [Vec<String>; 5])> = self.items().map(|item| (item, item.names())).collect();
        let is_equal: [fn(&str, &str) -> bool; 2] = [|a, b| a == b, str::eq_ignore_ascii_case];
        for is_equal in is_equal {
            for kind in 0..5 {
                let has = |names: &[Vec<String>; 5]| names[kind].iter().any(|one| is_equal(one, name));
                let found: Vec<Item<'_>> = all.iter().filter(|(_, names)| has(names)).map(|(item, _)| *item).collect();
                match found.as_slice() {
                    [] => {}
                    [one] => return Ok(*one),
                    several => {
                        let ids = several.iter().map(|item| item.id().to_owned()).collect();
                        return Err(NotFound::Several { name: name.to_owned(), ids });
                    }
                }
            }
        }
        let known = all.iter().flat_map(|(_, names)| names.iter().flatten()).map(String::as_str);
        let hint = near_name(name, known).map(|near| format!("did you mean `{near}`?"));
        Err(NotFound::Unknown { name: name.to_owned(), hint })
    }
}
