//! Which types a document needs, and by which name each is known in it.
//!
//! Input: the types that the document speaks of. Output: a name for each of them and for each that they hold. The
//! members of a union's arm have no name of their own: they are written into the union.

use std::collections::BTreeMap;

use crate::model::{ArmBody, Field, Model, Type, TypeId, TypeKind};

/// The names of all types that `roots` and `errors` lead to.
pub(super) fn names(model: &Model, roots: Vec<&Type>, errors: Option<TypeId>) -> BTreeMap<TypeId, String> {
    let mut found: BTreeMap<TypeId, String> = BTreeMap::new();
    let mut open: Vec<TypeId> = roots.into_iter().flat_map(named).chain(errors).collect();
    while let Some(id) = open.pop() {
        if found.insert(id, model.types[id.0].name.clone()).is_none() {
            open.extend(held(model, id));
        }
    }
    qualify(model, &mut found);
    found
}

/// Two types with one name get the name of their module before it.
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

/// The named types that a definition speaks of.
fn held(model: &Model, id: TypeId) -> Vec<TypeId> {
    match &model.types[id.0].kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => Vec::new(),
        TypeKind::Alias(ty) => named(ty),
        TypeKind::Record(record) => of_fields(&record.fields),
        TypeKind::Union(union) => {
            let arms = union.arms.iter().flat_map(|arm| match &arm.body {
                ArmBody::Value(ty) => named(ty),
                ArmBody::Const(_) => Vec::new(),
                ArmBody::Fields { record, .. } => held(model, *record),
            });
            of_fields(&union.common).into_iter().chain(arms).collect()
        }
    }
}

fn of_fields(fields: &[Field]) -> Vec<TypeId> {
    fields.iter().flat_map(|field| named(&field.ty)).collect()
}

/// The named types in a reference.
fn named(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Boolean | Type::Text | Type::Number | Type::Integer(_) | Type::Json | Type::Foreign(_) => Vec::new(),
        Type::Named(id) => vec![*id],
        Type::List(list) => named(&list.item),
        Type::Map(map) => named(&map.key).into_iter().chain(named(&map.value)).collect(),
        Type::Nullable(inner) => named(inner),
    }
}
