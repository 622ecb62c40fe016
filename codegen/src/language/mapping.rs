//! Declarations of mappings. A declaration lists the keys of a mapping once; the Rust type, the
//! table of keys and the reader follow from the list.
//!
//! Input: the name of the mapping in the JSON Schema, its noun in diagnostics, and a line for each key.
//! Output: a type that implements [`Word`]. A line begins with its kind:
//!
//! | kind | field | if the key is absent |
//! |---|---|---|
//! | `must` | the value | error |
//! | `need` | `Option` of the value | error, but the other keys are used |
//! | `some` | `Option` of the value | `None` |
//! | `list` | `Vec` of the values | empty |
//! | `flag` | `bool` | false |
//! | `text` | `String`, prose | empty |
//! | `one` | a [`choice`] | error, unless another key of the choice is present |
//! | `with` | another mapping, whose keys are also keys of this one | decided by that mapping |
//! | `name` | key of the entry whose value is the mapping | no key |
//! | `here` | source span of the mapping | no key |
//! | `place` | source span of a key that another line declares | `None` |
//! | `later` | value that a later stage computes | no key |
//!
//! `as "key"` names a key differently from its field, `by Form` selects the notation of its value,
//! and `of KeyPart` states the [part](super::table::KeyPart) of the mapping to which it belongs.
//!
//! Lines after the keys:
//!
//! - `first key` adds a key without a field before all others.
//! - `apart keys` lists groups of keys that exclude each other.
//! - `one keys` lists keys of which exactly one is present.
//! - `then check` names a function that gets the mapping and its present keys. It returns the
//!   mapping, or reports a diagnostic.

use std::marker::PhantomData;

use super::node::{Entry, Node, Text};
use super::reader::{Members, Reader};
use super::table::{KeyPart, Need, Shape, Table, TableKey};
use super::word::{Choice, Form, Own, Word};
use crate::diagnostic::Span;

/// Mapping with declared keys.
pub(crate) trait Mapping: Sized {
    /// Table of the keys.
    const TABLE: Table;

    /// Reads the mapping from its present keys.
    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self>;
}

impl Reader {
    /// Reads a mapping that is the value of a named entry.
    pub(crate) fn named<T: Mapping>(&mut self, entry: &Entry) -> Option<T> {
        let name = self.name(&entry.key);
        let mut members = self.members(&entry.value, &T::TABLE)?;
        members.name = name;
        T::from_members(self, &members)
    }
}

/// Notation of declared mappings as a mapping from their names.
#[derive(Debug)]
pub(crate) enum ByName {}

impl<T: Mapping> Form<Vec<T>> for ByName {
    const SHAPE: Shape = Shape::Map(&Shape::Keys(&T::TABLE));

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<T>> {
        let entries = reader.entries(node, what).iter();
        let read = entries.map(|entry| reader.named(entry));
        Some(read.collect::<Vec<_>>().into_iter().flatten().collect())
    }
}

/// Implements [`Word`] for a [`Mapping`].
macro_rules! word_of_mapping {
    ($name:ident) => {
        impl $crate::language::word::Word for $name {
            const SHAPE: $crate::language::table::Shape =
                $crate::language::table::Shape::Keys(&<Self as $crate::language::mapping::Mapping>::TABLE);

            fn read(
                reader: &mut $crate::language::reader::Reader,
                node: &$crate::language::node::Node,
                _: &str,
            ) -> Option<Self> {
                let members = reader.members(node, &<Self as $crate::language::mapping::Mapping>::TABLE)?;
                $crate::language::mapping::Mapping::from_members(reader, &members)
            }
        }
    };
}

/// Reader of the field of a line; each kind of line has one.
pub(crate) trait Slot {
    /// Type of the field.
    type Field;
    /// Shape of the value.
    const SHAPE: Shape = Shape::Any;
    /// Whether the key is required.
    const NEED: Need = Need::No;
    /// Keys of a line that has several keys or none; `None` for one key.
    const KEYS: Option<&'static [TableKey]> = None;
    /// Keys of the line, exactly one of which must be present.
    const ONE: &'static [&'static str] = &[];

    /// Reads the field; `None` if the whole mapping is unusable.
    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Self::Field>;
}

