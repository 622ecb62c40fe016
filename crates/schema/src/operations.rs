//! Tables of operations and subscriptions: places of parameters, rules, and pushed events.

use crate::errors::RpcError;
use crate::limits::Limit;
use crate::media::essence;
use crate::paging::Paginate;
use crate::protocol::Protocol;
use crate::responses::Response;
use crate::services::{Availability, Service, Subscribe};
use crate::table::{choice, table};
use crate::types::{Record, Type};
use crate::waiting::Wait;

table! {
    /// Description of an operation: everything needed to check, send and read a call.
    #[derive(Debug)]
    struct Operation {
        /// The unique ID: the name of the service, a dot, and the name of the operation in the
        /// spec.
        id: &'static str,
        /// The service that it belongs to.
        service: &'static Service,
        /// The HTTP request or JSON-RPC method.
        protocol: Protocol,
        /// The parameters, as the members of an object.
        input: &'static Record,
        ..
        /// The place of each parameter in the request, in the order in which they are sent.
        or bindings: &'static [Binding] = &[],
        /// The media type of the body, where it is not the usual one for JSON, a form or multipart
        /// data.
        some content: &'static str,
        /// Alternative sets of secrets, in place of those of the client. An empty list means that
        /// no secret is sent.
        some security: &'static [&'static [&'static str]],
        /// The index of its server in [`Client::servers`](crate::Client::servers); `None` for that
        /// of its service.
        some server: usize,
        /// The type of the body of the response; `None` where the body is ignored.
        some output: Type,
        /// The form of the response.
        or response: &'static Response = &Response::JSON,
        /// Rules across parameters.
        or rules: &'static [Rule] = &[],
        /// The effect of repeating a call.
        or effect: Effect = Effect::Read,
        /// How a list is paginated.
        some paginate: &'static Paginate,
        /// How to wait for its result.
        some wait: &'static Wait,
        /// Conditions of availability, in addition to those of the service.
        or available: &'static [Availability] = &[],
        /// The cost of a call, in the units of the service; `None` where it is not known.
        some cost: u64,
        /// The first version of the server that has the operation.
        some since: &'static str,
        /// The last version of the server that has the operation.
        some until: &'static str,
        /// Limits of the operation, in addition to those of its service and client.
        or limits: &'static [Limit] = &[],
        /// JSON-RPC error codes of the operation; they take precedence over those of the service.
        or errors: &'static [RpcError] = &[],
    }
}

impl Operation {
    /// Returns the alternative sets of secrets of a call: those of the operation, or else those of
    /// its service. `None` stands for all secrets that are set.
    #[must_use]
    pub const fn ways(&self) -> Option<&'static [&'static [&'static str]]> {
        match (self.security, self.server_index()) {
            (Some(own), _) => Some(own),
            (None, server) => self.service.client.ways_at(server),
        }
    }

    /// Returns the index of the server in [`Client::servers`](crate::Client::servers): that of the
    /// operation, or else that of its service. `None` stands for the base URL.
    #[must_use]
    pub const fn server_index(&self) -> Option<usize> {
        match self.server {
            Some(server) => Some(server),
            None => self.service.server,
        }
    }

    /// Finds the description of a JSON-RPC error code: that of the operation, or else that of its
    /// service.
    pub fn rpc_error(&self, code: i64) -> Option<&'static RpcError> {
        let of_service = self.service.rpc.iter().flat_map(|rpc| rpc.errors);
        self.errors.iter().chain(of_service).find(|error| error.code == code)
    }
}

