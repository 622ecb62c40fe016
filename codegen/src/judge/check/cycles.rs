//! A type that contains itself must do so by way of something that may be absent or empty: a list,
//! a map, an optional member, `| null`.

use super::context::{Body, Checker};
use super::table::LONGEST_CHAIN;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ArmBody, Field, Type, TypeDef, TypeId, TypeKind};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Checker<'_> {
    pub(super) fn check_cycles(&mut self) {
        // Names for names first: their cycles are cut before records are looked at.
        let aliases = self.model.types.iter().map(|def| alias_edges(def, &self.model.types));
        let aliases: Vec<Vec<TypeId>> = aliases.collect();
        self.walk_all(&aliases);
        let members: Vec<Vec<TypeId>> = self.model.types.iter().map(edges).collect();
        self.walk_all(&members);
        self.check_alias_chains();
    }

    fn walk_all(&mut self, edges: &[Vec<TypeId>]) {
        let mut marks = vec![Mark::New; edges.len()];
        for start in 0..edges.len() {
            if marks[start] == Mark::New {
                self.walk(start, edges, &mut marks);
            }
        }
    }

    /// Depth first without recursion: the path and, for each step, which edge comes next.
    fn walk(&mut self, start: usize, edges: &[Vec<TypeId>], marks: &mut [Mark]) {
        let mut path = vec![(start, 0)];
        marks[start] = Mark::Open;
        while let Some((id, next)) = path.last_mut() {
            let Some(target) = edges[*id].get(*next).map(|target| target.0) else {
                marks[*id] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match marks.get(target) {
                Some(Mark::New) => {
                    marks[target] = Mark::Open;
                    path.push((target, 0));
                }
                Some(Mark::Open) => {
                    let begin = path.iter().position(|(id, _)| *id == target);
                    let cycle: Vec<usize> = path.iter().skip(begin.unwrap_or(0)).map(|(id, _)| *id).collect();
                    self.report_cycle(&cycle);
                }
                _ => {}
            }
        }
    }

    /// Shown at the first of the types; to be found, the way round is in the message.
    fn report_cycle(&mut self, cycle: &[usize]) {
        let Some(first) = cycle.iter().min().copied() else {
            return;
        };
        let turn = cycle.iter().position(|id| *id == first).unwrap_or(0);
        let around = cycle.iter().cycle().skip(turn).take(cycle.len() + 1).take(8);
        let names: Vec<&str> = around.map(|id| self.slots[*id].name.as_str()).collect();
        let message = format!("a value of this type would have no end: {}", names.join(" -> "));
        let only_aliases = cycle.iter().all(|id| matches!(self.model.types[*id].kind, TypeKind::Alias(_)));
        let hint = match only_aliases {
            true => "say what the type is, not only what it is called",
            false => "make a member on the way optional (`name?`), or a list",
        };
        let problem = Diagnostic::error(Code::TypeCycle, self.slots[first].span, message);
        self.report(problem.hint(hint));
        self.endless.extend(cycle);
        // What refers to an alias without end is not reported again.
        for id in cycle {
            if matches!(self.model.types[*id].kind, TypeKind::Alias(_)) {
                self.model.types[*id].kind = TypeKind::Alias(super::table::broken());
            }
        }
    }

    fn check_alias_chains(&mut self) {
        for id in 0..self.model.types.len() {
            if !matches!(self.slots[id].body, Body::Expr(_)) {
                continue;
            }
            let mut at = id;
            let mut steps = 0;
            while let Some(TypeKind::Alias(Type::Named(next))) = self.model.types.get(at).map(|def| &def.kind) {
                at = next.0;
                steps += 1;
                if steps > LONGEST_CHAIN {
                    break;
                }
            }
            if steps > LONGEST_CHAIN {
                let message =
                    format!("`{}` is a name for a name, more than {LONGEST_CHAIN} times", self.slots[id].name);
                let span = self.slots[id].span;
                self.error(Code::TypeCycle, span, message, "name the type itself");
            }
        }
    }
}

/// The names for types that a name for a type speaks of, however deep.
fn alias_edges(def: &TypeDef, types: &[TypeDef]) -> Vec<TypeId> {
    let TypeKind::Alias(ty) = &def.kind else {
        return Vec::new();
    };
    let is_alias = |id: &TypeId| types.get(id.0).is_some_and(|def| matches!(def.kind, TypeKind::Alias(_)));
    ty.mentioned().into_iter().filter(is_alias).collect()
}

/// The types that a value of this one always holds.
fn edges(def: &TypeDef) -> Vec<TypeId> {
    let mut found = Vec::new();
    match &def.kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        TypeKind::Alias(ty) => found.extend(direct(ty)),
        TypeKind::Record(record) => found.extend(record.fields.iter().filter_map(required)),
        TypeKind::Union(union) => {
            found.extend(union.common.iter().filter_map(required));
            for arm in &union.arms {
                match &arm.body {
                    ArmBody::Value(ty) => found.extend(direct(ty)),
                    ArmBody::Fields { record, .. } => found.push(*record),
                    ArmBody::Const(_) => {}
                }
            }
        }
    }
    found
}

fn required(field: &Field) -> Option<TypeId> {
    field.required.then(|| direct(&field.ty)).flatten()
}

fn direct(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        _ => None,
    }
}
