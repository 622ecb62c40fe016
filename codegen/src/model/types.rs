//! Named types, references to types, and the members of records.

pub use chainloom_schema::{Also, Bounds, Direction, Discriminator, Integer, Presence, TimeUnit};

use chainloom_schema::is_json;

use crate::diagnostic::Span;

use super::{Availability, Deprecation, MemberPath, ModuleId, Note, Source, Style, TypeId, Value};

/// Named type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct TypeDef {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Module that declares the type.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the type.
    pub source: Option<Source>,
    /// Kind.
    pub kind: TypeKind,
    /// Whether the type is known from real services only.
    pub seen: bool,
    /// Span of the name from which the name of an inline type is derived; `None` for a declared
    /// type.
    pub owner: Option<Span>,
}

/// Returns whether an entry of `echoes` refers to a parameter.
#[must_use]
pub fn is_parameter_echo(echo: &str) -> bool {
    echoed_member(echo).or(echoed_below(echo)).or(echoed_result(echo)).is_none()
}

/// Returns the member of the containing object to which an echo refers: `hash` for `../hash`.
/// `None` for other echoes.
#[must_use]
pub fn echoed_member(echo: &str) -> Option<&str> {
    echo.strip_prefix("../")
}

/// Returns the member of the object one height below to which an echo refers: `hash` for
/// `below/hash`. `None` for other echoes.
#[must_use]
pub fn echoed_below(echo: &str) -> Option<&str> {
    echo.strip_prefix("below/")
}

/// Returns the operation to whose result an echo refers: `getCity` for `getCity()`. `None` for
/// other echoes.
#[must_use]
pub fn echoed_result(echo: &str) -> Option<&str> {
    echo.strip_suffix("()")
}

impl TypeDef {
    /// Returns whether the type is defined inline: as the body of a response, a member or an arm.
    #[must_use]
    pub fn is_inline(&self) -> bool {
        self.owner.is_some()
    }

    /// Returns the members of a record, or the common members of a union; empty for other types.
    #[must_use]
    pub fn members(&self) -> &[Field] {
        match &self.kind {
            TypeKind::Record(record) => &record.fields,
            TypeKind::Union(union) => &union.common,
            TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => &[],
        }
    }

    /// Returns [`TypeDef::members`] as a mutable slice.
    pub(crate) fn members_mut(&mut self) -> &mut [Field] {
        match &mut self.kind {
            TypeKind::Record(record) => &mut record.fields,
            TypeKind::Union(union) => &mut union.common,
            TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => &mut [],
        }
    }

    /// Returns the named types that the type uses, in the order of the spec, including the records
    /// of arms.
    #[must_use]
    pub fn mentions(&self) -> Vec<TypeId> {
        let mut found = Vec::new();
        match &self.kind {
            TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
            TypeKind::Alias(target) => target.collect_named(&mut found),
            TypeKind::Record(record) => record.fields.iter().for_each(|field| field.ty.collect_named(&mut found)),
            TypeKind::Union(union) => {
                union.common.iter().for_each(|field| field.ty.collect_named(&mut found));
                for arm in &union.arms {
                    match &arm.body {
                        ArmBody::Value(ty) => ty.collect_named(&mut found),
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
    /// Returns the tuples among the types of an alias, of members and of arms, nullable or not.
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
    /// Scalar: a value with a form, such as hex.
    Scalar(Scalar),
    /// Enumeration.
    Enum(Enum),
    /// Object with known members.
    Record(Record),
    /// Union.
    Union(Union),
    /// Alias.
    Alias(Type),
}

/// Reference to a type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Type {
    /// True or false.
    Boolean,
    /// Text.
    Text,
    /// 64-bit float.
    Number,
    /// Whole number as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// Raw bytes: a body, or a part of a body.
    Bytes,
    /// Raw bytes with a file name: a part of a body.
    File,
    /// Rust type of the user, by its path.
    Foreign(String),
    /// Named type.
    Named(TypeId),
    /// Array.
    List(Box<List>),
    /// Object with any members.
    Map(Box<Map>),
    /// Array with one type per position.
    Tuple(Vec<Type>),
    /// Value or null.
    Nullable(Box<Type>),
    /// Value with bounds that are checked before sending; the bounds of a member are in its
    /// [`Field`].
    Bounded(Box<Bounded>),
}

impl Type {
    /// Returns the named types that the reference uses, at any depth.
    #[must_use]
    pub fn mentioned(&self) -> Vec<TypeId> {
        let mut found = Vec::new();
        self.collect_named(&mut found);
        found
    }

    /// Returns whether the type is raw bytes, a file or a list of files.
    #[must_use]
    pub fn is_of_files(&self) -> bool {
        match self {
            Self::Bytes | Self::File => true,
            Self::List(list) => list.item.is_of_files(),
            _ => false,
        }
    }

    /// Follows aliases and strips nullability and bounds.
    #[must_use]
    pub fn bare<'m>(&'m self, types: &'m [TypeDef]) -> &'m Self {
        let mut ty = self;
        // No alias refers to itself, so this number of steps is enough.
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

    /// Returns whether the type is a tuple, possibly nullable.
    fn is_tuple(&self) -> bool {
        match self {
            Self::Tuple(_) => true,
            Self::Nullable(inner) => inner.is_tuple(),
            Self::Bounded(bounded) => bounded.ty.is_tuple(),
            _ => false,
        }
    }

    /// Adds the named types that the reference uses, at any depth, to `found`.
    fn collect_named(&self, found: &mut Vec<TypeId>) {
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
            Self::List(list) => list.item.collect_named(found),
            Self::Map(map) => {
                map.key.collect_named(found);
                map.value.collect_named(found);
            }
            Self::Tuple(items) => items.iter().for_each(|item| item.collect_named(found)),
            Self::Nullable(inner) => inner.collect_named(found),
            Self::Bounded(bounded) => bounded.ty.collect_named(found),
        }
    }
}

/// Array type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct List {
    /// Type of the items.
    pub item: Type,
    /// Additional form in which services send the list.
    pub also: Also,
}

/// Type with bounds outside of members: of items, values of maps, arms and declared types.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounded {
    /// Type without the bounds.
    pub ty: Type,
    /// Bounds of sent values.
    pub bounds: Bounds,
}

/// Type of an object with any members.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Map {
    /// Type of the keys.
    pub key: Type,
    /// Type of the values.
    pub value: Type,
}

/// Scalar: a value with a form, such as hex.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Scalar {
    /// Form on the wire.
    pub form: Form,
}

