//! Tables of operations and subscriptions: places of parameters, rules, and pushed events.

use crate::errors::RpcError;
use crate::limits::Limit;
use crate::media::{essence, is_media_type};
use crate::paging::Paginate;
use crate::protocol::Protocol;
use crate::responses::Response;
use crate::secrets::may_hold_secrets;
use crate::services::{Availability, Service, Subscribe};
use crate::table::{choice, table};
use crate::types::{Record, Type};
use crate::waiting::Wait;

table! {
    /// Description of an operation: everything needed to check, send and read a call.
    #[derive(Debug)]
    struct Operation {
        /// Unique ID: the name of the service, a dot, and the name of the operation in the spec.
        id: &'static str,
        /// Service of the operation.
        service: &'static Service,
        /// HTTP request or JSON-RPC method.
        protocol: Protocol,
        /// Parameters, as the members of an object.
        input: &'static Record,
        ..
        /// Whether a parameter may hold a secret, at any depth. It is true for types that are too
        /// large to be sure.
        derived may_hold_secrets: bool = may_hold_secrets(input),
        /// Place of each parameter in the request, in the order in which they are sent.
        or bindings: &'static [Binding] = &[],
        /// Media type of the body; `None` for the usual one of JSON, a form or multipart data.
        some content: &'static str,
        /// Alternative sets of secrets, instead of the alternatives of the client. An empty list means that no secret
        /// is sent.
        some security: &'static [&'static [&'static str]],
        /// Index of the server in [`Client::servers`](crate::Client::servers); `None` for the
        /// server of the service.
        some server: usize,
        /// Type of the response body; `None` if the body is ignored.
        some output: Type,
        /// Form of the response.
        or response: &'static Response = &Response::JSON,
        /// Rules across parameters.
        or rules: &'static [Rule] = &[],
        /// Effect of repeating a call.
        or effect: Effect = Effect::Read,
        /// Pagination of the list; `None` for other operations.
        some paginate: &'static Paginate,
        /// Description of waiting for the result; `None` if the operation is not waited for.
        some wait: &'static Wait,
        /// Conditions of availability, in addition to the conditions of the service.
        or available: &'static [Availability] = &[],
        /// Cost of a call, in the units of the service; `None` if unknown.
        some cost: u64,
        /// First version of the server that has the operation; `None` if unknown.
        some since: &'static str,
        /// Last version of the server that has the operation; `None` if unknown.
        some until: &'static str,
        /// Limits of the operation, in addition to the limits of its service and client.
        or limits: &'static [Limit] = &[],
        /// JSON-RPC error codes of the operation, with precedence over the codes of the service.
        or errors: &'static [RpcError] = &[],
    }
}

impl Operation {
    /// Returns the alternative sets of secrets of a call: the alternatives of the operation, else of its service.
    /// `None` if all secrets that are set are sent.
    #[must_use]
    pub const fn ways(&self) -> Option<&'static [&'static [&'static str]]> {
        match (self.security, self.server_index()) {
            (Some(own), _) => Some(own),
            (None, server) => self.service.client.ways_at(server),
        }
    }

    /// Returns the index of the server in [`Client::servers`](crate::Client::servers): the server of the operation,
    /// else of its service. `None` for the base URL.
    #[must_use]
    pub const fn server_index(&self) -> Option<usize> {
        match self.server {
            Some(server) => Some(server),
            None => self.service.server,
        }
    }

    /// Returns the description of a JSON-RPC error code by the operation, else by its service; `None` if undescribed.
    pub fn rpc_error(&self, code: i64) -> Option<&'static RpcError> {
        let of_service = self.service.rpc.iter().flat_map(|rpc| rpc.errors);
        self.errors.iter().chain(of_service).find(|error| error.code == code)
    }
}

