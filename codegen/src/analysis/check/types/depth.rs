//! Depth of types: checks how deeply types are nested.
//!
//! The Rust compiler follows a type through lists, maps and boxes to everything that it contains, and gives up after
//! 128 steps. The limit here is well below, so that a client compiles, and also a program that holds its responses in
//! its own types.

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::recursion::components;
use crate::model::{ArmBody, Field, Type, TypeDef, TypeKind};

/// Maximum nesting depth of a type in compiler steps.
const MAX_DEPTH: usize = 96;

/// Number of compiler steps through `Vec` or `BTreeMap` to the item type.
const LIST: usize = 3;
/// Number of compiler steps through the `Box` of a reference to a type of the same cycle.
const BOX: usize = 2;
/// Maximum size of a cycle of which each type is tried as the start. In a larger cycle only one
/// type is tried.
const MAX_TRIED: usize = 64;

impl Checker<'_> {
    pub(crate) fn check_depths(&mut self) {
        let graph = Graph::new(&self.model.types);
        self.depths = graph.depths();
        let is_deep = |id: &usize| self.depths[*id] > MAX_DEPTH;
        let mut reported = vec![false; self.model.types.len()];
        let mut deep = Vec::new();
        for id in (0..reported.len()).filter(is_deep) {
            // The depth is reported once, at the type whose inner types are not too deep yet.
            let component = graph.component[id];
            let inner = graph.edges[id].iter().map(|step| step.to);
            let mut inner = inner.filter(|to| graph.component[*to] != component);
            if !inner.any(|to| is_deep(&to)) && !std::mem::replace(&mut reported[component], true) {
                deep.push(id);
            }
        }
        self.endless.extend((0..reported.len()).filter(is_deep));
        for id in deep {
            let (span, name) = (self.slots[id].span, &self.slots[id].name);
            self.report(too_deep(span, &format!("the types inside of `{name}`")));
        }
    }

    /// Reports parameters, results, error data and events whose types are nested too deeply,
    /// although each named type in them is not.
    pub(crate) fn check_depths_of_calls(&mut self) {
        let mut found = Vec::new();
        let mut look = |span: Span, ty: &Type, what: &str| {
            let mut parts = Vec::new();
            let own = collect_steps(ty, StepPosition { before: 0, behind_list: false }, &mut parts);
            let inner = parts.iter().map(|step| (step.before, self.depths.get(step.to).copied().unwrap_or(0)));
            // A type that is too deep by itself was reported.
            let mut inner = inner.filter(|(_, depth)| *depth <= MAX_DEPTH).map(|(before, depth)| before + depth);
            if own > MAX_DEPTH || inner.any(|depth| depth > MAX_DEPTH) {
                found.push(too_deep(span, what));
            }
        };
        for operation in &self.model.operations {
            let what = format!("the types of `{}`", operation.name);
            operation.params.iter().for_each(|param| look(param.field.span, &param.field.ty, &what));
            for call in &operation.calls {
                call.result.iter().for_each(|result| look(call.span, result, &what));
            }
        }
        let of_services = self.model.services.iter().flat_map(|service| &service.rpc).flat_map(|rpc| &rpc.errors);
        for error in self.model.operations.iter().flat_map(|operation| &operation.errors).chain(of_services) {
            error.data.iter().for_each(|data| look(error.span, data, &format!("the types of `{}`", error.name)));
        }
        for subscription in &self.model.subscriptions {
            look(subscription.span, &subscription.item, &format!("the types of `{}`", subscription.name));
        }
        for webhooks in &self.model.webhooks {
            look(webhooks.span, &webhooks.event, "the types of the webhooks");
        }
        self.found.extend(found);
    }
}

fn too_deep(span: Span, what: &str) -> Diagnostic {
    let problem = Diagnostic::error(Code::TooDeep, span, format!("{what} are nested too deeply"));
    let hint = format!(
        "the Rust compiler takes at most {MAX_DEPTH} steps: 3 for a list or map, 1 to 3 for another type; make an inner \
         part `json`"
    );
    problem.label("too deep from here on").hint(hint)
}

/// Reference from one type to a type that it contains.
struct Step {
    to: usize,
    /// Number of compiler steps from the start of the first type to the second.
    before: usize,
    /// Whether a list or a map is between the types, so that no box is needed.
    behind_list: bool,
}

/// Graph of all types by type id. An edge leads from a type to a type that it contains.
struct Graph {
    /// Number of compiler steps through each type itself, without the types that it names, by type id.
    own: Vec<usize>,
    edges: Vec<Vec<Step>>,
    component: Vec<usize>,
}

impl Graph {
    fn new(types: &[TypeDef]) -> Self {
        let (own, edges): (Vec<usize>, Vec<Vec<Step>>) = types.iter().map(|def| steps_of(def, types.len())).unzip();
        let plain: Vec<Vec<usize>> = edges.iter().map(|edges| edges.iter().map(|step| step.to).collect()).collect();
        let component = components(&plain);
        Self { own, edges, component }
    }

