//! Cycles of types: refuses aliases of themselves, unions that are arms of themselves, and types
//! without finite values.
//!
//! A type has finite values if it can be built without itself: lists, maps, optional members and
//! `| null` may be empty, and one finite arm of a union is enough.

use std::collections::VecDeque;

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::recursion::{components, depths, inside, required_types, targets};
use crate::model::{Also, ArmBody, Discriminator, Type, TypeDef, TypeId, TypeKind};
use crate::walk::MAX_CHAIN_LENGTH;

/// Maximum number of names of a cycle that a message shows.
const SHOWN: usize = 8;

impl Checker<'_> {
    pub(crate) fn check_cycles(&mut self) {
        // Cycles of aliases are cut first, before values are checked.
        let names = self.model.types.iter().map(|def| aliases_in(def, &self.model.types)).collect::<Vec<_>>();
        let hint = "define the type; a name cannot refer to itself, only a record or a union can";
        for member in self.report_cycles(&names, "the name refers to itself", hint) {
            // References to a broken alias are not reported again.
            self.model.types[member].kind = TypeKind::Alias(crate::analysis::check::context::views::broken());
        }
        let forms = self.model.types.iter().map(|def| forms_in(def, &self.model.types)).collect::<Vec<_>>();
        let hint = "remove the arm, or put the union into a record or a list there";
        self.report_cycles(&forms, "the union is an arm of itself", hint);
        let endless = self.endless_edges();
        let hint = "make a member of the cycle optional (`name?`), or a list";
        self.report_cycles(&endless, "a value of this type would be infinite", hint);
        self.check_alias_chains();
        self.check_tuples();
    }

    /// Reports types that contain themselves through a tuple: generated code has no box inside a
    /// tuple.
    fn check_tuples(&mut self) {
        let edges = self.model.types.iter().map(|def| inside(def).into_iter().map(|id| id.0).collect::<Vec<_>>());
        let components = components(&edges.collect::<Vec<_>>());
        for (id, def) in self.model.types.iter().enumerate().filter(|(id, _)| !self.endless.contains(id)) {
            let leads_back = |held: &TypeId| components.get(held.0) == Some(&components[id]);
            if def.tuples().into_iter().flat_map(targets).any(|held| leads_back(&held)) {
                let message = format!("a tuple in `{}` contains the type that holds it", self.slots[id].name);
                let hint = "put a list or a map between, or use a record in place of the tuple";
                let problem = Diagnostic::error(Code::TypeCycle, self.slots[id].span, message);
                self.found.push(problem.hint(hint));
            }
        }
    }

    /// Returns, for each type without finite values, the ids of such types that its values must
    /// contain; empty for all other types.
    fn endless_edges(&self) -> Vec<Vec<usize>> {
        let depths = depths(&self.model.types);
        let is_endless = |id: &usize| depths.get(*id).is_some_and(Option::is_none) && !self.endless.contains(id);
        let of = |(id, def): (usize, &TypeDef)| {
            if !is_endless(&id) {
                return Vec::new();
            }
            let required = required_types(def);
            let held = required.all.into_iter().chain(required.any.into_iter().flatten());
            held.map(|id| id.0).filter(is_endless).collect()
        };
        self.model.types.iter().enumerate().map(of).collect()
    }

    /// Reports one cycle for each set of types that lead to each other. `edges` holds the ids to
    /// which each type leads, by type id. Returns the ids of all types in such sets.
    fn report_cycles(&mut self, edges: &[Vec<usize>], what: &str, hint: &str) -> Vec<usize> {
        let components = components(edges);
        let is_inside = |from: usize, to: usize| components.get(to) == Some(&components[from]);
        let members: Vec<usize> =
            (0..edges.len()).filter(|id| edges[*id].iter().any(|to| is_inside(*id, *to))).collect();
        let mut reported = vec![false; edges.len()];
        for first in &members {
            if std::mem::replace(&mut reported[components[*first]], true) {
                continue;
            }
            // The report is at the first of the types; the message lists the cycle.
            let around = shortest_cycle(*first, edges, &components);
            let mut names: Vec<&str> = around.iter().take(SHOWN).map(|id| self.slots[*id].name.as_str()).collect();
            if around.len() > SHOWN {
                names.push("…");
            }
            let message = format!("{what}: {}", names.join(" -> "));
            let problem = Diagnostic::error(Code::TypeCycle, self.slots[*first].span, message);
            self.report(problem.hint(hint));
        }
        self.endless.extend(&members);
        members
    }

    /// Reports an alias that is one step too far from a type that is not an alias. Aliases of the reported one are not
    /// reported.
    fn check_alias_chains(&mut self) {
        for id in 0..self.model.types.len() {
            let mut at = id;
            let mut steps = 0;
            while let Some(next) = self.model.types.get(at).and_then(alias_target) {
                at = next.0;
                steps += 1;
                if steps > MAX_CHAIN_LENGTH + 1 {
                    break;
                }
            }
            if steps == MAX_CHAIN_LENGTH + 1 {
                let message =
                    format!("`{}` is an alias of an alias, more than {MAX_CHAIN_LENGTH} times", self.slots[id].name);
                let span = self.slots[id].span;
                self.error(Code::TooDeep, span, message, "name the type itself");
            }
        }
    }
}

