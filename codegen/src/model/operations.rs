//! Operations and subscriptions.

use crate::diagnostic::Span;

use super::{
    Availability, CallId, Content, Cost, Deprecation, Effect, Failure, Field, Limit, MemberPath, ModuleId, Note,
    Paginate, Place, RpcError, ServiceId, Source, Subscribe, Template, Type, TypedCall, Value, Verb, Wait,
};

/// Success status of an operation that states none.
pub const SUCCESS: u16 = 200;

/// Operation: a call on the wire, with one or several typed calls.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Operation {
    /// Key in the spec, such as `listBooks`.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Service of the operation.
    pub service: ServiceId,
    /// Module that declares the operation.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the operation.
    pub source: Option<Source>,
    /// Encoding on the wire.
    pub wire: Wire,
    /// Parameters in the order of the spec, path first, then query, then body.
    pub params: Vec<Param>,
    /// Security alternatives, in place of the alternatives of the client or of the server.
    pub security: Option<Vec<Vec<String>>>,
    /// Index of the server of the operation, or else of its service, among the servers of the
    /// client; `None` for the base URL.
    pub server: Option<usize>,
    /// Media type of the body; `None` without a body.
    pub content: Option<Content>,
    /// Effect of a repeated call.
    pub effect: Effect,
    /// Whether the operation uses or reveals secret keys, or spends funds.
    pub sensitive: bool,
    /// Rules across the parameters.
    pub rules: Vec<Rule>,
    /// Paging of the list.
    pub paginate: Option<Paginate>,
    /// Conditions for waiting for the result.
    pub wait: Option<Wait>,
    /// Cost of a call in the budget of the service.
    pub cost: Option<Cost>,
    /// Error codes in addition to the codes of the service.
    pub errors: Vec<RpcError>,
    /// Errors of calls with certain parameters, for test servers.
    pub failures: Vec<Failure>,
    /// Success statuses, each with whether only real services send it.
    pub statuses: Vec<(u16, bool)>,
    /// Whether redirects to another origin are followed, without secrets.
    pub leaves_origin: bool,
    /// Whether the request must ask for JSON, because another operation of the path responds with
    /// another media type.
    pub asks_for_json: bool,
    /// First version that has the operation.
    pub since: Option<String>,
    /// Last version that has the operation.
    pub until: Option<String>,
    /// Member of the result that holds the version that the server runs.
    pub server_version: Option<MemberPath>,
    /// List in the result of another call whose items the result counts.
    pub counts: Option<Counts>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Conditions under which the operation is served.
    pub available: Vec<Availability>,
    /// Limits that the service sets for this operation.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
    /// Whether the operation is known from real services only.
    pub seen: bool,
    /// Typed calls: one per variant; without variants, one with the name of the operation. Never
    /// empty.
    pub calls: Vec<TypedCall>,
}

/// List whose items a result counts. It is in the result of another call with the same parameters.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Name of the other call, which belongs to the same service.
    pub call: String,
    /// Member of the result of `call` that holds the list.
    pub list: MemberPath,
}

/// Encoding of an operation on the wire.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Wire {
    /// HTTP request.
    Rest {
        /// HTTP method.
        verb: Verb,
        /// Path, with parameters and variables in braces.
        path: Template,
    },
    /// JSON-RPC call.
    Rpc {
        /// Method name, a template.
        method: Template,
    },
}

/// Parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Param {
    /// Place in the request.
    pub place: Place,
    /// Name, type and attributes.
    pub field: Field,
}

/// Rule across parameters, with its description.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Rule {
    /// Kind of the rule.
    pub kind: RuleKind,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the rule.
    pub source: Option<Source>,
    /// Whether the rule is known from real services only.
    pub seen: bool,
}

