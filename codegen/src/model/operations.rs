//! What can be called and what is pushed.

use crate::diagnostic::Span;

use super::{
    Availability, Content, Cost, Deprecation, Field, Limit, ModuleId, Note, Paginate, RpcError, ServiceId, Source,
    Subscribe, Template, Type, TypedCall, Value,
};

/// One call on the wire, which is one typed call or several.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// `listBooks`: the key in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The service that it belongs to.
    pub service: ServiceId,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// How it travels.
    pub wire: Wire,
    /// Parameters in the order of the spec, path first, then query, then body.
    pub params: Vec<Param>,
    /// The ways to show who calls, in place of those of the client.
    pub security: Option<Vec<Vec<String>>>,
    /// What the body is; none without a body.
    pub content: Option<Content>,
    /// What a repeat does.
    pub effect: Effect,
    /// Rules across the parameters.
    pub rules: Vec<Rule>,
    /// How its list is paged.
    pub paginate: Option<Paginate>,
    /// What it takes from the budget that the service keeps.
    pub cost: Option<Cost>,
    /// Codes of errors, beside those of its service.
    pub errors: Vec<RpcError>,
    /// Success statuses that the documents or real services name.
    pub statuses: Vec<(u16, bool)>,
    /// Whether redirects to another origin are followed, without secrets.
    pub leaves_origin: bool,
    /// The version that brought it.
    pub since: Option<String>,
    /// The last version that has it.
    pub until: Option<String>,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
    /// Known from real services only.
    pub seen: bool,
    /// One for each variant; without variants, one with the operation's own name. Never empty.
    pub calls: Vec<TypedCall>,
}

/// How an operation travels.
#[derive(Clone, Debug, PartialEq)]
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

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
    /// PATCH.
    Patch,
    /// DELETE.
    Delete,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Where it goes.
    pub place: Place,
    /// Its name, type and attributes.
    pub field: Field,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The path.
    Path,
    /// The query.
    Query,
    /// A header.
    Header,
    /// A member of the JSON body.
    Body,
    /// A member of a body that is a form.
    Form,
    /// A part of a body of several parts.
    Part,
    /// The whole body, as JSON.
    Whole,
    /// The whole body, whose members are those of a form.
    WholeForm,
    /// The whole body, which is not JSON: bytes or a text.
    Raw,
    /// A member of `params`.
    Rpc,
}

/// How a list or an object is written where there is no JSON: in a query or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `a=1&a=2`.
    Repeated,
    /// `a[]=1&a[]=2`, `a[k]=v`, `a[0][k]=v`.
    Brackets,
    /// `a[0]=1&a[1]=2`, `a[k]=v`.
    Indices,
    /// `a.k=v`.
    Dots,
    /// `a={"k":1}`.
    Json,
}

impl Place {
    /// Whether it is the body or a part of it.
    pub fn is_body(self) -> bool {
        !matches!(self, Self::Path | Self::Query | Self::Header | Self::Rpc)
    }
}

/// What a repeat of a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// A repeat does nothing more.
    Idempotent,
    /// A repeat consumes or differs.
    Once,
    /// Changes something, each time.
    Write,
}

/// A rule across parameters, with what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What it is.
    pub kind: RuleKind,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
}

/// A rule across parameters, each of which is told by a `P`: its name.
#[derive(Clone, Debug, PartialEq)]
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
    /// When each of `when` has its value, each of `need` must have its value, or any when `None`.
    Requires {
        /// The conditions.
        when: Vec<(P, Option<Value>)>,
        /// What they call for.
        need: Vec<(P, Option<Value>)>,
    },
    /// The items of the list rise.
    Ascending(P),
    /// Where both are given, the first is not above the second.
    Ordered {
        /// The lower one.
        low: P,
        /// The higher one.
        high: P,
    },
}

impl<P> RuleKind<P> {
    /// The same rule, with parameters told in another way.
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

/// A request and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it is, for people.
    pub doc: String,
    /// Member and value, in the order of the spec.
    pub request: Vec<(String, Value)>,
    /// What is answered.
    pub response: Option<Value>,
}

/// A kind of event that a service pushes.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscription {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The name on the wire, where it is not `name`; none where its own methods tell it.
    pub kind: Option<String>,
    /// The method names of its own, where it has not those of the service.
    pub subscribe: Option<Subscribe>,
    /// The service that it belongs to.
    pub service: ServiceId,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What each one is.
    pub item: Type,
    /// Known from real services only.
    pub seen: bool,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}
