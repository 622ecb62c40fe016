//! Makes labels of types and values, which are equal if their meaning is equal.
//!
//! Input: references to types, and the names of both sides. Output: texts. A renamed type has its
//! new name on both sides, so that its uses do not count as changes.

use std::hash::{DefaultHasher, Hash, Hasher};

use chainloom_codegen::model::{
    Also, ArmBody, Bounds, Field, Form, Integer, List, Model, Type, TypeId, TypeKind, to_json,
};
use serde_json::{Value as Json, json};

use crate::node::Fact;
use crate::ruling::is_like_absent;
use crate::topic;

/// Maximum depth to which a type is followed to find its form on the wire.
#[derive(Clone, Copy)]
struct Depth {
    /// Maximum number of aliases in a chain. An alias never leads to itself, so only a broken spec
    /// exceeds it.
    names: u8,
    /// Maximum depth of nested objects.
    objects: u8,
}

/// Model with a label for each of its types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labels<'m> {
    pub(crate) model: &'m Model,
    pub(crate) types: &'m [String],
}

impl Labels<'_> {
    /// Returns a type as a spec writes it, and its form on the wire.
    pub(crate) fn ty(&self, ty: &Type) -> Json {
        json!({ "text": self.text(ty), "wire": self.wire_form(ty, Depth { names: 64, objects: 4 }) })
    }

    /// Returns a type as a spec writes it, without bounds.
    pub(crate) fn text(&self, ty: &Type) -> String {
        type_text(ty, &|id| self.types.get(id.0).cloned().unwrap_or_default())
    }

    /// Returns the form of a type on the wire. Aliases are resolved, and objects are represented by
    /// a hash of their members down to some depth.
    fn wire_form(&self, ty: &Type, depth: Depth) -> String {
        type_text(ty, &|id| match self.model.types.get(id.0).map(|def| &def.kind) {
            Some(TypeKind::Alias(target)) if depth.names > 0 => {
                self.wire_form(target, Depth { names: depth.names - 1, ..depth })
            }
            Some(TypeKind::Scalar(scalar)) => wire_of_form(&scalar.form),
            Some(TypeKind::Enum(values)) if values.integers => "integer".to_owned(),
            Some(TypeKind::Enum(_)) => "string".to_owned(),
            Some(kind) if depth.objects > 0 => {
                format!("object/{:x}", self.wire_hash(kind, Depth { objects: depth.objects - 1, ..depth }))
            }
            _ => "object".to_owned(),
        })
    }

    /// Returns a hash that is equal for records and unions with the same form on the wire.
    fn wire_hash(&self, kind: &TypeKind, depth: Depth) -> u64 {
        let mut hasher = DefaultHasher::new();
        let fields = |fields: &[Field]| -> Vec<(String, bool, String)> {
            fields.iter().map(|field| (field.name.clone(), field.required, self.wire_form(&field.ty, depth))).collect()
        };
        match kind {
            TypeKind::Record(record) => fields(&record.fields).hash(&mut hasher),
            TypeKind::Union(union) => {
                (format!("{:?}", union.discriminator), fields(&union.common)).hash(&mut hasher);
                for arm in &union.arms {
                    let body = match &arm.body {
                        ArmBody::Value(ty) => self.wire_form(ty, depth),
                        ArmBody::Const(constant) => to_json(constant).to_string(),
                        ArmBody::Fields { record, has } => {
                            format!("{has:?} {}", self.wire_form(&Type::Named(*record), depth))
                        }
                    };
                    (&arm.name, body).hash(&mut hasher);
                }
            }
            TypeKind::Alias(_) | TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        }
        hasher.finish()
    }

    /// Returns the bounds and the lenient list forms within a type, in order.
    pub(crate) fn inner_bounds(&self, ty: &Type) -> Json {
        let mut found = Vec::new();
        collect_bounds(ty, &mut found);
        Json::from(found)
    }
}

