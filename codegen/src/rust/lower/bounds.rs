//! Bounds: from the limits of a spec to what the runtime holds values to before it sends them, and where there are any.

#![allow(missing_docs, reason = "members are named as those of the model")]

use chainloom_forms::Number;

use super::{SchemaType, TypeRef};
use crate::model::{self, ArmBody, Field, Limits, Model, Type, TypeDef, TypeId, TypeKind};

/// What a value that is sent must keep to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    pub min: Option<String>,
    pub max: Option<String>,
    pub min_size: Option<usize>,
    pub max_size: Option<usize>,
    pub only: Vec<String>,
    pub patterns: Vec<String>,
    pub default: Option<String>,
    pub clamp_min: Option<String>,
    pub clamp_max: Option<String>,
}

impl Bounds {
    /// None where every value keeps to the limits.
    pub(super) fn of(limits: &Limits) -> Option<Self> {
        let side = |bounds: &Option<model::Bounds>, low: bool| {
            let bounds = bounds.as_ref()?;
            if low { bounds.min.clone() } else { bounds.max.clone() }
        };
        let size = |low: bool| side(&limits.size, low).and_then(|digits| digits.parse().ok());
        let bounds = Self {
            min: side(&limits.range, true),
            max: side(&limits.range, false),
            min_size: size(true),
            max_size: size(false),
            only: limits.only.clone(),
            patterns: limits.pattern.iter().cloned().collect(),
            ..Self::default()
        };
        (!limits.is_none()).then_some(bounds)
    }

    /// What keeps to both: a type has bounds, and a use of it has more.
    pub(super) fn and(own: Option<Self>, other: Option<Self>) -> Option<Self> {
        let (mut own, other) = match (own, other) {
            (Some(own), Some(other)) => (own, other),
            (one, other) => return one.or(other),
        };
        own.min = tighter(own.min, other.min, |a, b| a >= b);
        own.max = tighter(own.max, other.max, |a, b| a <= b);
        own.min_size = own.min_size.max(other.min_size);
        own.max_size = own.max_size.into_iter().chain(other.max_size).min();
        let both: Vec<String> = own.only.iter().filter(|name| other.only.contains(name)).cloned().collect();
        own.only = match (own.only.is_empty(), other.only.is_empty()) {
            // None would stand for all.
            (false, false) if !both.is_empty() => both,
            (false, false) => own.only,
            (true, _) => other.only,
            (_, true) => own.only,
        };
        let new = other.patterns.into_iter().filter(|pattern| !own.patterns.contains(pattern));
        own.patterns.extend(new.collect::<Vec<_>>());
        own.default = own.default.or(other.default);
        own.clamp_min = own.clamp_min.or(other.clamp_min);
        own.clamp_max = own.clamp_max.or(other.clamp_max);
        Some(own)
    }
}

fn tighter(
    one: Option<String>,
    other: Option<String>,
    is_tighter: fn(&Number<'_>, &Number<'_>) -> bool,
) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let numbers = Number::parse(&one).zip(Number::parse(&other));
            Some(if numbers.is_none_or(|(a, b)| is_tighter(&a, &b)) { one } else { other })
        }
        (one, other) => one.or(other),
    }
}

impl TypeRef {
    /// The description of the type where nothing beside it could say its bounds: an item, the value of a map, an arm.
    pub(super) fn bounded_schema(&self) -> SchemaType {
        match &self.bounds {
            Some(bounds) => SchemaType::Bounded(Box::new(self.schema.clone()), Box::new(bounds.clone())),
            None => self.schema.clone(),
        }
    }
}

/// Which types hold a value that has bounds or a checksum, however deep: what is looked through before it is sent.
pub(super) struct BoundedTypes<'m> {
    types: &'m [TypeDef],
    holds: Vec<bool>,
}

impl<'m> BoundedTypes<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let types = model.types.as_slice();
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        for (at, def) in types.iter().enumerate() {
            def.mentions().iter().filter(|id| id.0 < types.len()).for_each(|id| holders[id.0].push(at));
        }
        let mut holds = vec![false; types.len()];
        let mut open: Vec<usize> = (0..types.len()).filter(|at| has_bounds(&types[*at])).collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut holds[at], true) {
                open.extend(&holders[at]);
            }
        }
        Self { types, holds }
    }

    /// Whether what a value of a type holds has bounds. Those of the value itself stand beside the type; a checksum is a part of
    /// the type.
    pub(super) fn within(&self, ty: &Type) -> bool {
        match ty {
            Type::Bounded(bounded) => self.within(&bounded.ty),
            Type::Nullable(inner) => self.within(inner),
            Type::List(list) => self.holds(&list.item),
            Type::Map(map) => self.holds(&map.key) || self.holds(&map.value),
            Type::Tuple(items) => items.iter().any(|item| self.holds(item)),
            Type::Named(id) => match self.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Alias(target)) => self.within(target),
                _ => self.is_marked(*id),
            },
            Type::Boolean
            | Type::Text
            | Type::Number
            | Type::Integer(_)
            | Type::Json
            | Type::Foreign(_)
            | Type::Bytes
            | Type::File => false,
        }
    }

    fn holds(&self, ty: &Type) -> bool {
        has_bounded(ty) || ty.mentioned().into_iter().any(|id| self.is_marked(id))
    }

    fn is_marked(&self, id: TypeId) -> bool {
        self.holds.get(id.0).is_some_and(|holds| *holds)
    }
}

/// Whether a definition itself says bounds. A checksum is one: answers are read without it, and what is sent must have it.
fn has_bounds(def: &TypeDef) -> bool {
    let of_fields = |fields: &[Field]| fields.iter().any(|field| !field.limits().is_none() || has_bounded(&field.ty));
    match &def.kind {
        TypeKind::Scalar(scalar) => scalar.form.has_checksum(),
        TypeKind::Enum(_) => false,
        TypeKind::Alias(target) => has_bounded(target),
        TypeKind::Record(record) => of_fields(&record.fields),
        TypeKind::Union(union) => {
            let of_arm = |body: &ArmBody| matches!(body, ArmBody::Value(ty) if has_bounded(ty));
            of_fields(&union.common) || union.arms.iter().any(|arm| of_arm(&arm.body))
        }
    }
}

/// Whether a reference to a type says bounds, be it of an item.
fn has_bounded(ty: &Type) -> bool {
    match ty {
        Type::Bounded(_) => true,
        Type::Nullable(inner) => has_bounded(inner),
        Type::List(list) => has_bounded(&list.item),
        Type::Map(map) => has_bounded(&map.key) || has_bounded(&map.value),
        Type::Tuple(items) => items.iter().any(has_bounded),
        Type::Named(_)
        | Type::Boolean
        | Type::Text
        | Type::Number
        | Type::Integer(_)
        | Type::Json
        | Type::Foreign(_)
        | Type::Bytes
        | Type::File => false,
    }
}
