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
        /// Bytes that are not JSON: a body or a part of one.
        Bytes,
        /// A file: a part of a multipart body.
        File,
        /// A value with a special text form, such as an address.
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
        /// A value with bounds: an item of a list, a value of a map, an arm, a result, an event, or data of an error. A
        /// client checks the bounds where it sends the value. The bounds of a member are in its [`Field`]; a type
        /// inside `Nullable` has none.
        Bounded(&'static Bounded),
        /// A recursive type described at run time; the cell is filled when the type is complete.
        Later(&'static OnceLock<Type>),
    }
}

impl Type {
    /// Returns the type without its bounds, by which values are read and written.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Self::Bounded(bounded) => bounded.ty.known(),
            other => other.known(),
        }
    }

    /// Returns the type without its bounds and nullability.
    #[must_use]
    pub fn bare(self) -> Self {
        match self.plain() {
            Self::Nullable(inner) => inner.bare(),
            other => other,
        }
    }

    /// Resolves [`Type::Later`] to the type in its cell; to [`Type::Json`] if the cell is empty.
    #[must_use]
    pub fn known(self) -> Self {
        match self {
            Self::Later(place) => place.get().copied().unwrap_or(Self::Json),
            other => other,
        }
    }

    /// Returns the name of the type in the spec, in backquotes, or else the JSON kind of its
    /// values.
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
        /// Type without the bounds.
        ty: Type,
        /// Bounds of the value.
        bounds: &'static Bounds,
    }
}

table! {
    /// A type with a special text form, such as an address.
    #[derive(Debug)]
    struct Scalar {
        /// Name of the type in the spec.
        name: &'static str,
        /// Form of the values: which texts or numbers are valid.
        form: Form,
    }
}

/// Form of a scalar in JSON and text.
pub type Form = chainloom_forms::Form<&'static str>;

table! {
    /// An open enumeration of strings: unlisted values are preserved.
    #[derive(Debug)]
    struct Enum {
        /// Name of the type in the spec.
        name: &'static str,
        /// Listed values, in the order of the spec.
        values: &'static [&'static str],
    }
}

table! {
    /// An open enumeration of integers: unlisted values are preserved.
    #[derive(Debug)]
    struct IntegerEnum {
        /// Name of the type in the spec.
        name: &'static str,
        /// Listed values, in the order of the spec.
        values: &'static [i64],
    }
}

table! {
    /// An array.
    #[derive(Debug)]
    struct List {
        /// Type of the items.
        item: Type,
        ..
        /// Alternative form that is accepted in responses.
        or also: Also = Also::Nothing,
    }
}

choice! {
    /// Alternative form of a list in responses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum Also {
        /// No alternative form.
        Nothing,
        /// An object with the list in this member.
        At(&'static str),
        /// A single item without a list around it.
        Single,
    }
}

table! {
    /// An object with arbitrary keys.
    #[derive(Debug)]
    struct Map {
        /// Type of the keys, which are written as strings.
        key: Type,
        /// Type of the values.
        value: Type,
    }
}

table! {
    /// An object with described members.
    #[derive(Debug)]
    struct Record {
        /// Name of the type in the spec.
        name: &'static str,
        /// Members, in the order in which they are written.
        fields: &'static [Field],
    }
}

table! {
    /// A member of a record.
    #[derive(Debug)]
    struct Field {
        /// Name in JSON, or of the parameter.
        name: &'static str,
        /// Type of the member.
        ty: Type,
        /// Whether the member is required.
        required: bool,
        ..
        /// Whether the name needs no escape in JSON.
        derived plain: bool = is_plain(name),
        /// Alternative names in responses.
        or aliases: &'static [&'static str] = &[],
        /// Whether an empty string means that the member is absent.
        flag empty_is_absent: bool,
        /// Bounds of the value in a request.
        or bounds: &'static Bounds = &Bounds::NONE,
        /// Constant value, as JSON. The constant is written, and ignored when read; the struct has
        /// no field for it.
        some constant: &'static str,
        /// Whether the value is a secret and must not be shown.
        flag secret: bool,
        /// Whether this is the map of all undescribed members: the last field of its record. Its
        /// name does not occur in JSON.
        flag rest: bool,
        /// Whether nested values have bounds, a checksum or members of one direction, so that a
        /// value is checked at depth before it is sent.
        flag deep: bool,
        /// Messages that have the member.
        or direction: Direction = Direction::Both,
        /// Whether the messages of its direction must have the member, although other messages
        /// share the record. Such a member is not `required`.
        flag needed: bool,
    }
    /// Describes a required member.
    fn required(name: &'static str, ty: Type) { name, ty, required: true, }
    /// Describes a member that may be absent or null.
    fn optional(name: &'static str, ty: Type) { name, ty, required: false, }
}

/// Returns whether a text needs no escape in JSON.
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
    /// Messages that have a member.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Direction {
        /// Requests and responses.
        #[default]
        Both,
        /// Responses only: the service sets the member, and requests omit it.
        Response,
        /// Requests only: the service accepts the member, and does not return it.
        Request,
    }
}

