//! Named types, references to them, and what is said of a member.

pub use chainloom_forms::{Integer, Presence, TimeUnit};

use crate::diagnostic::Span;

use super::{Availability, Bounded, Bounds, Deprecation, Limits, ModuleId, Note, Source, Style, TypeId, Value};

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// What it is.
    pub kind: TypeKind,
    /// Known from real services only.
    pub seen: bool,
    /// Of a type that is defined where it is used: where the name stands that its own is made of.
    pub owner: Option<Span>,
}

impl TypeDef {
    /// Whether it is defined where it is used: the body of an answer, of a member, of an arm.
    #[must_use]
    pub fn is_inline(&self) -> bool {
        self.owner.is_some()
    }

    /// The named types that it speaks of, in the order of the spec; the members of a union's arm are such a type.
    #[must_use]
    pub fn mentions(&self) -> Vec<TypeId> {
        let mut found = Vec::new();
        match &self.kind {
            TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
            TypeKind::Alias(target) => target.collect(&mut found),
            TypeKind::Record(record) => record.fields.iter().for_each(|field| field.ty.collect(&mut found)),
            TypeKind::Union(union) => {
                union.common.iter().for_each(|field| field.ty.collect(&mut found));
                for arm in &union.arms {
                    match &arm.body {
                        ArmBody::Value(ty) => ty.collect(&mut found),
                        ArmBody::Const(_) => {}
                        ArmBody::Fields { record, .. } => found.push(*record),
                    }
                }
            }
        }
        found
    }
}

impl TypeDef {
    /// The tuples that it holds directly.
    pub(crate) fn tuples(&self) -> Vec<&Type> {
        let types: Vec<&Type> = match &self.kind {
            TypeKind::Scalar(_) | TypeKind::Enum(_) => Vec::new(),
            TypeKind::Alias(ty) => vec![ty],
            TypeKind::Record(record) => record.fields.iter().map(|field| &field.ty).collect(),
            TypeKind::Union(union) => {
                let values = union.arms.iter().filter_map(|arm| match &arm.body {
                    ArmBody::Value(ty) => Some(ty),
                    ArmBody::Const(_) | ArmBody::Fields { .. } => None,
                });
                values.chain(union.common.iter().map(|field| &field.ty)).collect()
            }
        };
        types.into_iter().filter(|ty| ty.is_tuple()).collect()
    }
}

/// What a named type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A value with a form of its own.
    Scalar(Scalar),
    /// One of a set of texts.
    Enum(Enum),
    /// An object with known members.
    Record(Record),
    /// One of several types.
    Union(Union),
    /// Another name for a type.
    Alias(Type),
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// True or false.
    Boolean,
    /// Text.
    Text,
    /// A 64-bit float.
    Number,
    /// A whole number as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// Raw bytes: a body, or a part of one.
    Bytes,
    /// Raw bytes with the name of a file: a part of a body.
    File,
    /// A Rust type of the user's own, by its path; it reads and writes itself.
    Foreign(String),
    /// A named type.
    Named(TypeId),
    /// An array.
    List(Box<List>),
    /// An object with any members.
    Map(Box<Map>),
    /// An array in which each place has a type of its own.
    Tuple(Vec<Type>),
    /// A value or null.
    Nullable(Box<Type>),
    /// A value that keeps to limits when it is sent; a member has them beside its type.
    Bounded(Box<Bounded>),
}

impl Type {
    /// The named types that it speaks of, however deep.
    #[must_use]
    pub fn mentioned(&self) -> Vec<TypeId> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    /// Whether it is a tuple, perhaps with null beside it.
    fn is_tuple(&self) -> bool {
        match self {
            Self::Tuple(_) => true,
            Self::Nullable(inner) => inner.is_tuple(),
            Self::Bounded(bounded) => bounded.ty.is_tuple(),
            _ => false,
        }
    }

    fn collect(&self, found: &mut Vec<TypeId>) {
        match self {
            Self::Boolean
            | Self::Text
            | Self::Number
            | Self::Integer(_)
            | Self::Json
            | Self::Bytes
            | Self::File
            | Self::Foreign(_) => {}
            Self::Named(id) => found.push(*id),
            Self::List(list) => list.item.collect(found),
            Self::Map(map) => {
                map.key.collect(found);
                map.value.collect(found);
            }
            Self::Tuple(items) => items.iter().for_each(|item| item.collect(found)),
            Self::Nullable(inner) => inner.collect(found),
            Self::Bounded(bounded) => bounded.ty.collect(found),
        }
    }
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// What each one is.
    pub item: Type,
    /// Another form in which it comes.
    pub also: Option<Also>,
}

/// Another form of a list that services were seen to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Also {
    /// An object that holds the list in this member.
    At(String),
    /// The only item, without a list around it.
    Single,
}

/// An object with any members.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What the keys are.
    pub key: Type,
    /// The value.
    pub value: Type,
}

/// A value with a form of its own on the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// What it looks like on the wire.
    pub form: Form,
}

/// What a scalar looks like on the wire, and with it what it is in Rust.
pub type Form = chainloom_forms::Form<String>;

