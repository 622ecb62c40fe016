//! Values of the language: the shape of a value, its reader, and its writer.
//!
//! Input: a node. Output: a typed value, or `None` after a diagnostic. The mappings of the language
//! are declared with [`mapping`](super::mapping::mapping) and [`choice`](super::mapping::choice); here
//! stand the values below them.

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::Value as Json;

use super::node::{At, Node, NodeKind, Text};
use super::reader::{Members, Reader};
use super::table::{Key, Shape};
use super::value::{Value, to_json};

/// Typed value of the language, which has one notation.
pub(crate) trait Word: Sized {
    /// Shape of the value, for the JSON Schema.
    const SHAPE: Shape;

    /// Reads the value of a node. Diagnostics name the value as `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self>;

    /// Writes the value in the notation of the language.
    fn write(&self) -> Json;
}

/// Notation of a type that has several: a version may be a text or a number.
pub(crate) trait Form<T> {
    /// Shape of a value, for the JSON Schema.
    const SHAPE: Shape;

    /// Reads the value of a node. Diagnostics name the value as `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T>;

    /// Writes a value in this notation.
    fn write(value: &T) -> Json;
}

/// Closed set of words, each for a value of the type.
pub(crate) trait Closed: Copy + PartialEq + 'static {
    /// Words with their values.
    const ALL: &'static [(&'static str, Self)];

    /// Returns the word for the value; empty for a value without a word.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or("", |(word, _)| word)
    }
}

