//! Operations: where parameters go and which rules hold; and what is pushed.

use super::{Answer, Availability, Limit, Paginate, Record, RpcError, Service, Subscribe, Type};

/// An operation: everything that is needed to check, send and read a call.
#[derive(Debug)]
pub struct Operation {
    /// Its unique name: service, dot, name in the spec.
    pub id: &'static str,
    /// The service that it belongs to.
    pub service: &'static Service,
    /// How it is called.
    pub call: Call,
    /// Its parameters as the members of an object.
    pub input: &'static Record,
    /// Where each parameter goes, in the order of the wire.
    pub bindings: &'static [Binding],
    /// The media type of the body, where it is not the usual one of its places: that of JSON, of a form, of several parts.
    pub content: Option<&'static str>,
    /// The ways to show who calls, in place of those of the client.
    pub security: Option<&'static [&'static [&'static str]]>,
    /// The body of the answer; none when there is none of interest.
    pub output: Option<Type>,
    /// Rules across parameters.
    pub rules: &'static [Rule],
    /// What a repeat does.
    pub effect: Effect,
    /// How its list is paged.
    pub paginate: Option<&'static Paginate>,
    /// Conditions for it to be served, beside those of the service.
    pub available: &'static [Availability],
    /// What comes back beyond a JSON body.
    pub answer: &'static Answer,
    /// What a call takes from the budget that the service keeps; none where nobody says it.
    pub cost: Option<u64>,
    /// What the service allows, beside what the service and its client say for all.
    pub limits: &'static [Limit],
    /// Codes of JSON-RPC errors, before those of the service.
    pub errors: &'static [RpcError],
}

impl Operation {
    /// A call that changes nothing, and of which nothing else is said.
    pub const fn new(id: &'static str, service: &'static Service, call: Call, input: &'static Record) -> Self {
        Self {
            id,
            service,
            call,
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
        }
    }

    /// The same, with where the parameters go.
    pub const fn bindings(self, bindings: &'static [Binding]) -> Self {
        Self { bindings, ..self }
    }

    /// The same, with the media type of the body.
    pub const fn content(self, media_type: &'static str) -> Self {
        Self { content: Some(media_type), ..self }
    }

    /// The same, with ways to show who calls that are its own; none of them for a call that carries no secret.
    pub const fn security(self, ways: &'static [&'static [&'static str]]) -> Self {
        Self { security: Some(ways), ..self }
    }

    /// The same, with the body of the answer.
    pub const fn output(self, output: Type) -> Self {
        Self { output: Some(output), ..self }
    }

    /// The same, with what comes back beyond a JSON body.
    pub const fn answer(self, answer: &'static Answer) -> Self {
        Self { answer, ..self }
    }

    /// The same, with rules across parameters.
    pub const fn rules(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    /// The same, with what a repeat does.
    pub const fn effect(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    /// The same, for a list that comes in pages.
    pub const fn paginate(self, paginate: &'static Paginate) -> Self {
        Self { paginate: Some(paginate), ..self }
    }

    /// The same, under conditions.
    pub const fn available(self, available: &'static [Availability]) -> Self {
        Self { available, ..self }
    }

    /// The same, with what a call takes from the budget that the service keeps.
    pub const fn cost(self, units: u64) -> Self {
        Self { cost: Some(units), ..self }
    }

    /// The same, with limits of its own.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }

    /// The same, with codes of errors of its own.
    pub const fn errors(self, errors: &'static [RpcError]) -> Self {
        Self { errors, ..self }
    }

    /// What is known of a code of JSON-RPC errors: what the operation says of it, else what its service says.
    pub fn rpc_error(&self, code: i64) -> Option<&'static RpcError> {
        let of_service = self.service.rpc.iter().flat_map(|rpc| rpc.errors);
        self.errors.iter().chain(of_service).find(|error| error.code == code)
    }
}

/// How an operation is called.
#[derive(Clone, Copy, Debug)]
pub enum Call {
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

/// Where a parameter goes.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The part of the request.
    pub place: Place,
    /// The name there.
    pub name: &'static str,
    /// Where the value comes from.
    pub value: Value,
    /// The separator of a list. Without one, a list in a path or a header has commas, and a parameter of a query is
    /// repeated for each item.
    pub join: Option<&'static str>,
    /// How a list or an object is written in a query or a form.
    pub style: Style,
    /// Slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
}

impl Binding {
    /// The value of the member of the input with this index.
    pub const fn member(place: Place, name: &'static str, index: usize) -> Self {
        Self::new(place, name, Value::Member(index))
    }

    /// Always this value, as JSON.
    pub const fn fixed(place: Place, name: &'static str, json: &'static str) -> Self {
        Self::new(place, name, Value::Fixed(json))
    }

    const fn new(place: Place, name: &'static str, value: Value) -> Self {
        Self { place, name, value, join: None, style: Style::Repeated, keeps_slashes: false }
    }

    /// The same, where the items of a list are joined by this text.
    pub const fn join(self, separator: &'static str) -> Self {
        Self { join: Some(separator), ..self }
    }

    /// The same, where lists and objects are written in this style.
    pub const fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The same, where slashes are part of the path.
    pub const fn keeps_slashes(self) -> Self {
        Self { keeps_slashes: true, ..self }
    }
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

/// Where the value of a parameter comes from.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The member of the input with this index.
    Member(usize),
    /// Always this, as JSON.
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
    /// `params` of a JSON-RPC call.
    Rpc,
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

/// A rule across parameters. Numbers are indices into the members of the input.
#[derive(Debug)]
pub struct Rule {
    /// What holds.
    pub kind: RuleKind,
    /// Why, or what it is for; may be empty.
    pub doc: &'static str,
}

/// What a [`Rule`] says.
#[derive(Clone, Copy, Debug)]
pub enum RuleKind {
    /// At least one is given.
    AtLeastOne(&'static [usize]),
    /// At most one is given.
    AtMostOne(&'static [usize]),
    /// The sum is not above the maximum; one that is left out counts with its default.
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
    /// The items of the list rise.
    Ascending(usize),
    /// Where both are given, the first is not above the second.
    Ordered {
        /// The lower one.
        low: usize,
        /// The higher one.
        high: usize,
    },
}

/// A kind of event that a service pushes.
#[derive(Debug)]
pub struct Subscription {
    /// Its unique name: service, dot, name in the spec.
    pub id: &'static str,
    /// The service that it belongs to.
    pub service: &'static Service,
    /// Its name on the wire, which is sent before its parameters; none where its own methods tell it.
    pub kind: Option<&'static str>,
    /// The method names of its own, where it has not those of the service.
    pub subscribe: Option<Subscribe>,
    /// Its parameters as the members of an object.
    pub input: &'static Record,
    /// What each event is.
    pub item: Type,
}

impl Subscription {
    /// A subscription that goes by the methods of its service.
    pub const fn new(id: &'static str, service: &'static Service, input: &'static Record, item: Type) -> Self {
        Self { id, service, kind: None, subscribe: None, input, item }
    }

    /// The same, with its name on the wire.
    pub const fn kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// The same, with methods of its own.
    pub const fn subscribe(self, subscribe: Subscribe) -> Self {
        Self { subscribe: Some(subscribe), ..self }
    }

    /// The method names by which it begins and ends: its own, else those of its service.
    pub fn methods(&self) -> Option<Subscribe> {
        self.subscribe.or(self.service.subscribe)
    }
}
