//! Views of types: the kind of a type without its aliases.
//!
//! Input: the types of the model and a reference to a type. Output: a [`View`], and the bounds of
//! the type. Nothing is reported here.

use crate::model::{
    Also, Bounds, Enum, Form, Integer, List, Map, Place, Record, Type, TypeDef, TypeId, TypeKind, Union,
};
use crate::spec::document::{Head, TypeExpr};
use crate::spec::parse::{BYTES, FILE};
use crate::walk::{MAX_CHAIN_LENGTH, ModelTypes};

/// Id of a type whose mistake was reported; every value fits this type.
pub(crate) const BROKEN: TypeId = TypeId(usize::MAX);

/// Built-in types of the language, by name.
pub(crate) const BUILTINS: [(&str, Type); 15] = [
    ("boolean", Type::Boolean),
    ("string", Type::Text),
    ("integer", Type::Integer(Integer::I64)),
    ("uint8", Type::Integer(Integer::U8)),
    ("uint16", Type::Integer(Integer::U16)),
    ("uint32", Type::Integer(Integer::U32)),
    ("uint64", Type::Integer(Integer::U64)),
    ("uint128", Type::Integer(Integer::U128)),
    ("int8", Type::Integer(Integer::I8)),
    ("int16", Type::Integer(Integer::I16)),
    ("int32", Type::Integer(Integer::I32)),
    ("int64", Type::Integer(Integer::I64)),
    ("int128", Type::Integer(Integer::I128)),
    ("number", Type::Number),
    ("json", Type::Json),
];

/// Returns the built-in type with this name; `None` for other names.
pub(crate) fn builtin_type(name: &str) -> Option<Type> {
    let found = BUILTINS.iter().find(|(builtin, _)| *builtin == name);
    found.map(|(_, ty)| ty.clone())
}

/// Returns the type of raw bytes, of a file or of a list of files; `None` for other types, and in
/// places that cannot hold one.
pub(crate) fn raw_type(head: &Head, place: Option<Place>) -> Option<Type> {
    match (head, place?) {
        (Head::Name(name), Place::Raw | Place::Part) if name == BYTES => Some(Type::Bytes),
        (Head::Name(name), Place::Part) if name == FILE => Some(Type::File),
        (Head::List(item), Place::Part) if is_only(item, FILE) => {
            Some(Type::List(Box::new(List { item: Type::File, also: Also::Nothing })))
        }
        _ => None,
    }
}

/// Returns whether a type is only the name `wanted`, without attributes.
fn is_only(ty: &TypeExpr, wanted: &str) -> bool {
    matches!(&ty.head, Head::Name(name) if name == wanted) && ty.attributes.keys.is_empty()
}

/// Returns whether `name` is the name of a type of raw bytes, in any place.
pub(crate) fn is_raw_name(name: &str) -> bool {
    [BYTES, FILE].contains(&name)
}

/// Kind of a type, after its aliases are resolved.
#[derive(Clone, Copy)]
pub(crate) enum View<'a> {
    Boolean,
    Text,
    Number,
    Integer(Integer),
    Json,
    /// Raw bytes, which are not JSON.
    Bytes,
    List(&'a List),
    Map(&'a Map),
    Tuple(&'a [Type]),
    Nullable(&'a Type),
    Scalar(&'a Form),
    Enum(&'a Enum),
    Record(&'a Record),
    Union(&'a Union),
    /// The mistake of the type was reported.
    Broken,
}

/// Returns the kind of a type, without its aliases and bounds.
pub(crate) fn view<'a>(types: &'a [TypeDef], ty: &'a Type) -> View<'a> {
    match ModelTypes(types).resolve(ty) {
        (_, Some(def)) => match &def.kind {
            TypeKind::Scalar(scalar) => View::Scalar(&scalar.form),
            TypeKind::Enum(values) => View::Enum(values),
            TypeKind::Record(record) => View::Record(record),
            TypeKind::Union(union) => View::Union(union),
            TypeKind::Alias(_) => View::Broken,
        },
        (Type::Boolean, _) => View::Boolean,
        (Type::Text, _) => View::Text,
        (Type::Number, _) => View::Number,
        (Type::Integer(integer), _) => View::Integer(*integer),
        // Only the Rust code of a foreign type decides which values fit.
        (Type::Json | Type::Foreign(_), _) => View::Json,
        (Type::Bytes | Type::File, _) => View::Bytes,
        (Type::List(list), _) => View::List(list),
        (Type::Map(map), _) => View::Map(map),
        (Type::Tuple(items), _) => View::Tuple(items),
        (Type::Nullable(inner), _) => View::Nullable(inner),
        (Type::Named(_) | Type::Bounded(_), _) => View::Broken,
    }
}

/// Returns the bounds on the values of `ty`, its own and then the bounds of its aliases. Bounds on items and members
/// are not included.
pub(crate) fn bounds_of<'a>(types: &'a [TypeDef], ty: &'a Type) -> Vec<&'a Bounds> {
    let mut found = Vec::new();
    let mut ty = ty;
    for _ in 0..MAX_CHAIN_LENGTH {
        ty = match ty {
            Type::Bounded(bounded) => {
                found.push(&bounded.bounds);
                &bounded.ty
            }
            Type::Named(id) => match types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Alias(target)) => target,
                _ => break,
            },
            _ => break,
        };
    }
    found
}

/// Resolves the aliases of a type and strips nullability.
pub(crate) fn view_inner<'a>(types: &'a [TypeDef], ty: &'a Type) -> View<'a> {
    match view(types, ty) {
        View::Nullable(inner) => match view(types, inner) {
            View::Nullable(_) => View::Broken,
            inner => inner,
        },
        outer => outer,
    }
}

impl View<'_> {
    pub(crate) fn is_numeric(self) -> bool {
        match self {
            View::Number | View::Integer(_) | View::Broken => true,
            View::Scalar(form) => form.is_numeric(),
            _ => false,
        }
    }

    /// Returns whether values of the type are numbers without a fraction, in any notation.
    pub(crate) fn is_whole(self) -> bool {
        match self {
            View::Integer(_) | View::Broken => true,
            View::Scalar(form) => form.integer().is_some(),
            _ => false,
        }
    }

    /// Returns whether values of the type are always numbers on the wire, never texts.
    pub(crate) fn is_json_number(self) -> bool {
        match self {
            View::Integer(_) => true,
            View::Enum(values) => values.integers,
            View::Scalar(form) => form.is_json_number(),
            _ => false,
        }
    }

    /// Returns the noun of the kind of type for messages, with its article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            View::Boolean => "a boolean",
            View::Text => "a text",
            View::Number => "a number",
            View::Integer(_) => "a whole number",
            View::Json => "any JSON",
            View::Bytes => "raw bytes",
            View::List(_) => "a list",
            View::Map(_) => "a map",
            View::Tuple(_) => "a tuple",
            View::Nullable(_) => "a value or null",
            View::Scalar(_) => "a scalar",
            View::Enum(_) => "an enumeration",
            View::Record(_) => "a record",
            View::Union(_) => "a union",
            View::Broken => "a broken type",
        }
    }
}

/// Returns a type that every value fits.
pub(crate) fn broken() -> Type {
    Type::Named(BROKEN)
}
