//! Plain data that describes operations and types.
//!
//! Input: none; generated code holds it as statics, and tools build the same data from a spec at run
//! time. Output: everything that the rest of this crate carries out: how a type is read and written, where
//! a parameter goes, which rules hold, how a list is paged. No behaviour is here, and no name of an API.

pub use chainloom_forms::{Integer, Presence};

/// A reference to a type of the wire.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// `true` or `false`.
    Boolean,
    /// Any text.
    Text,
    /// A 64-bit float.
    Number,
    /// A whole number, written as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// A value with a form of its own.
    Scalar(&'static Scalar),
    /// One of a set of texts.
    Enum(&'static Enum),
    /// An object with known members.
    Record(&'static Record),
    /// One of several types.
    Union(&'static Union),
    /// An array.
    List(&'static List),
    /// An object with any members.
    Map(&'static Map),
    /// A value or null.
    Nullable(&'static Type),
}

/// A value with a form of its own.
#[derive(Debug)]
pub struct Scalar {
    /// Its name in the spec.
    pub name: &'static str,
    /// What it looks like.
    pub form: Form,
}

/// What a scalar looks like on the wire.
pub type Form = chainloom_forms::Form<&'static str>;

/// One of a set of texts; a text that is not listed is kept.
#[derive(Debug)]
pub struct Enum {
    /// Its name in the spec.
    pub name: &'static str,
    /// The texts, in the order of the spec.
    pub values: &'static [&'static str],
}

/// An array.
#[derive(Debug)]
pub struct List {
    /// What it holds.
    pub item: Type,
    /// Another form in which it comes.
    pub also: Also,
}

/// Another form of a list that services were seen to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    /// None.
    Nothing,
    /// An object that holds the list in this member.
    At(&'static str),
    /// The only item, without a list around it.
    Single,
}

/// An object with any members.
#[derive(Debug)]
pub struct Map {
    /// What its keys are; a type that is written as text.
    pub key: Type,
    /// What its members are.
    pub value: Type,
}

/// An object with known members.
#[derive(Debug)]
pub struct Record {
    /// Its name in the spec.
    pub name: &'static str,
    /// Its members, in the order in which they are written.
    pub fields: &'static [Field],
}

/// A member of a record.
#[derive(Debug)]
pub struct Field {
    /// The name on the wire.
    pub name: &'static str,
    /// What it is.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// Other names under which it comes.
    pub aliases: &'static [&'static str],
    /// Whether an empty text stands for absence.
    pub empty_is_absent: bool,
    /// What a value that is sent must keep to.
    pub bounds: &'static Bounds,
}

impl Field {
    /// A member that must be there.
    pub const fn required(name: &'static str, ty: Type) -> Self {
        Self { name, ty, required: true, aliases: &[], empty_is_absent: false, bounds: &Bounds::NONE }
    }

    /// A member that may be absent or null.
    pub const fn optional(name: &'static str, ty: Type) -> Self {
        Self { required: false, ..Self::required(name, ty) }
    }

    /// The same, also under other names.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same, where an empty text stands for absence.
    pub const fn empty_is_absent(self) -> Self {
        Self { empty_is_absent: true, ..self }
    }

    /// The same, with bounds.
    pub const fn bounds(self, bounds: &'static Bounds) -> Self {
        Self { bounds, ..self }
    }
}

/// What a value that is sent must keep to.
#[derive(Debug)]
pub struct Bounds {
    /// The least number, inclusive, in decimal digits.
    pub min: Option<&'static str>,
    /// The largest number, inclusive, in decimal digits.
    pub max: Option<&'static str>,
    /// The least number of items or characters.
    pub min_size: Option<usize>,
    /// The largest number of items or characters.
    pub max_size: Option<usize>,
    /// What the service takes when the value is left out, as JSON; it is never sent.
    pub default: Option<&'static str>,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Self = Self { min: None, max: None, min_size: None, max_size: None, default: None };
}

/// One of several types.
#[derive(Debug)]
pub struct Union {
    /// Its name in the spec.
    pub name: &'static str,
    /// How the arms are told apart.
    pub told_by: ToldBy,
    /// The members that all arms have; none for [`ToldBy::Form`].
    pub common: &'static [Field],
    /// The arms, in the order of the spec.
    pub arms: &'static [Arm],
}

/// How the arms of a union are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// By the kind of the value and, for text, by its form.
    Form,
    /// By the value of this member.
    Tag(&'static str),
    /// By a member that only one arm has.
    Members,
}

/// An arm of a union.
#[derive(Debug)]
pub struct Arm {
    /// Its name; for [`ToldBy::Tag`] the value of the tag.
    pub name: &'static str,
    /// What it holds.
    pub body: ArmBody,
}

/// What an arm of a union holds.
#[derive(Clone, Copy, Debug)]
pub enum ArmBody {
    /// A value of this type.
    Value(Type),
    /// Exactly this value, as JSON: `true`, `false`, `null` or a text.
    Const(&'static str),
    /// Members beside the common ones.
    Fields {
        /// The members.
        record: &'static Record,
        /// The member that tells this arm; none for the arm that is taken otherwise, and for tags.
        has: Option<&'static str>,
    },
}

/// A base URL with what all requests to it share.
#[derive(Debug)]
pub struct Client {
    /// Its name in the spec.
    pub name: &'static str,
    /// A template over variables: `{libraryUrl}`.
    pub base_url: &'static str,
    /// The variables, with their defaults.
    pub vars: &'static [Var],
    /// Secrets that travel in headers.
    pub auth: &'static [Secret],
    /// The body of an answer that reports an error.
    pub errors: Option<Errors>,
    /// The names of the headers that tell of a rate limit.
    pub rate_limit: RateLimitHeaders,
}

/// A named text that a deployment or a user sets.
#[derive(Debug)]
pub struct Var {
    /// Its name in the spec.
    pub name: &'static str,
    /// What it is when nobody sets it.
    pub default: Option<&'static str>,
}

/// A secret that travels in a header.
#[derive(Debug)]
pub struct Secret {
    /// Its name in the spec.
    pub name: &'static str,
    /// The name of the header: a template over variables.
    pub header: &'static str,
    /// Whether calls work without it.
    pub optional: bool,
}

/// The body of an answer that reports an error.
#[derive(Debug)]
pub struct Errors {
    /// Its type.
    pub body: Type,
    /// The member that holds the text for people.
    pub message: Option<&'static str>,
}

/// The names of the headers that tell of a rate limit.
#[derive(Debug, Default)]
pub struct RateLimitHeaders {
    /// The policy.
    pub policy: Option<&'static str>,
    /// The limit.
    pub limit: Option<&'static str>,
    /// What is left of it.
    pub remaining: Option<&'static str>,
    /// In how many seconds it starts again.
    pub reset: Option<&'static str>,
    /// After how many seconds to try again.
    pub retry_after: Option<&'static str>,
}

impl RateLimitHeaders {
    /// No such headers.
    pub const NONE: Self = Self { policy: None, limit: None, remaining: None, reset: None, retry_after: None };
}

/// Operations that share an endpoint.
#[derive(Debug)]
pub struct Service {
    /// Its name in the spec.
    pub name: &'static str,
    /// The client that it is reached through.
    pub client: &'static Client,
    /// Its own variables.
    pub vars: &'static [Var],
    /// The paths at which it answers: none for REST, several where it has several instances.
    pub endpoints: &'static [Endpoint],
    /// The path of its websocket, a template.
    pub websocket: Option<&'static str>,
    /// How it takes JSON-RPC calls.
    pub rpc: Option<Rpc>,
    /// The method names of subscriptions, templates.
    pub subscribe: Option<Subscribe>,
    /// Conditions for it to be served.
    pub available: &'static [Availability],
}

/// A path at which a JSON-RPC service answers.
#[derive(Debug)]
pub struct Endpoint {
    /// Its name; empty when the service has only this one.
    pub name: &'static str,
    /// The path, a template over variables.
    pub path: &'static str,
}

/// How a service takes JSON-RPC calls.
#[derive(Clone, Copy, Debug)]
pub struct Rpc {
    /// The shape of `params`.
    pub params: ParamStyle,
    /// Whether several calls may travel in one request.
    pub batch: bool,
    /// How many, a template over variables.
    pub batch_max: Option<&'static str>,
}

/// The shape of `params` in a JSON-RPC call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamStyle {
    /// One object.
    Named,
    /// An array, in the order of the spec.
    Positional,
    /// An array that holds one object.
    ObjectInArray,
}

/// The method names of subscriptions, templates over variables; [`Target::fill`](crate::Target::fill) fills them.
#[derive(Clone, Copy, Debug)]
pub struct Subscribe {
    /// Begins one.
    pub call: &'static str,
    /// Ends one.
    pub cancel: &'static str,
    /// Names the messages of one.
    pub notify: &'static str,
}

/// A condition for a thing to be served, as text for people: ``needs the flag `--index-enabled` ``.
#[derive(Clone, Copy, Debug)]
pub struct Availability(pub &'static str);

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
    /// The separator of a list in a query; without one, the parameter is repeated for each item.
    pub join: Option<&'static str>,
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

/// How a list is paged.
#[derive(Debug)]
pub struct Paginate {
    /// The member of the answer that holds the items.
    pub items: &'static str,
    /// The member of the answer that says where to go on.
    pub next: &'static str,
    /// The member of the input that takes it.
    pub into: usize,
    /// The member of the input that sets the size of a page.
    pub size: Option<usize>,
    /// The signs that there are no more pages.
    pub end: &'static [PageEnd],
    /// How many items of a page the next one may repeat.
    pub overlap: u32,
    /// How long a token holds, in seconds.
    pub life: Option<u64>,
}

/// A sign that there are no more pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// The next token is absent.
    Absent,
    /// The next token is an empty text.
    Empty,
    /// There are fewer items than asked for.
    Short,
    /// The next token is the one that was sent.
    Unchanged,
}

/// A kind of event that a service pushes.
#[derive(Debug)]
pub struct Subscription {
    /// Its unique name: service, dot, name in the spec.
    pub id: &'static str,
    /// The service that it belongs to.
    pub service: &'static Service,
    /// Its name on the wire.
    pub kind: &'static str,
    /// Its parameters as the members of an object.
    pub input: &'static Record,
    /// What each event is.
    pub item: Type,
}

/// A named set of values for variables: a place where the APIs run.
#[derive(Debug)]
pub struct Deployment {
    /// Its name in the spec.
    pub name: &'static str,
    /// The variables that it sets.
    pub vars: &'static [(&'static str, &'static str)],
    /// Patterns of methods that are not served there; `*` stands for any text.
    pub missing: &'static [&'static str],
}