table! {
    /// The place of a parameter in a request.
    #[derive(Clone, Copy, Debug)]
    struct Binding {
        /// The part of the request.
        place: Place,
        /// The name there.
        name: &'static str,
        /// The source of the value.
        value: Value,
        ..
        /// The separator of a list. Without one, a list in a path, a header or a cookie is separated
        /// by commas, and a query parameter is repeated for each item.
        some join: &'static str,
        /// The style of the value.
        or style: Style = Style::Repeated,
        /// Whether each item of a list has the prefix of its style, and each member of an object is
        /// `name=value`.
        flag explode: bool,
        /// Whether slashes in the value of a path parameter are kept.
        flag keeps_slashes: bool,
        /// What the head of a part of a multipart body says of it.
        some part: &'static Part,
    }
    /// Binds the parameter with this index in the input.
    fn member(place: Place, name: &'static str, index: usize) { place, name, value: Value::Member(index), }
    /// Binds a constant, as JSON.
    fn fixed(place: Place, name: &'static str, json: &'static str) { place, name, value: Value::Fixed(json), }
}

table! {
    /// What the head of a part of a multipart body says, beside its name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Part {
        ..
        /// The media types that the service takes; of `image/*`, any. The first without `*` is sent,
        /// unless a file has its own. Empty where nothing is said.
        or content: &'static [&'static str] = &[],
        /// Names and values of further headers.
        or headers: &'static [(&'static str, &'static str)] = &[],
    }
}

choice! {
    /// The style of a value outside of JSON.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Style {
        /// `a=1&a=2` in a query or a form, `1,2` elsewhere.
        Repeated,
        /// `a[]=1&a[]=2`, `a[k]=v`, `a[0][k]=v`.
        Brackets,
        /// `a[0]=1&a[1]=2`, `a[k]=v`.
        Indices,
        /// `a.k=v`.
        Dots,
        /// `a={"k":1}`, `a="b"`.
        Json,
        /// `1,2`, `k,1`; exploded `k=1`.
        Joined,
        /// `.1`, `.1,2`, `.k,1`; exploded `.1.2`, `.k=1`.
        Label,
        /// `;a=1`, `;a=1,2`, `;a=k,1`; exploded `;a=1;a=2`, `;k=1`.
        Matrix,
    }
}

choice! {
    /// The source of the value of a parameter.
    #[derive(Clone, Copy, Debug)]
    enum Value {
        /// The parameter with this index in the input.
        Member(usize),
        /// A constant, as JSON.
        Fixed(&'static str),
    }
}

choice! {
    /// A part of a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Place {
        /// The path.
        Path,
        /// The query.
        Query,
        /// A header.
        Header,
        /// A cookie.
        Cookie,
        /// A member of the JSON body.
        Body,
        /// A field of a form.
        Form,
        /// A part of a multipart body.
        Part,
        /// The whole body, as JSON.
        Whole,
        /// The whole body, a list, as one JSON value a line.
        Lines,
        /// The whole body, as a form.
        WholeForm,
        /// The whole body, as bytes or text.
        Raw,
        /// `params` of a JSON-RPC call.
        Rpc,
        /// Before the object of `params` of a JSON-RPC call: the kind of a subscription.
        Kind,
    }
}

impl Style {
    /// Whether the style writes a list or an object as one text of its own.
    #[must_use]
    pub const fn is_one_text(self) -> bool {
        matches!(self, Self::Joined | Self::Label | Self::Matrix)
    }
}

impl Binding {
    /// Returns the separator of the items of a list, or of the members of an object, in one text.
    #[must_use]
    pub const fn separator(&self) -> &'static str {
        match (self.style, self.explode, self.join) {
            (Style::Label, true, _) => ".",
            (Style::Matrix, true, _) => ";",
            (.., Some(join)) => join,
            (.., None) => ",",
        }
    }
}

impl Part {
    /// Returns the media type that is sent, where nothing else is chosen.
    pub fn media_type(&self) -> Option<&'static str> {
        self.content.iter().copied().find(|media_type| !media_type.contains('*'))
    }

    /// Returns whether the service takes a media type.
    pub fn takes(&self, media_type: &str) -> bool {
        let given = essence(media_type);
        let fits = |wanted: &&str| {
            let wanted = essence(wanted);
            let kind = wanted.strip_suffix('*').filter(|kind| kind.ends_with('/'));
            wanted == given || wanted == "*/*" || kind.is_some_and(|kind| given.starts_with(kind))
        };
        self.content.is_empty() || self.content.iter().any(fits)
    }
}

impl Place {
    /// Whether it is the body or a part of the body.
    pub const fn is_body(self) -> bool {
        !matches!(self, Self::Path | Self::Query | Self::Header | Self::Cookie | Self::Rpc)
    }
}