    /// Returns the depth of each type in compiler steps, the type itself included.
    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.own.len()];
        let mut order: Vec<usize> = (0..self.own.len()).collect();
        order.sort_by_key(|id| self.component[*id]);
        let mut seen = vec![usize::MAX; self.own.len()];
        for members in order.chunk_by(|a, b| self.component[*a] == self.component[*b]) {
            // In a very large cycle, all types get the depth of one of them.
            let tried = if members.len() > MAX_TRIED { &members[..1] } else { members };
            let mut deepest = 0;
            for first in tried {
                depths[*first] = self.depth_from(*first, &depths, &mut seen);
                deepest = deepest.max(depths[*first]);
            }
            members.iter().skip(tried.len()).for_each(|id| depths[*id] = deepest);
        }
        depths
    }

    /// Returns the depth of the type `first` in compiler steps. Follows the compiler: visits each
    /// type of a cycle once, in the order of members. The depths of types outside of the cycle must
    /// be in `depths`.
    fn depth_from(&self, first: usize, depths: &[usize], seen: &mut [usize]) -> usize {
        let mut deepest = 0;
        let mut path = vec![(first, 0, 0)];
        seen[first] = first;
        while let Some((at, next, steps)) = path.last_mut() {
            let (at, steps) = (*at, *steps);
            deepest = deepest.max(steps + self.own[at]);
            let Some(Step { to, before, behind_list }) = self.edges[at].get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            if self.component[*to] != self.component[at] {
                deepest = deepest.max(steps + before + depths[*to]);
            } else if std::mem::replace(&mut seen[*to], first) != first {
                path.push((*to, 0, steps + before + if *behind_list { 0 } else { BOX }));
            }
        }
        deepest
    }
}

/// Position inside a type, in compiler steps from its start.
#[derive(Clone, Copy)]
struct StepPosition {
    before: usize,
    behind_list: bool,
}

impl StepPosition {
    /// Returns the position some compiler steps further on.
    fn after(self, steps: usize) -> Self {
        Self { before: self.before + steps, ..self }
    }
}

/// Returns the number of compiler steps through a type itself, and the references to the types that
/// it contains. References to types from `count` on, which do not exist, are left out.
fn steps_of(def: &TypeDef, count: usize) -> (usize, Vec<Step>) {
    let mut found = Vec::new();
    let at = |before| StepPosition { before, behind_list: false };
    let fields = |fields: &[Field], found: &mut Vec<Step>| {
        let steps = fields.iter().map(|field| collect_steps(&field.ty, at(1 + usize::from(!field.required)), found));
        steps.max().unwrap_or(1)
    };
    let own = match &def.kind {
        TypeKind::Scalar(_) | TypeKind::Enum(_) => 1,
        TypeKind::Alias(ty) => collect_steps(ty, at(0), &mut found),
        TypeKind::Record(record) => fields(&record.fields, &mut found),
        TypeKind::Union(union) => {
            // The common members form a struct, next to the enum of the arms.
            let arms_at = if union.discriminator.holds_values() { 1 } else { 2 };
            let common = fields(&union.common, &mut found);
            let arms = union.arms.iter().map(|arm| match &arm.body {
                ArmBody::Value(ty) => collect_steps(ty, at(arms_at), &mut found),
                ArmBody::Fields { record, .. } => {
                    found.push(Step { to: record.0, before: arms_at, behind_list: false });
                    arms_at
                }
                ArmBody::Const(_) => arms_at,
            });
            arms.max().unwrap_or(arms_at).max(common)
        }
    };
    found.retain(|step| step.to < count);
    (own, found)
}

/// Adds the references in `ty` to `found`, with the compiler steps before them. Returns the number
/// of compiler steps through `ty` itself, counted from the start of the enclosing type.
fn collect_steps(ty: &Type, at: StepPosition, found: &mut Vec<Step>) -> usize {
    match ty {
        Type::Boolean
        | Type::Text
        | Type::Number
        | Type::Integer(_)
        | Type::Json
        | Type::Bytes
        | Type::File
        | Type::Foreign(_) => at.before + 1,
        Type::Named(id) => {
            found.push(Step { to: id.0, before: at.before, behind_list: at.behind_list });
            at.before
        }
        Type::Tuple(items) => {
            let steps = items.iter().map(|item| collect_steps(item, at.after(1), found));
            steps.max().unwrap_or(at.before + 1)
        }
        Type::Nullable(inner) => collect_steps(inner, at.after(1), found),
        Type::Bounded(bounded) => collect_steps(&bounded.ty, at, found),
        Type::List(list) => collect_steps(&list.item, StepPosition { behind_list: true, ..at.after(LIST) }, found),
        Type::Map(map) => {
            let inside = StepPosition { behind_list: true, ..at.after(LIST) };
            collect_steps(&map.key, inside, found).max(collect_steps(&map.value, inside, found))
        }
    }
}
