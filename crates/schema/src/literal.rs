//! Tables as expressions of Rust.
//!
//! Input: a table, and the [`Statics`] that have a name. Output: a [`Node`], the expression that
//! evaluates to the table. The macros `table!` and `choice!` derive it for each table, so that no
//! member can be omitted. The generator turns a node into tokens; its [`Display`](fmt::Display) is
//! for tests that compare whole tables.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use chainloom_forms::{Form, Integer, Presence, TimeUnit};

/// An expression that evaluates to a table or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(i128),
    /// A text.
    Text(&'static str),
    /// `None`, or `Some` with a value.
    Option(Option<Box<Node>>),
    /// A pair of values.
    Pair(Box<[Node; 2]>),
    /// A reference to a list.
    List(Vec<Node>),
    /// A reference to a value written in place.
    Reference(Box<Node>),
    /// A reference to the table with this number in [`Statics`].
    Static(usize),
    /// A reference to the table this many levels above: a cycle without a static.
    Above(usize),
    /// A variant of an enum: type, variant, and values, which are named unless there is at most
    /// one.
    Variant(&'static str, &'static str, Vec<(Option<&'static str>, Node)>),
    /// A struct: its name, its constructor with the arguments, and the setters with their
    /// arguments.
    Struct(&'static str, &'static str, Vec<Node>, Vec<(&'static str, Option<Node>)>),
}

/// Tables that are statics, each with a number.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    tables: HashMap<Key, usize>,
    /// Lists that are members of a static: the table that holds the list, and the number of the
    /// static.
    lists: HashMap<Key, (Key, usize)>,
}

/// Identity of a table: its type and its address. The type distinguishes a table from its first
/// member at the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key(TypeId, usize);

impl Key {
    fn of<T: 'static>(table: &'static T) -> Self {
        Self(TypeId::of::<T>(), std::ptr::from_ref(table).addr())
    }

    /// Returns the key of a list; `None` for empty lists, whose addresses are not unique.
    fn of_list<T: 'static>(list: &'static [T]) -> Option<Self> {
        (!list.is_empty()).then(|| Self(TypeId::of::<[T]>(), list.as_ptr().addr()))
    }
}

impl Statics {
    /// Adds a table with its number.
    pub fn insert<T: 'static>(&mut self, table: &'static T, number: usize) {
        self.tables.insert(Key::of(table), number);
    }

    /// Adds a list that is a member of a table with a number.
    pub fn insert_list<T: 'static, I: 'static>(&mut self, table: &'static T, list: &'static [I], number: usize) {
        self.lists.extend(Key::of_list(list).map(|key| (key, (Key::of(table), number))));
    }

    /// Returns the number of a table; `None` if the table was not added.
    pub fn number<T: 'static>(&self, table: &'static T) -> Option<usize> {
        self.tables.get(&Key::of(table)).copied()
    }

    /// Returns the expression of a table, even if the table is a static.
    pub fn definition<T: Literal>(&self, table: &'static T) -> Node {
        let mut walk = Walk { statics: self, above: vec![Key::of(table)] };
        T::literal(table, &mut walk)
    }
}

/// Traversal of a table.
#[derive(Debug)]
pub struct Walk<'s> {
    statics: &'s Statics,
    /// Ancestors of the table being visited.
    above: Vec<Key>,
}

/// A value that can be written as an expression.
pub trait Literal {
    /// Returns the expression of the value.
    fn literal(&self, walk: &mut Walk<'_>) -> Node;
}

impl Literal for bool {
    fn literal(&self, _: &mut Walk<'_>) -> Node {
        Node::Bool(*self)
    }
}

impl Literal for &'static str {
    fn literal(&self, _: &mut Walk<'_>) -> Node {
        Node::Text(self)
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Literal for $ty {
            fn literal(&self, _: &mut Walk<'_>) -> Node {
                Node::Number(*self as i128)
            }
        }
    )*};
}

numbers!(u16 u32 u64 usize i32 i64);

