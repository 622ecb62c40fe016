//! Reachability: which declared types an API needs.
//!
//! Input: documents with [`Scopes`]. Output: [`Reach`]. The roots are the types that operations,
//! subscriptions, webhooks, error bodies and paging name. Types reachable from a root are needed; a
//! group that only names itself is not.

use std::collections::{HashMap, HashSet};

use crate::analysis::check::context::scopes::Scopes;
use crate::diagnostic::Span;
use crate::model::TypeId;
use crate::spec::document::{ArmBodyDecl, Documents, FieldDecl, FileDecl, Head, TypeExpr};

/// Uses of type names in calls and in other types.
pub(super) struct Reach<'d> {
    needed: HashSet<TypeId>,
    /// Span of the first other type that names each type.
    named_by: HashMap<TypeId, Span>,
    /// Type names that the calls and types of each file mention, by index of the file.
    mentioned: Vec<HashSet<&'d str>>,
}

impl<'d> Reach<'d> {
    pub(super) fn new(documents: &'d Documents, scopes: &Scopes<'d>) -> Self {
        let mut mentioned = Vec::new();
        let mut open = Vec::new();
        let mut inside: HashMap<TypeId, Vec<TypeId>> = HashMap::new();
        let mut named_by = HashMap::new();
        for (file, doc) in documents.files.iter().enumerate() {
            let mut roots = Vec::new();
            collect_root_names(doc, &mut roots);
            open.extend(roots.iter().filter_map(|name| scopes.visible(file, name)));
            let mut all: HashSet<&str> = roots.into_iter().collect();
            for item in &doc.types {
                let mut found = Vec::new();
                collect_type_names(&item.expr, &mut found);
                all.extend(found.iter().copied());
                let Some(id) = scopes.visible(file, &item.name.value) else {
                    continue;
                };
                let found: Vec<TypeId> = found.iter().filter_map(|name| scopes.visible(file, name)).collect();
                for other in found.iter().filter(|other| **other != id) {
                    named_by.entry(*other).or_insert(item.name.span);
                }
                inside.insert(id, found);
            }
            mentioned.push(all);
        }
        let mut needed = HashSet::new();
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                open.extend(inside.get(&id).into_iter().flatten());
            }
        }
        Self { needed, named_by, mentioned }
    }

    pub(super) fn is_needed(&self, id: TypeId) -> bool {
        self.needed.contains(&id)
    }

    /// Returns the span of the name of another type that mentions this type; `None` if no other
    /// type does.
    pub(super) fn named_by(&self, id: TypeId) -> Option<Span> {
        self.named_by.get(&id).copied()
    }

    /// Returns whether a call or a type of the file mentions the type name.
    pub(super) fn is_mentioned(&self, file: usize, name: &str) -> bool {
        self.mentioned[file].contains(name)
    }
}

/// Adds the type names that a file mentions outside of declared types to `found`.
fn collect_root_names<'d>(doc: &'d FileDecl, found: &mut Vec<&'d str>) {
    if let Some(client) = &doc.client {
        found.extend(client.errors.iter().map(|errors| errors.body.value.as_str()));
        let query = client.paging.iter().flat_map(|paging| &paging.query);
        collect_field_names(query, found);
    }
    let own = doc.operations.iter().flat_map(|operation| &operation.errors);
    for error in doc.rpc.iter().flat_map(|rpc| &rpc.errors).chain(own) {
        error.data.iter().for_each(|data| collect_type_names(data, found));
    }
    for operation in &doc.operations {
        collect_field_names(operation.request.params.iter().map(|param| &param.field), found);
        for response in operation.responses() {
            response.result.iter().chain(&response.headers).for_each(|expr| collect_type_names(expr, found));
        }
    }
    for subscription in &doc.subscriptions {
        collect_field_names(&subscription.params, found);
        collect_type_names(&subscription.item, found);
    }
    doc.webhooks.iter().for_each(|webhooks| collect_type_names(&webhooks.event, found));
}

fn collect_field_names<'d>(fields: impl IntoIterator<Item = &'d FieldDecl>, found: &mut Vec<&'d str>) {
    for field in fields {
        collect_type_names(&field.ty, found);
    }
}

fn collect_type_names<'d>(expr: &'d TypeExpr, found: &mut Vec<&'d str>) {
    match &expr.head {
        Head::Name(name) => found.push(name),
        Head::Nullable(inner) | Head::List(inner) => collect_type_names(inner, found),
        Head::Tuple(items) => items.iter().for_each(|item| collect_type_names(item, found)),
        Head::Map { key, value } => {
            for part in key.iter().chain([value]) {
                collect_type_names(part, found);
            }
        }
        Head::Record(record) => {
            found.extend(record.extends.iter().map(|name| name.value.as_str()));
            collect_field_names(&record.fields, found);
        }
        Head::Union(union) => {
            collect_field_names(&union.common, found);
            for arm in &union.arms {
                match &arm.body {
                    ArmBodyDecl::Value(expr) => collect_type_names(expr, found),
                    ArmBodyDecl::Fields { fields, .. } => collect_field_names(fields, found),
                    ArmBodyDecl::Record { name, .. } => found.push(&name.value),
                }
            }
        }
        Head::Enum(_) | Head::Const(_) | Head::Foreign(_) => {}
    }
}
