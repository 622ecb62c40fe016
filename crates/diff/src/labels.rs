//! Labels of types and values, equal if their meaning is equal.
//!
//! Input: references to types, and the names of both sides. Output: texts. A renamed type has its
//! new name on both sides, so that its uses do not count as changes.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::topic::{self, Topic};
use chainloom_codegen::model::{
    Also, ArmBody, Bounds, Form, Integer, List, MemberPath, Model, Type, TypeId, TypeKind, Value, to_json,
};
use serde_json::{Value as Json, json};

/// How deep two types are compared to find that they look alike.
const SHAPE_DEPTH: usize = 3;

/// A model with a label for each of its types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labels<'m> {
    pub(crate) model: &'m Model,
    pub(crate) types: &'m [String],
}

impl Labels<'_> {
    /// The type as a spec writes it, and what of it the wire shows.
    pub(crate) fn ty(&self, ty: &Type) -> Json {
        json!({ "text": self.text(ty), "wire": self.wire(ty, 0) })
    }

    /// The type as a spec writes it, without bounds.
    pub(crate) fn text(&self, ty: &Type) -> String {
        match ty {
            Type::Boolean => "boolean".to_owned(),
            Type::Text => "string".to_owned(),
            Type::Number => "number".to_owned(),
            Type::Integer(integer) => integer_name(*integer),
            Type::Json => "json".to_owned(),
            Type::Bytes => "bytes".to_owned(),
            Type::File => "file".to_owned(),
            Type::Foreign(path) => format!("foreign {path}"),
            Type::Named(id) => self.types.get(id.0).cloned().unwrap_or_default(),
            Type::List(list) => format!("[{}]", self.text(&list.item)),
            Type::Map(map) if map.key == Type::Text => format!("map of {}", self.text(&map.value)),
            Type::Map(map) => format!("map of {} by {}", self.text(&map.value), self.text(&map.key)),
            Type::Tuple(items) => {
                format!("({})", items.iter().map(|item| self.text(item)).collect::<Vec<_>>().join(", "))
            }
            Type::Nullable(inner) => format!("{} | null", self.text(inner)),
            Type::Bounded(bounded) => self.text(&bounded.ty),
        }
    }

    /// The form on the wire, `kind` or `kind/form`; declared names that only stand for another type
    /// are resolved.
    fn wire(&self, ty: &Type, depth: usize) -> String {
        match ty {
            Type::Boolean | Type::Number | Type::Json | Type::Bytes | Type::File => self.text(ty),
            Type::Text => "string".to_owned(),
            Type::Integer(integer) => format!("integer/{}", integer_name(*integer)),
            Type::Foreign(path) => format!("foreign/{path}"),
            Type::List(list) => format!("[{}]", self.wire(&list.item, depth)),
            Type::Map(map) => format!("{{{}: {}}}", self.wire(&map.key, depth), self.wire(&map.value, depth)),
            Type::Tuple(items) => {
                format!("({})", items.iter().map(|item| self.wire(item, depth)).collect::<Vec<_>>().join(", "))
            }
            Type::Nullable(inner) => format!("{} | null", self.wire(inner, depth)),
            Type::Bounded(bounded) => self.wire(&bounded.ty, depth),
            Type::Named(id) => match self.model.types.get(id.0).map(|def| &def.kind) {
                // No name leads to itself, so a depth beyond that of any spec is a broken one.
                Some(TypeKind::Alias(target)) if depth < 64 => self.wire(target, depth + 1),
                Some(TypeKind::Scalar(scalar)) => wire_of_form(&scalar.form),
                Some(TypeKind::Enum(values)) if values.integers => "integer".to_owned(),
                Some(TypeKind::Enum(_)) => "string".to_owned(),
                _ => format!("object/{:x}", self.shape(*id, SHAPE_DEPTH)),
            },
        }
    }

    /// A number that two types share which look alike on the wire, down to some depth.
    fn shape(&self, id: TypeId, depth: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        let inner = |ty: &Type| match ty {
            _ if depth == 0 => String::new(),
            Type::Named(id) => format!("{:x}", self.shape(*id, depth - 1)),
            other => other
                .mentioned()
                .iter()
                .fold(self.bare_kind(other), |text, id| format!("{text} {:x}", self.shape(*id, depth - 1))),
        };
        match self.model.types.get(id.0).map(|def| &def.kind) {
            Some(TypeKind::Record(record)) => {
                let fields = record.fields.iter().map(|field| (&field.name, field.required, inner(&field.ty)));
                fields.collect::<Vec<_>>().hash(&mut hasher);
            }
            Some(TypeKind::Union(union)) => {
                format!("{:?}", union.discriminator).hash(&mut hasher);
                union.common.iter().for_each(|field| (&field.name, field.required, inner(&field.ty)).hash(&mut hasher));
                for arm in &union.arms {
                    arm.name.hash(&mut hasher);
                    match &arm.body {
                        ArmBody::Value(ty) => inner(ty).hash(&mut hasher),
                        ArmBody::Const(constant) => to_json(constant).to_string().hash(&mut hasher),
                        ArmBody::Fields { record, has } => (inner(&Type::Named(*record)), has).hash(&mut hasher),
                    }
                }
            }
            Some(TypeKind::Alias(target)) => inner(target).hash(&mut hasher),
            Some(TypeKind::Scalar(scalar)) => wire_of_form(&scalar.form).hash(&mut hasher),
            Some(TypeKind::Enum(_)) | None => "string".hash(&mut hasher),
        }
        hasher.finish()
    }

    /// The type without the names in it.
    fn bare_kind(&self, ty: &Type) -> String {
        match ty {
            Type::Named(_) => String::new(),
            Type::List(list) => format!("[{}]", self.bare_kind(&list.item)),
            Type::Map(map) => format!("{{{}}}", self.bare_kind(&map.value)),
            Type::Nullable(inner) => format!("{} | null", self.bare_kind(inner)),
            Type::Bounded(bounded) => self.bare_kind(&bounded.ty),
            Type::Tuple(items) => items.iter().map(|item| self.bare_kind(item)).collect::<Vec<_>>().join(","),
            other => self.text(other),
        }
    }

    /// The bounds and other forms inside a type, in order.
    pub(crate) fn inside(&self, ty: &Type) -> Json {
        let mut found = Vec::new();
        collect(ty, &mut found);
        if found.is_empty() { Json::Null } else { Json::from(found) }
    }
}

