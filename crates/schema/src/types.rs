//! Tables of types: the form of a value on the wire, and the bounds of a value in a request.

use std::sync::OnceLock;

use chainloom_forms::Integer;

use crate::table::{choice, table};

choice! {
    /// A type of JSON values and parameters.
    #[derive(Clone, Copy, Debug)]
    enum Type by known {
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
        Tuple(&'static [Type]),
        /// An object with arbitrary keys.
        Map(&'static Map),
        /// A value or null.
        Nullable(&'static Type),
        /// A value that keeps to bounds when it is sent: an item of a list, the value of a map, an
        /// arm. The bounds of a member stand with the member; behind `Nullable` there are none.
        Bounded(&'static Bounded),
        /// A type that leads back to itself and was described at run time: its place is filled when
        /// all of it is known.
        Later(&'static OnceLock<Type>),
    }
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

    /// The type without its bounds and its null.
    #[must_use]
    pub fn bare(self) -> Self {
        match self.plain() {
            Self::Nullable(inner) => inner.bare(),
            other => other,
        }
    }

    /// The type itself, where its place was filled later. A place that nobody has filled takes any
    /// JSON.
    #[must_use]
    pub fn known(self) -> Self {
        match self {
            Self::Later(place) => place.get().copied().unwrap_or(Self::Json),
            other => other,
        }
    }

    /// Returns the name in the spec of a type that has one, in backquotes, or what its values are in
    /// JSON.
    #[must_use]
    pub fn noun(self) -> String {
        let noun = match self.plain() {
            Self::Scalar(Scalar { name, .. })
            | Self::Enum(Enum { name, .. })
            | Self::IntegerEnum(IntegerEnum { name, .. })
            | Self::Record(Record { name, .. })
            | Self::Union(Union { name, .. }) => return format!("`{name}`"),
            Self::Nullable(inner) => return inner.noun(),
            Self::Boolean => "a boolean",
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Integer(_) => "a whole number",
            Self::List(_) | Self::Tuple(_) => "an array",
            Self::Map(_) => "an object",
            Self::Bytes | Self::File => "bytes",
            Self::Json | Self::Bounded(_) | Self::Later(_) => "JSON",
        };
        noun.to_owned()
    }
}

table! {
    /// A type with bounds.
    #[derive(Debug)]
    struct Bounded {
        /// The type.
        ty: Type,
        /// The bounds of a value that is sent.
        bounds: &'static Bounds,
    }
}

table! {
    /// A value with a text form of its own, such as an address.
    #[derive(Debug)]
    struct Scalar {
        /// Its name in the spec.
        name: &'static str,
        /// Form of the values: which texts or numbers are valid.
        form: Form,
    }
}

/// The form of a scalar in JSON and text.
pub type Form = chainloom_forms::Form<&'static str>;

table! {
    /// An open enumeration of strings: a value that is not listed is kept.
    #[derive(Debug)]
    struct Enum {
        /// Its name in the spec.
        name: &'static str,
        /// The values, in the order of the spec.
        values: &'static [&'static str],
    }
}

table! {
    /// An open enumeration of integers: a value that is not listed is kept.
    #[derive(Debug)]
    struct IntegerEnum {
        /// Its name in the spec.
        name: &'static str,
        /// The values, in the order of the spec.
        values: &'static [i64],
    }
}

table! {
    /// An array.
    #[derive(Debug)]
    struct List {
        /// The type of the items.
        item: Type,
        ..
        /// An alternative form that is accepted.
        or also: Also = Also::Nothing,
    }
}

choice! {
    /// An alternative form of a list in responses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum Also {
        /// None.
        Nothing,
        /// An object that holds the list in this member.
        At(&'static str),
        /// A single item without a list around it.
        Single,
    }
}

table! {
    /// An object with arbitrary keys.
    #[derive(Debug)]
    struct Map {
        /// The type of the keys, which is written as a string.
        key: Type,
        /// The type of the values.
        value: Type,
    }
}

table! {
    /// An object with described members.
    #[derive(Debug)]
    struct Record {
        /// Its name in the spec.
        name: &'static str,
        /// Its members, in the order in which they are written.
        fields: &'static [Field],
    }
}

table! {
    /// A member of a record.
    #[derive(Debug)]
    struct Field {
        /// The name in JSON, or of the parameter.
        name: &'static str,
        /// The type.
        ty: Type,
        /// Whether the member is required.
        required: bool,
        ..
        /// Whether the name stands in JSON as it is, without an escape.
        derived plain: bool = is_plain(name),
        /// Alternative names in responses.
        or aliases: &'static [&'static str] = &[],
        /// Whether an empty string means that the member is absent.
        flag empty_is_absent: bool,
        /// The bounds of a value that is sent.
        or bounds: &'static Bounds = &Bounds::NONE,
        /// The constant value, as JSON. The struct has no field for it: it is written, and ignored
        /// when read.
        some constant: &'static str,
        /// Whether its text is never shown.
        flag secret: bool,
        /// Whether it holds all members that the record does not have otherwise: a map, the last
        /// member of its record. The name is none in JSON.
        flag rest: bool,
        /// Whether what it holds has bounds of its own, a checksum or members of one direction, so that
        /// a value is looked through before it is sent.
        flag deep: bool,
        /// Which messages have it.
        or direction: Direction = Direction::Both,
        /// Whether the messages of its direction must have it, where other messages share the type of
        /// its record. Then it is not `required`.
        flag needed: bool,
    }
    /// Describes a required member.
    fn required(name: &'static str, ty: Type) { name, ty, required: true, }
    /// Describes a member that may be absent or null.
    fn optional(name: &'static str, ty: Type) { name, ty, required: false, }
}

/// Whether a text needs no escape.
#[must_use]
pub const fn is_plain(text: &str) -> bool {
    let mut text = text.as_bytes();
    while let [first, rest @ ..] = text {
        if *first < b' ' || *first == b'"' || *first == b'\\' {
            return false;
        }
        text = rest;
    }
    true
}

choice! {
    /// The messages that have a member.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Direction {
        /// Requests and responses.
        #[default]
        Both,
        /// Responses only: the service sets it, and a request never has it.
        Response,
        /// Requests only: the service takes it, and does not return it.
        Request,
    }
}

table! {
    /// The bounds of a value that is sent.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    struct Bounds {
        ..
        /// The minimum, inclusive, in decimal digits.
        some min: &'static str,
        /// The maximum, inclusive, in decimal digits.
        some max: &'static str,
        /// The minimum number of items or characters.
        some min_size: usize,
        /// The maximum number of items or characters.
        some max_size: usize,
        /// The allowed values of an enumeration; empty where all are allowed.
        or only: &'static [&'static str] = &[],
        /// Regular expressions, each of which the string must match somewhere.
        or patterns: &'static [&'static str] = &[],
        /// The default of the service, as JSON. It is never sent.
        some default: &'static str,
        /// The minimum to which the service clamps lower numbers, in decimal digits. The client
        /// sends them unchanged.
        some clamp_min: &'static str,
        /// The maximum to which the service clamps higher numbers, in decimal digits. The client
        /// sends them unchanged.
        some clamp_max: &'static str,
    }
    /// Describes no bounds.
    fn new() {}
}

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self::new();

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

table! {
    /// A union: one of several types.
    #[derive(Debug)]
    struct Union {
        /// Its name in the spec.
        name: &'static str,
        /// How the arms are distinguished.
        discriminator: Discriminator,
        /// The arms, in the order of the spec.
        arms: &'static [Arm],
        ..
        /// The members that all arms have; empty for [`Discriminator::Form`].
        or common: &'static [Field] = &[],
    }
}

impl Union {
    /// Returns the member whose value selects the arm.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        self.discriminator.tag()
    }

    /// Returns the arm that a value of the tag selects.
    #[must_use]
    pub fn arm_of(&self, tag: &str) -> Option<usize> {
        self.arms.iter().position(|arm| arm.has_tag(tag))
    }
}