/// `must`: required value. Without it, the whole mapping is unusable.
pub(crate) struct Must<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Must<T, F> {
    type Field = T;
    const SHAPE: Shape = F::SHAPE;
    const NEED: Need = Need::Yes;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<T> {
        reader.by::<F, T>(members, key)
    }
}

/// `need`: required value; if it is absent, the other keys are used nevertheless.
pub(crate) struct Needed<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Needed<T, F> {
    type Field = Option<T>;
    const SHAPE: Shape = F::SHAPE;
    const NEED: Need = Need::Yes;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Option<T>> {
        Some(reader.by::<F, T>(members, key))
    }
}

/// `some`: optional value.
pub(crate) struct Maybe<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Maybe<T, F> {
    type Field = Option<T>;
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Option<T>> {
        Some(reader.by::<F, T>(members, key))
    }
}

/// `list`: list of values, empty by default.
pub(crate) struct List<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<Vec<T>>> Slot for List<T, F> {
    type Field = Vec<T>;
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Vec<T>> {
        Some(reader.by::<F, Vec<T>>(members, key).unwrap_or_default())
    }
}

/// `flag`: boolean, false by default.
pub(crate) enum Flag {}

impl Slot for Flag {
    type Field = bool;
    const SHAPE: Shape = bool::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<bool> {
        Some(reader.by::<Own, bool>(members, key).unwrap_or_default())
    }
}

/// `text`: prose, empty by default.
pub(crate) enum Prose {}

impl Slot for Prose {
    type Field = String;
    const SHAPE: Shape = String::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<String> {
        Some(reader.opt_prose(members, key))
    }
}

/// `one`: value of one of several keys.
pub(crate) struct One<T>(PhantomData<T>);

impl<T: Choice> Slot for One<T> {
    type Field = T;
    const KEYS: Option<&'static [TableKey]> = Some(T::KEYS);
    const ONE: &'static [&'static str] = T::NAMES;

    fn read(reader: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<T> {
        T::read(reader, members)
    }
}

/// `with`: another mapping, whose keys are also keys of this one.
pub(crate) struct With<T>(PhantomData<T>);

impl<T: Mapping> Slot for With<T> {
    type Field = T;
    const KEYS: Option<&'static [TableKey]> = Some(T::TABLE.all_keys());
    const ONE: &'static [&'static str] = T::TABLE.one;

    fn read(reader: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<T> {
        T::from_members(reader, members)
    }
}

/// `name`: key of the entry whose value is the mapping.
pub(crate) enum Name {}

impl Slot for Name {
    type Field = Text;
    const KEYS: Option<&'static [TableKey]> = Some(&[]);

    fn read(_: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<Text> {
        Some(members.name.clone())
    }
}

/// `here`: source span of the mapping.
pub(crate) enum Here {}

impl Slot for Here {
    type Field = Span;
    const KEYS: Option<&'static [TableKey]> = Some(&[]);

    fn read(_: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<Span> {
        Some(members.span)
    }
}

/// `place`: source span of a key that another line declares.
pub(crate) enum Place {}

impl Slot for Place {
    type Field = Option<Span>;
    const KEYS: Option<&'static [TableKey]> = Some(&[]);

    fn read(_: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Option<Span>> {
        Some(members.key_span(key))
    }
}

/// `later`: field without a key.
pub(crate) struct Later<T>(PhantomData<T>);

impl<T: Default> Slot for Later<T> {
    type Field = T;
    const KEYS: Option<&'static [TableKey]> = Some(&[]);