fn integer_name(integer: Integer) -> String {
    format!("{}{}", if integer.is_signed() { "int" } else { "uint" }, integer.bits())
}

/// The form of a scalar on the wire. Times are written as whole numbers are; behind `@` stands
/// their unit.
fn wire_of_form(form: &Form) -> String {
    match form {
        Form::JsonInteger(integer) => format!("integer/{}", integer_name(*integer)),
        Form::JsonDecimal => "number".to_owned(),
        Form::Seconds | Form::Milliseconds | Form::Microseconds | Form::Nanoseconds => {
            format!("integer/int64@{form:?}")
        }
        Form::DurationNumber(unit) => format!("integer/uint64@{unit:?}"),
        Form::DecimalInteger(_) => "string/whole number".to_owned(),
        Form::TimeText(unit) | Form::DurationText(unit) => format!("string/whole number@{unit:?}"),
        Form::Quantity(_) => "string/quantity".to_owned(),
        Form::TimeQuantity(unit) => format!("string/quantity@{unit:?}"),
        other => format!("string/{other:?}"),
    }
}

fn collect(ty: &Type, found: &mut Vec<String>) {
    match ty {
        Type::List(list) => {
            let List { item, also } = &**list;
            if *also != Also::Nothing {
                found.push(format!("also {also:?}"));
            }
            collect(item, found);
        }
        Type::Map(map) => {
            collect(&map.key, found);
            collect(&map.value, found);
        }
        Type::Tuple(items) => items.iter().for_each(|item| collect(item, found)),
        Type::Nullable(inner) => collect(inner, found),
        Type::Bounded(bounded) => {
            found.push(bounds_text(&bounded.bounds));
            collect(&bounded.ty, found);
        }
        _ => {}
    }
}

fn bounds_text(bounds: &Bounds) -> String {
    let mut parts: Vec<String> = bounds_facts(bounds)
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(topic, value)| format!("{topic} {value}"))
        .collect();
    parts.sort();
    parts.join(", ")
}

/// The bounds, each as a fact.
pub(crate) fn bounds_facts(bounds: &Bounds) -> Vec<(Topic, Json)> {
    let mut rest = *bounds;
    let texts = |list: &[&'static str]| if list.is_empty() { Json::Null } else { Json::from(list.to_vec()) };
    let facts = vec![
        (topic::RANGE, range(rest.min.take(), rest.max.take())),
        (topic::SIZE, range(rest.min_size.take(), rest.max_size.take())),
        (topic::ONLY, texts(std::mem::take(&mut rest.only))),
        (topic::PATTERNS, texts(std::mem::take(&mut rest.patterns))),
        (topic::CLAMP, range(rest.clamp_min.take(), rest.clamp_max.take())),
    ];
    // A bound that is new to the tables is still a difference.
    let others = if rest == Bounds::NONE { Json::Null } else { Json::from(format!("{rest:?}")) };
    facts.into_iter().chain([(topic::OTHER_BOUNDS, others)]).collect()
}

/// A range as a spec writes it; null where both ends are open.
fn range<T: std::fmt::Display>(from: Option<T>, to: Option<T>) -> Json {
    match (from, to) {
        (None, None) => Json::Null,
        (Some(from), None) => json!(format!("{from}..")),
        (from, Some(to)) => json!(format!("{}..={to}", from.map_or(String::new(), |from| from.to_string()))),
    }
}

/// A value of the spec.
pub(crate) fn value(value: Option<&Value>) -> Json {
    value.map_or(Json::Null, |value| json!({ "value": to_json(value) }))
}

/// The path of a member.
pub(crate) fn member(path: &MemberPath) -> Json {
    Json::from(path.dotted())
}

/// Data without places, which is compared and not shown.
pub(crate) fn unshown<T: std::fmt::Debug>(data: &T) -> Json {
    json!({ "data": format!("{data:?}") })
}
