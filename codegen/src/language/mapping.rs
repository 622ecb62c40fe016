//! Declarations of mappings. A declaration lists the keys of a mapping once; the Rust type, the
//! table of keys, the reader and the writer follow from the list.
//!
//! Input: the name of the mapping in the JSON Schema, its noun in diagnostics, and a line for each key.
//! Output: a type that implements [`Word`]. A line begins with its kind:
//!
//! | kind | field | if the key is absent |
//! |---|---|---|
//! | `must` | the value | error |
//! | `some` | `Option` of the value | `None` |
//! | `list` | `Vec` of the values | empty |
//! | `flag` | `bool` | false |
//! | `text` | `String`, prose | empty |
//! | `one` | a [`choice`] | error, unless another key of the choice is present |
//! | `here` | source place of the mapping | no key |
//! | `later` | value that a later stage computes | no key |
//!
//! `as "key"` names a key differently from its field, and `by Form` selects the notation of its value.
//! After the keys, `then check` names a function that gets the mapping and its present keys, and
//! returns the mapping or reports a diagnostic.

use std::marker::PhantomData;

use serde_json::{Map, Value as Json};

use super::reader::{Members, Reader};
use super::table::{Key, Need, Shape, Table};
use super::word::{Choice, Form, Own, Word};
use crate::diagnostic::Span;

/// Mapping with declared keys.
pub(crate) trait Mapping: Sized {
    /// Table of the keys.
    const TABLE: Table;

    /// Reads the mapping from its present keys.
    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self>;

    /// Writes the present keys with their values.
    fn to_members(&self) -> Map<String, Json>;
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

            fn write(&self) -> serde_json::Value {
                serde_json::Value::Object($crate::language::mapping::Mapping::to_members(self))
            }
        }
    };
}

/// Kind of a line: reads and writes the field of a key.
pub(crate) trait Slot {
    /// Type of the field.
    type Field;
    /// Shape of the value.
    const SHAPE: Shape = Shape::Any;
    /// Whether the key is required.
    const NEED: Need = Need::No;
    /// Keys of a line that has several keys or none; `None` for one key.
    const KEYS: Option<&'static [Key]> = None;
    /// Keys of the line, exactly one of which must be present.
    const ONE: &'static [&'static str] = &[];

    /// Reads the field; `None` if the whole mapping is unusable.
    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Self::Field>;

    /// Writes the field, unless it is absent or empty.
    fn write(field: &Self::Field, key: &'static str, out: &mut Map<String, Json>);
}

/// `must`: required value.
pub(crate) struct Must<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Must<T, F> {
    type Field = T;
    const SHAPE: Shape = F::SHAPE;
    const NEED: Need = Need::Yes;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<T> {
        reader.by::<F, T>(members, key)
    }

