//! Types: what a value looks like on the wire, and what one that is sent must keep to.

use chainloom_forms::Integer;

/// A reference to a type of the wire.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// `true` or `false`.
    Boolean,
    /// Any text.
    Text,
    /// A 64-bit float.
    Number,
    /// A whole number, written as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// Raw bytes, which are no JSON: a body, or a part of one.
    Bytes,
    /// Raw bytes with the name of a file: a part of a body.
    File,
    /// A value with a form of its own.
    Scalar(&'static Scalar),
    /// One of a set of texts.
    Enum(&'static Enum),
    /// One of a set of whole numbers.
    IntegerEnum(&'static IntegerEnum),
    /// An object with known members.
    Record(&'static Record),
    /// One of several types.
    Union(&'static Union),
    /// An array.
    List(&'static List),
    /// An array in which each place has a type of its own.
    Tuple(&'static [Self]),
    /// An object with any members.
    Map(&'static Map),
    /// A value or null.
    Nullable(&'static Type),
    /// A value that keeps to bounds when it is sent: an item of a list, the value of a map, an arm. The bounds of a member
    /// stand with the member; behind `Nullable` there are none.
    Bounded(&'static Bounded),
}

impl Type {
    /// The type without its bounds: what a value is read and written by.
    #[must_use]
    pub const fn plain(self) -> Self {
        match self {
            Self::Bounded(bounded) => bounded.ty,
            other => other,
        }
    }
}

/// A type with bounds.
#[derive(Debug)]
pub struct Bounded {
    /// What it is.
    pub ty: Type,
    /// What a value that is sent must keep to.
    pub bounds: &'static Bounds,
}

/// A value with a form of its own.
#[derive(Debug)]
pub struct Scalar {
    /// Its name in the spec.
    pub name: &'static str,
    /// What it looks like.
    pub form: Form,
}

/// What a scalar looks like on the wire.
pub type Form = chainloom_forms::Form<&'static str>;

/// One of a set of texts; a text that is not listed is kept.
#[derive(Debug)]
pub struct Enum {
    /// Its name in the spec.
    pub name: &'static str,
    /// The texts, in the order of the spec.
    pub values: &'static [&'static str],
}

/// One of a set of whole numbers, written as a JSON number; a number that is not listed is kept.
#[derive(Debug)]
pub struct IntegerEnum {
    /// Its name in the spec.
    pub name: &'static str,
    /// The numbers, in the order of the spec.
    pub values: &'static [i64],
}

/// An array.
#[derive(Debug)]
pub struct List {
    /// What it holds.
    pub item: Type,
    /// Another form in which it comes.
    pub also: Also,
}

/// Another form of a list that services were seen to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    /// None.
    Nothing,
    /// An object that holds the list in this member.
    At(&'static str),
    /// The only item, without a list around it.
    Single,
}

/// An object with any members.
#[derive(Debug)]
pub struct Map {
    /// What its keys are; a type that is written as text.
    pub key: Type,
    /// What its members are.
    pub value: Type,
}

/// An object with known members.
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
    /// The name on the wire.
    pub name: &'static str,
    /// What it is.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// Other names under which it comes.
    pub aliases: &'static [&'static str],
    /// Whether an empty text stands for absence.
    pub empty_is_absent: bool,
    /// What a value that is sent must keep to.
    pub bounds: &'static Bounds,
    /// The value that it always has, as JSON; no struct holds it.
    pub constant: Option<&'static str>,
    /// Whether what it holds has bounds of its own, so that a value is looked through before it is sent.
    pub deep: bool,
}

impl Field {
    /// A member that must be there.
    pub const fn required(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            ty,
            required: true,
            aliases: &[],
            empty_is_absent: false,
            bounds: &Bounds::NONE,
            constant: None,
            deep: false,
        }
    }

    /// A member that is always written with this value, as JSON, and passed over where it is read.
    pub const fn constant(name: &'static str, json: &'static str) -> Self {
        Self { constant: Some(json), ..Self::optional(name, Type::Json) }
    }

    /// A member that may be absent or null.
    pub const fn optional(name: &'static str, ty: Type) -> Self {
        Self { required: false, ..Self::required(name, ty) }
    }

    /// The same, also under other names.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same, where an empty text stands for absence.
    pub const fn empty_is_absent(self) -> Self {
        Self { empty_is_absent: true, ..self }
    }

    /// The same, with bounds.
    pub const fn bounds(self, bounds: &'static Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The same, where what it holds has bounds of its own.
    pub const fn deep(self) -> Self {
        Self { deep: true, ..self }
    }
}

/// What a value that is sent must keep to.
#[derive(Debug)]
pub struct Bounds {
    /// The least number, inclusive, in decimal digits.
    pub min: Option<&'static str>,
    /// The largest number, inclusive, in decimal digits.
    pub max: Option<&'static str>,
    /// The least number of items or characters.
    pub min_size: Option<usize>,
    /// The largest number of items or characters.
    pub max_size: Option<usize>,
    /// The texts that are allowed, of an enumeration; empty where all are.
    pub only: &'static [&'static str],
    /// Regular expressions that the text must have, each somewhere in it.
    pub patterns: &'static [&'static str],
    /// What the service takes when the value is left out, as JSON; it is never sent.
    pub default: Option<&'static str>,
    /// The number that the service takes in place of a lower one, in decimal digits; a lower one is sent as it is.
    pub clamp_min: Option<&'static str>,
    /// The number that the service takes in place of a higher one, in decimal digits; a higher one is sent as it is.
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

    /// Whether every value keeps to them. What the service makes of a value, or takes for one that is left out, refuses none.
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

/// One of several types.
#[derive(Debug)]
pub struct Union {
    /// Its name in the spec.
    pub name: &'static str,
    /// How the arms are told apart.
    pub told_by: ToldBy,
    /// The members that all arms have; none for [`ToldBy::Form`].
    pub common: &'static [Field],
    /// The arms, in the order of the spec.
    pub arms: &'static [Arm],
}

/// How the arms of a union are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// By the kind of the value and, for text, by its form.
    Form,
    /// By the value of this member, a text.
    Tag(&'static str),
    /// By the value of this member, a whole number; the names of the arms are its digits.
    IntegerTag(&'static str),
    /// By a member that only one arm has.
    Members,
    /// By the status of the answer, which stands around the value: `{"200": …}`.
    Status,
    /// By the name of the event, which stands around the value: `{"head": …}`. Events of other names are kept.
    Event,
}

/// An arm of a union.
#[derive(Debug)]
pub struct Arm {
    /// Its name; where a tag tells the arms, the value of the tag.
    pub name: &'static str,
    /// What it holds.
    pub body: ArmBody,
}

/// What an arm of a union holds.
#[derive(Clone, Copy, Debug)]
pub enum ArmBody {
    /// A value of this type.
    Value(Type),
    /// Exactly this value, as JSON: `true`, `false`, `null` or a text.
    Const(&'static str),
    /// Members beside the common ones.
    Fields {
        /// The members.
        record: &'static Record,
        /// The member that tells this arm; none for the arm that is taken otherwise, and for tags.
        has: Option<&'static str>,
    },
}
