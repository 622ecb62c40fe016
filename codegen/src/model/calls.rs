//! Typed calls: what each adds to its operation, and the two together.
//!
//! An operation is one call on the wire. It has one typed call, or one for each of its variants.
//! The operation holds the shared facts; a typed call holds only its own. A [`CallView`] joins
//! both.

use crate::diagnostic::Span;

use super::{
    Availability, Deprecation, Example, Field, Model, Note, Operation, Param, Place, Response, Service, Source, Type,
    Value, Wire,
};

/// Index of a typed call in [`Model::typed_calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct CallId(pub usize);

/// Typed call of an operation: its additions and replacements.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct TypedCall {
    /// Index in [`Model::typed_calls`].
    pub id: CallId,
    /// Key of the variant, or of the operation if there are no variants.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Additional description of the call; may be empty.
    pub doc: String,
    /// Section of the documents that describes the call; `None` if the section of the operation does.
    pub source: Option<Source>,
    /// Parameters with a fixed value, by their index in the operation.
    pub fixed: Vec<(usize, Value)>,
    /// Type of the result; `None` for no result.
    pub result: Option<Type>,
    /// Response beyond a JSON body.
    pub response: Response,
    /// Examples, checked against the types.
    pub examples: Vec<Example>,
    /// First version that has the call, if it differs from the operation's.
    pub since: Option<String>,
    /// Last version that has the call, if it differs from the operation's.
    pub until: Option<String>,
    /// Deprecation, if it differs from the operation's.
    pub deprecated: Option<Deprecation>,
    /// Further conditions under which the call is served.
    pub available: Vec<Availability>,
    /// Further notes.
    pub notes: Vec<Note>,
    /// Whether the call is known from real services only, though its operation is in the documents.
    pub seen: bool,
}

/// Typed call together with its operation.
#[derive(Clone, Copy, Debug)]
pub struct CallView<'m> {
    /// Operation, shared by all of its calls.
    pub operation: &'m Operation,
    /// Facts that the call adds to its operation.
    pub own: &'m TypedCall,
}

/// Parameter of a typed call.
#[derive(Clone, Copy, Debug)]
pub struct CallParam<'m> {
    /// Place in the request.
    pub place: Place,
    /// Name, type and attributes.
    pub field: &'m Field,
    /// Fixed value; a parameter with a fixed value is not a member of the Rust type.
    pub fixed: Option<&'m Value>,
}

/// Facts about an operation or a typed call, for documentation. Those that no call can replace are members of the
/// operation alone.
#[derive(Clone, Debug)]
pub struct Facts<'m> {
    /// The operation.
    pub operation: &'m Operation,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the operation.
    pub source: Option<&'m Source>,
    /// First version that has the operation.
    pub since: Option<&'m str>,
    /// Last version that has the operation.
    pub until: Option<&'m str>,
    /// Deprecation.
    pub deprecated: Option<&'m Deprecation>,
    /// Conditions under which the operation is served.
    pub available: Vec<&'m Availability>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<&'m Note>,
    /// Whether the operation is known from real services only.
    pub seen: bool,
}

impl Model {
    /// Iterates over all typed calls, in the order of their IDs.
    pub fn typed_calls(&self) -> impl Iterator<Item = CallView<'_>> {
        self.operations.iter().flat_map(Operation::views)
    }
}

impl Operation {
    /// Iterates over the typed calls of the operation.
    pub fn views(&self) -> impl Iterator<Item = CallView<'_>> {
        self.calls.iter().map(|own| CallView { operation: self, own })
    }

    /// Returns the facts that hold for all calls of the operation, without those that a call
    /// replaces.
    pub fn facts(&self) -> Facts<'_> {
        let holds = |is_said: fn(&TypedCall) -> bool| !self.calls.iter().any(is_said);
        Facts {
            operation: self,
            doc: self.doc.clone(),
            source: self.source.as_ref().filter(|_| holds(|call| call.source.is_some())),
            since: self.since.as_deref().filter(|_| holds(|call| call.since.is_some())),
            until: self.until.as_deref().filter(|_| holds(|call| call.until.is_some())),
            deprecated: self.deprecated.as_ref().filter(|_| holds(|call| call.deprecated.is_some())),
            available: self.available.iter().collect(),
            notes: self.notes.iter().collect(),
            seen: self.seen,
        }
    }

    /// Returns the name on the wire: `GET /v1/chains`, or the name of a JSON-RPC method.
    pub fn wire_name(&self) -> String {
        match &self.wire {
            Wire::Rest { verb, path } => format!("{} {path}", verb.as_str()),
            Wire::Rpc { method } => method.to_string(),
        }
    }

    /// Returns whether all calls of the operation are deprecated.
    pub fn is_deprecated(&self) -> bool {
        self.deprecated.is_some() || self.calls.iter().all(|call| call.deprecated.is_some())
    }
}

impl<'m> CallView<'m> {
    /// Returns the ID of the call: service, dot, name.
    pub fn id_of(self, service: &Service) -> String {
        format!("{}.{}", service.name, self.own.name)
    }

    /// Returns the key of the variant, or of the operation if it has no variants.
    pub fn name(self) -> &'m str {
        &self.own.name
    }

    /// Iterates over all parameters, in the order of the operation.
    pub fn params(self) -> impl Iterator<Item = CallParam<'m>> {
        let param = move |(at, param): (usize, &'m Param)| CallParam {
            place: param.place,
            field: &param.field,
            fixed: self.own.fixed.iter().find(|(index, _)| *index == at).map(|(_, value)| value),
        };
        self.operation.params.iter().enumerate().map(param)
    }

    /// Iterates over the parameters without a fixed value.
    pub fn free_params(self) -> impl Iterator<Item = CallParam<'m>> {
        self.params().filter(|param| param.fixed.is_none())
    }

    /// Iterates over the names and values of fixed parameters.
    pub fn fixed_params(self) -> impl Iterator<Item = (&'m str, &'m Value)> {
        self.params().filter_map(|param| Some((param.field.name.as_str(), param.fixed?)))
    }

    /// Returns all facts: the facts of the operation, with additions and replacements of the call.
    pub fn facts(self) -> Facts<'m> {
        let (operation, own) = (self.operation, self.own);
        Facts {
            operation,
            doc: join_docs(&operation.doc, &own.doc),
            source: own.source.as_ref().or(operation.source.as_ref()),
            since: own.since.as_deref().or(operation.since.as_deref()),
            until: own.until.as_deref().or(operation.until.as_deref()),
            deprecated: own.deprecated.as_ref().or(operation.deprecated.as_ref()),
            available: operation.available.iter().chain(&own.available).collect(),
            notes: operation.notes.iter().chain(&own.notes).collect(),
            seen: operation.seen || own.seen,
        }
    }
}

/// Joins the description of an operation and the addition of a call, as paragraphs.
fn join_docs(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ => format!("{first}\n\n{second}"),
    }
}
