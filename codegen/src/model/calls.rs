//! Typed calls: what each adds to its operation, and the two together.
//!
//! An operation is one call on the wire. It has one typed call, or one for each of its variants. What they share
//! stands in the operation once; a typed call has only what is its own. Who wants one whole takes a [`CallView`].

use crate::diagnostic::Span;

use super::{
    Answer, Availability, Cost, Deprecation, Effect, Example, Field, Limit, Model, Note, Operation, Paginate, Param,
    Place, RpcError, Rule, Service, Source, Type, Value, Wire,
};

/// The place of a typed call among all of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub usize);

/// One typed call of an operation: what it adds, or says in the place of its operation.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedCall {
    /// Its place in [`Model::typed_calls`].
    pub id: CallId,
    /// The key of the variant; that of the operation where it has none.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What is said of this call beyond its operation; empty for none.
    pub doc: String,
    /// Where the documents describe it, if not where they describe the operation.
    pub source: Option<Source>,
    /// The parameters that it always sends with one value, by their place in the operation.
    pub fixed: Vec<(usize, Value)>,
    /// `None`: the answer has no body of interest.
    pub result: Option<Type>,
    /// What comes back beyond a JSON body.
    pub answer: Answer,
    /// Examples, checked against the types.
    pub examples: Vec<Example>,
    /// The version that brought it, if not that of the operation.
    pub since: Option<String>,
    /// The last version that has it, if not that of the operation.
    pub until: Option<String>,
    /// Since when it should not be used, if that differs from the operation.
    pub deprecated: Option<Deprecation>,
    /// Further conditions for it to be served.
    pub available: Vec<Availability>,
    /// Further statements that nothing acts on.
    pub notes: Vec<Note>,
    /// Known from real services only, though its operation is in the documents.
    pub seen: bool,
}

/// A typed call together with the operation that it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct CallView<'m> {
    /// What it shares with the other calls.
    pub operation: &'m Operation,
    /// What is its own.
    pub own: &'m TypedCall,
}

/// A parameter as one typed call has it.
#[derive(Clone, Copy, Debug)]
pub struct CallParam<'m> {
    /// Where it goes.
    pub place: Place,
    /// Its name, type and attributes.
    pub field: &'m Field,
    /// A value that the call always sends; such a parameter is no member of the Rust type.
    pub fixed: Option<&'m Value>,
}

/// What is said of an operation or of a typed call, for people and tools.
#[derive(Clone, Debug)]
pub struct Facts<'m> {
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<&'m Source>,
    /// What a repeat does.
    pub effect: Effect,
    /// Rules across the parameters.
    pub rules: &'m [Rule],
    /// How its list is paged.
    pub paginate: Option<&'m Paginate>,
    /// What it takes from the budget that the service keeps.
    pub cost: Option<&'m Cost>,
    /// Codes of errors, beside those of the service.
    pub errors: &'m [RpcError],
    /// The version that brought it.
    pub since: Option<&'m str>,
    /// The last version that has it.
    pub until: Option<&'m str>,
    /// Since when it should not be used.
    pub deprecated: Option<&'m Deprecation>,
    /// Conditions for it to be served.
    pub available: Vec<&'m Availability>,
    /// Limits that the service sets.
    pub limits: &'m [Limit],
    /// Statements that nothing acts on.
    pub notes: Vec<&'m Note>,
    /// Known from real services only.
    pub seen: bool,
}

impl Model {
    /// All typed calls in the order of the model, which is that of their ids.
    pub fn typed_calls(&self) -> impl Iterator<Item = CallView<'_>> {
        self.operations.iter().flat_map(Operation::views)
    }
}

impl Operation {
    /// Its typed calls, each with what it shares with the others.
    pub fn views(&self) -> impl Iterator<Item = CallView<'_>> {
        self.calls.iter().map(|own| CallView { operation: self, own })
    }

    /// What holds for all of its calls. What one of them says in its place is left out.
    pub fn facts(&self) -> Facts<'_> {
        let holds = |is_said: fn(&TypedCall) -> bool| !self.calls.iter().any(is_said);
        Facts {
            doc: self.doc.clone(),
            source: self.source.as_ref().filter(|_| holds(|call| call.source.is_some())),
            effect: self.effect,
            rules: &self.rules,
            paginate: self.paginate.as_ref(),
            cost: self.cost.as_ref(),
            errors: &self.errors,
            since: self.since.as_deref().filter(|_| holds(|call| call.since.is_some())),
            until: self.until.as_deref().filter(|_| holds(|call| call.until.is_some())),
            deprecated: self.deprecated.as_ref().filter(|_| holds(|call| call.deprecated.is_some())),
            available: self.available.iter().collect(),
            limits: &self.limits,
            notes: self.notes.iter().collect(),
            seen: self.seen,
        }
    }

    /// The wire form: `GET /v1/chains` or the name of a method.
    pub fn wire_name(&self) -> String {
        match &self.wire {
            Wire::Rest { verb, path } => format!("{} {path}", format!("{verb:?}").to_uppercase()),
            Wire::Rpc { method } => method.to_string(),
        }
    }

    /// Whether none of its calls should be used.
    pub fn is_deprecated(&self) -> bool {
        self.deprecated.is_some() || self.calls.iter().all(|call| call.deprecated.is_some())
    }
}

impl<'m> CallView<'m> {
    /// The id by which people and tools know it: service, dot, name.
    pub fn id_of(self, service: &Service) -> String {
        format!("{}.{}", service.name, self.own.name)
    }

    /// The key of the variant; that of the operation where it has none.
    pub fn name(self) -> &'m str {
        &self.own.name
    }

    /// All parameters, in the order of the operation.
    pub fn params(self) -> impl Iterator<Item = CallParam<'m>> {
        let param = move |(at, param): (usize, &'m Param)| CallParam {
            place: param.place,
            field: &param.field,
            fixed: self.own.fixed.iter().find(|(index, _)| *index == at).map(|(_, value)| value),
        };
        self.operation.params.iter().enumerate().map(param)
    }

    /// The parameters that whoever calls it gives.
    pub fn free_params(self) -> impl Iterator<Item = CallParam<'m>> {
        self.params().filter(|param| param.fixed.is_none())
    }

    /// The names and values that it always sends.
    pub fn fixed_params(self) -> impl Iterator<Item = (&'m str, &'m Value)> {
        self.params().filter_map(|param| Some((param.field.name.as_str(), param.fixed?)))
    }

    /// All that is said of it: what the operation says, with what is its own behind that or in its place.
    pub fn facts(self) -> Facts<'m> {
        let (operation, own) = (self.operation, self.own);
        Facts {
            doc: join_docs(&operation.doc, &own.doc),
            source: own.source.as_ref().or(operation.source.as_ref()),
            effect: operation.effect,
            rules: &operation.rules,
            paginate: operation.paginate.as_ref(),
            cost: operation.cost.as_ref(),
            errors: &operation.errors,
            since: own.since.as_deref().or(operation.since.as_deref()),
            until: own.until.as_deref().or(operation.until.as_deref()),
            deprecated: own.deprecated.as_ref().or(operation.deprecated.as_ref()),
            available: operation.available.iter().chain(&own.available).collect(),
            limits: &operation.limits,
            notes: operation.notes.iter().chain(&own.notes).collect(),
            seen: operation.seen || own.seen,
        }
    }
}

/// The operation's words come first; the call's add what differs.
fn join_docs(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ => format!("{first}\n\n{second}"),
    }
}
