//! Look-up of an operation, a subscription, webhooks or a type by any of their names.
//!
//! Input: a name. Output: the match, or similar names. Names have an order of precedence: ID, name on the wire, path in
//! Rust, method in Rust, ID without the service, names of types; then the same case-insensitively. The wire name of
//! webhooks is a header, and they have no method. Types have an ID, a path in Rust with the paths of its re-exports,
//! and a name in the spec.

use std::collections::HashMap;
use std::fmt;

use chainloom_codegen::diagnostic::near_name;
use chainloom_codegen::snake;

use crate::data::{Operation, Protocol, Reference, SpecFile, Subscription, TypeEntry, Webhooks};

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

/// Item or type that a name refers to.
#[derive(Clone, Copy, Debug)]
pub enum Named<'r> {
    /// An operation, a subscription or webhooks.
    Item(Item<'r>),
    /// A type.
    Type(&'r TypeEntry),
}

/// Error of a name without a match, or with several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// No item has the name.
    Unknown {
        /// Whether types were searched, too.
        with_types: bool,
        /// Name that was searched.
        name: String,
        /// Question with a similar name: ``did you mean `books.findBook`?``
        hint: Option<String>,
    },
    /// Several operations, subscriptions or webhooks have the name.
    Several {
        /// Name that was searched.
        name: String,
        /// IDs of the matches, in the order of the spec.
        ids: Vec<String>,
    },
}

impl fmt::Display for NotFound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { with_types, name, hint } => {
                match with_types {
                    true => write!(out, "there is no operation, subscription, webhook or type `{name}`")?,
                    false => write!(out, "there is no operation, subscription or webhook `{name}`")?,
                }
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
    /// Returns the ID, such as `books.findBook`; for webhooks the file, such as `library/events`.
    #[must_use]
    pub fn id(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.id,
            Self::Subscription(one) => &one.id,
            Self::Webhooks(one) => &one.name,
        }
    }

    /// Returns the name of the service; `None` for webhooks.
    #[must_use]
    pub fn service(self) -> Option<&'r str> {
        match self {
            Self::Operation(one) => Some(&one.service),
            Self::Subscription(one) => Some(&one.service),
            Self::Webhooks(_) => None,
        }
    }

    /// Returns the file of the spec, such as `library/books`.
    #[must_use]
    pub fn file(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.file,
            Self::Subscription(one) => &one.file,
            Self::Webhooks(one) => &one.name,
        }
    }

    /// Returns the kind as a word: `operation`, `subscription` or `webhooks`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Operation(_) => "operation",
            Self::Subscription(_) => "subscription",
            Self::Webhooks(_) => "webhooks",
        }
    }

    /// Returns the first sentence of the description, without its full stop.
    #[must_use]
    pub fn summary(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.summary,
            Self::Subscription(one) => &one.summary,
            Self::Webhooks(one) => &one.summary,
        }
    }

    /// Returns the name on the wire; for webhooks the signature header, empty without one.
    #[must_use]
    pub fn wire_name(self) -> &'r str {
        match self {
            Self::Operation(one) => &one.wire_name,
            Self::Subscription(one) => &one.wire_name,
            Self::Webhooks(one) => one.header.as_deref().unwrap_or_default(),
        }
    }

    /// Returns the names of the item by kind of name, in order of precedence.
    fn names(self) -> [Vec<String>; 5] {
        let (service, method, path) = match self {
            Self::Operation(one) => (&one.service, &one.rust.method, Some(&one.rust.path)),
            Self::Subscription(one) => (&one.service, &one.method, None),
            Self::Webhooks(one) => return names_of_webhooks(one),
        };
        let mut wire = vec![self.wire_name().to_owned()];
        match self {
            Self::Operation(Operation { protocol: Protocol::Rest { path, .. }, .. }) => wire.push(path.clone()),
            Self::Operation(Operation { protocol: Protocol::Rpc { method }, .. }) => {
                wire.extend([method.clone(), format!("{service}.{method}")]);
            }
            Self::Subscription(one) => wire.extend(one.begin.clone()),
            Self::Webhooks(_) => {}
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

/// Returns the names of webhooks by kind of name, in order of precedence.
fn names_of_webhooks(one: &Webhooks) -> [Vec<String>; 5] {
    let short = one.name.rsplit('/').next().unwrap_or_default().to_owned();
    [vec![one.name.clone()], one.header.iter().cloned().collect(), vec![one.rust.clone()], Vec::new(), vec![short]]
}

/// Returns the Rust paths of a type: where it is declared, and where it is re-exported. A path of a
/// re-export is listed with the name of the crate and without it.
fn paths_of_type(one: &TypeEntry) -> Vec<String> {
    let root = one.rust.strip_suffix(&one.id).unwrap_or_default();
    let reexports = one.reexports.iter().flat_map(|path| [format!("{root}{path}"), path.clone()]);
    std::iter::once(one.rust.clone()).chain(reexports).collect()
}

impl Reference {
    /// Returns all operations, then all subscriptions, then all webhooks, each in the order of the
    /// spec.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        let operations = self.operations.iter().map(Item::Operation);
        let subscriptions = self.subscriptions.iter().map(Item::Subscription);
        operations.chain(subscriptions).chain(self.webhooks.iter().map(Item::Webhooks))
    }

    /// Returns the operations and subscriptions of a service, grouped by file in the order of the
    /// spec.
    #[must_use]
    pub fn items_by_file(&self, service: &str) -> Vec<(&SpecFile, Vec<Item<'_>>)> {
        let mut by_file: HashMap<&str, Vec<Item<'_>>> = HashMap::new();
        for item in self.items().filter(|item| item.service() == Some(service)) {
            by_file.entry(item.file()).or_default().push(item);
        }
        self.files.iter().filter_map(|file| Some((file, by_file.remove(file.name.as_str())?))).collect()
    }

    /// Finds an operation or a subscription by its ID (`books.findBook`), its name on the wire or its name in Rust
    /// (`find_book`, `books.find_book`). Names on the wire are `GET /books/{isbn}` and methods of JSON-RPC, also after
    /// their service, and the methods that begin subscriptions. Finds webhooks by their file
    /// (`library/events`), their signature header or their static in Rust.
    ///
    /// # Errors
    ///
    /// No item has the name, or several have the same.
    pub fn find(&self, name: &str) -> Result<Item<'_>, NotFound> {
        let (name, all) = (name.trim(), self.names_of_items());
        for is_equal in EQUALITIES {
            if let Some(found) = found_among(&all, name, is_equal) {
                return found;
            }
        }
        Err(unknown(false, name, all.iter().flat_map(|(_, names)| names.iter().flatten())))
    }

    /// Finds an operation, a subscription or webhooks like [`Reference::find`], or a type by its ID
    /// (`books::Book`), its path in Rust, also one of a re-export, or its name in the spec (`Book`).
    ///
    /// # Errors
    ///
    /// No item or type has the name, or several have the same.
    pub fn find_named(&self, name: &str) -> Result<Named<'_>, NotFound> {
        let (name, items) = (name.trim(), self.names_of_items());
        let types: Vec<(&TypeEntry, [Vec<String>; 3])> = self
            .types
            .iter()
            .map(|one| (one, [vec![one.id.clone()], paths_of_type(one), vec![one.name.clone()]]))
            .collect();
        for is_equal in EQUALITIES {
            let item = found_among(&items, name, is_equal).map(|found| found.map(Named::Item));
            let found = item.or_else(|| found_among(&types, name, is_equal).map(|found| found.map(Named::Type)));
            if let Some(found) = found {
                return found;
            }
        }
        let of_items = items.iter().flat_map(|(_, names)| names.iter().flatten());
        let all = of_items.chain(types.iter().flat_map(|(_, names)| names.iter().flatten()));
        Err(unknown(true, name, all))
    }

    fn names_of_items(&self) -> Vec<(Item<'_>, [Vec<String>; 5])> {
        self.items().map(|item| (item, item.names())).collect()
    }
}

