//! Operations: where parameters go and which rules hold; and what is pushed.

use super::{Answer, Availability, Limit, Paginate, Record, RpcError, Service, Subscribe, Type};

/// Description of an operation: everything needed to check, send and read a call.
#[derive(Debug)]
pub struct Operation {
    /// The unique ID: the name of the service, a dot, and the name of the operation in the spec.
    pub id: &'static str,
    /// The service that it belongs to.
    pub service: &'static Service,
    /// The HTTP request or JSON-RPC method.
    pub protocol: Protocol,
    /// The parameters, as the members of an object.
    pub input: &'static Record,
    /// The place of each parameter in the request, in the order in which they are sent.
    pub bindings: &'static [Binding],
    /// The media type of the body, where it is not the usual one for JSON, a form or multipart data.
    pub content: Option<&'static str>,
    /// Alternative sets of secrets, in place of those of the client.
    pub security: Option<&'static [&'static [&'static str]]>,
    /// The type of the body of the response; `None` where the body is ignored.
    pub output: Option<Type>,
    /// Rules across parameters.
    pub rules: &'static [Rule],
    /// The effect of repeating a call.
    pub effect: Effect,
    /// How a list is paginated.
    pub paginate: Option<&'static Paginate>,
    /// Conditions of availability, in addition to those of the service.
    pub available: &'static [Availability],
    /// The form of the response.
    pub answer: &'static Answer,
    /// The cost of a call, in the units of the service; `None` where it is not known.
    pub cost: Option<u64>,
    /// Limits of the operation, in addition to those of its service and client.
    pub limits: &'static [Limit],
    /// JSON-RPC error codes of the operation; they take precedence over those of the service.
    pub errors: &'static [RpcError],
    /// The first version of the server that has the operation.
    pub since: Option<&'static str>,
    /// The last version of the server that has the operation.
    pub until: Option<&'static str>,
}

impl Operation {
    /// Describes a read-only operation without optional properties.
    pub const fn new(id: &'static str, service: &'static Service, protocol: Protocol, input: &'static Record) -> Self {
        Self {
            id,
            service,
            protocol,
            input,
            bindings: &[],
            content: None,
            security: None,
            output: None,
            rules: &[],
            effect: Effect::Read,
            paginate: None,
            available: &[],
            answer: &Answer::JSON,
            cost: None,
            limits: &[],
            errors: &[],
            since: None,
            until: None,
        }
    }

    /// Sets the places of the parameters.
    pub const fn bindings(self, bindings: &'static [Binding]) -> Self {
        Self { bindings, ..self }
    }

    /// Sets the media type of the body.
    pub const fn content(self, media_type: &'static str) -> Self {
        Self { content: Some(media_type), ..self }
    }

    /// Sets alternative sets of secrets; an empty list means that no secret is sent.
    pub const fn security(self, ways: &'static [&'static [&'static str]]) -> Self {
        Self { security: Some(ways), ..self }
    }

    /// Sets the type of the body of the response.
    pub const fn output(self, output: Type) -> Self {
        Self { output: Some(output), ..self }
    }

    /// Sets the form of the response.
    pub const fn answer(self, answer: &'static Answer) -> Self {
        Self { answer, ..self }
    }

    /// Sets the rules across parameters.
    pub const fn rules(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    /// Sets the effect of repeating a call.
    pub const fn effect(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    /// Sets the pagination.
    pub const fn paginate(self, paginate: &'static Paginate) -> Self {
        Self { paginate: Some(paginate), ..self }
    }

    /// Sets the conditions of availability.
    pub const fn available(self, available: &'static [Availability]) -> Self {
        Self { available, ..self }
    }

    /// Sets the cost of a call.
    pub const fn cost(self, units: u64) -> Self {
        Self { cost: Some(units), ..self }
    }

    /// Sets the limits.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }

    /// Sets the JSON-RPC error codes.
    pub const fn errors(self, errors: &'static [RpcError]) -> Self {
        Self { errors, ..self }
    }

    /// Sets the first version of the server that has the operation.
    pub const fn since(self, version: &'static str) -> Self {
        Self { since: Some(version), ..self }
    }

    /// Sets the last version of the server that has the operation.
    pub const fn until(self, version: &'static str) -> Self {
        Self { until: Some(version), ..self }
    }

    /// Finds the description of a JSON-RPC error code: that of the operation, or else that of its service.
    pub fn rpc_error(&self, code: i64) -> Option<&'static RpcError> {
        let of_service = self.service.rpc.iter().flat_map(|rpc| rpc.errors);
        self.errors.iter().chain(of_service).find(|error| error.code == code)
    }
}

/// The HTTP request or JSON-RPC method of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Protocol {
    /// An HTTP request.
    Rest {
        /// The HTTP method.
        verb: Verb,
        /// The path, with parameters in braces.
        path: &'static str,
    },
    /// A JSON-RPC call.
    Rpc {
        /// The method name, a template over variables.
        method: &'static str,
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

/// The place of a parameter in a request.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The part of the request.
    pub place: Place,
    /// The name there.
    pub name: &'static str,
    /// The source of the value.
    pub value: Value,
    /// The separator of a list. Without one, a list in a path or a header is separated by commas, and a query parameter is
    /// repeated for each item.
    pub join: Option<&'static str>,
    /// The style of lists and objects in a query or a form.
    pub style: Style,
    /// Whether slashes in the value of a path parameter are kept.
    pub keeps_slashes: bool,
}

impl Binding {
    /// Binds the parameter with this index in the input.
    pub const fn member(place: Place, name: &'static str, index: usize) -> Self {
        Self::new(place, name, Value::Member(index))
    }

    /// Binds a constant, as JSON.
    pub const fn fixed(place: Place, name: &'static str, json: &'static str) -> Self {
        Self::new(place, name, Value::Fixed(json))
    }

    const fn new(place: Place, name: &'static str, value: Value) -> Self {
        Self { place, name, value, join: None, style: Style::Repeated, keeps_slashes: false }
    }

    /// Sets the separator of a list.
    pub const fn join(self, separator: &'static str) -> Self {
        Self { join: Some(separator), ..self }
    }

    /// Sets the style of lists and objects.
    pub const fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Keeps slashes in the value of a path parameter.
    pub const fn keeps_slashes(self) -> Self {
        Self { keeps_slashes: true, ..self }
    }
}

/// The style of a list or an object in a query or a form.
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

/// The source of the value of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The parameter with this index in the input.
    Member(usize),
    /// A constant, as JSON.
    Fixed(&'static str),
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
    /// A field of a form.
    Form,
    /// A part of a multipart body.
    Part,
    /// The whole body, as JSON.
    Whole,
    /// The whole body, as a form.
    WholeForm,
    /// The whole body, as bytes or text.
    Raw,
    /// `params` of a JSON-RPC call.
    Rpc,
    /// Before the object of `params` of a JSON-RPC call: the kind of a subscription.
    Kind,
}

/// The effect of repeating a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read-only.
    Read,
    /// Idempotent: repeating the call has no further effect.
    Idempotent,
    /// Not idempotent: repeating the call gives another result or fails.
    Once,
    /// Not idempotent: each call makes a change.
    Write,
}

/// A rule across parameters, which are given by their indices in the input.
#[derive(Debug)]
pub struct Rule {
    /// The condition.
    pub kind: RuleKind,
    /// The reason. May be empty.
    pub doc: &'static str,
}

/// The condition of a [`Rule`].
#[derive(Clone, Copy, Debug)]
pub enum RuleKind {
    /// At least one parameter is set.
    AtLeastOne(&'static [usize]),
    /// At most one parameter is set.
    AtMostOne(&'static [usize]),
    /// The sum is at most the maximum. An absent parameter counts with its default.
    SumAtMost {
        /// The members.
        of: &'static [usize],
        /// The maximum, in decimal digits.
        max: &'static str,
    },
    /// When each of `when` holds, each of `need` must hold. A condition is a member and the JSON
    /// text of its value, or any value.
    Requires {
        /// The conditions.
        when: &'static [(usize, Option<&'static str>)],
        /// What they call for.
        need: &'static [(usize, Option<&'static str>)],
    },
    /// The items of the list are in ascending order.
    Ascending(usize),
    /// If both are set, the first is at most the second.
    Ordered {
        /// The lower one.
        low: usize,
        /// The higher one.
        high: usize,
    },
}

