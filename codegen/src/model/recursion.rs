//! Recursive types: the cycles of types, and the types that have a finite value.
//!
//! Input: the types of a model, broken references among them. Output: plain tables by type index.
//! `check` decides which cycles are refused, and `lower` where Rust needs a `Box`.

use std::collections::VecDeque;

use super::{ArmBody, Field, Type, TypeDef, TypeId, TypeKind};

/// Returns the types whose values are stored inside a value of this type, if nothing is boxed.
/// Items of lists and maps are stored elsewhere.
pub(crate) fn inside(def: &TypeDef) -> Vec<TypeId> {
    let fields = |fields: &[Field]| fields.iter().flat_map(|field| targets(&field.ty)).collect::<Vec<_>>();
    match &def.kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => Vec::new(),
        TypeKind::Alias(ty) => targets(ty),
        TypeKind::Record(record) => fields(&record.fields),
        TypeKind::Union(union) => {
            let mut held = fields(&union.common);
            held.extend(union.arms.iter().flat_map(|arm| match &arm.body {
                ArmBody::Value(ty) => targets(ty),
                ArmBody::Const(_) => Vec::new(),
                ArmBody::Fields { record, .. } => vec![*record],
            }));
            held
        }
    }
}

/// Returns the type that a reference names, nullable or not.
pub(crate) fn target(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Nullable(inner) => target(inner),
        Type::Bounded(bounded) => target(&bounded.ty),
        _ => None,
    }
}

/// Returns the types that a reference names, nullable or not; several for a tuple.
pub(crate) fn targets(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Tuple(items) => items.iter().flat_map(targets).collect(),
        Type::Nullable(inner) => targets(inner),
        Type::Bounded(bounded) => targets(&bounded.ty),
        other => target(other).into_iter().collect(),
    }
}

/// Returns the named types of which every value of type `ty` contains a value.
fn required_targets(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Named(id) => vec![*id],
        Type::Tuple(items) => items.iter().flat_map(required_targets).collect(),
        Type::Bounded(bounded) => required_targets(&bounded.ty),
        _ => Vec::new(),
    }
}

/// Types of which every value of a type contains values: of all types in `all`, and of at least one
/// in `any`.
pub(crate) struct RequiredTypes {
    pub(crate) all: Vec<TypeId>,
    /// Types of the arms of a union. `None` for an arm that requires no type, so that a value needs
    /// no other arm.
    pub(crate) any: Vec<Option<TypeId>>,
}

pub(crate) fn required_types(def: &TypeDef) -> RequiredTypes {
    let required = |fields: &[Field]| {
        let required = fields.iter().filter(|field| field.required);
        required.flat_map(|field| required_targets(&field.ty)).collect::<Vec<_>>()
    };
    let all = |all| RequiredTypes { all, any: Vec::new() };
    match &def.kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => all(Vec::new()),
        TypeKind::Alias(ty) => all(required_targets(ty)),
        TypeKind::Record(record) => all(required(&record.fields)),
        TypeKind::Union(union) => {
            let arms = union.arms.iter().map(|arm| match &arm.body {
                // Of the types of a tuple, only the first is considered.
                ArmBody::Value(ty) => required_targets(ty).into_iter().next(),
                ArmBody::Const(_) => None,
                ArmBody::Fields { record, .. } => Some(*record),
            });
            RequiredTypes { all: required(&union.common), any: arms.collect() }
        }
    }
}

/// Returns the nesting depth of the smallest value of each type; `None` for a type without a finite
/// value.
pub(crate) fn depths(types: &[TypeDef]) -> Vec<Option<usize>> {
    let mut depths = vec![None; types.len()];
    let mut waits: Vec<(usize, bool)> = Vec::new();
    // The types that contain each type, and whether they do so in one of several arms.
    let mut holders: Vec<Vec<(usize, bool)>> = vec![Vec::new(); types.len()];
    let mut ready = VecDeque::new();
    for (at, def) in types.iter().enumerate() {
        let RequiredTypes { all, any } = required_types(def);
        let known = |id: &TypeId| id.0 < types.len();
        let all: Vec<TypeId> = all.into_iter().filter(known).collect();
        all.iter().for_each(|id| holders[id.0].push((at, false)));
        any.iter().flatten().filter(|id| known(id)).for_each(|id| holders[id.0].push((at, true)));
        let needs_arm = !any.is_empty() && any.iter().all(|arm| arm.as_ref().is_some_and(known));
        waits.push((all.len(), needs_arm));
        if waits[at] == (0, false) {
            depths[at] = Some(0);
            ready.push_back((at, 0));
        }
    }
    // Types are visited in the order of their depths, so the last type that completes a holder is
    // the deepest.
    while let Some((at, depth)) = ready.pop_front() {
        for (holder, is_arm) in std::mem::take(&mut holders[at]) {
            let (count, needs_arm) = &mut waits[holder];
            if is_arm {
                *needs_arm = false
            } else {
                *count -= 1
            }
            if (*count, *needs_arm) == (0, false) && depths[holder].is_none() {
                depths[holder] = Some(depth + 1);
                ready.push_back((holder, depth + 1));
            }
        }
    }
    depths
}

/// Returns a component number for each node of a graph. Two nodes have the same number if each
/// leads to the other; no node has a smaller number than a node that it leads to.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut search = ComponentSearch {
        order: vec![usize::MAX; edges.len()],
        low: vec![0; edges.len()],
        component: vec![usize::MAX; edges.len()],
        open: Vec::new(),
        entered: 0,
        complete: 0,
    };
    for start in 0..edges.len() {
        if search.order[start] == usize::MAX {
            search.visit_from(start, edges);
        }
    }
    search.component
}

/// Tarjan's algorithm without recursion, so that no chain of types can exhaust the stack.
struct ComponentSearch {
    /// Order in which each node was entered; `usize::MAX` before.
    order: Vec<usize>,
    /// Earliest open node to which each node leads.
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    entered: usize,
    /// Number of complete components.
    complete: usize,
}

impl ComponentSearch {
    fn visit_from(&mut self, start: usize, edges: &[Vec<usize>]) {
        let mut path = vec![(start, 0)];
        self.open_node(start);
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(to) = edges[node].get(*next).copied() {
                *next += 1;
                match self.order.get(to) {
                    Some(&usize::MAX) => {
                        self.open_node(to);
                        path.push((to, 0));
                    }
                    Some(order) if self.component[to] == usize::MAX => self.low[node] = self.low[node].min(*order),
                    _ => {}
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                self.low[*parent] = self.low[*parent].min(self.low[node]);
            }
            if self.low[node] == self.order[node] {
                while let Some(member) = self.open.pop() {
                    self.component[member] = self.complete;
                    if member == node {
                        break;
                    }
                }
                self.complete += 1;
            }
        }
    }

    fn open_node(&mut self, node: usize) {
        (self.order[node], self.low[node]) = (self.entered, self.entered);
        self.entered += 1;
        self.open.push(node);
    }
}
