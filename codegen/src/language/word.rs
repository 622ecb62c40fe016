//! Words of the language: how a part of a spec looks, how it is read from a tree, and how it is
//! written into a document.
//!
//! Input: a node. Output: a value, or `None` after a report. The mappings of the language are
//! declared with [`mapping`](super::mapping::mapping) and [`choice`](super::mapping::choice); here
//! stand the values below them.

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::Value as Json;

use super::node::{At, Node, NodeKind, Text};
use super::reader::{Members, Reader};
use super::table::{Key, Shape};
use super::value::{Value, to_json};

/// A part of the language with one form.
pub(crate) trait Word: Sized {
    /// What its value looks like.
    const SHAPE: Shape;

    /// Reads a value; messages call it `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self>;

    /// Writes the value as it stands in a spec.
    fn write(&self) -> Json;
}

/// A form of values that have several: a version may look like a number.
pub(crate) trait Form<T> {
    /// What a value looks like.
    const SHAPE: Shape;

    /// Reads a value; messages call it `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T>;

    /// Writes the value as it stands in a spec.
    fn write(value: &T) -> Json;
}

/// A closed set of words.
pub(crate) trait Closed: Copy + PartialEq + 'static {
    /// The words, each with its meaning.
    const ALL: &'static [(&'static str, Self)];

    /// The word for this meaning; empty where that is what holds when nothing is said.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or("", |(word, _)| word)
    }
}

/// Keys of a mapping of which exactly one is there.
pub(crate) trait Choice: Sized {
    /// The keys, each with the form of its value.
    const KEYS: &'static [Key];
    /// Their names.
    const NAMES: &'static [&'static str];

    /// Reads the one that is there; `None` after a report, also where none or several are.
    fn read(reader: &mut Reader, members: &Members<'_>) -> Option<Self>;

    /// Writes its key and its value.
    fn write(&self) -> (&'static str, Json);
}

impl Reader {
    /// The value of a key, if it is there.
    pub(crate) fn some<T: Word>(&mut self, members: &Members<'_>, key: &str) -> Option<T> {
        T::read(self, members.get(key)?, &format!("`{key}`"))
    }

    /// The values of a key; none where it is not there.
    pub(crate) fn list<T>(&mut self, members: &Members<'_>, key: &str) -> Vec<T>
    where
        Vec<T>: Word,
    {
        self.some(members, key).unwrap_or_default()
    }

    /// The value of a key in a form, if it is there.
    pub(crate) fn by<F: Form<T>, T>(&mut self, members: &Members<'_>, key: &str) -> Option<T> {
        F::read(self, members.get(key)?, &format!("`{key}`"))
    }

    /// Words for people; empty when there are none.
    pub(crate) fn opt_prose(&mut self, members: &Members<'_>, key: &str) -> String {
        self.some(members, key).map(|text: String| text.trim_end().to_owned()).unwrap_or_default()
    }
}

/// The form of a word itself.
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

/// The form of a text that may look like a number.
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

/// A mapping that one of its values stands for.
pub(crate) trait Short: Word {
    /// The value that may stand alone.
    type Alone: Word;

    /// The mapping that says nothing else.
    fn alone(value: Self::Alone) -> Self;
}

/// The form of a mapping, or of the value that stands for it.
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

/// The form of names that the spec chooses, each with a value in a form of its own.
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

/// The form of a list whose items have a form of their own.
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

/// The form of a single value or a list of them.
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

/// A whole number.
pub(crate) trait Whole: Copy + FromStr + Into<Json> {
    /// What the number looks like.
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

/// Any value with its places.
impl Word for Node {
    const SHAPE: Shape = Shape::Any;

    fn read(_: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        Some(node.clone())
    }

    fn write(&self) -> Json {
        to_json(&self.to_value())
    }
}
