//! Recursive types: whether their values can nest endlessly, and the minimum height of a value.
//!
//! Input: a type. Output: whether a value can contain another of the same type; and the minimum
//! number of nested records and unions of a value. Each type is visited once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use chainloom_runtime::schema::{Arm, ArmBody, Bounds, Field, Type, Union};

/// Returns whether a value of the type can contain another value of the same record or union, so
/// that values may nest without end.
pub(crate) fn is_endless(ty: Type) -> bool {
    Search::default().meets_itself(ty)
}

/// Search for a type that contains itself.
#[derive(Default)]
struct Search {
    above: HashSet<usize>,
    /// Records and unions that were visited and contain no type above them.
    done: HashSet<usize>,
}

impl Search {
    /// Returns whether the type contains a record or union that is above it.
    fn meets_itself(&mut self, ty: Type) -> bool {
        match ty.known() {
            Type::Record(record) => self.under(address(record), |search| search.fields(record.fields)),
            Type::Union(union) => self.under(address(union), |search| {
                search.fields(union.common) || union.arms.iter().any(|arm| search.arm(arm))
            }),
            Type::List(list) => self.meets_itself(list.item),
            Type::Map(map) => self.meets_itself(map.value),
            Type::Tuple(items) => items.iter().any(|item| self.meets_itself(*item)),
            Type::Nullable(inner) => self.meets_itself(*inner),
            Type::Bounded(bounded) => self.meets_itself(bounded.ty),
            _ => false,
        }
    }

    /// Searches the parts of a record or union, which `place` identifies. Returns whether they
    /// contain a type above them.
    fn under(&mut self, place: usize, walk: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.done.contains(&place) {
            return false;
        }
        if !self.above.insert(place) {
            return true;
        }
        let found = walk(self);
        self.above.remove(&place);
        self.done.insert(place);
        found
    }

    fn fields(&mut self, fields: &[Field]) -> bool {
        fields.iter().any(|field| self.meets_itself(field.ty))
    }

    fn arm(&mut self, arm: &Arm) -> bool {
        match arm.body {
            ArmBody::Value(ty) => self.meets_itself(ty),
            ArmBody::Fields { record, .. } => self.fields(record.fields),
            ArmBody::Const(_) => false,
        }
    }
}

/// Minimum heights of records and unions, by their addresses: the number of records and unions that
/// a smallest value nests.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heights(HashMap<usize, usize>);

/// Height of a type for which no finite value is known yet.
const NO_END: usize = usize::MAX;

impl Heights {
    /// Returns the arm with the lowest minimum height, the first if several have it. `None` for a
    /// union without arms.
    pub(crate) fn lowest_arm<'u>(&mut self, union: &'u Union) -> Option<&'u Arm> {
        if !self.0.contains_key(&address(union)) {
            self.compute_heights(union);
        }
        union.arms.iter().min_by_key(|arm| self.arm(arm))
    }

    /// Computes the heights of a union and of all types that it reaches. Each round finds the types
    /// one level higher than the round before.
    fn compute_heights(&mut self, union: &Union) {
        let reached = reachable_types(union);
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            let of_types = reached.iter().filter_map(|ty| match ty {
                Type::Record(record) => Some((address(*record), self.fields(record.fields))),
                Type::Union(union) => Some((address(*union), self.union(union))),
                _ => None,
            });
            let found: Vec<(usize, usize)> = of_types.chain([(address(union), self.union(union))]).collect();
            for (place, height) in found.into_iter().filter(|(_, height)| *height < NO_END) {
                if let Entry::Vacant(vacant) = self.0.entry(place) {
                    vacant.insert(height.saturating_add(1));
                    is_new = true;
                }
            }
        }
    }

    /// Returns the height of the lowest value of a union, without the union itself.
    fn union(&self, union: &Union) -> usize {
        let arms = union.arms.iter().map(|arm| self.arm(arm)).min().unwrap_or_default();
        arms.max(self.fields(union.common))
    }

    /// Returns the height of the lowest value of an arm.
    fn arm(&self, arm: &Arm) -> usize {
        match arm.body {
            ArmBody::Value(ty) => self.height_of(ty, &Bounds::NONE),
            ArmBody::Const(_) => 0,
            ArmBody::Fields { record, has } => {
                let discriminating = record.fields.iter().find(|field| Some(field.name) == has);
                discriminating.map_or(0, |field| self.height_of(field.ty, field.bounds)).max(self.fields(record.fields))
            }
        }
    }

    /// Returns the greatest height of the required members.
    fn fields(&self, fields: &[Field]) -> usize {
        let there = fields.iter().filter(|field| (field.required || field.needed) && field.constant.is_none());
        there.map(|field| self.height_of(field.ty, field.bounds)).max().unwrap_or_default()
    }

    /// Returns the height of the lowest value of a type. Optional items and members do not count.
    fn height_of(&self, ty: Type, bounds: &Bounds) -> usize {
        let known = |place| self.0.get(&place).copied().unwrap_or(NO_END);
        match ty.known() {
            Type::Record(record) => known(address(record)),
            Type::Union(union) => known(address(union)),
            Type::Tuple(items) => {
                items.iter().map(|item| self.height_of(*item, &Bounds::NONE)).max().unwrap_or_default()
            }
            Type::List(list) if bounds.min_size.unwrap_or(0) > 0 => self.height_of(list.item, &Bounds::NONE),
            Type::Map(map) if bounds.min_size.unwrap_or(0) > 0 => self.height_of(map.value, &Bounds::NONE),
            Type::Bounded(bounded) => self.height_of(bounded.ty, bounded.bounds),
            _ => 0,
        }
    }
}

/// Returns the types that a union reaches, each once.
fn reachable_types(union: &Union) -> Vec<Type> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    let mut next = parts(union.common, union.arms);
    while let Some(ty) = next.pop() {
        let ty = ty.known();
        let (place, inner) = match ty {
            Type::Record(record) => (address(record), parts(record.fields, &[])),
            Type::Union(union) => (address(union), parts(union.common, union.arms)),
            Type::List(list) => (address(list), vec![list.item]),
            Type::Map(map) => (address(map), vec![map.value]),
            Type::Tuple(items) => (items.as_ptr().addr(), items.to_vec()),
            Type::Nullable(inner) => (address(inner), vec![*inner]),
            Type::Bounded(bounded) => (address(bounded), vec![bounded.ty]),
            _ => continue,
        };
        if seen.insert(place) {
            found.push(ty);
            next.extend(inner);
        }
    }
    found
}

/// Returns the types of members and of the bodies of arms.
fn parts(fields: &[Field], arms: &[Arm]) -> Vec<Type> {
    let in_arms = arms.iter().flat_map(|arm| match arm.body {
        ArmBody::Value(ty) => vec![ty],
        ArmBody::Fields { record, .. } => parts(record.fields, &[]),
        ArmBody::Const(_) => Vec::new(),
    });
    fields.iter().map(|field| field.ty).chain(in_arms).collect()
}

/// Returns the address of a table, which identifies its record or union.
fn address<T>(table: &T) -> usize {
    std::ptr::from_ref(table).addr()
}
