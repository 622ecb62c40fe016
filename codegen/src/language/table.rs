//! Tables of keys: the keys of a mapping, the shape of each value, and a sentence on its purpose.
//!
//! The parser reads mappings by these tables, and [`crate::documents::spec_schema`] writes the JSON
//! Schema from them. What a value means is not decided here.

/// Shape of the value of a key.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// Text.
    Text,
    /// Text, or a number whose digits are the text.
    TextOrNumber,
    /// True or false.
    Flag,
    /// Whole number from the first to the second bound, both inclusive.
    Whole(u64, u64),
    /// Whole number, which may be negative.
    Integer,
    /// Any value.
    Any,
    /// Bounds: `1..=10`, `1..` or `..=10`.
    Bounds,
    /// Version of the language.
    Version,
    /// One word of a closed set.
    Word(&'static [&'static str]),
    /// Two or more names.
    Several,
    /// HTTP status code from the first to the second bound, both inclusive.
    Status(u16, u16),
    /// List of the codes of warnings.
    Warnings,
    /// Type, with its position.
    Type(Position),
    /// Member names, optionally with a `?`, each with its type.
    Fields,
    /// List of values.
    List(&'static Shape),
    /// Names that the author chooses, each with a value.
    Map(&'static Shape),
    /// HTTP status codes from the first to the second bound, each with a value.
    ByStatus(u16, u16, &'static Shape),
    /// Whole numbers, which may be negative, each with a value.
    ByCode(&'static Shape),
    /// Status codes, each with a body, and known keys next to them.
    Statuses(&'static Shape, &'static [TableKey]),
    /// Mapping with known keys.
    Keys(&'static Table),
    /// Any one of these shapes.
    Either(&'static [Shape]),
}

/// Position of a type, which determines the attributes allowed next to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// Member or parameter: all attributes.
    Field,
    /// Declared type.
    Declared,
    /// Item of a list, value of a map, or similar.
    Plain,
    /// Result of a call.
    Result,
    /// Arm of a union.
    Arm,
    /// Value of `type`: no attributes, since they are written next to `type`.
    Inner,
}

impl Position {
    pub(crate) const ALL: [Self; 6] = [Self::Field, Self::Declared, Self::Plain, Self::Result, Self::Arm, Self::Inner];

    /// Returns the attributes that are allowed at the position; `None` for all.
    pub(crate) const fn attributes(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Field => None,
            Self::Declared | Self::Plain => {
                Some(&["doc", "source", "range", "size", "pattern", "only", "seen", "also", "allow"])
            }
            Self::Result => {
                Some(&["doc", "source", "unit", "range", "size", "pattern", "only", "seen", "also", "allow"])
            }
            Self::Arm => Some(&["doc", "source", "range", "size", "pattern", "only", "seen", "rust", "also", "allow"]),
            Self::Inner => Some(&[]),
        }
    }
}

/// Key that a mapping of the language may have, as its table declares it.
#[derive(Clone, Copy)]
pub(crate) struct TableKey {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// Purpose of the key, in one sentence.
    pub(crate) doc: &'static str,
    pub(crate) need: Need,
    pub(crate) part: KeyPart,
}

/// Part of the spec that a key of a file describes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyPart {
    /// The mapping that has the key.
    Own,
    /// The service that a file defines.
    Service,
    /// All operations of a file.
    Shared,
}

/// Whether a mapping requires a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The key is optional.
    No,
    /// The parser refuses a mapping without the key.
    Yes,
    /// A later stage refuses a mapping without the key, with a better message.
    Later,
}

/// Table of the known keys of a mapping.
pub(crate) struct Table {
    /// Name of the mapping in the JSON Schema.
    pub(crate) name: &'static str,
    /// Noun of the mapping in messages, with its article.
    pub(crate) called: &'static str,
    keys: &'static [TableKey],
    /// Keys of which exactly one must be present.
    pub(crate) one: &'static [&'static str],
    /// Groups of keys; at most one key of each group may be present.
    pub(crate) apart: &'static [&'static [&'static str]],
    /// Pairs of keys; the first may only be present with the second.
    pub(crate) beside: &'static [(&'static str, &'static str)],
    /// Keys of `keys` that the mapping does not have.
    without: &'static [&'static str],
}