    fn read(_: &mut Reader, _: &Members<'_>, _: &'static str) -> Option<T> {
        Some(T::default())
    }
}

/// Expands to the [`Slot`] of a line.
macro_rules! slot {
    (must $ty:ty $(, $form:ty)?) => { $crate::language::mapping::Must<$ty $(, $form)?> };
    (need $ty:ty $(, $form:ty)?) => { $crate::language::mapping::Needed<$ty $(, $form)?> };
    (some $ty:ty $(, $form:ty)?) => { $crate::language::mapping::Maybe<$ty $(, $form)?> };
    (list $ty:ty $(, $form:ty)?) => { $crate::language::mapping::List<$ty $(, $form)?> };
    (flag $ty:ty) => { $crate::language::mapping::Flag };
    (text $ty:ty) => { $crate::language::mapping::Prose };
    (one $ty:ty) => { $crate::language::mapping::One<$ty> };
    (with $ty:ty) => { $crate::language::mapping::With<$ty> };
    (name $ty:ty) => { $crate::language::mapping::Name };
    (here $ty:ty) => { $crate::language::mapping::Here };
    (place $ty:ty) => { $crate::language::mapping::Place };
    (later $ty:ty) => { $crate::language::mapping::Later<$ty> };
}

/// Expands to the type of a field, spelled out for rustdoc.
macro_rules! field {
    (need $ty:ty) => { Option<$ty> };
    (some $ty:ty) => { Option<$ty> };
    (place $ty:ty) => { Option<$ty> };
    (list $ty:ty) => { Vec<$ty> };
    ($kind:ident $ty:ty) => { $ty };
}

/// Expands to the name of a key.
macro_rules! named {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Expands to the [`KeyPart`](super::table::KeyPart) of a key, which is `Own` by default.
macro_rules! part {
    () => {
        $crate::language::table::KeyPart::Own
    };
    ($part:ident) => {
        $crate::language::table::KeyPart::$part
    };
}

/// Declares a mapping.
macro_rules! mapping {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident = $schema:literal, $called:literal {
            $($kind:ident $field:ident $(as $key:literal)? : $ty:ty $(, by $form:ty)? $(, of $part:ident)? ; $doc:expr;)*
        }
        $(first $first:expr;)?
        $(apart $apart:expr;)?
        $(one $one:expr;)?
        $(then $check:path;)?
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $(#[doc = $doc] $vis $field: $crate::language::mapping::field!($kind $ty),)*
        }

        impl $crate::language::mapping::Mapping for $name {
            const TABLE: $crate::language::table::Table = {
                const KEY_GROUPS: &[&[$crate::language::table::TableKey]] = &[$(&[$first],)? $({
                    type Line = $crate::language::mapping::slot!($kind $ty $(, $form)?);
                    const OWN: &[$crate::language::table::TableKey] = &[$crate::language::mapping::key::<Line>(
                        $crate::language::mapping::named!($field $($key)?),
                        $doc,
                        $crate::language::mapping::part!($($part)?),
                    )];
                    $crate::language::mapping::keys::<Line>(OWN)
                },)*];
                const KEYS: [$crate::language::table::TableKey; $crate::language::table::count(KEY_GROUPS)] =
                    $crate::language::table::joined(KEY_GROUPS);
                $crate::language::table::Table::new($schema, $called, &KEYS)
                    $(.and_one(<$crate::language::mapping::slot!($kind $ty $(, $form)?)
                        as $crate::language::mapping::Slot>::ONE))*
                    $(.apart($apart))?
                    $(.one($one))?
            };

            fn from_members(
                reader: &mut $crate::language::reader::Reader,
                members: &$crate::language::reader::Members<'_>,
            ) -> Option<Self> {
                $(let $field = <$crate::language::mapping::slot!($kind $ty $(, $form)?)
                    as $crate::language::mapping::Slot>::read(
                        reader, members, $crate::language::mapping::named!($field $($key)?),
                    );)*
                let read = Self { $($field: $field?,)* };
                $(let read = $check(reader, members, read)?;)?
                Some(read)
            }
        }

        $crate::language::mapping::word_of_mapping! { $name }
    };
}

/// Declares an enumeration of keys, exactly one of which must be present. With a name and a noun,
/// the enumeration is also a mapping.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $schema:literal, $called:literal {
            $($line:tt)*
        }
        $(hint $hint:expr;)?
    ) => {
        $crate::language::mapping::choice! {
            $(#[$meta])*
            $vis enum $name { $($line)* }
            $(hint $hint;)?
        }

        impl $crate::language::mapping::Mapping for $name {
            const TABLE: $crate::language::table::Table =
                $crate::language::table::Table::new($schema, $called, <$name as $crate::language::word::Choice>::KEYS)
                    .one(<$name as $crate::language::word::Choice>::NAMES);

            fn from_members(
                reader: &mut $crate::language::reader::Reader,
                members: &$crate::language::reader::Members<'_>,
            ) -> Option<Self> {
                $crate::language::word::Choice::read(reader, members)
            }
        }

        $crate::language::mapping::word_of_mapping! { $name }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($variant:ident $key:literal : $ty:ty $(, by $form:ty)? ; $doc:expr;)*
        }
        $(hint $hint:expr;)?
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $(#[doc = $doc] $variant($ty),)*
        }

        impl $crate::language::word::Choice for $name {
            const KEYS: &'static [$crate::language::table::TableKey] = &[$(
                $crate::language::mapping::key::<$crate::language::mapping::slot!(some $ty $(, $form)?)>(
                    $key,
                    $doc,
                    $crate::language::table::KeyPart::Own,
                ),
            )*];
            const NAMES: &'static [&'static str] = &[$($key),*];

            fn read(
                reader: &mut $crate::language::reader::Reader,
                members: &$crate::language::reader::Members<'_>,
            ) -> Option<Self> {
                let hint: &[&str] = &[$($hint)?];
                let only = reader.only(members, Self::NAMES, hint)?;
                $(if only == $key {
                    return <$crate::language::mapping::slot!(must $ty $(, $form)?)
                        as $crate::language::mapping::Slot>::read(reader, members, $key).map(Self::$variant);
                })*
                None
            }

            fn key(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $key,)*
                }
            }
        }
    };
}

