//! Names that generated code uses for itself, by scope.
//!
//! A name of the spec that would hide one of them is a mistake. Names that nobody writes by hand
//! (tables) are not reserved. If one of them is taken, another name is chosen: see
//! [`super::scope::Scope::claim_generated`].

use crate::casing::{pascal, snake};
use crate::files::path_fault;
use crate::spec::read::ROOT;

/// Rust namespace in which a name must be unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Namespace {
    /// Modules, types and traits of a module.
    Items,
    /// Statics, and types that can be called like functions, of a module.
    Statics,
    /// Methods of a client.
    Client,
    /// Methods of the builder of a client.
    Builder,
    /// Methods of the handle of a service.
    Handle,
    /// Methods that select one of several endpoints.
    Endpoints,
    /// Members of a record.
    Members,
    /// Setters of a struct that users build.
    Setters,
    /// Setters of a call.
    CallSetters,
    /// Setters of a subscription.
    SubscriptionSetters,
    /// Values of an enumeration, or arms of a union, next to the variant for unknown values.
    OpenVariants,
    /// Arms of a response by status.
    Variants,
}

impl Namespace {
    /// Returns the names that are reserved in the namespace.
    pub(super) fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::Items => ITEMS,
            Self::Statics => &["Err", "None", "Ok", "Some"],
            Self::Client => &["builder", "clone", "inner", "new", "prepare", "raw", "request", "supports"],
            Self::Builder => &["base_url", "build", "clone", "configure", "deployment", "service_endpoint"],
            Self::Handle => &["at_endpoint", "clone", "prepare", "raw"],
            Self::Endpoints => &["clone"],
            Self::Setters => &["new"],
            Self::CallSetters => &[
                "clone", "configure", "dry_run", "into_future", "into_inner", "map", "new", "operation", "reply",
                "send", "to_curl",
            ],
            Self::SubscriptionSetters => {
                &["backfill", "clone", "configure", "into_future", "into_inner", "map", "new", "send"]
            }
            Self::OpenVariants => &["UnknownValue"],
            Self::Members | Self::Variants => &[],
        }
    }
}

/// Kind of spec item for which a name is chosen, as [`is_reserved`] distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// Type or scalar.
    Type,
    /// Operation.
    Operation,
    /// Service.
    Service,
    /// Variable or secret of a client.
    Setting,
    /// File or folder.
    Module,
    /// Optional parameter.
    Parameter,
    /// Value of an enumeration, arm of a union, or error of a service.
    Value,
}

/// Returns whether the generator refuses a name because generated code uses it. `name` is written
/// as in a spec, without its Rust casing.
///
/// Only some clients, services and operations reserve names for batches, websockets, streams and
/// pages. Such names are not reserved here; [`setters_of`] returns the names that the keys of an
/// operation reserve.
#[must_use]
pub fn is_reserved(kind: NameKind, name: &str) -> bool {
    let is_one_of = |lists: &[&[&str]], name: &str| lists.iter().any(|list| list.contains(&name));
    match kind {
        NameKind::Type => is_one_of(&[ITEMS, CLIENT_ITEMS, ROOT_ITEMS], name),
        // An operation becomes a method of the client or handle, and a struct among the calls.
        NameKind::Operation => {
            let methods = [Namespace::Client.reserved(), Namespace::Handle.reserved()];
            is_one_of(&methods, &snake(name)) || ITEMS.contains(&pascal(name).as_str())
        }
        NameKind::Service => is_one_of(&[Namespace::Client.reserved()], &snake(name)),
        NameKind::Setting => is_one_of(&[Namespace::Builder.reserved()], &snake(name)),
        NameKind::Module => {
            is_one_of(&[ITEMS, ROOT_ITEMS, OF_CARGO, &[ROOT, FOLDER]], name) || path_fault(name).is_some()
        }
        NameKind::Parameter => is_one_of(&[Namespace::CallSetters.reserved()], &snake(name)),
        NameKind::Value => is_one_of(&[Namespace::OpenVariants.reserved()], &pascal(name)),
    }
}

/// Returns the setters that a call has because of a key of its operation or response, such as
/// `paginate`. An optional parameter cannot have their names.
#[must_use]
pub fn setters_of(key: &str) -> &'static [&'static str] {
    match key {
        "bytes" | "events" | "lines" => STREAMED,
        "headers" => WITH_HEADERS,
        "paginate" => PAGED,
        _ => &[],
    }
}

/// Names that the code of any module writes without a path, and the modules next to its types.
const ITEMS: &[&str] = &[
    "Box", "Default", "Err", "FnOnce", "From", "Into", "IntoIterator", "None", "Ok", "Option", "Result", "Some",
    "String", "TryFrom", "Vec", // of the prelude
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8",
    "usize", // primitive types
    "core", "rt", "rustfmt", "std", // in paths
    CALLS,
];

/// Module of the structs of calls, separate from types, so that an operation and a type may share a
/// name.
pub(crate) const CALLS: &str = "calls";

/// Setters of options of a typed call. A call with a parameter of such a name has none of them.
pub(crate) const OPTIONS: [&str; 2] = ["deadline", "timeout"];

/// Module of the statics that describe the items of a file. No file of a spec begins with an
/// underscore.
pub const TABLES: &str = "__tables";

/// Methods of calls whose response is a stream.
const STREAMED: &[&str] = &["stream"];
/// Methods of a call whose response has typed headers.
const WITH_HEADERS: &[&str] = &["with_headers"];
/// Methods of a paged call.
const PAGED: &[&str] = &["items", "pages"];

/// Methods of a handle with a websocket; a client has only the first.
pub(super) const SOCKET: &[&str] = &["subscribe", "connect"];

/// Additional items in the module of a client whose services have a websocket.
pub(super) const SOCKET_ITEMS: &[&str] = &["Subscribe"];

/// Method of a handle whose service accepts batches.
pub(super) const BATCH: &[&str] = &["batch"];

/// Additional items in the module of a client.
pub(super) const CLIENT_ITEMS: &[&str] = &["Builder", "Call", "Client", "IntoFuture"];

/// Additional items at the root of a crate.
pub(super) const ROOT_ITEMS: &[&str] = &["runtime"];

/// Additional items at the root of a crate with `fixtures`.
pub(super) const FIXTURES_ITEMS: &[&str] = &["testing"];

/// File and folder names that cargo takes for programs.
pub(super) const OF_CARGO: &[&str] = &["bin", "main"];

/// Name of the file of a folder itself.
pub(super) const FOLDER: &str = "mod";
