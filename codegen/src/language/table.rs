//! Tables of keys: which keys a mapping has, what the value of each looks like, and in one sentence
//! what it is for.
//!
//! The parser reads mappings by these tables, and [`crate::documents::spec_schema`] writes the JSON
//! Schema from them. What a value means is not decided here.

/// What the value of a key looks like.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// Text.
    Text,
    /// Text, or a number that is taken as its digits.
    TextOrNumber,
    /// True or false.
    Flag,
    /// A whole number within these bounds.
    Whole(u64, u64),
    /// A whole number, which may be below zero.
    Integer,
    /// Any value.
    Any,
    /// `1..=10`, `1..` or `..=10`.
    Bounds,
    /// The version of the language.
    Version,
    /// One word of a closed set.
    Word(&'static [&'static str]),
    /// Two names or more.
    Several,
    /// A status code of HTTP, from the first to the last.
    Status(u16, u16),
    /// A list of the codes of warnings.
    Warnings,
    /// A type.
    Type(Position),
    /// Names, perhaps with a `?`, and their types.
    Fields,
    /// A list.
    List(&'static Shape),
    /// Names that the spec chooses, each with a value.
    Map(&'static Shape),
    /// Status codes of HTTP from the first to the last, each with a value.
    ByStatus(u16, u16, &'static Shape),
    /// Whole numbers, which may be below zero, each with a value.
    ByCode(&'static Shape),
    /// Status codes, each with a body, and known keys beside them.
    Statuses(&'static Shape, &'static [Key]),
    /// A mapping with known keys.
    Keys(&'static Table),
    /// One of several.
    Either(&'static [Shape]),
}

/// Where a type stands, which decides what may be said beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// A member or a parameter: everything.
    Field,
    /// A declaration.
    Declared,
    /// The items of a list, a response and the like.
    Plain,
    /// An arm of a union.
    Arm,
    /// Behind `type`: nothing, as it stands beside that key.
    Inner,
}

impl Position {
    pub(crate) const ALL: [Self; 5] = [Self::Field, Self::Declared, Self::Plain, Self::Arm, Self::Inner];

    /// The attributes that may stand beside a type here; `None` for all.
    pub(crate) const fn attributes(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Field => None,
            Self::Declared | Self::Plain => {
                Some(&["doc", "source", "range", "size", "pattern", "only", "seen", "also", "allow"])
            }
            Self::Arm => Some(&["doc", "source", "range", "size", "pattern", "only", "seen", "rust", "also", "allow"]),
            Self::Inner => Some(&[]),
        }
    }
}

/// A key of a mapping.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// What it is for, in one sentence.
    pub(crate) doc: &'static str,
    pub(crate) need: Need,
    pub(crate) part: Part,
}

/// The part of a mapping to which a key belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The mapping itself.
    Own,
    /// The service that a file defines.
    Service,
    /// All operations of a file.
    Shared,
}

/// Whether a mapping may do without a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// It may.
    No,
    /// The parser refuses a mapping without it.
    Yes,
    /// Another stage refuses it, which knows better what to say.
    Later,
}

/// A mapping whose keys are known.
pub(crate) struct Table {
    /// Its name in the schema.
    pub(crate) name: &'static str,
    /// What messages call such a mapping, with its article.
    pub(crate) called: &'static str,
    keys: &'static [Key],
    /// Exactly one of these is there.
    pub(crate) one: &'static [&'static str],
    /// At most one of each group is there.
    pub(crate) apart: &'static [&'static [&'static str]],
    /// The first may only stand beside the second.
    pub(crate) beside: &'static [(&'static str, &'static str)],
    /// Keys that the mapping lacks, though its declaration has them.
    without: &'static [&'static str],
}

pub(crate) const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, doc, need: Need::No, part: Part::Own }
}

/// Returns the number of keys of all groups.
pub(crate) const fn count(groups: &[&[Key]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < groups.len() {
        sum += groups[at].len();
        at += 1;
    }
    sum
}

/// Returns the keys of all groups, of which there are `N`.
pub(crate) const fn joined<const N: usize>(groups: &[&[Key]]) -> [Key; N] {
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

impl Key {
    pub(crate) const fn must_later(self) -> Self {
        Self { need: Need::Later, ..self }
    }
}

impl Table {
    pub(crate) const fn new(name: &'static str, called: &'static str, keys: &'static [Key]) -> Self {
        Self { name, called, keys, one: &[], apart: &[], beside: &[], without: &[] }
    }

    /// Another mapping of the same declaration, which lacks some of its keys.
    pub(crate) const fn without(
        self,
        name: &'static str,
        called: &'static str,
        without: &'static [&'static str],
    ) -> Self {
        Self { name, called, without, ..self }
    }

    pub(crate) const fn one(self, one: &'static [&'static str]) -> Self {
        Self { one, ..self }
    }

    /// The table, of which exactly one of these keys is there; nothing is said by none.
    pub(crate) const fn and_one(self, one: &'static [&'static str]) -> Self {
        if one.is_empty() { self } else { self.one(one) }
    }

    pub(crate) const fn apart(self, apart: &'static [&'static [&'static str]]) -> Self {
        Self { apart, ..self }
    }

    pub(crate) const fn beside(self, beside: &'static [(&'static str, &'static str)]) -> Self {
        Self { beside, ..self }
    }

    /// All keys, in the order in which a reader expects them.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        let without = self.without;
        self.keys.iter().filter(move |key| !without.contains(&key.name))
    }

    /// All keys of the declaration.
    pub(crate) const fn all(&self) -> &'static [Key] {
        self.keys
    }

    /// The names of the keys of a part.
    pub(crate) fn names_of(&self, part: Part) -> impl Iterator<Item = &'static str> + use<> {
        self.keys().filter(move |key| key.part == part).map(|key| key.name)
    }

    /// What a message calls the mapping that is at hand.
    pub(crate) fn the(&self) -> String {
        let bare = self.called.strip_prefix("a ").or_else(|| self.called.strip_prefix("an "));
        bare.map_or_else(|| self.called.to_owned(), |bare| format!("the {bare}"))
    }
}

/// The names of keys.
pub(crate) fn names(keys: &'static [Key]) -> impl Iterator<Item = &'static str> {
    keys.iter().map(|key| key.name)
}