/// Declares the words of an enumeration as a [`Closed`](super::word::Closed) set: words with their
/// variants, or a constant that lists them.
macro_rules! words {
    ($name:ty { $($variant:ident $word:literal),* $(,)? }) => {
        const _: () = {
            const SET: [(&str, $name); [$($word),*].len()] = [$(($word, <$name>::$variant)),*];
            $crate::language::mapping::words! { $name = SET }
        };
    };
    ($name:ty = $set:ident) => {
        impl $crate::language::word::Closed for $name {
            const ALL: &'static [(&'static str, Self)] = &$set;
        }

        impl $crate::language::word::Word for $name {
            const SHAPE: $crate::language::table::Shape = {
                const WORDS: &[&str] = &$crate::language::word::texts(&$set);
                $crate::language::table::Shape::Word(WORDS)
            };

            fn read(
                reader: &mut $crate::language::reader::Reader,
                node: &$crate::language::node::Node,
                what: &str,
            ) -> Option<Self> {
                let words = <Self as $crate::language::word::Closed>::ALL;
                reader.word(node, what, words).map(|at| at.value)
            }
        }
    };
}

pub(crate) use {choice, field, mapping, named, part, slot, word_of_mapping, words};

/// Builds the key of a line of `mapping!` that declares one key.
pub(crate) const fn key<S: Slot>(name: &'static str, doc: &'static str, part: KeyPart) -> TableKey {
    TableKey { name, shape: S::SHAPE, doc, need: S::NEED, part }
}

/// Returns the keys that a line of `mapping!` declares: `S::KEYS` if the slot type has them, else
/// `default`.
pub(crate) const fn keys<S: Slot>(default: &'static [TableKey]) -> &'static [TableKey] {
    match S::KEYS {
        Some(keys) => keys,
        None => default,
    }
}