/// Returns a type as text. `named` returns the text of a referenced type.
fn type_text(ty: &Type, named: &dyn Fn(TypeId) -> String) -> String {
    let of = |ty: &Type| type_text(ty, named);
    match ty {
        Type::Boolean => "boolean".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Integer(integer) => integer_name(*integer),
        Type::Json => "json".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::File => "file".to_owned(),
        Type::Foreign(path) => format!("foreign {path}"),
        Type::Named(id) => named(*id),
        Type::List(list) => format!("[{}]", of(&list.item)),
        Type::Map(map) if map.key == Type::Text => format!("map of {}", of(&map.value)),
        Type::Map(map) => format!("map of {} by {}", of(&map.value), of(&map.key)),
        Type::Tuple(items) => format!("({})", items.iter().map(of).collect::<Vec<_>>().join(", ")),
        Type::Nullable(inner) => format!("{} | null", of(inner)),
        Type::Bounded(bounded) => of(&bounded.ty),
    }
}

fn integer_name(integer: Integer) -> String {
    format!("{}{}", if integer.is_signed() { "int" } else { "uint" }, integer.bits())
}

/// Returns the form of a scalar on the wire, `kind` or `kind/form`, or the name of a whole number.
/// A time is a whole number with its unit after `@`.
fn wire_of_form(form: &Form) -> String {
    match form {
        Form::JsonInteger(integer) => integer_name(*integer),
        Form::JsonDecimal => "number".to_owned(),
        Form::Seconds | Form::Milliseconds | Form::Microseconds | Form::Nanoseconds => {
            format!("int64@{form:?}")
        }
        Form::DurationNumber(unit) => format!("uint64@{unit:?}"),
        Form::DecimalInteger(_) => "string/whole number".to_owned(),
        Form::TimeText(unit) | Form::DurationText(unit) => format!("string/whole number@{unit:?}"),
        Form::Quantity(_) => "string/quantity".to_owned(),
        Form::TimeQuantity(unit) => format!("string/quantity@{unit:?}"),
        other => format!("string/{other:?}"),
    }
}

/// Adds the bounds and the lenient list forms within a type.
fn collect_bounds(ty: &Type, found: &mut Vec<String>) {
    match ty {
        Type::List(list) => {
            let List { item, also } = &**list;
            if *also != Also::Nothing {
                found.push(format!("also {also:?}"));
            }
            collect_bounds(item, found);
        }
        Type::Map(map) => {
            collect_bounds(&map.key, found);
            collect_bounds(&map.value, found);
        }
        Type::Tuple(items) => items.iter().for_each(|item| collect_bounds(item, found)),
        Type::Nullable(inner) => collect_bounds(inner, found),
        Type::Bounded(bounded) => {
            found.push(bounds_text(&bounded.bounds));
            collect_bounds(&bounded.ty, found);
        }
        _ => {}
    }
}

fn bounds_text(bounds: &Bounds) -> String {
    let stated = bounds_facts(bounds).into_iter().filter(|(_, value)| !is_like_absent(value));
    let mut parts: Vec<String> = stated.map(|(topic, value)| format!("{topic} {value}")).collect();
    parts.sort();
    parts.join(", ")
}

/// Returns bounds, each as a fact.
pub(crate) fn bounds_facts(bounds: &Bounds) -> [Fact; 6] {
    let Bounds { min, max, min_size, max_size, only, patterns, default, clamp_min, clamp_max } = bounds;
    [
        (topic::RANGE, range(min.as_ref(), max.as_ref())),
        (topic::SIZE, range(min_size.as_ref(), max_size.as_ref())),
        (topic::ONLY, json!(only)),
        (topic::PATTERNS, json!(patterns)),
        (topic::CLAMP, range(clamp_min.as_ref(), clamp_max.as_ref())),
        (topic::OTHER_BOUNDS, json!(default)),
    ]
}

/// Returns a range as a spec writes it. Null if both ends are open.
fn range<T: std::fmt::Display>(from: Option<T>, to: Option<T>) -> Json {
    match (from, to) {
        (None, None) => Json::Null,
        (Some(from), None) => json!(format!("{from}..")),
        (from, Some(to)) => json!(format!("{}..={to}", from.map_or(String::new(), |from| from.to_string()))),
    }
}