/// Kind of a rule across parameters; `P` identifies a parameter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum RuleKind<P = String> {
    /// At least one of the parameters is given.
    AtLeastOne(Vec<P>),
    /// At most one of the parameters is given.
    AtMostOne(Vec<P>),
    /// The sum is at most `max`. An absent parameter counts with its default.
    SumAtMost {
        /// Summed parameters.
        of: Vec<P>,
        /// Maximum sum.
        max: String,
    },
    /// If each parameter of `when` has its value, each of `need` must have its value. `None` stands
    /// for any value.
    Requires {
        /// Conditions.
        when: Vec<(P, Option<Value>)>,
        /// Requirements.
        need: Vec<(P, Option<Value>)>,
    },
    /// The items of the list ascend.
    Ascending(P),
    /// If both parameters are given, the first is not above the second.
    Ordered {
        /// Parameter with the lower value.
        low: P,
        /// Parameter with the higher value.
        high: P,
    },
}

impl<P> RuleKind<P> {
    /// Returns the rule with each parameter mapped.
    pub fn map<Q>(&self, to: impl Fn(&P) -> Q) -> RuleKind<Q> {
        let all = |params: &[P]| params.iter().map(&to).collect();
        let conditions =
            |list: &[(P, Option<Value>)]| list.iter().map(|(param, value)| (to(param), value.clone())).collect();
        match self {
            Self::AtLeastOne(of) => RuleKind::AtLeastOne(all(of)),
            Self::AtMostOne(of) => RuleKind::AtMostOne(all(of)),
            Self::SumAtMost { of, max } => RuleKind::SumAtMost { of: all(of), max: max.clone() },
            Self::Requires { when, need } => RuleKind::Requires { when: conditions(when), need: conditions(need) },
            Self::Ascending(param) => RuleKind::Ascending(to(param)),
            Self::Ordered { low, high } => RuleKind::Ordered { low: to(low), high: to(high) },
        }
    }
}

/// Example of a request and its response.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Example {
    /// Description.
    pub doc: String,
    /// Parameters with their values, in the order of the spec.
    pub request: Vec<(String, Value)>,
    /// Response.
    pub response: Option<Value>,
}

/// Subscription: a kind of event that a service pushes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Subscription {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Kind on the wire; `None` if the method names in `subscribe` identify the subscription.
    pub kind: Option<String>,
    /// Method names of this subscription, in place of the names of the service.
    pub subscribe: Option<Subscribe>,
    /// Service of the subscription.
    pub service: ServiceId,
    /// Module that declares the subscription.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Parameters.
    pub params: Vec<Param>,
    /// Type of an event.
    pub item: Type,
    /// Calls and members with which missed events are fetched.
    pub backfill: Option<Backfill>,
    /// Whether the subscription is known from real services only.
    pub seen: bool,
    /// Section of the documents that describes the subscription.
    pub source: Option<Source>,
    /// Conditions under which the subscription is served.
    pub available: Vec<Availability>,
    /// Limits that the service sets for this subscription.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
}

/// Calls and members with which missed events of a subscription are fetched.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Backfill {
    /// Member of an event that is its height.
    pub height: MemberPath,
    /// Members that distinguish an event from others.
    pub same: Vec<MemberPath>,
    /// Call that returns the current height.
    pub latest: CallId,
    /// Call that returns events.
    pub call: CallId,
    /// Height parameters of `call`.
    pub heights: Heights,
    /// Members that identify the block of an event.
    pub links: Option<Links>,
    /// Member that is true in an event that withdraws an earlier one.
    pub removed: Option<MemberPath>,
}

/// Members that identify the block of an event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Links {
    /// Member of an event that is the hash of its block.
    pub hash: MemberPath,
    /// Member of an event that is the hash of the block one height below; `None` if a height has
    /// several events.
    pub parent: Option<MemberPath>,
}

/// Parameters of a call that take heights.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Heights {
    /// Parameter for one height, whose event is returned.
    At(HeightParam),
    /// Parameters for the first and the last height, whose events are returned as a list.
    Between(HeightParam, HeightParam),
}

/// Parameter that takes a height, or whose member takes one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct HeightParam {
    /// Name of the parameter.
    pub param: String,
    /// Path of the member; empty for the parameter itself.
    pub path: MemberPath,
}
