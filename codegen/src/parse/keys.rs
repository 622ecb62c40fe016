//! All keys of the language, by the place where they may stand.

pub(super) const FILE: &[&str] = &[
    "chainloom",
    "doc",
    "feature",
    "use",
    "scalars",
    "types",
    "client",
    "service",
    "source",
    "vars",
    "instance",
    "endpoint",
    "endpoints",
    "websocket",
    "rpc",
    "subscribe",
    "available",
    "effect",
    "notes",
    "limits",
    "operations",
    "subscriptions",
    "deployment",
];
/// The keys of a file that speak of the service that it defines.
pub(super) const SERVICE: &[&str] = &["vars", "instance", "endpoint", "endpoints", "websocket", "rpc", "subscribe"];
/// The keys of a file that speak of all operations of it.
pub(super) const SHARED: &[&str] = &["source", "available", "effect", "notes", "limits"];
/// `lib.yaml` has these only.
pub(super) const LIB: &[&str] = &["chainloom", "doc", "crate", "serde"];
pub(super) const CLIENT: &[&str] =
    &["source", "baseUrl", "vars", "auth", "headers", "errors", "paging", "limits", "notes"];
pub(super) const VAR: &[&str] = &["default", "doc", "source"];
pub(super) const AUTH: &[&str] = &["header", "optional", "source", "doc"];
pub(super) const HEADERS: &[&str] = &["rateLimit"];
pub(super) const RATE_LIMIT: &[&str] = &["policy", "limit", "remaining", "reset", "retryAfter", "seen"];
pub(super) const ERRORS: &[&str] = &["source", "body", "message", "statuses"];
pub(super) const PAGING: &[&str] = &["source", "query", "next", "into", "size", "end", "life"];
pub(super) const PAGINATE: &[&str] = &["source", "items", "next", "into", "size", "end", "overlap", "life"];
pub(super) const LIFE: &[&str] = &["hours", "minutes", "seconds", "seen"];
pub(super) const LIMIT: &[&str] = &["what", "value", "status", "doc", "seen", "source"];
pub(super) const NOTE: &[&str] = &["text", "seen", "source"];
pub(super) const ENDPOINT: &[&str] = &["path", "doc", "deprecated"];
pub(super) const WEBSOCKET: &[&str] = &["path", "available"];
pub(super) const RPC: &[&str] = &["params", "batch", "batchMax"];
pub(super) const SUBSCRIBE: &[&str] = &["call", "cancel", "notify"];
pub(super) const AVAILABLE: &[&str] =
    &["flag", "config", "public", "chains", "archive", "served", "doc", "seen", "source"];
pub(super) const DEPRECATED: &[&str] = &["since", "use", "doc", "seen", "source"];
pub(super) const SCALAR: &[&str] = &["doc", "source", "text", "number", "bytes", "prefix", "chain", "rust", "also"];
/// What says which kind of type a mapping is. `extends` and `seen` do not decide alone.
pub(super) const HEADS: &[&str] = &["type", "list", "map", "fields", "enum", "union", "const"];
pub(super) const TYPE: &[&str] = &[
    "type",
    "list",
    "map",
    "fields",
    "enum",
    "union",
    "const",
    "key",
    "extends",
    "common",
    "arms",
    "doc",
    "source",
    "unit",
    "range",
    "size",
    "clamp",
    "default",
    "defaultsTo",
    "join",
    "only",
    "also",
    "seen",
    "since",
    "until",
    "deprecated",
    "available",
    "notes",
    "rust",
    "example",
];
/// The part of [`TYPE`] that says something about the type.
pub(super) const ATTRIBUTES: &[&str] = &[
    "doc",
    "source",
    "unit",
    "range",
    "size",
    "clamp",
    "default",
    "defaultsTo",
    "join",
    "only",
    "also",
    "seen",
    "since",
    "until",
    "deprecated",
    "available",
    "notes",
    "rust",
    "example",
];
pub(super) const ALSO: &[&str] = &["name", "empty", "at"];
pub(super) const ENUM_VALUE: &[&str] = &["doc", "rust"];
pub(super) const ARM: &[&str] = &["doc", "source", "rust", "fields", "seen", "has", "otherwise"];
pub(super) const UNION: &[&str] = &["tag"];
pub(super) const OPERATION: &[&str] = &[
    "source",
    "doc",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "method",
    "path",
    "query",
    "headers",
    "body",
    "params",
    "response",
    "result",
    "status",
    "effect",
    "rules",
    "paginate",
    "variants",
    "examples",
    "available",
    "deprecated",
    "since",
    "until",
    "limits",
    "notes",
    "seen",
];
pub(super) const STATUS: &[&str] = &["seen"];
pub(super) const RULE: &[&str] =
    &["atLeastOne", "atMostOne", "sumAtMost", "requires", "ascending", "ordered", "doc", "source", "seen"];
pub(super) const SUM: &[&str] = &["of", "max"];
pub(super) const REQUIRES: &[&str] = &["when", "need"];
pub(super) const ORDERED: &[&str] = &["low", "high"];
pub(super) const VARIANT: &[&str] =
    &["doc", "source", "fix", "result", "response", "since", "until", "deprecated", "available", "notes", "seen"];
pub(super) const EXAMPLE: &[&str] = &["doc", "variant", "request", "response"];
pub(super) const SUBSCRIPTION: &[&str] = &["doc", "source", "kind", "params", "item", "seen", "available", "notes"];
pub(super) const DEPLOYMENT: &[&str] = &["vars", "missing"];
