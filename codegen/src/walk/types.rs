//! Types that JSON can be compared with: the trait by which the walk inspects them.

use std::collections::HashMap;
use std::ops::Deref;

use crate::model::{Also, Direction, Discriminator, Integer};

/// Sender of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Client: in a request. Checksums of texts must be right, and forms that only services send
    /// are refused.
    Sent,
    /// A service: in a response.
    Received,
}

impl Side {
    /// Returns the direction of messages of this side.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Sent => Direction::Request,
            Self::Received => Direction::Response,
        }
    }
}

/// A source of types.
pub trait Types: Copy {
    /// A type.
    type Type: Copy;
    /// A member of an object, or a parameter.
    type Field: Copy;
    /// Description of an object: a record, or the common members of a union.
    type Record: Copy;
    /// An arm of a union.
    type Arm: Copy;
    /// The text of a prefix in the form of a scalar.
    type Prefix: AsRef<str>;
    /// The form of a scalar.
    type Form: Copy + Deref<Target = chainloom_forms::Form<Self::Prefix>>;
    /// Returns the structure of a type. Aliases are followed, and bounds are left out.
    fn view(self, ty: Self::Type) -> View<Self>;
    /// Returns the fields of a record, in its order.
    fn fields(self, record: Self::Record) -> impl Iterator<Item = Self::Field>;
    /// Returns the description of a member by its field.
    fn member(self, field: Self::Field) -> Member<Self::Type>;
    /// Returns the names of the member that a field describes; none for a field of other members. Aliases are read, and
    /// not sent.
    fn names<'t>(self, field: Self::Field, side: Side) -> impl Iterator<Item = &'t str>
    where
        Self: 't;
    /// Returns whether an enumeration lists a text, or a number by its digits.
    fn lists(self, ty: Self::Type, value: &str) -> bool;
    /// Returns whether a member of this name selects the arm, in a union whose arms are distinguished by
    /// members.
    fn is_selected_by(self, arm: Self::Arm, name: &str, side: Side) -> bool;
    /// Returns the content of an arm.
    fn arm(self, arm: Self::Arm) -> ArmBody<Self>;
    /// Returns whether a value of the tag selects an arm; without a tag, whether the arm has this name.
    fn has_tag(self, arm: Self::Arm, tag: &str) -> bool;
}

/// Returns for each name of a member the position of its field. If several fields have a name, the first counts.
pub fn positions<'t, T: Types + 't>(types: T, fields: &[T::Field], side: Side) -> HashMap<&'t str, usize> {
    let names = fields.iter().enumerate().rev();
    names.flat_map(|(at, field)| types.names(*field, side).map(move |name| (name, at))).collect()
}

/// Structure of a type.
pub enum View<T: Types> {
    /// Any JSON.
    Any,
    /// Bytes, which a spec writes as a text.
    Bytes,
    /// True or false.
    Boolean,
    /// Any text.
    Text,
    /// A 64-bit float.
    Number,
    /// A whole number as a JSON number.
    Integer(Integer),
    /// A scalar, with its form.
    Scalar(T::Form),
    /// An enumeration.
    Enum {
        /// Whether the values of the enumeration are whole numbers.
        is_integer: bool,
    },
    /// A list.
    List {
        /// Type of the items of the list.
        item: T::Type,
        /// Another form in which services send the list.
        also: Also,
    },
    /// A list with a type for each place.
    Tuple(Vec<T::Type>),
    /// An object with any names.
    Map {
        /// The type of the names.
        key: T::Type,
        /// The type of the values.
        value: T::Type,
    },
    /// An object with described members.
    Record(T::Record),
    /// Union of several types.
    Union(Union<T>),
    /// A value or null.
    Nullable(T::Type),
}

/// A union.
pub struct Union<T: Types> {
    /// Discriminator of the arms.
    pub discriminator: Discriminator,
    /// The members that all arms have.
    pub common: T::Record,
    /// The arms, in the order of the spec.
    pub arms: Vec<T::Arm>,
}

/// Content of an arm of a union.
pub enum ArmBody<T: Types> {
    /// A value of this type.
    Value(T::Type),
    /// Constant, in JSON.
    Constant(String),
    /// Members of a record, in addition to the common ones.
    Members {
        /// The record.
        record: T::Record,
        /// Whether no member selects the arm: it is the default, or a tag selects it.
        is_default: bool,
    },
}

/// Description of a member by its field.
#[derive(Clone, Debug)]
pub struct Member<Y> {
    /// The type.
    pub ty: Y,
    /// Whether all messages of `direction` must have the member.
    pub is_needed: bool,
    /// Direction of the messages that have the member.
    pub direction: Direction,
    /// Whether an empty text, or an empty value such as `false` or `[]` in place of an object,
    /// means that the member is absent.
    pub empty_is_absent: bool,
    /// Whether the member holds all members of the object that no other field describes.
    pub is_rest: bool,
    /// Constant value of the member, in JSON.
    pub constant: Option<String>,
}