choice! {
    /// The effect of repeating a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Effect {
        /// Read-only.
        Read,
        /// Idempotent: repeating the call has no further effect.
        Idempotent,
        /// Not idempotent: repeating the call gives another result or fails.
        Once,
        /// Not idempotent: each call makes a change.
        Write,
    }
}

impl Effect {
    /// Returns whether repeating the call does no harm: it is read-only or idempotent.
    #[must_use]
    pub const fn is_harmless(self) -> bool {
        matches!(self, Self::Read | Self::Idempotent)
    }
}

table! {
    /// A rule across parameters, which are given by their indices in the input.
    #[derive(Debug)]
    struct Rule {
        /// The condition.
        kind: RuleKind,
        ..
        /// The reason. May be empty.
        or doc: &'static str = "",
    }
}

choice! {
    /// The condition of a [`Rule`].
    #[derive(Clone, Copy, Debug)]
    enum RuleKind {
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
        /// When each of `when` holds, each of `need` must hold. A condition is a member and the
        /// JSON text of its value, or any value.
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
}

table! {
    /// Description of a subscription to events.
    #[derive(Debug)]
    struct Subscription {
        /// The unique ID: the name of the service, a dot, and the name of the operation in the
        /// spec.
        id: &'static str,
        /// The service that it belongs to.
        service: &'static Service,
        /// The parameters, as the members of an object.
        input: &'static Record,
        /// The type of an event.
        item: Type,
        /// The method that begins it, a template over variables.
        begin: &'static str,
        /// The places of the parameters. The kind is a constant before them.
        bindings: &'static [Binding],
        ..
        /// The name that is sent before its parameters; `None` where it has methods of its own.
        some kind: &'static str,
        /// Method names of its own, in place of those of the service.
        some subscribe: Subscribe,
        /// The call that begins it.
        derived call: Operation = beginning(id, service, input, begin, bindings),
        /// How missed events are fetched; `None` where that is not described.
        some backfill: &'static Backfill,
    }
}

/// The call that begins a subscription.
const fn beginning(
    id: &'static str,
    service: &'static Service,
    input: &'static Record,
    method: &'static str,
    bindings: &'static [Binding],
) -> Operation {
    Operation::new(id, service, Protocol::Rpc { method }, input).bindings(bindings).output(Type::Json)
}

impl Subscription {
    /// Returns the method names of the subscription: its own, or else those of its service.
    pub fn methods(&self) -> Option<Subscribe> {
        self.subscribe.or(self.service.subscribe)
    }
}

table! {
    /// Description of how missed events of a subscription are fetched.
    #[derive(Debug)]
    struct Backfill {
        /// The path of the member of an event that is its height.
        height: &'static [&'static str],
        /// The paths of the members that tell an event from others.
        same: &'static [&'static [&'static str]],
        /// The operation that returns the current height.
        latest: &'static Operation,
        /// The operation that returns events.
        call: &'static Operation,
        /// The heights that it takes.
        heights: Heights,
        ..
        /// The members that tell the block of an event; `None` where events have none.
        some links: Links,
        /// The path of the member that is true in an event that withdraws an earlier one.
        some removed: &'static [&'static str],
    }
}

table! {
    /// The members that tell the block of an event.
    #[derive(Clone, Copy, Debug)]
    struct Links {
        /// The path of the member that is the hash of the block.
        hash: &'static [&'static str],
        ..
        /// The path of the member that is the hash of the block a height below; `None` where a
        /// height has several events.
        some parent: &'static [&'static str],
    }
}

choice! {
    /// The heights that an operation takes.
    #[derive(Clone, Copy, Debug)]
    enum Heights {
        /// One, whose event is returned.
        At(HeightParam),
        /// The first and the last, whose events are returned as a list.
        Between {
            /// The first height.
            from: HeightParam,
            /// The last height.
            to: HeightParam,
        },
    }
}

table! {
    /// A parameter that takes a height.
    #[derive(Clone, Copy, Debug)]
    struct HeightParam {
        /// The index of the parameter in the input.
        index: usize,
        ..
        /// The path of the member within it; empty for the parameter itself.
        or path: &'static [&'static str] = &[],
    }
}
