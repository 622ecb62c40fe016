//! The keys of a file, of `client` and of what defines a service.

use super::common::{ALLOW, AVAILABLE_KEY, DEPRECATED_KEY, LIFE, LIMITS, NOTES, SEEN, SOURCE, VARS, doc};
use super::operations::{OPERATION, SUBSCRIPTION};
use super::types::SCALAR;
use super::{Key, Position, Shape, Table, key};
use crate::spec::closed::{EFFECTS, ENDS, IDS, SCHEMES, STYLES, WAYS, texts};

const EFFECT_WORDS: &[&str] = &texts(&EFFECTS);
const STYLE_WORDS: &[&str] = &texts(&STYLES);
const SCHEME_WORDS: &[&str] = &texts(&SCHEMES);
const END_WORDS: &[&str] = &texts(&ENDS);
const WAY_WORDS: &[&str] = &texts(&WAYS);
const ID_WORDS: &[&str] = &texts(&IDS);

pub(super) const EFFECT: Key =
    key("effect", Shape::Word(EFFECT_WORDS), "What a repeat of the call does; it decides whether it may be retried.");
const VERSION: Key =
    key("chainloom", Shape::Version, "The version of the spec language; the first key of every file.").must_later();

pub(crate) const FILE: Table = Table::new(
    "file",
    "a file",
    &[
        &[
            VERSION,
            doc("What the module is; the text of its documentation."),
            key("feature", Shape::Text, "The cargo feature that turns the module on."),
            key("use", Shape::Map(&Shape::List(&Shape::Text)), "The types of other files that this one names."),
            key("scalars", Shape::Map(&Shape::Keys(&SCALAR)), "Types that have a form of their own on the wire."),
            key("types", Shape::Map(&Shape::Type(Position::Declared)), "The types that this file declares."),
            key("client", Shape::Keys(&CLIENT), "Makes the file a client: a base URL and what requests to it share."),
            key("service", Shape::Text, "The service that the operations of this file join or define."),
        ],
        SERVICE,
        SHARED,
        &[
            key("operations", Shape::Map(&Shape::Keys(&OPERATION)), "What can be called."),
            key("subscriptions", Shape::Map(&Shape::Keys(&SUBSCRIPTION)), "What is pushed over a websocket."),
            key("deployment", Shape::Keys(&DEPLOYMENT), "Makes the file a deployment: a named set of settings."),
            ALLOW,
        ],
    ],
)
.apart(&[&["endpoint", "endpoints"]]);

/// The keys of a file that speak of the service that it defines.
pub(crate) const SERVICE: &[Key] = &[
    VARS,
    key("instance", Shape::Text, "The variable that picks an instance of the service."),
    key("endpoint", ENDPOINT_SHAPE, "The path of the JSON-RPC service, a template over variables."),
    key("endpoints", Shape::Map(&ENDPOINT_SHAPE), "The paths of a JSON-RPC service that has several, by name."),
    key(
        "websocket",
        Shape::Either(&[Shape::Text, Shape::Keys(&WEBSOCKET)]),
        "The path of the service's websocket, a template over variables.",
    ),
    key("rpc", Shape::Keys(&RPC), "Makes the service a JSON-RPC service, and says how it is called."),
    key("subscribe", Shape::Keys(&SUBSCRIBE), "The method names with which the service handles subscriptions."),
];

const ENDPOINT_SHAPE: Shape = Shape::Either(&[Shape::Text, Shape::Keys(&ENDPOINT)]);

/// The keys of a file that speak of all operations of it.
pub(crate) const SHARED: &[Key] = &[SOURCE, AVAILABLE_KEY, EFFECT, NOTES, LIMITS];

