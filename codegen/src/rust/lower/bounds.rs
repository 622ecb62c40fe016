//! Bounds that the runtime checks before it sends a value: joins the bounds of a type with the bounds of its use.
//! Finds the types whose values must be checked, because they have bounds, a checksum, or members of one direction.

use chainloom_forms::Number;
use chainloom_schema::Bounds;

use crate::keep;
use crate::model::{ArmBody, Direction, Field, Model, Type, TypeDef, TypeId, TypeKind};

/// Joins two bounds of the same values, such as the bounds of a member and of its type, so that
/// values must satisfy both. Defaults and clamps are taken from `own`, and so is `only` if no name
/// is in both lists.
pub(super) fn intersect_bounds(own: Bounds, other: Bounds) -> Bounds {
    let only: Vec<&str> = own.only.iter().copied().filter(|name| other.only.contains(name)).collect();
    let new = other.patterns.iter().copied().filter(|pattern| !own.patterns.contains(pattern));
    let new: Vec<&str> = new.collect();
    Bounds {
        min: tighter(own.min, other.min, |a, b| a >= b),
        max: tighter(own.max, other.max, |a, b| a <= b),
        min_size: own.min_size.max(other.min_size),
        max_size: own.max_size.into_iter().chain(other.max_size).min(),
        only: match (own.only.is_empty(), other.only.is_empty()) {
            // An empty list would allow all names.
            (false, false) if !only.is_empty() => keep::list(only),
            (true, _) => other.only,
            (false, _) => own.only,
        },
        patterns: if new.is_empty() { own.patterns } else { keep::list(own.patterns.iter().copied().chain(new)) },
        default: own.default.or(other.default),
        clamp_min: own.clamp_min.or(other.clamp_min),
        clamp_max: own.clamp_max.or(other.clamp_max),
    }
}

/// Returns the stricter of two limits, by the comparison `is_tighter`; the only limit if the other
/// is absent.
fn tighter(
    one: Option<&'static str>,
    other: Option<&'static str>,
    is_tighter: fn(&Number<'_>, &Number<'_>) -> bool,
) -> Option<&'static str> {
    let (Some(low), Some(high)) = (one, other) else { return one.or(other) };
    let numbers = Number::parse(low).zip(Number::parse(high));
    Some(if numbers.is_none_or(|(a, b)| is_tighter(&a, &b)) { low } else { high })
}

/// Types whose values a client checks before it sends them. They contain, at any depth, bounds, a
/// checksum, or a member that only requests or only responses have.
pub(super) struct BoundedTypes<'m> {
    types: &'m [TypeDef],
    is_checked: Vec<bool>,
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
        Self { types, is_checked: holds }
    }

    /// Returns whether parts of a value must be checked. The bounds of the whole value do not count: tables hold
    /// them next to the type.
    pub(super) fn has_checked_content(&self, ty: &Type) -> bool {
        match ty {
            Type::Bounded(bounded) => self.has_checked_content(&bounded.ty),
            Type::Nullable(inner) => self.has_checked_content(inner),
            Type::List(list) => self.is_checked(&list.item),
            Type::Map(map) => self.is_checked(&map.key) || self.is_checked(&map.value),
            Type::Tuple(items) => items.iter().any(|item| self.is_checked(item)),
            Type::Named(id) => match self.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Alias(target)) => self.has_checked_content(target),
                _ => self.is_checked_name(*id),
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

    /// Returns whether a value must be checked: by its own bounds, or because of a type that it
    /// mentions.
    fn is_checked(&self, ty: &Type) -> bool {
        has_bounded(ty) || ty.mentioned().into_iter().any(|id| self.is_checked_name(id))
    }

    fn is_checked_name(&self, id: TypeId) -> bool {
        self.is_checked.get(id.0).is_some_and(|is_checked| *is_checked)
    }
}

/// Returns whether a definition has bounds, a member of one direction, or a checksum, without the
/// definitions that it mentions. Clients verify a checksum in sent values, not in responses.
fn has_bounds(def: &TypeDef) -> bool {
    let is_limited =
        |field: &Field| !field.bounds.is_none() || field.direction != Direction::Both || has_bounded(&field.ty);
    let of_fields = |fields: &[Field]| fields.iter().any(is_limited);
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

/// Returns whether `ty` has bounds, itself or in an item, without the definitions that it mentions.
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
