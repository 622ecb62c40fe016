//! Named types, references to types, and the members of records.

pub use chainloom_schema::{Also, Bounds, Direction, Discriminator, Integer, Presence, TimeUnit};

use chainloom_schema::is_json;

use crate::diagnostic::Span;

use super::{Availability, Deprecation, ModuleId, Note, Source, Style, TypeId, Value};

/// A named type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct TypeDef {
    /// Name in the spec.
    pub name: String,
    /// Position of the name.
    pub span: Span,
    /// Module that declares it.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Kind.
    pub kind: TypeKind,
    /// Whether it is known from real services only.
    pub seen: bool,
    /// For an inline type, position of the name from which its name is derived.
    pub owner: Option<Span>,
}

/// Returns the member of the object that holds a record, if an echo of the record means one: that of
/// `../hash` is `hash`.
#[must_use]
pub fn echoed_member(echo: &str) -> Option<&str> {
    echo.strip_prefix("../")
}

impl TypeDef {
    /// Whether it is defined inline: as the body of a response, a member or an arm.
    #[must_use]
    pub fn is_inline(&self) -> bool {
        self.owner.is_some()
    }

    /// The named types that it uses, in the order of the spec, including the record of an arm.
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
    /// The tuples that it contains directly.
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

/// Kind of a named type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum TypeKind {
    /// A value with its own form on the wire.
    Scalar(Scalar),
    /// An enumeration.
    Enum(Enum),
    /// An object with known members.
    Record(Record),
    /// A union.
    Union(Union),
    /// An alias.
    Alias(Type),
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
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
    /// Raw bytes with a file name: a part of a body.
    File,
    /// A Rust type of the user, by its path.
    Foreign(String),
    /// A named type.
    Named(TypeId),
    /// An array.
    List(Box<List>),
    /// An object with any members.
    Map(Box<Map>),
    /// An array with one type per place.
    Tuple(Vec<Type>),
    /// A value or null.
    Nullable(Box<Type>),
    /// A value with bounds that are checked before sending; those of a member are beside its type.
    Bounded(Box<Bounded>),
}

impl Type {
    /// The named types that it uses, at any depth.
    #[must_use]
    pub fn mentioned(&self) -> Vec<TypeId> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    /// Whether it is raw bytes, a file or a list of files.
    #[must_use]
    pub fn is_of_files(&self) -> bool {
        match self {
            Self::Bytes | Self::File => true,
            Self::List(list) => list.item.is_of_files(),
            _ => false,
        }
    }

    /// The type without null and bounds, behind the names that are other names for it.
    #[must_use]
    pub fn bare<'m>(&'m self, types: &'m [TypeDef]) -> &'m Self {
        let mut ty = self;
        // No name leads to itself, so as many steps as there are names are enough.
        for _ in 0..=3 * (types.len() + 1) {
            ty = match ty {
                Self::Nullable(inner) => inner,
                Self::Bounded(bounded) => &bounded.ty,
                Self::Named(id) => match types.get(id.0).map(|def| &def.kind) {
                    Some(TypeKind::Alias(target)) => target,
                    _ => break,
                },
                _ => break,
            };
        }
        ty
    }

    /// Whether it is a tuple, possibly nullable.
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
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct List {
    /// Type of the items.
    pub item: Type,
    /// Another form in which services send it.
    pub also: Also,
}

/// A type with bounds at a place without a member: items, values of maps, arms, declared types.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounded {
    /// Kind.
    pub ty: Type,
    /// Bounds of a value that is sent.
    pub bounds: Bounds,
}

/// An object with any members.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Map {
    /// Type of the keys.
    pub key: Type,
    /// Type of the values.
    pub value: Type,
}

/// A scalar: a value with its own form on the wire.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Scalar {
    /// Form on the wire.
    pub form: Form,
}

/// Form of a scalar on the wire, which also decides about its Rust type.
pub type Form = chainloom_forms::Form<String>;

/// An enumeration of texts or whole numbers; other values are kept.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Enum {
    /// The values, in the order of the spec.
    pub values: Vec<EnumValue>,
    /// Whether the values are whole numbers.
    pub integers: bool,
}

impl Enum {
    /// The value on the wire, from its name.
    #[must_use]
    pub fn wire(&self, name: &str) -> Value {
        if self.integers { Value::Number(name.to_owned()) } else { Value::Text(name.to_owned()) }
    }
}

/// One value of an enumeration.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct EnumValue {
    /// The text, or the digits of the number.
    pub name: String,
    /// Description.
    pub doc: String,
    /// Whether it is known from real services only.
    pub seen: bool,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Position of its Rust name: of `rust`, or of its own name.
    pub span: Span,
}

/// An object with known members.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// Members, including those of `extends`, in order.
    pub fields: Vec<Field>,
}