table! {
    /// Place of a parameter in a request.
    #[derive(Clone, Copy, Debug)]
    struct Binding {
        /// Part of the request.
        place: Place,
        /// Name of the value in that part.
        name: &'static str,
        /// Source of the value.
        value: Value,
        ..
        /// Separator of a list. Without one, a list in a path, a header or a cookie is separated by
        /// commas, and a query parameter is repeated for each item.
        some join: &'static str,
        /// Style of the value.
        or style: Style = Style::Repeated,
        /// Whether each item of a list has the prefix of its style, and each member of an object is
        /// `name=value`.
        flag explode: bool,
        /// Whether slashes in the value of a path parameter are kept.
        flag keeps_slashes: bool,
        /// Header of a part of a multipart body; `None` for the default header.
        some part: &'static Part,
    }
    /// Binds the parameter with this index in the input.
    fn member(place: Place, name: &'static str, index: usize) { place, name, value: Value::Member(index), }
    /// Binds a constant, given as JSON.
    fn fixed(place: Place, name: &'static str, json: &'static str) { place, name, value: Value::Fixed(json), }
}

table! {
    /// Header of a part of a multipart body, apart from its name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Part {
        ..
        /// Media types that the service accepts, such as `image/*`. The first without `*` is sent,
        /// unless a file has its own. Empty if unstated.
        or content: &'static [&'static str] = &[],
        /// Names and values of further headers.
        or headers: &'static [(&'static str, &'static str)] = &[],
    }
}

choice! {
    /// Style of a value outside JSON.
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
    /// Source of the value of a parameter.
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
        /// The whole body: a list, with one JSON value per line.
        Lines,
        /// The whole body, as a form.
        WholeForm,
        /// The whole body, as bytes or text.
        Raw,
        /// `params` of a JSON-RPC call.
        Rpc,
        /// The constant before the object of `params` of a JSON-RPC call: the kind of a
        /// subscription.
        Kind,
    }
}

impl Style {
    /// Returns whether the style writes a list or an object as one text.
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
    /// Returns the media type that is sent by default: the first without `*`; `None` if there is
    /// none.
    pub fn media_type(&self) -> Option<&'static str> {
        self.content.iter().copied().find(|media_type| !media_type.contains('*'))
    }

    /// Returns the media type whose subtype is the ending of a file's name, such as `image/jpeg` for `a.jpg`; `None` if
    /// there is none.
    pub fn media_type_of_file(&self, name: &str) -> Option<&'static str> {
        let (_, ending) = name.rsplit_once('.')?;
        let ending = if ending.eq_ignore_ascii_case("jpg") { "jpeg" } else { ending };
        self.content.iter().copied().find(|media_type| {
            let media_type = essence(media_type);
            let subtype = media_type.split_once('/').and_then(|(_, subtype)| subtype.split('+').next());
            subtype.is_some_and(|subtype| subtype.eq_ignore_ascii_case(ending))
        })
    }

    /// Returns whether the service accepts a media type.
    pub fn takes(&self, media_type: &str) -> bool {
        self.content.is_empty() || self.content.iter().any(|described| is_media_type(media_type, described))
    }
}

impl Place {
    /// Returns whether the place is the body or a part of the body.
    pub const fn is_body(self) -> bool {
        !matches!(self, Self::Path | Self::Query | Self::Header | Self::Cookie | Self::Rpc)
    }
}

choice! {
    /// Effect of repeating a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Effect {
        /// Read-only.
        Read,
        /// Idempotent: repeating the call has no further effect.
        Idempotent,
        /// Not idempotent: repeating the call returns another result or fails.
        Once,
        /// Not idempotent: each call makes a change.
        Write,
    }
}

impl Effect {
    /// Returns whether a call may be repeated without harm: it is read-only or idempotent.
    #[must_use]
    pub const fn is_harmless(self) -> bool {
        matches!(self, Self::Read | Self::Idempotent)
    }
}

table! {
    /// A rule across parameters, which are identified by their indices in the input.
    #[derive(Debug)]
    struct Rule {
        /// Condition of the rule.
        kind: RuleKind,
        ..
        /// Reason for the rule; may be empty.
        or doc: &'static str = "",
    }
}