impl Arm {
    /// Whether a value of the tag selects the arm.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.name == tag || self.also.contains(&tag)
    }
}

impl Discriminator {
    /// Returns the member whose value selects the arm.
    #[must_use]
    pub const fn tag(self) -> Option<&'static str> {
        match self {
            Self::Tag(tag) | Self::IntegerTag(tag) | Self::BooleanTag(tag) => Some(tag),
            Self::NestedTag(_) | Self::Form | Self::Members | Self::Status | Self::Event => None,
        }
    }

    /// Returns the names of the members that lead to the value that selects the arm, the outermost
    /// first; empty where no tag does.
    #[must_use]
    pub const fn path(&self) -> &[&'static str] {
        match self {
            Self::Tag(tag) | Self::IntegerTag(tag) | Self::BooleanTag(tag) => std::slice::from_ref(tag),
            Self::NestedTag(path) => path,
            Self::Form | Self::Members | Self::Status | Self::Event => &[],
        }
    }

    /// Finds the value that selects the arm: `outer` returns a member of the union's object, `inner`
    /// a member of a value. Returns `None` where no tag selects the arm, or no member is there.
    pub fn find_tag<V>(
        &self,
        outer: impl FnOnce(&str) -> Option<V>,
        inner: impl Fn(V, &str) -> Option<V>,
    ) -> Option<V> {
        let (first, rest) = self.path().split_first()?;
        rest.iter().try_fold(outer(first)?, |value, name| inner(value, name))
    }

    /// Whether an integer selects the arm.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::IntegerTag(_))
    }

    /// Whether arms hold a value rather than the members of an object.
    #[must_use]
    pub const fn holds_values(self) -> bool {
        matches!(self, Self::Form | Self::Status | Self::Event)
    }
}

choice! {
    /// How the arms of a union are distinguished.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum Discriminator {
        /// By the JSON type of the value and, for strings, by their form.
        Form,
        /// By the value of this member, a string.
        Tag(&'static str),
        /// By the value of this member, an integer. The names of the arms are its digits.
        IntegerTag(&'static str),
        /// By the value of this member, `true` or `false`, as the arms are named.
        BooleanTag(&'static str),
        /// By the value of a member of a member, a string: the names of the members, the outermost
        /// first. The outermost one is a common member of the union.
        NestedTag(&'static [&'static str]),
        /// By a member that only one arm has.
        Members,
        /// By the HTTP status of the response, which is written around the value: `{"200": …}`.
        Status,
        /// By the name of the event, which is written around the value: `{"head": …}`. Events with
        /// other names are kept.
        Event,
    }
}

table! {
    /// An arm of a union.
    #[derive(Debug)]
    struct Arm {
        /// The name; for a union with a tag, the value of the tag.
        name: &'static str,
        /// The type of the items.
        body: ArmBody,
        ..
        /// Further values of the tag that select the arm. Such an arm has the tag as a member of its own.
        or also: &'static [&'static str] = &[],
    }
}

choice! {
    /// The content of an arm of a union.
    #[derive(Clone, Copy, Debug)]
    enum ArmBody {
        /// A value of this type.
        Value(Type),
        /// This constant, as JSON: `true`, `false`, `null` or a string.
        Const(&'static str),
        /// Members in addition to the common ones.
        Fields {
            /// The members.
            record: &'static Record,
            /// The member that tells this arm; none for the arm that is taken otherwise, and for
            /// tags.
            has: Option<&'static str>,
        },
    }
}