/// One of a set of texts or of whole numbers; others are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The values, in the order of the spec.
    pub values: Vec<EnumValue>,
    /// They are whole numbers.
    pub integers: bool,
}

impl Enum {
    /// A value as it is on the wire, from its name.
    #[must_use]
    pub fn wire(&self, name: &str) -> Value {
        if self.integers { Value::Number(name.to_owned()) } else { Value::Text(name.to_owned()) }
    }
}

/// One value of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The text, or the digits of the number.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// Known from real services only.
    pub seen: bool,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Where its Rust name is decided: at `rust`, or at its own name.
    pub span: Span,
}

/// An object with known members.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// With those of `extends`, in order.
    pub fields: Vec<Field>,
}

/// A member of a record or a parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in the spec.
    pub name: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Where its Rust name is decided: at `rust`, or at its own name.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// What it is, for people.
    pub doc: String,
    /// The unit of the number.
    pub unit: Option<String>,
    /// Refuses before sending.
    pub range: Option<Bounds>,
    /// Bounds on the number of items or characters; refuses before sending.
    pub size: Option<Bounds>,
    /// A regular expression that the text has; refuses before sending.
    pub pattern: Option<String>,
    /// What the server makes of a value outside; never refuses.
    pub clamp: Option<Bounds>,
    /// What the server takes when it is left out, as a value of the type.
    pub default: Option<Value>,
    /// The same in words, where there is no value for it.
    pub defaults_to: Option<String>,
    /// The separator of a list in a query, a path, a header or a form.
    pub join: Option<String>,
    /// How a list or an object is written in a query or a form.
    pub style: Option<Style>,
    /// Slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
    /// The only value, which is always sent.
    pub constant: Option<Value>,
    /// The values of an enumeration that this field takes by the documents.
    pub only: Vec<String>,
    /// Other spellings of the name that services were seen to send.
    pub aliases: Vec<String>,
    /// An empty text means that the member is absent.
    pub empty_is_absent: bool,
    /// Null means that the member is absent; without this, the two differ where both are allowed.
    pub null_is_absent: bool,
    /// Known from real services only.
    pub seen: bool,
    /// The version that brought it.
    pub since: Option<String>,
    /// The last version that has it.
    pub until: Option<String>,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

impl Field {
    /// What a value that is sent keeps to.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            range: self.range.clone(),
            size: self.size.clone(),
            pattern: self.pattern.clone(),
            only: self.only.clone(),
        }
    }

    /// A member of which only this is said.
    pub fn bounded(name: String, ty: Type, limits: Limits) -> Self {
        let Limits { range, size, pattern, only } = limits;
        Self {
            name,
            rust: None,
            span: Span::default(),
            ty,
            required: true,
            doc: String::new(),
            unit: None,
            range,
            size,
            pattern,
            clamp: None,
            default: None,
            defaults_to: None,
            join: None,
            style: None,
            keeps_slashes: false,
            constant: None,
            only,
            aliases: Vec::new(),
            empty_is_absent: false,
            null_is_absent: false,
            seen: false,
            since: None,
            until: None,
            deprecated: None,
            available: Vec::new(),
            notes: Vec::new(),
            source: None,
        }
    }
}

/// One of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// How the arms are told apart.
    pub told_by: ToldBy,
    /// Where the tag is named; nowhere for unions without one.
    pub told_at: Span,
    /// Members that every arm has; empty for [`ToldBy::Form`].
    pub common: Vec<Field>,
    /// The arms, in the order of the spec.
    pub arms: Vec<Arm>,
    /// The tag is a whole number, and the names of the arms are its digits.
    pub integer_tag: bool,
}

/// How the arms of a union are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// By the JSON kind of the value and, for text, by its form.
    Form,
    /// By the value of this member.
    Tag(String),
    /// By a member that only one arm has.
    Members,
    /// By the status of the answer, which stands around the value. An answer of another status is an error.
    Status,
    /// By the name of the event, which stands around the value. Events of other names are kept.
    Event,
}

impl ToldBy {
    /// Whether arms hold a value, and not the members of an object.
    pub fn holds_values(&self) -> bool {
        matches!(self, Self::Form | Self::Status | Self::Event)
    }
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The name; for [`ToldBy::Tag`] also the value of the tag.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Where its Rust name is decided: at `rust`, or at its own name.
    pub span: Span,
    /// What it holds.
    pub body: ArmBody,
    /// Known from real services only.
    pub seen: bool,
}

/// What an arm holds.
#[derive(Clone, Debug, PartialEq)]
pub enum ArmBody {
    /// [`ToldBy::Form`]: a value of this type.
    Value(Type),
    /// [`ToldBy::Form`]: exactly this value.
    Const(Value),
    /// [`ToldBy::Tag`] and [`ToldBy::Members`]: the members beside the common ones. The type is a
    /// [`TypeKind::Record`], the arm's own or a declared one. `has` names the member that tells the arm; `None` is the arm that is
    /// taken otherwise, and for a tag always `None`.
    Fields {
        /// The type of the members.
        record: TypeId,
        /// The member that tells the arm; no later arm has it.
        has: Option<String>,
    },
}