/// A member of a record or a parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// Name in the spec.
    pub name: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Position of its Rust name: of `rust`, or of its own name.
    pub span: Span,
    /// Type.
    pub ty: Type,
    /// Whether it is required.
    pub required: bool,
    /// Which messages have it.
    pub direction: Direction,
    /// Whether the messages of its direction must have it, where other messages share the type of
    /// its record. Then it is not `required`.
    pub needed: bool,
    /// Description.
    pub doc: String,
    /// Unit of the number.
    pub unit: Option<String>,
    /// Bounds of a value that is sent, without the default.
    pub bounds: Bounds,
    /// Default of the server, as a value of the type.
    pub default: Option<Value>,
    /// Default of the server in words.
    pub defaults_to: Option<String>,
    /// Separator of a list or an object in a query, a path, a header, a cookie or a form.
    pub join: Option<String>,
    /// Encoding of a value in a query, a path, a header, a cookie or a form.
    pub style: Option<Style>,
    /// Whether each item of a list has the prefix of its style, and each member of an object is
    /// `name=value`.
    pub explode: bool,
    /// Whether slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
    /// Media types of a part of a multipart body. The first without `*` is sent, unless a file has its own.
    pub content: Vec<String>,
    /// Names and values of headers of a part of a multipart body.
    pub headers: Vec<(String, String)>,
    /// Fixed value, which is always sent.
    pub constant: Option<Value>,
    /// Whether it is a text that is never shown.
    pub secret: bool,
    /// Whether it is a map that holds all other members of the record; such a member has no name in
    /// JSON.
    pub rest: bool,
    /// Other names of the member that services send.
    pub aliases: Vec<String>,
    /// Whether an empty text means that the member is absent.
    pub empty_is_absent: bool,
    /// Whether null means that the member is absent; by default the two differ if both are allowed.
    pub null_is_absent: bool,
    /// The parameters whose value the member of a response has; of several, the first that the
    /// operation has. Others are [members of the object around it](echoed_member).
    pub echoes: Vec<String>,
    /// A value, as an example.
    pub example: Option<Value>,
    /// Whether it is known from real services only.
    pub seen: bool,
    /// First version that has it.
    pub since: Option<String>,
    /// Last version that has it.
    pub until: Option<String>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Conditions under which it is served.
    pub available: Vec<Availability>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
}

impl Field {
    /// The parameters that it echoes.
    pub fn echoed_parameters(&self) -> impl Iterator<Item = &str> {
        self.echoes.iter().map(String::as_str).filter(|echo| echoed_member(echo).is_none())
    }

    /// The members of the object around its record that it echoes.
    pub fn echoed_members(&self) -> impl Iterator<Item = &str> {
        self.echoes.iter().filter_map(|echo| echoed_member(echo))
    }

    /// Whether each message of its direction must have it.
    #[must_use]
    pub fn is_demanded(&self) -> bool {
        self.required || self.needed
    }

    /// Whether a message of a direction must have it.
    #[must_use]
    pub fn is_needed_in(&self, direction: Direction) -> bool {
        self.is_demanded() && [Direction::Both, direction].contains(&self.direction)
    }

    /// Whether null and absence are the same where both are allowed. Only who sends a member can
    /// mean one of them.
    #[must_use]
    pub fn hides_null(&self) -> bool {
        self.null_is_absent || self.direction == Direction::Response
    }

    /// How the value is written outside of JSON: a part with a media type of JSON is JSON.
    #[must_use]
    pub fn written_style(&self) -> Option<Style> {
        let is_json = self.media_type().is_some_and(is_json) && !self.ty.is_of_files();
        if is_json { Some(Style::Json) } else { self.style }
    }

    /// The media type of a part that is sent, unless a file has its own.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.content.iter().map(String::as_str).find(|media_type| !media_type.contains('*'))
    }

    /// Whether a struct of Rust has a setter for it: it may be left out of a request.
    #[must_use]
    pub fn has_setter(&self) -> bool {
        !self.is_demanded() && self.direction != Direction::Response
    }

    /// A member with name, type and bounds only.
    pub fn bounded(name: String, ty: Type, bounds: Bounds) -> Self {
        Self {
            name,
            rust: None,
            span: Span::default(),
            ty,
            required: true,
            direction: Direction::Both,
            needed: false,
            doc: String::new(),
            unit: None,
            bounds,
            default: None,
            defaults_to: None,
            join: None,
            style: None,
            explode: false,
            keeps_slashes: false,
            content: Vec::new(),
            headers: Vec::new(),
            constant: None,
            secret: false,
            rest: false,
            aliases: Vec::new(),
            empty_is_absent: false,
            null_is_absent: false,
            echoes: Vec::new(),
            example: None,
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

/// A union.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Union {
    /// What distinguishes the arms.
    pub discriminator: Discriminator,
    /// Position of the tag's name; `None` for unions without one.
    pub tag_span: Span,
    /// Members that every arm has; empty for [`Discriminator::Form`].
    pub common: Vec<Field>,
    /// The arms, in the order of the spec.
    pub arms: Vec<Arm>,
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Arm {
    /// The name; for unions with a tag the value of the tag, the first of several.
    pub name: String,
    /// Further values of the tag that select the arm.
    pub also: Vec<String>,
    /// Description.
    pub doc: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Position of its Rust name: of `rust`, or of its own name.
    pub span: Span,
    /// Content of the arm.
    pub body: ArmBody,
    /// Whether it is known from real services only.
    pub seen: bool,
}

impl Arm {
    /// Returns the values of the tag that select the arm.
    pub fn tags(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.also)
    }

    /// Whether a value of the tag selects the arm.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags().any(|value| value == tag)
    }
}

/// Content of an arm.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum ArmBody {
    /// [`Discriminator::Form`]: a value of this type.
    Value(Type),
    /// [`Discriminator::Form`]: exactly this value.
    Const(Value),
    /// [`Discriminator::Tag`] and [`Discriminator::Members`]: the members beside the common ones.
    /// The type is a [`TypeKind::Record`], the arm's own or a declared one. `has` names the member
    /// that identifies the arm; `None` is the arm that is taken otherwise, and for a tag always `None`.
    Fields {
        /// The type of the members.
        record: TypeId,
        /// Member that identifies the arm; no later arm has it.
        has: Option<String>,
    },
}