/// Comparisons of names: exact, then case-insensitive, then by their words.
const EQUALITIES: [fn(&str, &str) -> bool; 3] = [|a, b| a == b, str::eq_ignore_ascii_case, has_same_words];

/// Returns whether two names have the same words. A document may write `books#find-all` for the operation
/// `books.findAll`.
fn has_same_words(a: &str, b: &str) -> bool {
    let words = snake(a);
    !words.is_empty() && words == snake(b)
}

/// Returns the match of a name by the first kind of name that has one; `None` without a match. Several matches are an
/// error.
fn found_among<T: Copy, const KINDS: usize>(
    all: &[(T, [Vec<String>; KINDS])],
    name: &str,
    is_equal: fn(&str, &str) -> bool,
) -> Option<Result<T, NotFound>> {
    for kind in 0..KINDS {
        let has = |names: &[Vec<String>; KINDS]| names[kind].iter().any(|one| is_equal(one, name));
        let found: Vec<&(T, [Vec<String>; KINDS])> = all.iter().filter(|(_, names)| has(names)).collect();
        match found.as_slice() {
            [] => {}
            [(one, _)] => return Some(Ok(*one)),
            several => {
                // The first name of the first kind is the ID.
                let ids = several.iter().filter_map(|(_, names)| names.first()?.first().cloned()).collect();
                return Some(Err(NotFound::Several { name: name.to_owned(), ids }));
            }
        }
    }
    None
}

/// Creates the error of an unknown name, with a similar known name.
fn unknown<'n>(with_types: bool, name: &str, known: impl Iterator<Item = &'n String>) -> NotFound {
    let hint = near_name(name, known.map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
    NotFound::Unknown { with_types, name: name.to_owned(), hint }
}