/// `lib.yaml` has these only.
pub(crate) const LIB: Table = Table::new(
    "lib",
    "`lib.yaml`",
    &[&[
        VERSION,
        doc("The text of the crate's documentation."),
        key("crate", Shape::Text, "The name of the crate in the inventory."),
        key("serde", Shape::Text, "The cargo feature that gives the types the traits of serde."),
        key("macros", Shape::Text, "The cargo feature under which the crate brings the macros along."),
        key("readme", Shape::Flag, "True to include the crate's `README.md` in its documentation."),
    ]],
);

pub(crate) const CLIENT: Table = Table::new(
    "client",
    "`client`",
    &[&[
        SOURCE,
        key("version", Shape::Text, "The version of the API, as its documents name it."),
        key("baseUrl", Shape::Text, "Where requests go, a template over variables.").must(),
        VARS,
        key("auth", Shape::Map(&Shape::Keys(&AUTH)), "The secrets that requests carry, by name."),
        SECURITY,
        key("headers", Shape::Keys(&HEADERS), "Headers that requests have, and what those of answers say."),
        key("errors", Shape::Keys(&ERRORS), "What an answer looks like that reports a failure."),
        key("paging", Shape::Keys(&PAGING), "How the lists of this client are paged."),
        LIMITS,
        NOTES,
    ]],
);

pub(crate) const AUTH: Table = Table::new(
    "auth",
    "a secret",
    &[&[
        key("header", Shape::Text, "The name of the header that carries the secret, a template over variables."),
        key("scheme", Shape::Word(SCHEME_WORDS), "What `Authorization` carries: a token, or user and password."),
        key("query", Shape::Text, "The name of the parameter of the query that carries the secret."),
        key("cookie", Shape::Text, "The name of the cookie that carries the secret."),
        key("prefix", Shape::Text, "The text before the secret in its header, with its space."),
        key("optional", Shape::Flag, "True when requests without the secret are answered, too."),
        SOURCE,
        doc("What the secret is, and where one gets it."),
    ]],
)
.one(&["header", "scheme", "query", "cookie"]);

/// Ways to show who calls.
pub(super) const SECURITY: Key = key(
    "security",
    Shape::List(&Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)])),
    "The ways to show who calls: one of these secrets, or of these lists of secrets that go together.",
);

pub(crate) const HEADERS: Table = Table::new(
    "headers",
    "`headers`",
    &[&[
        key("send", Shape::Map(&Shape::Text), "Headers that every request has, with templates over variables."),
        key("rateLimit", Shape::Keys(&RATE_LIMIT), "The names of the headers that speak of the rate limit."),
    ]],
);

pub(crate) const RATE_LIMIT: Table = Table::new(
    "rateLimit",
    "`rateLimit`",
    &[&[
        key("policy", Shape::Text, "The header that names the rule of the limit."),
        key("limit", Shape::Text, "The header that says how many requests are allowed."),
        key("remaining", Shape::Text, "The header that says how many requests are left."),
        key("reset", Shape::Text, "The header that says when the count begins anew."),
        key("retryAfter", Shape::Text, "The header that says how long to wait."),
        SEEN,
    ]],
);

pub(crate) const ERRORS: Table = Table::new(
    "errors",
    "`errors`",
    &[&[
        SOURCE,
        key("body", Shape::Text, "The record that the body of a failure is.").must(),
        key("message", Shape::Text, "The member of the body that says what failed."),
        key(
            "statuses",
            Shape::ByStatus(100, 599, &Shape::Either(&[Shape::Text, Shape::Keys(&ERROR_STATUS)])),
            "The statuses of failures, each with its name, and perhaps with what it means.",
        ),
    ]],
);

pub(crate) const ERROR_STATUS: Table = Table::new(
    "errorStatus",
    "a status",
    &[&[key("name", Shape::Text, "The name of the status.").must(), doc("When the service answers so.")]],
);