impl<T: Literal> Literal for Option<T> {
    fn literal(&self, walk: &mut Walk<'_>) -> Node {
        Node::Option(self.as_ref().map(|value| Box::new(T::literal(value, walk))))
    }
}

impl<A: Literal, B: Literal> Literal for (A, B) {
    fn literal(&self, walk: &mut Walk<'_>) -> Node {
        Node::Pair(Box::new([A::literal(&self.0, walk), B::literal(&self.1, walk)]))
    }
}

impl<T: Literal> Literal for &'static [T] {
    fn literal(&self, walk: &mut Walk<'_>) -> Node {
        match Key::of_list(self).and_then(|key| walk.statics.lists.get(&key)) {
            Some((table, number)) if walk.above.last() != Some(table) => Node::Static(*number),
            _ => Node::List(self.iter().map(|item| T::literal(item, walk)).collect()),
        }
    }
}

impl<T: Literal> Literal for &'static T {
    fn literal(&self, walk: &mut Walk<'_>) -> Node {
        if let Some(number) = walk.statics.number::<T>(self) {
            return Node::Reference(Box::new(Node::Static(number)));
        }
        let key = Key::of::<T>(self);
        if let Some(levels) = walk.above.iter().rev().position(|above| *above == key) {
            return Node::Above(levels);
        }
        walk.above.push(key);
        let node = T::literal(self, walk);
        walk.above.pop();
        Node::Reference(Box::new(node))
    }
}

/// Returns the expression of the value in the cell.
impl<T: Literal> Literal for OnceLock<T> {
    fn literal(&self, walk: &mut Walk<'_>) -> Node {
        Node::Option(self.get().map(|value| Box::new(T::literal(value, walk))))
    }
}

crate::table::variants!(Form<&'static str> as Form {
    Base58 { bytes },
    Base58Check { bytes, prefix },
    Bech32 { bytes, chain, base58check },
    Base64 { bytes, url },
    Hex { bytes, prefix },
    DecimalInteger(integer),
    Decimal,
    Quantity(integer),
    JsonInteger(integer),
    JsonDecimal,
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
    TimeText(unit),
    TimeQuantity(unit),
    DateTime,
    LocalDateTime { offset },
    Date,
    Duration,
    DurationNumber(unit),
    DurationText(unit),
    Uuid,
});
crate::table::variants!(Integer as Integer { U8, U16, U32, U64, U128, U256, I8, I16, I32, I64, I128, I256 });
crate::table::variants!(TimeUnit as TimeUnit { Seconds, Milliseconds, Microseconds, Nanoseconds });
crate::table::variants!(Presence as Presence { Never, Optional, Required });

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Option(None) => f.write_str("None"),
            Self::Option(Some(value)) => write!(f, "Some({value})"),
            Self::Pair(pair) => write!(f, "({}, {})", pair[0], pair[1]),
            Self::List(items) => write!(f, "&[{}]", CommaSeparated(items)),
            Self::Reference(value) => write!(f, "&{value}"),
            Self::Static(number) => write!(f, "static {number}"),
            Self::Above(levels) => write!(f, "{levels} above"),
            Self::Variant(name, variant, values) => {
                write!(f, "{name}::{variant}")?;
                values.iter().try_for_each(|(name, value)| match name {
                    Some(name) => write!(f, " {name}: {value}"),
                    None => write!(f, "({value})"),
                })
            }
            Self::Struct(name, constructor, arguments, setters) => {
                write!(f, "{name}::{constructor}({})", CommaSeparated(arguments))?;
                setters.iter().try_for_each(|(name, value)| match value {
                    Some(value) => write!(f, ".{name}({value})"),
                    None => write!(f, ".{name}()"),
                })
            }
        }
    }
}

/// Nodes, printed with commas between them.
struct CommaSeparated<'n>(&'n [Node]);

impl fmt::Display for CommaSeparated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(at, node)| match at {
            0 => write!(f, "{node}"),
            _ => write!(f, ", {node}"),
        })
    }
}
