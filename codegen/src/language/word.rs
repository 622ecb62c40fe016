//! Values of the language: the shape of a value, and its reader.
//!
//! Input: a node. Output: a typed value, or `None` after a diagnostic. The mappings of the language
//! are declared with [`mapping`](super::mapping::mapping) and [`choice`](super::mapping::choice). This
//! module declares the values of their keys.

use std::marker::PhantomData;
use std::str::FromStr;

use super::node::{At, Node, NodeKind, Text};
use super::reader::{Members, Reader};
use super::table::{Shape, TableKey};
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic};

/// Typed value of the language, which has one notation.
pub(crate) trait Word: Sized {
    /// Shape of the value, for the JSON Schema.
    const SHAPE: Shape;

    /// Reads the value of a node. Diagnostics name the value as `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self>;
}

/// Notation of a type that has several: a version may be a text or a number.
pub(crate) trait Form<T> {
    /// Shape of a value, for the JSON Schema.
    const SHAPE: Shape;

    /// Reads the value of a node. Diagnostics name the value as `what`.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T>;
}

/// Type whose values are written as words of a closed set.
pub(crate) trait Closed: Copy + PartialEq + 'static {
    /// Words with their values.
    const ALL: &'static [(&'static str, Self)];

    /// Returns the word for the value; empty for a value without a word.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or("", |(word, _)| word)
    }
}

/// Returns the words of a set.
pub(crate) const fn texts<T: Copy, const N: usize>(set: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut texts = [""; N];
    let mut at = 0;
    while at < N {
        texts[at] = set[at].0;
        at += 1;
    }
    texts
}

/// Keys of a mapping, exactly one of which must be present.
pub(crate) trait Choice: Sized {
    /// Keys with the shapes of their values.
    const KEYS: &'static [TableKey];
    /// Names of the keys.
    const NAMES: &'static [&'static str];

    /// Reads the value of the present key. Reports a diagnostic and returns `None` if no key or several
    /// keys are present.
    fn read(reader: &mut Reader, members: &Members<'_>) -> Option<Self>;

    /// Returns the name of the present key.
    fn key(&self) -> &'static str;
}

impl Reader {
    /// Reads the value of a key, if the key is present.
    pub(crate) fn some<T: Word>(&mut self, members: &Members<'_>, key: &str) -> Option<T> {
        self.by::<Own, T>(members, key)
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

/// Notation that a [`Word`] defines for itself.
#[derive(Debug)]
pub(crate) enum Own {}

impl<T: Word> Form<T> for Own {
    const SHAPE: Shape = T::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T> {
        T::read(reader, node, what)
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
}

impl Form<Text> for TextOrNumber {
    const SHAPE: Shape = Shape::TextOrNumber;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Text> {
        reader.text_or_number(node, what)
    }
}

/// Notation `F`, without the empty text.
#[derive(Debug)]
pub(crate) struct Filled<F = Own>(PhantomData<F>);

impl<T, F: Form<T>> Form<T> for Filled<F> {
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T> {
        if matches!(&node.kind, NodeKind::Text(text) if text.is_empty()) {
            let problem = Diagnostic::error(Code::BadValue, node.span, format!("{what} is empty"));
            reader.report(problem.hint("write a text, or remove the key"));
            return None;
        }
        F::read(reader, node, what)
    }
}

/// Mapping that can be abbreviated to one of its values.
pub(crate) trait Short: Word {
    /// Value that abbreviates the mapping.
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
}

/// Notation `F`, with the span of the value.
#[derive(Debug)]
pub(crate) struct Placed<F>(PhantomData<F>);

impl<T, F: Form<T>> Form<At<T>> for Placed<F> {
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<At<T>> {
        F::read(reader, node, what).map(|value| At { value, span: node.span })
    }
}

/// Notation whose JSON Schema allows less than its reader, since a later stage refuses the rest.
#[derive(Debug)]
pub(crate) struct Narrowed<N>(PhantomData<N>);

/// Shape that a [`Narrowed`] notation allows.
pub(crate) trait Narrow {
    /// Shape of the value, for the JSON Schema.
    const SHAPE: Shape;
}

impl<T: Word, N: Narrow> Form<T> for Narrowed<N> {
    const SHAPE: Shape = N::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<T> {
        T::read(reader, node, what)
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
}

impl<T: Word> Word for Vec<T> {
    const SHAPE: Shape = <ListOf<Own> as Form<Self>>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        <ListOf<Own> as Form<Self>>::read(reader, node, what)
    }
}

impl<T: Word> Word for At<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        T::read(reader, node, what).map(|value| At { value, span: node.span })
    }
}

impl<T: Word> Word for Vec<(Text, T)> {
    const SHAPE: Shape = <Named as Form<Self>>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        <Named as Form<Self>>::read(reader, node, what)
    }
}

impl Word for String {
    const SHAPE: Shape = Shape::Text;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.text(node, what).map(|text| text.value)
    }
}

impl Word for bool {
    const SHAPE: Shape = Shape::Flag;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.flag(node, what)
    }
}

/// Integer type that the language has as a [`Word`].
pub(crate) trait Whole: FromStr {
    /// Shape of the integer, for the JSON Schema.
    const SHAPE: Shape;
}

impl Whole for i64 {
    const SHAPE: Shape = Shape::Integer;
}

impl Whole for usize {
    const SHAPE: Shape = Shape::Whole(0, Self::MAX as u64);
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
}

impl Word for Value {
    const SHAPE: Shape = Shape::Any;

    fn read(_: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        Some(node.to_value())
    }
}

/// Reads any value, with source spans.
impl Word for Node {
    const SHAPE: Shape = Shape::Any;

    fn read(_: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        Some(node.clone())
    }
}
