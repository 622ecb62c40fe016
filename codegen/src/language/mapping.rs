//! Declarations of mappings. Each lists its keys once; its type, its table, its reader and its
//! writer follow from the list.
//!
//! Input: a name for the JSON Schema, what messages call the mapping, and a line for each key.
//! Output: a type that is a [`Word`]. A line begins with its kind:
//!
//! | kind | field | a mapping without the key |
//! |---|---|---|
//! | `must` | the value | is refused |
//! | `some` | `Option` of the value | has none |
//! | `list` | `Vec` of the values | has none of them |
//! | `flag` | `bool` | says false |
//! | `text` | `String`, words for people | says nothing |
//! | `one` | a [`choice`] | is refused unless another key of the choice is there |
//! | `here` | the place of the mapping | has no such key |
//! | `later` | the value, filled in when it is checked | has no such key |
//!
//! `as "key"` gives a key another name than its field has, and `by Form` reads its value in another
//! [`Form`]. Behind the keys, `then check` hands what was read, and the keys that were there, to a
//! function.

use std::marker::PhantomData;

use serde_json::{Map, Value as Json};

use super::reader::{Members, Reader};
use super::table::{Key, Need, Shape, Table};
use super::word::{Choice, Form, Own, Word};
use crate::diagnostic::Span;

/// A mapping whose keys are declared.
pub(crate) trait Mapping {
    /// Its keys.
    const TABLE: Table;
}

/// How a line of a mapping becomes a field.
pub(crate) trait Slot {
    /// The type of the field.
    type Field;
    /// What the value of the key looks like.
    const SHAPE: Shape = Shape::Any;
    /// Whether the mapping may do without the key.
    const NEED: Need = Need::No;
    /// The keys of a line that has several or none.
    const KEYS: Option<&'static [Key]> = None;
    /// The keys of which exactly one is there.
    const ONE: &'static [&'static str] = &[];

    /// Reads the field; `None` for a mapping that cannot do without it.
    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Self::Field>;

    /// Writes the field, unless it says nothing.
    fn write(field: &Self::Field, key: &'static str, out: &mut Map<String, Json>);
}