/// Description of a subscription to events.
#[derive(Debug)]
pub struct Subscription {
    /// The unique ID: the name of the service, a dot, and the name of the operation in the spec.
    pub id: &'static str,
    /// The service that it belongs to.
    pub service: &'static Service,
    /// The name that is sent before its parameters; `None` where it has methods of its own.
    pub kind: Option<&'static str>,
    /// Method names of its own, in place of those of the service.
    pub subscribe: Option<Subscribe>,
    /// The parameters, as the members of an object.
    pub input: &'static Record,
    /// The type of an event.
    pub item: Type,
    /// The call that begins it.
    pub call: Operation,
    /// How missed events are fetched; `None` where that is not described.
    pub backfill: Option<&'static Backfill>,
}

/// Description of how missed events of a subscription are fetched.
#[derive(Debug)]
pub struct Backfill {
    /// The path of the member of an event that is its height.
    pub height: &'static [&'static str],
    /// The paths of the members that tell an event from others.
    pub same: &'static [&'static [&'static str]],
    /// The operation that returns the current height.
    pub latest: &'static Operation,
    /// The operation that returns events.
    pub call: &'static Operation,
    /// The heights that it takes.
    pub heights: Heights,
}

/// The heights that an operation takes.
#[derive(Clone, Copy, Debug)]
pub enum Heights {
    /// One, whose event is returned.
    At(HeightParam),
    /// The first and the last, whose events are returned as a list.
    Between(HeightParam, HeightParam),
}

/// A parameter that takes a height.
#[derive(Clone, Copy, Debug)]
pub struct HeightParam {
    /// The index of the parameter in the input.
    pub index: usize,
    /// The path of the member within it; empty for the parameter itself.
    pub path: &'static [&'static str],
}

impl Subscription {
    /// Describes a subscription that uses the methods of its service.
    pub const fn new(id: &'static str, service: &'static Service, input: &'static Record, item: Type) -> Self {
        let call = Operation::new(id, service, Protocol::Rpc { method: "" }, input).output(Type::Json);
        Self { id, service, kind: None, subscribe: None, input, item, call, backfill: None }
    }

    /// Sets the name that is sent before its parameters.
    pub const fn kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// Sets method names of its own.
    pub const fn subscribe(self, subscribe: Subscribe) -> Self {
        Self { subscribe: Some(subscribe), ..self }
    }

    /// Sets the method that begins it, a template over variables, and the places of the parameters. The kind is a constant
    /// before them.
    pub const fn begin(self, method: &'static str, bindings: &'static [Binding]) -> Self {
        let call = Operation { protocol: Protocol::Rpc { method }, bindings, ..self.call };
        Self { call, ..self }
    }

    /// Sets how missed events are fetched.
    pub const fn backfill(self, backfill: &'static Backfill) -> Self {
        Self { backfill: Some(backfill), ..self }
    }

    /// Returns the method names of the subscription: its own, or else those of its service.
    pub fn methods(&self) -> Option<Subscribe> {
        self.subscribe.or(self.service.subscribe)
    }
}