    fn write(field: &T, key: &'static str, out: &mut Map<String, Json>) {
        out.insert(key.to_owned(), F::write(field));
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

    fn write(field: &Option<T>, key: &'static str, out: &mut Map<String, Json>) {
        out.extend(field.as_ref().map(|value| (key.to_owned(), F::write(value))));
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

    fn write(field: &Vec<T>, key: &'static str, out: &mut Map<String, Json>) {
        out.extend((!field.is_empty()).then(|| (key.to_owned(), F::write(field))));
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

    fn write(field: &bool, key: &'static str, out: &mut Map<String, Json>) {
        out.extend(field.then(|| (key.to_owned(), Json::Bool(true))));
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

    fn write(field: &String, key: &'static str, out: &mut Map<String, Json>) {
        out.extend((!field.is_empty()).then(|| (key.to_owned(), field.write())));
    }
}

/// `one`: value of one of several keys.
pub(crate) struct One<T>(PhantomData<T>);

impl<T: Choice> Slot for One<T> {
    type Field = T;
    const KEYS: Option<&'static [Key]> = Some(T::KEYS);
    const ONE: &'static [&'static str] = T::NAMES;

    fn read(reader: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<T> {
        T::read(reader, members)
    }

    fn write(field: &T, _: &'static str, out: &mut Map<String, Json>) {
        let (key, value) = field.write();
        out.insert(key.to_owned(), value);
    }
}

/// `here`: source place of the mapping.
pub(crate) enum Here {}

impl Slot for Here {
    type Field = Span;
    const KEYS: Option<&'static [Key]> = Some(&[]);

    fn read(_: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<Span> {
        Some(members.span)
    }

    fn write(_: &Span, _: &'static str, _: &mut Map<String, Json>) {}
}

/// `later`: field without a key.
pub(crate) struct Later<T>(PhantomData<T>);

impl<T: Default> Slot for Later<T> {
    type Field = T;
    const KEYS: Option<&'static [Key]> = Some(&[]);

    fn read(_: &mut Reader, _: &Members<'_>, _: &'static str) -> Option<T> {
        Some(T::default())
    }

    fn write(_: &T, _: &'static str, _: &mut Map<String, Json>) {}
}

/// Expands to the [`Slot`] of a line.
macro_rules! slot {
    (must $ty:ty $(, $form:ty)?) => { $crate::language::mapping::Must<$ty $(, $form)?> };
    (some $ty:ty $(, $form:ty)?) => { $crate::language::mapping::Maybe<$ty $(, $form)?> };
    (list $ty:ty $(, $form:ty)?) => { $crate::language::mapping::List<$ty $(, $form)?> };
    (flag $ty:ty) => { $crate::language::mapping::Flag };
    (text $ty:ty) => { $crate::language::mapping::Prose };
    (one $ty:ty) => { $crate::language::mapping::One<$ty> };
    (here $ty:ty) => { $crate::language::mapping::Here };
    (later $ty:ty) => { $crate::language::mapping::Later<$ty> };
}

/// Expands to the type of a field, spelled out for rustdoc.
macro_rules! field {
    (some $ty:ty) => { Option<$ty> };
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

/// Declares a mapping.
macro_rules! mapping {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident = $schema:literal, $called:literal {
            $($kind:ident $field:ident $(as $key:literal)? : $ty:ty $(, by $form:ty)? ; $doc:expr;)*
        }
        $(then $check:path;)?
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $(#[doc = $doc] $vis $field: $crate::language::mapping::field!($kind $ty),)*
        }

        impl $crate::language::mapping::Mapping for $name {
            const TABLE: $crate::language::table::Table = {
                const GROUPS: &[&[$crate::language::table::Key]] = &[$({
                    type Line = $crate::language::mapping::slot!($kind $ty $(, $form)?);
                    const OWN: &[$crate::language::table::Key] =
                        &[$crate::language::mapping::key::<Line>($crate::language::mapping::named!($field $($key)?), $doc)];
                    $crate::language::mapping::keys::<Line>(OWN)
                },)*];
                $crate::language::table::Table::new($schema, $called, GROUPS)
                    $(.and_one(<$crate::language::mapping::slot!($kind $ty $(, $form)?)
                        as $crate::language::mapping::Slot>::ONE))*
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

            fn to_members(&self) -> serde_json::Map<String, serde_json::Value> {
                let mut out = serde_json::Map::new();
                $(<$crate::language::mapping::slot!($kind $ty $(, $form)?) as $crate::language::mapping::Slot>::write(
                    &self.$field, $crate::language::mapping::named!($field $($key)?), &mut out,
                );)*
                out
            }
        }

        $crate::language::mapping::word_of_mapping! { $name }
    };
}

/// Declares an enumeration of keys, exactly one of which must be present. With a name and a noun, it is
/// a mapping of its own.
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
            const TABLE: $crate::language::table::Table = {
                const GROUPS: &[&[$crate::language::table::Key]] =
                    &[<$name as $crate::language::word::Choice>::KEYS];
                $crate::language::table::Table::new($schema, $called, GROUPS)
                    .one(<$name as $crate::language::word::Choice>::NAMES)
            };

            fn from_members(
                reader: &mut $crate::language::reader::Reader,
                members: &$crate::language::reader::Members<'_>,
            ) -> Option<Self> {
                $crate::language::word::Choice::read(reader, members)
            }

            fn to_members(&self) -> serde_json::Map<String, serde_json::Value> {
                let (key, value) = $crate::language::word::Choice::write(self);
                [(key.to_owned(), value)].into_iter().collect()
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
            const KEYS: &'static [$crate::language::table::Key] = &[$(
                $crate::language::mapping::key::<$crate::language::mapping::slot!(some $ty $(, $form)?)>($key, $doc),
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

            fn write(&self) -> (&'static str, serde_json::Value) {
                match self {
                    $(Self::$variant(value) => (
                        $key,
                        <$crate::language::mapping::form!($($form)?) as $crate::language::word::Form<$ty>>::write(value),
                    ),)*
                }
            }
        }
    };
}

/// Declares the words of an enumeration, as a [`Closed`](super::word::Closed) set.
macro_rules! words {
    ($name:ty { $($variant:ident $word:literal),* $(,)? }) => {
        impl $crate::language::word::Closed for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),*];
        }

        impl $crate::language::word::Word for $name {
            const SHAPE: $crate::language::table::Shape = $crate::language::table::Shape::Word(&[$($word),*]);

            fn read(
                reader: &mut $crate::language::reader::Reader,
                node: &$crate::language::node::Node,
                what: &str,
            ) -> Option<Self> {
                let words = <Self as $crate::language::word::Closed>::ALL;
                reader.word(node, what, words).map(|at| at.value)
            }

            fn write(&self) -> serde_json::Value {
                $crate::language::word::Closed::word(*self).into()
            }
        }
    };
}

/// Expands to the [`Form`] of a key.
macro_rules! form {
    () => {
        $crate::language::word::Own
    };
    ($form:ty) => {
        $form
    };
}

pub(crate) use {choice, field, form, mapping, named, slot, word_of_mapping, words};

/// Builds the key of a line with one key.
pub(crate) const fn key<S: Slot>(name: &'static str, doc: &'static str) -> Key {
    Key { name, shape: S::SHAPE, doc, need: S::NEED }
}

/// Returns the keys of a line: `own`, unless the kind of the line has its own keys.
pub(crate) const fn keys<S: Slot>(own: &'static [Key]) -> &'static [Key] {
    match S::KEYS {
        Some(keys) => keys,
        None => own,
    }
}
