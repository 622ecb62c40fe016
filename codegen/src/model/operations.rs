//! Operations and subscriptions.

use crate::diagnostic::Span;

use super::{
    Availability, CallId, Content, Cost, Deprecation, Effect, Failure, Field, Limit, MemberPath, ModuleId, Note,
    Paginate, Place, RpcError, ServiceId, Source, Subscribe, Template, Type, TypedCall, Value, Verb, Wait,
};

/// A call on the wire, with one typed call or several.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Operation {
    /// Key in the spec, such as `listBooks`.
    pub name: String,
    /// Position of the name.
    pub span: Span,
    /// Service of the operation.
    pub service: ServiceId,
    /// Module that declares it.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Encoding on the wire.
    pub wire: Wire,
    /// Parameters in the order of the spec, path first, then query, then body.
    pub params: Vec<Param>,
    /// Alternatives of secrets, in place of those of the client or of its server.
    pub security: Option<Vec<Vec<String>>>,
    /// Index of its server, or of that of its service, among those of the client; `None` for that
    /// of the base URL.
    pub server: Option<usize>,
    /// Media type of the body; `None` without a body.
    pub content: Option<Content>,
    /// Effect of a repeated call.
    pub effect: Effect,
    /// Whether it uses keys, gives them away or spends.
    pub sensitive: bool,
    /// Rules across the parameters.
    pub rules: Vec<Rule>,
    /// Paging of the list.
    pub paginate: Option<Paginate>,
    /// How to wait for its result.
    pub wait: Option<Wait>,
    /// Cost of a call in the budget of the service.
    pub cost: Option<Cost>,
    /// Error codes in addition to those of the service.
    pub errors: Vec<RpcError>,
    /// Errors of calls with certain parameters, for servers of tests.
    pub failures: Vec<Failure>,
    /// Success statuses of the documents or of real services.
    pub statuses: Vec<(u16, bool)>,
    /// Whether redirects to another origin are followed, without secrets.
    pub leaves_origin: bool,
    /// Whether a request for JSON says so, because another operation of the path responds with
    /// another media type.
    pub asks_for_json: bool,
    /// First version that has it.
    pub since: Option<String>,
    /// Last version that has it.
    pub until: Option<String>,
    /// Member of the result that holds the version that the server runs.
    pub server_version: Option<MemberPath>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Conditions under which it is served.
    pub available: Vec<Availability>,
    /// Limits of the service.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
    /// Whether it is known from real services only.
    pub seen: bool,
    /// One call per variant; without variants, one with the name of the operation. Never empty.
    pub calls: Vec<TypedCall>,
}

/// Encoding of an operation on the wire.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Wire {
    /// An HTTP request.
    Rest {
        /// The HTTP method.
        verb: Verb,
        /// The path, with parameters and variables in braces.
        path: Template,
    },
    /// A JSON-RPC call.
    Rpc {
        /// The method name, a template.
        method: Template,
    },
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Param {
    /// Place in the request.
    pub place: Place,
    /// Name, type and attributes.
    pub field: Field,
}

/// A rule across parameters, with its description.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Rule {
    /// Kind.
    pub kind: RuleKind,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Whether it is known from real services only.
    pub seen: bool,
}

/// A rule across parameters; `P` identifies a parameter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum RuleKind<P = String> {
    /// At least one is given.
    AtLeastOne(Vec<P>),
    /// At most one is given.
    AtMostOne(Vec<P>),
    /// A parameter that is left out counts with its default.
    SumAtMost {
        /// The parameters.
        of: Vec<P>,
        /// The largest sum.
        max: String,
    },
    /// If each of `when` has its value, each of `need` must have its value, or any value for
    /// `None`.
    Requires {
        /// The conditions.
        when: Vec<(P, Option<Value>)>,
        /// What they call for.
        need: Vec<(P, Option<Value>)>,
    },
    /// The items of the list ascend.
    Ascending(P),
    /// If both are given, the first is not above the second.
    Ordered {
        /// The lower one.
        low: P,
        /// The higher one.
        high: P,
    },
}

impl<P> RuleKind<P> {
    /// The rule with each parameter mapped.
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

/// A request and its response.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Example {
    /// Description.
    pub doc: String,
    /// Member and value, in the order of the spec.
    pub request: Vec<(String, Value)>,
    /// Response.
    pub response: Option<Value>,
}

/// A subscription: a kind of event that a service pushes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Subscription {
    /// Name in the spec.
    pub name: String,
    /// Position of the name.
    pub span: Span,
    /// Name on the wire, if it is not `name`; `None` if its own methods identify it.
    pub kind: Option<String>,
    /// Its own method names, in place of those of the service.
    pub subscribe: Option<Subscribe>,
    /// Service of the operation.
    pub service: ServiceId,
    /// Module that declares it.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Parameters.
    pub params: Vec<Param>,
    /// Type of an event.
    pub item: Type,
    /// How missed events are fetched.
    pub backfill: Option<Backfill>,
    /// Whether it is known from real services only.
    pub seen: bool,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Conditions under which it is served.
    pub available: Vec<Availability>,
    /// Limits of the service.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
}

/// How missed events of a subscription are fetched.
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
    /// The heights that it takes.
    pub heights: Heights,
    /// Members that tell the block of an event.
    pub links: Option<Links>,
    /// Member that is true in an event that withdraws an earlier one.
    pub removed: Option<MemberPath>,
}

/// The members that tell the block of an event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Links {
    /// Member of an event that is the hash of its block.
    pub hash: MemberPath,
    /// Member of an event that is the hash of the block a height below; `None` where a height has
    /// several events.
    pub parent: Option<MemberPath>,
}

/// The heights that a call takes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Heights {
    /// One, whose event is returned.
    At(HeightParam),
    /// The first and the last, whose events are returned as a list.
    Between(HeightParam, HeightParam),
}

/// A parameter that takes a height, or the member of one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct HeightParam {
    /// Name of the parameter.
    pub param: String,
    /// The member within; empty for the parameter itself.
    pub path: MemberPath,
}