/// Returns a key that is optional.
pub(crate) const fn key(name: &'static str, shape: Shape, doc: &'static str) -> TableKey {
    TableKey { name, shape, doc, need: Need::No, part: KeyPart::Own }
}

/// Returns the total number of keys in several groups.
pub(crate) const fn count(groups: &[&[TableKey]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < groups.len() {
        sum += groups[at].len();
        at += 1;
    }
    sum
}

/// Concatenates groups of keys; `N` is the total number of keys.
pub(crate) const fn joined<const N: usize>(groups: &[&[TableKey]]) -> [TableKey; N] {
    let mut keys = [key("", Shape::Any, ""); N];
    let (mut group, mut at, mut to) = (0, 0, 0);
    while group < groups.len() {
        if at < groups[group].len() {
            keys[to] = groups[group][at];
            (at, to) = (at + 1, to + 1);
        } else {
            (group, at) = (group + 1, 0);
        }
    }
    keys
}

impl TableKey {
    /// Marks the key as required by a later stage: [`Need::Later`].
    pub(crate) const fn must_later(self) -> Self {
        Self { need: Need::Later, ..self }
    }
}

impl Table {
    pub(crate) const fn new(name: &'static str, called: &'static str, keys: &'static [TableKey]) -> Self {
        Self { name, called, keys, one: &[], apart: &[], beside: &[], without: &[] }
    }

    /// Returns the table of another mapping, which has the keys of this table except `without`.
    pub(crate) const fn without(
        self,
        name: &'static str,
        called: &'static str,
        without: &'static [&'static str],
    ) -> Self {
        Self { name, called, without, ..self }
    }

    /// Returns the table with `one` as the keys of which exactly one must be present.
    pub(crate) const fn one(self, one: &'static [&'static str]) -> Self {
        Self { one, ..self }
    }

    /// Returns the table with `one` as the keys of which exactly one is required. If `one` is
    /// empty, returns the table as it is.
    pub(crate) const fn and_one(self, one: &'static [&'static str]) -> Self {
        if one.is_empty() { self } else { self.one(one) }
    }

    /// Returns the table with groups of keys that exclude each other.
    pub(crate) const fn apart(self, apart: &'static [&'static [&'static str]]) -> Self {
        Self { apart, ..self }
    }

    /// Returns the table with pairs of keys, of which the first requires the second.
    pub(crate) const fn beside(self, beside: &'static [(&'static str, &'static str)]) -> Self {
        Self { beside, ..self }
    }

    /// Iterates over the keys, in the order that readers of a spec expect.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static TableKey> + use<> {
        let without = self.without;
        self.keys.iter().filter(move |key| !without.contains(&key.name))
    }

    /// Returns all keys of the table, including those that `without` excludes.
    pub(crate) const fn all_keys(&self) -> &'static [TableKey] {
        self.keys
    }

    /// Iterates over the names of the keys of a part.
    pub(crate) fn names_of(&self, part: KeyPart) -> impl Iterator<Item = &'static str> + use<> {
        self.keys().filter(move |key| key.part == part).map(|key| key.name)
    }

    /// Returns the noun of the mapping with its definite article, for messages.
    pub(crate) fn the(&self) -> String {
        let bare = self.called.strip_prefix("a ").or_else(|| self.called.strip_prefix("an "));
        bare.map_or_else(|| self.called.to_owned(), |bare| format!("the {bare}"))
    }
}

/// Iterates over the names of keys.
pub(crate) fn names(keys: &'static [TableKey]) -> impl Iterator<Item = &'static str> {
    keys.iter().map(|key| key.name)
}
