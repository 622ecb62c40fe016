//! Makes labels of types and values, which are equal if their meaning is equal.
//!
//! Input: references to types, and the names of both sides. Output: texts and [`Values`]. A renamed type has its
//! new name on both sides, so that its uses do not count as changes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use chainloom_codegen::model::{
    Also, Arm, ArmBody, Bounds, Discriminator, Field, Form, Integer, Model, Type, TypeId, TypeKind, to_json,
};
use serde_json::{Value as Json, json};

use crate::node::Fact;
use crate::topic;
use crate::values::{Members, Values, is_like_absent, range};

/// Depth to which facts follow a type.
const DEPTH: Depth = Depth { names: 64, objects: 4 };

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
#[derive(Clone, Debug)]
pub(crate) struct Labels<'m> {
    pub(crate) model: &'m Model,
    pub(crate) types: &'m [String],
    /// Values of objects that are known, by their type and the depth to which their objects are followed.
    objects: RefCell<HashMap<(TypeId, u8), Values>>,
}

impl<'m> Labels<'m> {
    pub(crate) fn new(model: &'m Model, types: &'m [String]) -> Self {
        Self { model, types, objects: RefCell::default() }
    }

    /// Returns a type as a spec writes it, and its form on the wire.
    pub(crate) fn ty(&self, ty: &Type) -> Json {
        json!({ "text": self.text(ty), "wire": self.wire_form(ty, DEPTH) })
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
                    let name = Some(&arm.name).filter(|_| union.discriminator != Discriminator::Form);
                    (name, body).hash(&mut hasher);
                }
            }
            TypeKind::Alias(_) | TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        }
        hasher.finish()
    }

    /// Returns the bounds within a type, in order. Null if there are none.
    pub(crate) fn inner_bounds(&self, ty: &Type) -> Json {
        let bounds = |ty: &Type| match ty {
            Type::Bounded(bounded) => Some(bounds_text(&bounded.bounds)),
            _ => None,
        };
        joined(ty, &bounds)
    }

    /// Returns the further forms of the lists within a type, in order. Null if there are none.
    pub(crate) fn list_forms(&self, ty: &Type) -> Json {
        let form = |ty: &Type| match ty {
            Type::List(list) => match &list.also {
                Also::Nothing => None,
                Also::Single => Some("a single item".to_owned()),
                Also::At(member) => Some(format!("an object with the list in {member}")),
            },
            _ => None,
        };
        joined(ty, &form)
    }

    /// Returns the values that a type has on the wire.
    pub(crate) fn values(&self, ty: &Type) -> Values {
        self.values_in(ty, DEPTH)
    }

    /// Returns the values of a type, with its objects down to some depth.
    fn values_in(&self, ty: &Type, depth: Depth) -> Values {
        let parts = |kind: &str, parts: &[&Type]| Values {
            parts: parts.iter().map(|ty| self.values_in(ty, depth)).collect(),
            ..Values::of_kind(kind)
        };
        match ty {
            Type::Named(id) => self.values_of_named(*id, depth),
            Type::Integer(integer) => Values::of_integer(*integer),
            Type::List(list) => parts("list", &[&list.item]),
            Type::Map(map) => parts("map", &[&map.key, &map.value]),
            Type::Tuple(items) => parts("tuple", &items.iter().collect::<Vec<_>>()),
            Type::Nullable(inner) => Values { has_null: true, ..self.values_in(inner, depth) },
            Type::Bounded(bounded) => self.values_in(&bounded.ty, depth).within(&bounded.bounds),
            Type::Json => Values { has_null: true, ..Values::of_kind("json") },
            plain => Values::of_kind(&self.text(plain)),
        }
    }

    /// Returns the values of a named type.
    fn values_of_named(&self, id: TypeId, depth: Depth) -> Values {
        match self.model.types.get(id.0).map(|def| &def.kind) {
            Some(TypeKind::Alias(target)) if depth.names > 0 => {
                self.values_in(target, Depth { names: depth.names - 1, ..depth })
            }
            Some(TypeKind::Scalar(scalar)) => Values::of_form(&scalar.form),
            Some(TypeKind::Enum(one)) => {
                Values::of_enum(one.values.iter().map(|value| value.name.clone()).collect(), one.integers)
            }
            Some(TypeKind::Union(union)) if depth.objects > 0 && union.discriminator == Discriminator::Form => {
                let arm = |arm: &Arm| self.values_of_arm(arm, Depth { objects: depth.objects - 1, ..depth });
                Values::of_choice(union.arms.iter().map(arm).collect())
            }
            Some(kind) if depth.objects > 0 => self.values_of_object(id, kind, depth),
            _ => Values::of_kind("object"),
        }
    }

    /// Returns the values of a record or union. Each is found once, as many members may have its type.
    fn values_of_object(&self, id: TypeId, kind: &TypeKind, depth: Depth) -> Values {
        let key = (id, depth.objects);
        if let Some(known) = self.objects.borrow().get(&key) {
            return known.clone();
        }
        let inner = Depth { objects: depth.objects - 1, ..depth };
        let fields = if let TypeKind::Record(record) = kind { record.fields.as_slice() } else { &[] };
        let member = |field: &Field| {
            (field.name.clone(), field.required, self.values_in(&field.ty, inner).within(&field.bounds))
        };
        let values = Values {
            members: Members(fields.iter().map(member).collect()),
            form: self.wire_form(&Type::Named(id), depth),
            exact: self.exact_hash(kind, inner),
            ..Values::of_kind("object")
        };
        self.objects.borrow_mut().insert(key, values.clone());
        values
    }

    /// Returns the values of an arm of a union.
    fn values_of_arm(&self, arm: &Arm, depth: Depth) -> Values {
        match &arm.body {
            ArmBody::Value(ty) => self.values_in(ty, depth),
            ArmBody::Const(constant) => Values::of_value(&to_json(constant)),
            ArmBody::Fields { record, .. } => self.values_of_named(*record, depth),
        }
    }

    /// Returns a hash that is equal for records and unions whose members have the same values, with all bounds.
    fn exact_hash(&self, kind: &TypeKind, depth: Depth) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut add = |fields: &[Field]| {
            for field in fields {
                let values = self.values_in(&field.ty, depth).within(&field.bounds);
                (&field.name, format!("{values:?}")).hash(&mut hasher);
            }
        };
        match kind {
            TypeKind::Record(record) => add(&record.fields),
            TypeKind::Union(union) => {
                add(&union.common);
                for arm in &union.arms {
                    format!("{:?}", self.values_of_arm(arm, depth)).hash(&mut hasher);
                }
            }
            TypeKind::Alias(_) | TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        }
        hasher.finish()
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