choice! {
    /// Condition of a [`Rule`].
    #[derive(Clone, Copy, Debug)]
    enum RuleKind {
        /// At least one parameter is set.
        AtLeastOne(&'static [usize]),
        /// At most one parameter is set.
        AtMostOne(&'static [usize]),
        /// The sum is at most the maximum. An absent parameter counts with its default.
        SumAtMost {
            /// Indices of the summands.
            of: &'static [usize],
            /// Maximum, in decimal digits.
            max: &'static str,
        },
        /// If each of `when` holds, each of `need` must hold. A condition is a parameter with the
        /// JSON text of its value, or `None` for any value.
        Requires {
            /// The conditions.
            when: &'static [(usize, Option<&'static str>)],
            /// Conditions that must then hold.
            need: &'static [(usize, Option<&'static str>)],
        },
        /// The items of the list are in ascending order.
        Ascending(usize),
        /// If both are set, the first is at most the second.
        Ordered {
            /// Index of the lower parameter.
            low: usize,
            /// Index of the higher parameter.
            high: usize,
        },
    }
}

table! {
    /// Description of a subscription to events.
    #[derive(Debug)]
    struct Subscription {
        /// Unique ID: the name of the service, a dot, and the name of the operation in the spec.
        id: &'static str,
        /// Service of the subscription.
        service: &'static Service,
        /// Parameters, as the members of an object.
        input: &'static Record,
        /// Type of an event.
        item: Type,
        /// Method that begins the subscription, a template over variables.
        begin: &'static str,
        /// Places of the parameters; the kind is a constant before them.
        bindings: &'static [Binding],
        ..
        /// Name that is sent before the parameters; `None` for a subscription with its own methods.
        some kind: &'static str,
        /// Method names of the subscription, instead of the names of the service.
        some subscribe: Subscribe,
        /// Call that begins the subscription.
        derived call: Operation = beginning(id, service, input, begin, bindings),
        /// Description of fetching missed events; `None` if undescribed.
        some backfill: &'static Backfill,
    }
}

/// Returns the call that begins a subscription.
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
    /// Returns the method names of the subscription, else of its service.
    pub fn methods(&self) -> Option<Subscribe> {
        self.subscribe.or(self.service.subscribe)
    }
}

table! {
    /// Description of fetching the missed events of a subscription.
    #[derive(Debug)]
    struct Backfill {
        /// Path of the member of an event that is its height.
        height: &'static [&'static str],
        /// Paths of the members that identify an event.
        same: &'static [&'static [&'static str]],
        /// Operation that returns the current height.
        latest: &'static Operation,
        /// Operation that returns events.
        call: &'static Operation,
        /// Heights that `call` accepts.
        heights: Heights,
        ..
        /// Members that identify the block of an event; `None` if events have none.
        some links: Links,
        /// Path of the member that is true in an event that withdraws an earlier one.
        some removed: &'static [&'static str],
    }
}

table! {
    /// Members that identify the block of an event.
    #[derive(Clone, Copy, Debug)]
    struct Links {
        /// Path of the member that is the hash of the block.
        hash: &'static [&'static str],
        ..
        /// Path of the member that is the hash of the block at the height below; `None` if a height
        /// may have several events.
        some parent: &'static [&'static str],
    }
}

choice! {
    /// Heights that an operation accepts.
    #[derive(Clone, Copy, Debug)]
    enum Heights {
        /// Single height; its event is returned.
        At(HeightParam),
        /// A range of heights, inclusive; the events are returned as a list.
        Between {
            /// The first height.
            from: HeightParam,
            /// The last height.
            to: HeightParam,
        },
    }
}

table! {
    /// A parameter that is a height.
    #[derive(Clone, Copy, Debug)]
    struct HeightParam {
        /// Index of the parameter in the input.
        index: usize,
        ..
        /// Path of the member in the parameter; empty for the parameter itself.
        or path: &'static [&'static str] = &[],
    }
}
