//! Types: what a value looks like on the wire, and what one that is sent must keep to.

use std::sync::OnceLock;

use chainloom_forms::Integer;

/// A type of JSON values and parameters.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// `true` or `false`.
    Boolean,
    /// A string.
    Text,
    /// A 64-bit float.
    Number,
    /// An integer, written as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// Bytes that are not JSON: a body, or a part of one.
    Bytes,
    /// A file: a part of a multipart body.
    File,
    /// A value with a text form of its own, such as an address.
    Scalar(&'static Scalar),
    /// An enumeration of strings.
    Enum(&'static Enum),
    /// An enumeration of integers.
    IntegerEnum(&'static IntegerEnum),
    /// An object with described members.
    Record(&'static Record),
    /// A union: one of several types.
    Union(&'static Union),
    /// An array.
    List(&'static List),
    /// An array of fixed length in which each item has its own type.
    Tuple(&'static [Self]),
    /// An object with arbitrary keys.
    Map(&'static Map),
    /// A value or null.
    Nullable(&'static Type),
    /// A value that keeps to bounds when it is sent: an item of a list, the value of a map, an arm. The bounds of a member
    /// stand with the member; behind `Nullable` there are none.
    Bounded(&'static Bounded),
    /// A type that leads back to itself and was described at run time: its place is filled when all of it is known.
    Later(&'static OnceLock<Type>),
}

impl Type {
    /// The type without its bounds: what a value is read and written by.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Self::Bounded(bounded) => bounded.ty.known(),
            other => other.known(),
        }
    }

    /// The type itself, where its place was filled later. A place that nobody has filled takes any JSON.
    #[must_use]
    pub fn known(self) -> Self {
        match self {
            Self::Later(place) => place.get().copied().unwrap_or(Self::Json),
            other => other,
        }
    }
}

/// A type with bounds.
#[derive(Debug)]
pub struct Bounded {
    /// The type.
    pub ty: Type,
    /// The bounds of a value that is sent.
    pub bounds: &'static Bounds,
}

/// A value with a text form of its own, such as an address.
#[derive(Debug)]
pub struct Scalar {
    /// Its name in the spec.
    pub name: &'static str,
    /// The form.
    pub form: Form,
}

/// The form of a scalar in JSON and text.
pub type Form = chainloom_forms::Form<&'static str>;

/// An open enumeration of strings: a value that is not listed is kept.
#[derive(Debug)]
pub struct Enum {
    /// Its name in the spec.
    pub name: &'static str,
    /// The values, in the order of the spec.
    pub values: &'static [&'static str],
}

/// An open enumeration of integers: a value that is not listed is kept.
#[derive(Debug)]
pub struct IntegerEnum {
    /// Its name in the spec.
    pub name: &'static str,
    /// The values, in the order of the spec.
    pub values: &'static [i64],
}

/// An array.
#[derive(Debug)]
pub struct List {
    /// The type of the items.
    pub item: Type,
    /// An alternative form that is accepted.
    pub also: Also,
}

/// An alternative form of a list in responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    /// None.
    Nothing,
    /// An object that holds the list in this member.
    At(&'static str),
    /// A single item without a list around it.
    Single,
}

/// An object with arbitrary keys.
#[derive(Debug)]
pub struct Map {
    /// The type of the keys, which is written as a string.
    pub key: Type,
    /// The type of the values.
    pub value: Type,
}

/// An object with described members.
#[derive(Debug)]
pub struct Record {
    /// Its name in the spec.
    pub name: &'static str,
    /// Its members, in the order in which they are written.
    pub fields: &'static [Field],
}

/// A member of a record.
#[derive(Debug)]
pub struct Field {
    /// The name in JSON, or of the parameter.
    pub name: &'static str,
    /// Whether the name stands in JSON as it is, without an escape.
    pub plain: bool,
    /// The type.
    pub ty: Type,
    /// Whether the member is required.
    pub required: bool,
    /// Alternative names in responses.
    pub aliases: &'static [&'static str],
    /// Whether an empty string means that the member is absent.
    pub empty_is_absent: bool,
    /// The bounds of a value that is sent.
    pub bounds: &'static Bounds,
    /// The constant value, as JSON. The struct has no field for it.
    pub constant: Option<&'static str>,
    /// Whether it holds all members that the record does not have otherwise: a map, the last member of its record.
    pub rest: bool,
    /// Whether its text is never shown.
    pub secret: bool,
    /// Whether what it holds has bounds of its own or a checksum, so that a value is looked through before it is sent.
    pub deep: bool,
}

impl Field {
    /// Describes a required member.
    pub const fn required(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            plain: is_plain(name),
            ty,
            required: true,
            aliases: &[],
            empty_is_absent: false,
            bounds: &Bounds::NONE,
            constant: None,
            rest: false,
            secret: false,
            deep: false,
        }
    }

    /// Describes a constant member: written with this JSON value, and ignored when read.
    pub const fn constant(name: &'static str, json: &'static str) -> Self {
        Self { constant: Some(json), ..Self::optional(name, Type::Json) }
    }

    /// Describes a member that may be absent or null.
    pub const fn optional(name: &'static str, ty: Type) -> Self {
        Self { required: false, ..Self::required(name, ty) }
    }

    /// Declares a text that is never shown.
    pub const fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Declares a map that holds all other members of its record, where it is the last member. The name is none in JSON.
    pub const fn rest(self) -> Self {
        Self { rest: true, required: false, ..self }
    }

    /// Sets the alternative names.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Declares that an empty string means that the member is absent.
    pub const fn empty_is_absent(self) -> Self {
        Self { empty_is_absent: true, ..self }
    }

    /// Sets the bounds.
    pub const fn bounds(self, bounds: &'static Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Declares that values in it have bounds of their own.
    pub const fn deep(self) -> Self {
        Self { deep: true, ..self }
    }
}

/// Whether a text needs no escape.
pub(crate) const fn is_plain(text: &str) -> bool {
    let mut text = text.as_bytes();
    while let [first, rest @ ..] = text {
        if *first < b' ' || *first == b'"' || *first == b'\\' {
            return false;
        }
        text = rest;
    }
    true
}

/// The bounds of a value that is sent.
#[derive(Debug)]
pub struct Bounds {
    /// The minimum, inclusive, in decimal digits.
    pub min: Option<&'static str>,
    /// The maximum, inclusive, in decimal digits.
    pub max: Option<&'static str>,
    /// The minimum number of items or characters.
    pub min_size: Option<usize>,
    /// The maximum number of items or characters.
    pub max_size: Option<usize>,
    /// The allowed values of an enumeration; empty where all are allowed.
    pub only: &'static [&'static str],
    /// Regular expressions, each of which the string must match somewhere.
    pub patterns: &'static [&'static str],
    /// The default of the service, as JSON. It is never sent.
    pub default: Option<&'static str>,
    /// The minimum to which the service clamps lower numbers, in decimal digits. The client sends them unchanged.
    pub clamp_min: Option<&'static str>,
    /// The maximum to which the service clamps higher numbers, in decimal digits. The client sends them unchanged.
    pub clamp_max: Option<&'static str>,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self {
        min: None,
        max: None,
        min_size: None,
        max_size: None,
        only: &[],
        patterns: &[],
        default: None,
        clamp_min: None,
        clamp_max: None,
    };

    /// Whether no value is refused. Defaults and clamps refuse none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.min.is_none()
            && self.max.is_none()
            && self.min_size.is_none()
            && self.max_size.is_none()
            && self.only.is_empty()
            && self.patterns.is_empty()
    }
}

/// A union: one of several types.
#[derive(Debug)]
pub struct Union {
    /// Its name in the spec.
    pub name: &'static str,
    /// How the arms are told apart.
    pub told_by: ToldBy,
    /// The members that all arms have; empty for [`ToldBy::Form`].
    pub common: &'static [Field],
    /// The arms, in the order of the spec.
    pub arms: &'static [Arm],
}

impl Union {
    /// Returns the member whose value tells the arm.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        match self.told_by {
            ToldBy::Tag(tag) | ToldBy::IntegerTag(tag) => Some(tag),
            ToldBy::Form | ToldBy::Members | ToldBy::Status | ToldBy::Event => None,
        }
    }
}

/// How the arms of a union are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// By the JSON type of the value and, for strings, by their form.
    Form,
    /// By the value of this member, a string.
    Tag(&'static str),
    /// By the value of this member, an integer. The names of the arms are its digits.
    IntegerTag(&'static str),
    /// By a member that only one arm has.
    Members,
    /// By the HTTP status of the response, which is written around the value: `{"200": …}`.
    Status,
    /// By the name of the event, which is written around the value: `{"head": …}`. Events with other names are kept.
    Event,
}

/// An arm of a union.
#[derive(Debug)]
pub struct Arm {
    /// The name; for a union with a tag, the value of the tag.
    pub name: &'static str,
    /// The type of the items.
    pub body: ArmBody,
}

/// The content of an arm of a union.
#[derive(Clone, Copy, Debug)]
pub enum ArmBody {
    /// A value of this type.
    Value(Type),
    /// This constant, as JSON: `true`, `false`, `null` or a string.
    Const(&'static str),
    /// Members in addition to the common ones.
    Fields {
        /// The members.
        record: &'static Record,
        /// The member that tells this arm; none for the arm that is taken otherwise, and for tags.
        has: Option<&'static str>,
    },
}
