//! Reachable types: the types that a document needs, and the name of each in the document.
//!
//! Input: the types that the document uses directly. Output: a name for each of them and for each
//! type that they contain. The record of a union arm has no name: its members are written into the
//! union.

use std::collections::{BTreeMap, BTreeSet};

use crate::casing::pascal;
use crate::model::{Arm, ArmBody, Model, Type, TypeId, TypeKind};

/// Returns the named types that `roots` use, at any depth.
pub(super) fn reachable_types(model: &Model, roots: Vec<&Type>) -> BTreeSet<TypeId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<TypeId> = roots.into_iter().flat_map(Type::mentioned).collect();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(model.types[id.0].mentions());
        }
    }
    found
}

/// Returns the names of the definitions of a document that needs these types.
pub(super) fn definition_names(model: &Model, needed: BTreeSet<TypeId>) -> BTreeMap<TypeId, String> {
    let arms: BTreeSet<TypeId> = needed.iter().flat_map(|id| records_of_arms(model, &model.types[id.0].kind)).collect();
    let named = needed.into_iter().filter(|id| !arms.contains(id));
    let mut names = named.map(|id| (id, document_name(&model.types[id.0].name))).collect();
    qualify(model, &mut names);
    names
}

/// Returns a name that a document and its references allow. OpenAPI allows letters, digits and
/// three marks; any other name is replaced by its Rust name.
fn document_name(name: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if name.chars().all(is_allowed) { name.to_owned() } else { pascal(name) }
}

/// Returns the inline records of the arms of a union. A declared record has a definition instead.
fn records_of_arms(model: &Model, kind: &TypeKind) -> BTreeSet<TypeId> {
    let TypeKind::Union(union) = kind else {
        return BTreeSet::new();
    };
    let record = |arm: &Arm| match arm.body {
        ArmBody::Fields { record, .. } => Some(record).filter(|record| model.types[record.0].is_inline()),
        _ => None,
    };
    union.arms.iter().filter_map(record).collect()
}

/// Prefixes the names that several types share with the names of their modules.
fn qualify(model: &Model, names: &mut BTreeMap<TypeId, String>) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for name in names.values() {
        *count.entry(name.clone()).or_default() += 1;
    }
    for (id, name) in names.iter_mut().filter(|(_, name)| count[name.as_str()] > 1) {
        let module = &model.modules[model.types[id.0].module.0];
        *name = format!("{}.{name}", module.path.join("."));
    }
}