/// Form of a scalar on the wire, which also determines its Rust type.
pub type Form = chainloom_forms::Form<String>;

/// Enumeration of texts or whole numbers; other values are kept.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Enum {
    /// Values, in the order of the spec.
    pub values: Vec<EnumValue>,
    /// Whether the values are whole numbers.
    pub integers: bool,
}

impl Enum {
    /// Returns the value on the wire, from its name.
    #[must_use]
    pub fn wire(&self, name: &str) -> Value {
        if self.integers { Value::Number(name.to_owned()) } else { Value::Text(name.to_owned()) }
    }
}

/// Value of an enumeration.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct EnumValue {
    /// Text of the value, or the digits of the number.
    pub name: String,
    /// Description.
    pub doc: String,
    /// Whether the value is known from real services only.
    pub seen: bool,
    /// Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Span of the Rust name: of `rust`, or of the name itself.
    pub span: Span,
}

/// Object with known members.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// Members, including those of `extends`, in order.
    pub fields: Vec<Field>,
}

/// Members that hold the decimal places and the symbol for displaying a token amount.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Amount {
    /// Member with the number of decimal places.
    pub decimals: MemberPath,
    /// Member with the symbol of the token.
    pub symbol: Option<MemberPath>,
}

/// Member of a record, or parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// Name in the spec.
    pub name: String,
    /// Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Span of the Rust name: of `rust`, or of the name itself.
    pub span: Span,
    /// Type.
    pub ty: Type,
    /// Whether the field is required.
    pub required: bool,
    /// Messages that have the field.
    pub direction: Direction,
    /// Whether messages of the field's direction must have the field, although `required` is false
    /// because other messages share its record.
    pub needed: bool,
    /// Description.
    pub doc: String,
    /// Unit of the number.
    pub unit: Option<String>,
    /// Members of the same record for displaying the amount.
    pub amount: Option<Amount>,
    /// Bounds of sent values, without the default.
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
    /// Media types of a part of a multipart body. The first without `*` is sent, unless a file has
    /// its own.
    pub content: Vec<String>,
    /// Names and values of headers of a part of a multipart body.
    pub headers: Vec<(String, String)>,
    /// Fixed value, which is always sent.
    pub constant: Option<Value>,
    /// Whether the field is a text that is never shown.
    pub secret: bool,
    /// Whether the field is a map that holds all other members of the record. Such a field has no
    /// name in JSON.
    pub rest: bool,
    /// Other names of the member that services send.
    pub aliases: Vec<String>,
    /// Whether an empty text means that the member is absent.
    pub empty_is_absent: bool,
    /// Whether null means that the member is absent; by default the two differ if both are allowed.
    pub null_is_absent: bool,
    /// Parameters whose value the member of a response repeats; of several, the first that the
    /// operation has. Or [members of the containing object](echoed_member).
    pub echoes: Vec<String>,
    /// Example of a value.
    pub example: Option<Value>,
    /// Whether the field is known from real services only.
    pub seen: bool,
    /// First version that has the field.
    pub since: Option<String>,
    /// Last version that has the field.
    pub until: Option<String>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Conditions under which the field is served.
    pub available: Vec<Availability>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
    /// Section of the documents that describes the field.
    pub source: Option<Source>,
}