fn read<T, F: Form<T>>(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<T> {
    F::read(reader, members.get(key)?, &format!("`{key}`"))
}

/// A value that must be there.
pub(crate) struct Must<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Must<T, F> {
    type Field = T;
    const SHAPE: Shape = F::SHAPE;
    const NEED: Need = Need::Yes;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<T> {
        read::<T, F>(reader, members, key)
    }

    fn write(field: &T, key: &'static str, out: &mut Map<String, Json>) {
        out.insert(key.to_owned(), F::write(field));
    }
}

/// A value that may be there.
pub(crate) struct Maybe<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<T>> Slot for Maybe<T, F> {
    type Field = Option<T>;
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Option<T>> {
        Some(read::<T, F>(reader, members, key))
    }

    fn write(field: &Option<T>, key: &'static str, out: &mut Map<String, Json>) {
        out.extend(field.as_ref().map(|value| (key.to_owned(), F::write(value))));
    }
}

/// Values of which there may be none.
pub(crate) struct List<T, F = Own>(PhantomData<(T, F)>);

impl<T, F: Form<Vec<T>>> Slot for List<T, F> {
    type Field = Vec<T>;
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<Vec<T>> {
        Some(read::<Vec<T>, F>(reader, members, key).unwrap_or_default())
    }

    fn write(field: &Vec<T>, key: &'static str, out: &mut Map<String, Json>) {
        out.extend((!field.is_empty()).then(|| (key.to_owned(), F::write(field))));
    }
}

/// A flag that is false where it is not said.
pub(crate) enum Flag {}

impl Slot for Flag {
    type Field = bool;
    const SHAPE: Shape = bool::SHAPE;

    fn read(reader: &mut Reader, members: &Members<'_>, key: &'static str) -> Option<bool> {
        Some(read::<bool, Own>(reader, members, key).unwrap_or_default())
    }

    fn write(field: &bool, key: &'static str, out: &mut Map<String, Json>) {
        out.extend(field.then(|| (key.to_owned(), Json::Bool(true))));
    }
}

/// Words for people, which may say nothing.
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

/// One of several keys.
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

/// The place of the mapping.
pub(crate) enum Here {}

impl Slot for Here {
    type Field = Span;
    const KEYS: Option<&'static [Key]> = Some(&[]);

    fn read(_: &mut Reader, members: &Members<'_>, _: &'static str) -> Option<Span> {
        Some(members.span)
    }

    fn write(_: &Span, _: &'static str, _: &mut Map<String, Json>) {}
}

/// A field without a key.
pub(crate) struct Later<T>(PhantomData<T>);

impl<T: Default> Slot for Later<T> {
    type Field = T;
    const KEYS: Option<&'static [Key]> = Some(&[]);

    fn read(_: &mut Reader, _: &Members<'_>, _: &'static str) -> Option<T> {
        Some(T::default())
    }

    fn write(_: &T, _: &'static str, _: &mut Map<String, Json>) {}
}

/// The [`Slot`] of a kind.
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

/// The type of a field, as it is read in documentation.
macro_rules! field {
    (some $ty:ty) => { Option<$ty> };
    (list $ty:ty) => { Vec<$ty> };
    ($kind:ident $ty:ty) => { $ty };
}

/// The name of a key.
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
        }

        impl $crate::language::word::Word for $name {
            const SHAPE: $crate::language::table::Shape =
                $crate::language::table::Shape::Keys(&<Self as $crate::language::mapping::Mapping>::TABLE);

            fn read(
                reader: &mut $crate::language::reader::Reader,
                node: &$crate::language::node::Node,
                _: &str,
            ) -> Option<Self> {
                let members = reader.members(node, &<Self as $crate::language::mapping::Mapping>::TABLE)?;
                $(let $field = <$crate::language::mapping::slot!($kind $ty $(, $form)?)
                    as $crate::language::mapping::Slot>::read(
                        reader, &members, $crate::language::mapping::named!($field $($key)?),
                    );)*
                let read = Self { $($field: $field?,)* };
                $(let read = $check(reader, &members, read)?;)?
                Some(read)
            }

            fn write(&self) -> serde_json::Value {
                let mut out = serde_json::Map::new();
                $(<$crate::language::mapping::slot!($kind $ty $(, $form)?) as $crate::language::mapping::Slot>::write(
                    &self.$field, $crate::language::mapping::named!($field $($key)?), &mut out,
                );)*
                serde_json::Value::Object(out)
            }
        }
    };
}

/// Declares the keys of a mapping of which exactly one is there; with a name for the JSON Schema, such
/// a mapping.
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
        }

        impl $crate::language::word::Word for $name {
            const SHAPE: $crate::language::table::Shape =
                $crate::language::table::Shape::Keys(&<Self as $crate::language::mapping::Mapping>::TABLE);

            fn read(
                reader: &mut $crate::language::reader::Reader,
                node: &$crate::language::node::Node,
                _: &str,
            ) -> Option<Self> {
                let members = reader.members(node, &<Self as $crate::language::mapping::Mapping>::TABLE)?;
                <Self as $crate::language::word::Choice>::read(reader, &members)
            }

            fn write(&self) -> serde_json::Value {
                let (key, value) = <Self as $crate::language::word::Choice>::write(self);
                serde_json::Value::Object([(key.to_owned(), value)].into_iter().collect())
            }
        }
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

/// Declares a closed set of words for the variants of an enumeration.
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

/// The [`Form`] of a key.
macro_rules! form {
    () => {
        $crate::language::word::Own
    };
    ($form:ty) => {
        $form
    };
}

pub(crate) use {choice, field, form, mapping, named, slot, words};

/// The key of a line that has one.
pub(crate) const fn key<S: Slot>(name: &'static str, doc: &'static str) -> Key {
    Key { name, shape: S::SHAPE, doc, need: S::NEED }
}

/// The keys of a line: its own, unless it has several or none.
pub(crate) const fn keys<S: Slot>(own: &'static [Key]) -> &'static [Key] {
    match S::KEYS {
        Some(keys) => keys,
        None => own,
    }
}