/// What `paging` of a client and `paginate` of an operation both say.
pub(super) const PAGING_SHARED: &[Key] = &[
    key("by", Shape::Word(WAY_WORDS), "How a page leads to the next one; by a token when nothing is said."),
    key("next", Shape::Text, "The member of the answer that holds the token of the next page, or of its last item."),
    key("rel", Shape::Text, "The relation of the next page in the header `Link`; `next` when nothing is said."),
    key("first", Shape::Whole(0, u64::MAX), "The number of the first page; 1 when nothing is said."),
    key("into", Shape::Text, "The parameter that says which page is wanted, such as its token."),
    key("size", Shape::Text, "The parameter that says how many items a page has."),
    key("end", Shape::List(&END), "The signs by which the last page is known."),
    key("life", Shape::Keys(&LIFE), "For how long a page token is good."),
];

const END: Shape = Shape::Either(&[Shape::Word(END_WORDS), Shape::Keys(&PAGE_END)]);

pub(crate) const PAGE_END: Table = Table::new(
    "pageEnd",
    "a sign of the end",
    &[&[
        key("more", Shape::Text, "The member of the answer that says whether there are more pages."),
        key("total", Shape::Text, "The member of the answer that counts the items of all pages."),
    ]],
)
.one(&["more", "total"]);

pub(crate) const PAGING: Table = Table::new(
    "paging",
    "`paging`",
    &[&[SOURCE, key("query", Shape::Fields, "The parameters that every paged operation has.")], PAGING_SHARED],
);

pub(crate) const ENDPOINT: Table = Table::new(
    "endpoint",
    "an endpoint",
    &[&[
        key("path", Shape::Text, "The path, a template over variables.").must(),
        doc("What is different about this endpoint."),
        DEPRECATED_KEY,
    ]],
);

pub(crate) const WEBSOCKET: Table = Table::new(
    "websocket",
    "`websocket`",
    &[&[key("path", Shape::Text, "The path, a template over variables.").must(), AVAILABLE_KEY]],
);

pub(crate) const RPC: Table = Table::new(
    "rpc",
    "`rpc`",
    &[&[
        key("params", Shape::Word(STYLE_WORDS), "How parameters travel.").must(),
        key("batch", Shape::Flag, "True when several calls may be sent in one request."),
        key("batchMax", Shape::TextOrNumber, "The greatest number of calls in a batch, a number or a template."),
        key("ids", Shape::Word(ID_WORDS), "What the id of a call is; a number when nothing is said."),
        key(
            "retry",
            Shape::List(&Shape::Whole(100, 599)),
            "The statuses after which the same call may succeed later, beside the usual ones.",
        ),
        ERRORS_BY_CODE,
    ]],
);

pub(super) const ERRORS_BY_CODE: Key = key(
    "errors",
    Shape::ByCode(&Shape::Either(&[Shape::Text, Shape::Keys(&RPC_ERROR)])),
    "The codes of JSON-RPC errors, each with its name, and perhaps with what it means.",
);

pub(crate) const RPC_ERROR: Table = Table::new(
    "rpcError",
    "an error",
    &[&[
        key("name", Shape::Text, "The name of the error.").must(),
        doc("When the service answers so."),
        key("retry", Shape::Flag, "Whether the same call may succeed later."),
        key("data", Shape::Type(Position::Plain), "The type of what the error holds as `data`."),
        SEEN,
        SOURCE,
    ]],
);

pub(crate) const SUBSCRIBE: Table = Table::new(
    "subscribe",
    "`subscribe`",
    &[&[
        key("call", Shape::Text, "The method that begins a subscription.").must(),
        key("cancel", Shape::Text, "The method that ends a subscription.").must(),
        key("notify", Shape::Text, "The method name that events carry.").must(),
    ]],
);

pub(crate) const DEPLOYMENT: Table = Table::new(
    "deployment",
    "`deployment`",
    &[&[
        key("vars", Shape::Map(&Shape::TextOrNumber), "What the variables are in this deployment."),
        key("missing", Shape::List(&Shape::Text), "Patterns of the operations that this deployment does not have."),
    ]],
);