/// Keys of a mapping, exactly one of which must be present.
pub(crate) trait Choice: Sized {
    /// Keys with the shapes of their values.
    const KEYS: &'static [Key];
    /// Names of the keys.
    const NAMES: &'static [&'static str];

    /// Reads the value of the present key. Reports a diagnostic and returns `None` if no key or several
    /// keys are present.
    fn read(reader: &mut Reader, members: &Members<'_>) -> Option<Self>;

    /// Writes the key and its value.
    fn write(&self) -> (&'static str, Json);
}

impl Reader {
    /// Reads the value of a key, if the key is present.
    pub(crate) fn some<T: Word>(&mut self, members: &Members<'_>, key: &str) -> Option<T> {
        self.by::<Own, T>(members, key)
    }

    /// Reads the values of a key; an empty list if the key is absent.
    pub(crate) fn list<T>(&mut self, members: &Members<'_>, key: &str) -> Vec<T>
    where
        Vec<T>: Word,
    {
        self.some(members, key).unwrap_or_default()
    }

    /// Reads the value of a key in a notation, if the key is present.
    pub(crate) fn by<F: Form<T>, T>(&mut self, members: &Members<'_>, key: &str) -> Option<T> {
        F::read(self, members.get(key)?, &format!("`{key}`"))
    }

    /// Reads prose; an empty text if the key is absent.
    pub(crate) fn opt_prose(&mut self, members: &Members<'_>, key: &str) -> String {
        self.some(members, key).map(|text: String| text.trim_end().to_owned()).unwrap_or_default()
    }
}

/// Notation of a [`Word`] itself.
#[derive(Debug)]
pub(crate) enum Own {}

impl<T: Word> Form<T> for Own {
    const SHAPE: Shape = T::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T> {
        T::read(reader, node, what)
    }

    fn write(value: &T) -> Json {
        value.write()
    }
}

/// Notation as a text, or as a number whose digits are the text.
#[derive(Debug)]
pub(crate) enum TextOrNumber {}

impl Form<String> for TextOrNumber {
    const SHAPE: Shape = Shape::TextOrNumber;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<String> {
        reader.text_or_number(node, what).map(|text| text.value)
    }

    fn write(value: &String) -> Json {
        value.as_str().into()
    }
}

impl Form<Text> for TextOrNumber {
    const SHAPE: Shape = Shape::TextOrNumber;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Text> {
        reader.text_or_number(node, what)
    }

    fn write(value: &Text) -> Json {
        value.write()
    }
}

/// Mapping that can be abbreviated to one of its values.
pub(crate) trait Short: Word {
    /// Value in place of the mapping.
    type Alone: Word;

    /// Builds the mapping from the value alone.
    fn alone(value: Self::Alone) -> Self;
}

/// Notation as a mapping, or as the value that abbreviates it.
#[derive(Debug)]
pub(crate) enum ShortOrWhole {}

impl<T: Short> Form<T> for ShortOrWhole {
    const SHAPE: Shape = Shape::Either(&[T::Alone::SHAPE, T::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T> {
        match node.kind {
            NodeKind::Map(_) => T::read(reader, node, what),
            _ => T::Alone::read(reader, node, what).map(T::alone),
        }
    }

    fn write(value: &T) -> Json {
        value.write()
    }
}

/// Notation as a mapping from names to values in the notation `F`.
#[derive(Debug)]
pub(crate) struct Named<F = Own>(PhantomData<F>);

impl<T, F: Form<T>> Form<Vec<(Text, T)>> for Named<F> {
    const SHAPE: Shape = Shape::Map(&F::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<(Text, T)>> {
        let mut named = Vec::new();
        for entry in reader.entries(node, what) {
            let name = reader.name(&entry.key);
            let value = F::read(reader, &entry.value, &format!("`{}`", name.value));
            named.extend(value.map(|value| (name, value)));
        }
        Some(named)
    }

    fn write(named: &Vec<(Text, T)>) -> Json {
        named.iter().map(|(name, value)| (name.value.clone(), F::write(value))).collect()
    }
}

/// Notation as a list of values in the notation `F`.
#[derive(Debug)]
pub(crate) struct ListOf<F>(PhantomData<F>);

impl<T, F: Form<T>> Form<Vec<T>> for ListOf<F> {
    const SHAPE: Shape = Shape::List(&F::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<T>> {
        let items = reader.items(node, what);
        let read = items.iter().map(|item| F::read(reader, item, what));
        Some(read.collect::<Vec<_>>().into_iter().flatten().collect())
    }

    fn write(items: &Vec<T>) -> Json {
        items.iter().map(F::write).collect()
    }
}

/// Notation as a single value or a list of values.
#[derive(Debug)]
pub(crate) enum OneOrSeveral {}

impl<T: Word> Form<Vec<T>> for OneOrSeveral {
    const SHAPE: Shape = Shape::Either(&[Shape::List(&T::SHAPE), T::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<T>> {
        match node.kind {
            NodeKind::List(_) => Word::read(reader, node, what),
            _ => T::read(reader, node, what).map(|value| vec![value]),
        }
    }

    fn write(values: &Vec<T>) -> Json {
        values.iter().map(Word::write).collect()
    }
}

impl<T: Word> Word for Vec<T> {
    const SHAPE: Shape = <ListOf<Own> as Form<Self>>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        <ListOf<Own> as Form<Self>>::read(reader, node, what)
    }

    fn write(&self) -> Json {
        <ListOf<Own> as Form<Self>>::write(self)
    }
}

impl<T: Word> Word for At<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        T::read(reader, node, what).map(|value| At { value, span: node.span })
    }

    fn write(&self) -> Json {
        self.value.write()
    }
}

impl<T: Word> Word for Vec<(Text, T)> {
    const SHAPE: Shape = <Named as Form<Self>>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        <Named as Form<Self>>::read(reader, node, what)
    }

    fn write(&self) -> Json {
        <Named as Form<Self>>::write(self)
    }
}

impl Word for String {
    const SHAPE: Shape = Shape::Text;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.text(node, what).map(|text| text.value)
    }

    fn write(&self) -> Json {
        self.as_str().into()
    }
}

impl Word for bool {
    const SHAPE: Shape = Shape::Flag;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.flag(node, what)
    }

    fn write(&self) -> Json {
        (*self).into()
    }
}

/// Integer type.
pub(crate) trait Whole: Copy + FromStr + Into<Json> {
    /// Shape of the integer, for the JSON Schema.
    const SHAPE: Shape;
}

impl Whole for i64 {
    const SHAPE: Shape = Shape::Integer;
}

impl Whole for u64 {
    const SHAPE: Shape = Shape::Whole(0, Self::MAX);
}

impl Whole for u32 {
    const SHAPE: Shape = Shape::Whole(0, Self::MAX as u64);
}

impl Whole for u16 {
    const SHAPE: Shape = Shape::Whole(0, Self::MAX as u64);
}

impl<T: Whole> Word for T {
    const SHAPE: Shape = <T as Whole>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.whole(node, what).map(|at| at.value)
    }

    fn write(&self) -> Json {
        (*self).into()
    }
}

impl Word for Value {
    const SHAPE: Shape = Shape::Any;

    fn read(_: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        Some(node.to_value())
    }

    fn write(&self) -> Json {
        to_json(self)
    }
}

/// Any value, with source places.
impl Word for Node {
    const SHAPE: Shape = Shape::Any;

    fn read(_: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        Some(node.clone())
    }

    fn write(&self) -> Json {
        to_json(&self.to_value())
    }
}
