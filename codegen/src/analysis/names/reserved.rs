//! The names that generated code uses for itself, by the scope in which they stand.
//!
//! A name of the spec that would hide one of them is a mistake. Names that nobody writes by hand
//! (tables) are not here: those give way, see [`super::scope::Scope::yielding`].

/// Which names share a place in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Modules, types and traits of a module.
    Items,
    /// Statics, and types that can be called like functions, of a module.
    Statics,
    /// Methods of a client.
    Client,
    /// Methods of a client's builder.
    Builder,
    /// Methods of the handle of a service.
    Handle,
    /// Methods that lead to one of several endpoints.
    Endpoints,
    /// Members of a record.
    Members,
    /// Setters of a struct that users build.
    Setters,
    /// Setters of a call.
    CallSetters,
    /// Setters of a subscription.
    SubscriptionSetters,
    /// Values of an enumeration, or arms of a union: both have a place for what is unknown.
    OpenVariants,
    /// Arms of an answer that its status tells.
    Variants,
}

impl Kind {
    /// The names that are taken from the beginning.
    pub(super) fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::Items => ITEMS,
            Self::Statics => &["Err", "None", "Ok", "Some"],
            Self::Client => &["builder", "clone", "inner", "new", "prepare", "raw", "request", "supports"],
            Self::Builder => &["base_url", "build", "clone", "configure", "deployment"],
            Self::Handle => &["clone", "prepare", "raw"],
            Self::Endpoints => &["clone"],
            Self::Setters => &["new"],
            Self::CallSetters => &[
                "clone",
                "configure",
                "dry_run",
                "into_future",
                "into_inner",
                "map",
                "new",
                "operation",
                "reply",
                "send",
                "to_curl",
            ],
            Self::SubscriptionSetters => {
                &["backfill", "clone", "configure", "into_future", "into_inner", "map", "new", "send"]
            }
            Self::OpenVariants => &["UnknownValue"],
            Self::Members | Self::Variants => &[],
        }
    }
}

/// What the code of any module writes without a path, and the modules beside its types.
const ITEMS: &[&str] = &[
    "Box",
    "Default",
    "Err",
    "FnOnce",
    "From",
    "Into",
    "IntoIterator",
    "None",
    "Ok",
    "Option",
    "Result",
    "Some",
    "String",
    "TryFrom",
    "Vec", // of the prelude
    "bool",
    "char",
    "f32",
    "f64",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "str",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize", // primitive types
    "core",
    "rt",
    "rustfmt",
    "std", // in paths
    CALLS,
];

/// The module of the structs that are calls. They stand apart from types, so that an operation and
/// a type may share a name.
pub(crate) const CALLS: &str = "calls";

/// The methods of a call whose answer comes in parts, of one whose answer has headers with types,
/// and of one whose answer is a page.
pub(super) const STREAMED: &[&str] = &["stream"];
pub(super) const WITH_HEADERS: &[&str] = &["with_headers"];
pub(super) const PAGED: &[&str] = &["items", "pages"];

/// The methods of what has a websocket; the first one of a client, too.
pub(super) const SOCKET: &[&str] = &["subscribe", "connect"];

/// What the file of a client whose services have a websocket has besides.
pub(super) const SOCKET_ITEMS: &[&str] = &["Subscribe"];

/// The method of a handle whose service takes batches.
pub(super) const BATCH: &[&str] = &["batch"];

/// What the file of a client has besides.
pub(super) const CLIENT_ITEMS: &[&str] = &["Builder", "Call", "Client", "IntoFuture"];

/// What the root of a crate has besides.
pub(super) const ROOT_ITEMS: &[&str] = &["runtime"];