/// Returns the named type to which an alias refers, without its bounds; `None` for a type that is not an alias of a
/// named type.
fn alias_target(def: &TypeDef) -> Option<TypeId> {
    let TypeKind::Alias(target) = &def.kind else {
        return None;
    };
    match target {
        Type::Named(next) => Some(*next),
        Type::Bounded(bounded) => match bounded.ty {
            Type::Named(next) => Some(next),
            _ => None,
        },
        _ => None,
    }
}

/// Returns a shortest cycle through the type `first`, which is the first and the last element.
fn shortest_cycle(first: usize, edges: &[Vec<usize>], components: &[usize]) -> Vec<usize> {
    let mut before = std::collections::HashMap::new();
    let mut open = VecDeque::from([first]);
    'walk: while let Some(at) = open.pop_front() {
        for to in edges[at].iter().filter(|to| components.get(**to) == Some(&components[first])) {
            if before.contains_key(to) {
                continue;
            }
            before.insert(*to, at);
            if *to == first {
                break 'walk;
            }
            open.push_back(*to);
        }
    }
    let mut cycle = vec![first];
    while let Some(at) = cycle.last().and_then(|last| before.get(last)) {
        cycle.push(*at);
        if *at == first {
            break;
        }
    }
    cycle.reverse();
    cycle
}

/// Returns the ids of the aliases that the target of an alias mentions, at any depth; empty for
/// other types.
fn aliases_in(def: &TypeDef, types: &[TypeDef]) -> Vec<usize> {
    let TypeKind::Alias(ty) = &def.kind else {
        return Vec::new();
    };
    let is_alias = |id: &TypeId| types.get(id.0).is_some_and(|def| matches!(def.kind, TypeKind::Alias(_)));
    ty.mentioned().into_iter().filter(is_alias).map(|id| id.0).collect()
}

/// Returns the ids of the types whose JSON forms a type takes over: the target of an alias, or the
/// arms of a union by form. Empty for other types.
fn forms_in(def: &TypeDef, types: &[TypeDef]) -> Vec<usize> {
    let known = |ty| form_of(ty).filter(|id| *id < types.len());
    match &def.kind {
        TypeKind::Alias(ty) => known(ty).into_iter().collect(),
        TypeKind::Union(union) if union.discriminator == Discriminator::Form => {
            let arms = union.arms.iter();
            let types = arms.filter_map(|arm| if let ArmBody::Value(ty) = &arm.body { known(ty) } else { None });
            types.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the id of the named type whose JSON forms a value of `ty` may have; `None` if `ty` itself has forms.
fn form_of(ty: &Type) -> Option<usize> {
    match ty {
        Type::Named(id) => Some(id.0),
        Type::Nullable(inner) => form_of(inner),
        Type::Bounded(bounded) => form_of(&bounded.ty),
        // A single item may occur without a list around it.
        Type::List(list) if list.also == Also::Single => form_of(&list.item),
        _ => None,
    }
}