/// Returns the facts of the types within a type as one text. Null if there are none.
fn joined(ty: &Type, fact: &dyn Fn(&Type) -> Option<String>) -> Json {
    let mut found = Vec::new();
    collect(ty, fact, &mut found);
    if found.is_empty() { Json::Null } else { Json::from(found.join("; ")) }
}

/// Adds the facts of a type and of the types within it.
fn collect(ty: &Type, fact: &dyn Fn(&Type) -> Option<String>, found: &mut Vec<String>) {
    found.extend(fact(ty));
    match ty {
        Type::List(list) => collect(&list.item, fact, found),
        Type::Map(map) => {
            collect(&map.key, fact, found);
            collect(&map.value, fact, found);
        }
        Type::Tuple(items) => items.iter().for_each(|item| collect(item, fact, found)),
        Type::Nullable(inner) => collect(inner, fact, found),
        Type::Bounded(bounded) => collect(&bounded.ty, fact, found),
        _ => {}
    }
}

/// Returns bounds as a text for people.
fn bounds_text(bounds: &Bounds) -> String {
    let plain = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let value_text = |value: &Json| match value {
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => plain(other),
    };
    let stated = bounds_facts(bounds).into_iter().filter(|(_, value)| !is_like_absent(value));
    let mut parts: Vec<String> = stated.map(|(topic, value)| format!("{topic} {}", value_text(&value))).collect();
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