table! {
    /// Bounds of a value in a request.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    struct Bounds {
        ..
        /// Minimum, inclusive, in decimal digits.
        some min: &'static str,
        /// Maximum, inclusive, in decimal digits.
        some max: &'static str,
        /// Minimum number of items or characters.
        some min_size: usize,
        /// Maximum number of items or characters.
        some max_size: usize,
        /// Allowed values of an enumeration; empty if all are allowed.
        or only: &'static [&'static str] = &[],
        /// Regular expressions, each of which must match a part of the string.
        or patterns: &'static [&'static str] = &[],
        /// Default of the service, as JSON; the client does not send it.
        some default: &'static str,
        /// Minimum to which the service clamps lower numbers, in decimal digits. The client sends
        /// lower numbers unchanged.
        some clamp_min: &'static str,
        /// Maximum to which the service clamps higher numbers, in decimal digits. The client sends
        /// higher numbers unchanged.
        some clamp_max: &'static str,
    }
    /// Describes no bounds.
    fn new() {}
}

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self::new();

    /// Returns whether every value is accepted. Defaults and clamps reject no values.
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
        /// Name of the type in the spec.
        name: &'static str,
        /// Criterion that distinguishes the arms.
        discriminator: Discriminator,
        /// Arms, in the order of the spec.
        arms: &'static [Arm],
        ..
        /// Members that all arms have; empty for [`Discriminator::Form`].
        or common: &'static [Field] = &[],
    }
}

impl Union {
    /// Returns the name of the member whose value selects the arm; `None` without such a member.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        self.discriminator.tag()
    }

    /// Returns the index of the arm that a value of the tag selects; `None` for an unlisted value.
    #[must_use]
    pub fn arm_of(&self, tag: &str) -> Option<usize> {
        self.arms.iter().position(|arm| arm.has_tag(tag))
    }
}

impl Arm {
    /// Returns whether a value of the tag selects the arm.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.name == tag || self.also.contains(&tag)
    }
}

impl Discriminator {
    /// Returns the name of the member whose value selects the arm; `None` for a nested tag or no
    /// tag.
    #[must_use]
    pub const fn tag(self) -> Option<&'static str> {
        match self {
            Self::Tag(tag) | Self::IntegerTag(tag) | Self::BooleanTag(tag) => Some(tag),
            Self::NestedTag(_) | Self::Form | Self::Members | Self::Status | Self::Event => None,
        }
    }

    /// Returns the names of the members that lead to the tag, the outermost first; empty without a
    /// tag.
    #[must_use]
    pub const fn path(&self) -> &[&'static str] {
        match self {
            Self::Tag(tag) | Self::IntegerTag(tag) | Self::BooleanTag(tag) => std::slice::from_ref(tag),
            Self::NestedTag(path) => path,
            Self::Form | Self::Members | Self::Status | Self::Event => &[],
        }
    }

    /// Finds the tag: `outer` returns a member of the union's object, `inner` a member of a value.
    /// Returns `None` without a tag in the union, or if a member is absent.
    pub fn find_tag<V>(
        &self,
        outer: impl FnOnce(&str) -> Option<V>,
        inner: impl Fn(V, &str) -> Option<V>,
    ) -> Option<V> {
        let (first, rest) = self.path().split_first()?;
        rest.iter().try_fold(outer(first)?, |value, name| inner(value, name))
    }

    /// Returns whether the tag is an integer.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::IntegerTag(_))
    }

    /// Returns whether arms hold a value rather than the members of an object.
    #[must_use]
    pub const fn holds_values(self) -> bool {
        matches!(self, Self::Form | Self::Status | Self::Event)
    }
}

choice! {
    /// Criterion that distinguishes the arms of a union.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum Discriminator {
        /// The JSON type of the value and, for strings, their form.
        Form,
        /// The value of this member, a string.
        Tag(&'static str),
        /// The value of this member, an integer; its digits are the names of the arms.
        IntegerTag(&'static str),
        /// The value of this member, a boolean; the arms are named `true` and `false`.
        BooleanTag(&'static str),
        /// The value of a nested string member. The payload is its path, outermost name first; the outermost member is
        /// common to all arms.
        NestedTag(&'static [&'static str]),
        /// The presence of a member that only one arm has.
        Members,
        /// The HTTP status of the response, which is written around the value: `{"200": …}`.
        Status,
        /// The name of the event, which is written around the value: `{"head": …}`. Events with
        /// other names are preserved.
        Event,
    }
}

table! {
    /// An arm of a union.
    #[derive(Debug)]
    struct Arm {
        /// Name of the arm; for a union with a tag, the value of the tag.
        name: &'static str,
        /// Content of the arm.
        body: ArmBody,
        ..
        /// Further values of the tag that select the arm. Such an arm has the tag as one of its
        /// members.
        or also: &'static [&'static str] = &[],
    }
}

choice! {
    /// Content of an arm of a union.
    #[derive(Clone, Copy, Debug)]
    enum ArmBody {
        /// A value of this type.
        Value(Type),
        /// Constant, as JSON: `true`, `false`, `null` or a string.
        Const(&'static str),
        /// Members in addition to the common ones.
        Fields {
            /// Members of the arm.
            record: &'static Record,
            /// Member whose presence selects the arm; `None` for the default arm, and for unions
            /// with a tag.
            has: Option<&'static str>,
        },
    }
}