impl Field {
    /// Iterates over the parameters that the field echoes.
    pub fn echoed_parameters(&self) -> impl Iterator<Item = &str> {
        let all = self.echoes.iter().map(String::as_str);
        all.filter(|echo| is_parameter_echo(echo))
    }

    /// Iterates over the members of the containing object that the field echoes.
    pub fn echoed_members(&self) -> impl Iterator<Item = &str> {
        self.echoes.iter().filter_map(|echo| echoed_member(echo))
    }

    /// Iterates over the members of the object one height below that the field echoes.
    pub fn echoed_below(&self) -> impl Iterator<Item = &str> {
        self.echoes.iter().filter_map(|echo| echoed_below(echo))
    }

    /// Returns the operations without parameters whose results the member echoes.
    pub fn echoed_results(&self) -> impl Iterator<Item = &str> {
        self.echoes.iter().filter_map(|echo| echoed_result(echo))
    }

    /// Returns whether each message of the field's direction must have the field.
    #[must_use]
    pub fn is_demanded(&self) -> bool {
        self.required || self.needed
    }

    /// Returns whether a message of a direction must have the field.
    #[must_use]
    pub fn is_needed_in(&self, direction: Direction) -> bool {
        self.is_demanded() && [Direction::Both, direction].contains(&self.direction)
    }

    /// Returns whether null and absence are equivalent where both are allowed. Only the sender of a
    /// member can distinguish them.
    #[must_use]
    pub fn hides_null(&self) -> bool {
        self.null_is_absent || self.direction == Direction::Response
    }

    /// Returns the style of the value outside of JSON. A part with a media type of JSON is JSON.
    #[must_use]
    pub fn written_style(&self) -> Option<Style> {
        let is_json = self.media_type().is_some_and(is_json) && !self.ty.is_of_files();
        if is_json { Some(Style::Json) } else { self.style }
    }

    /// Returns the media type of a part, unless a file has its own.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.content.iter().map(String::as_str).find(|media_type| !media_type.contains('*'))
    }

    /// Returns whether a Rust struct has a setter for the field: a request may omit the field.
    #[must_use]
    pub fn has_setter(&self) -> bool {
        !self.is_demanded() && self.direction != Direction::Response
    }

    /// Creates a field with name, type and bounds only.
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
            amount: None,
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

/// Union type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Union {
    /// Discriminator of the arms.
    pub discriminator: Discriminator,
    /// Span of the tag's name; the default span for unions without a tag.
    pub tag_span: Span,
    /// Members that every arm has; empty for [`Discriminator::Form`].
    pub common: Vec<Field>,
    /// Arms, in the order of the spec.
    pub arms: Vec<Arm>,
}

/// Arm of a union.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Arm {
    /// Name of the arm; for unions with a tag, the (first) tag value.
    pub name: String,
    /// Further tag values that select the arm.
    pub also: Vec<String>,
    /// Description.
    pub doc: String,
    /// Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Span of the Rust name: of `rust`, or of the name itself.
    pub span: Span,
    /// Content of the arm.
    pub body: ArmBody,
    /// Whether the arm is known from real services only.
    pub seen: bool,
}

impl Arm {
    /// Iterates over the tag values that select the arm.
    pub fn tags(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.also)
    }

    /// Returns whether a tag value selects the arm.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags().any(|value| value == tag)
    }
}

/// Content of an arm.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum ArmBody {
    /// [`Discriminator::Form`]: value of this type.
    Value(Type),
    /// [`Discriminator::Form`]: exactly this value.
    Const(Value),
    /// [`Discriminator::Tag`] and [`Discriminator::Members`]: the members in addition to the common ones. The type is a
    /// [`TypeKind::Record`], inline or declared.
    Fields {
        /// Type of the members.
        record: TypeId,
        /// Member that identifies the arm; no later arm has it. `None` for the default arm, and for
        /// unions with a tag.
        has: Option<String>,
    },
}
