//! The keys of a file, of `client` and of what defines a service.

use super::common::{ALLOW, AVAILABLE_KEY, LIMITS, NOTES, SEEN, SOURCE, VARS, doc};
use super::operations::{OPERATION, SUBSCRIPTION};
use super::types::SCALAR;
use super::webhooks::WEBHOOKS_KEY;
use crate::language::node::{At, Text};
use crate::language::table::{Key, Position, Shape, Table, key};
use crate::language::word::{Form, ShortOrWhole, Word as _};
use crate::language::words::clients::{
    ByMark, DeploymentDecl, HeadersDecl, SecretDecl, ServerDecl, SourceDocument, Ways,
};
use crate::language::words::common::ErrorSign;
use crate::language::words::paging::{Ends, PageEnd, PageWay, TokenLife};
use crate::language::words::refusals::{DialectDecl, RefusalsDecl};
use crate::language::words::services::{EndpointDecl, InBodyDecl, StatusName, WebsocketDecl};
use crate::language::words::subscriptions::SubscribeDecl;
use crate::spec::closed::{EFFECTS, IDS, RETRIES, STYLES, texts};

const EFFECT_WORDS: &[&str] = &texts(&EFFECTS);
const STYLE_WORDS: &[&str] = &texts(&STYLES);

const ID_WORDS: &[&str] = &texts(&IDS);
const RETRY_WORDS: &[&str] = &texts(&RETRIES);

pub(super) const EFFECT: Key = key(
    "effect",
    Shape::Word(EFFECT_WORDS),
    "The effect of a repeated call, which decides whether a retry is allowed.",
);
const VERSION: Key =
    key("chainloom", Shape::Version, "The version of the spec language; the first key of every file.").must_later();

pub(crate) const FILE: Table = Table::new(
    "file",
    "a file",
    &[
        &[
            VERSION,
            doc("The description of the module."),
            key("feature", Shape::Text, "The cargo feature that enables the module."),
            key("use", Shape::Map(&Shape::List(&Shape::Text)), "The imported types of other files."),
            key("scalars", Shape::Map(&Shape::Keys(&SCALAR)), "Types with their own form on the wire."),
            key("types", Shape::Map(&Shape::Type(Position::Declared)), "The types that this file declares."),
            key(
                "client",
                Shape::Keys(&CLIENT),
                "Makes the file a client: a base URL with the settings of all requests to it.",
            ),
            key("service", Shape::Text, "The service that the operations of this file join or define."),
        ],
        SERVICE,
        SHARED,
        &[
            key("operations", Shape::Map(&Shape::Keys(&OPERATION)), "The operations."),
            key("subscriptions", Shape::Map(&Shape::Keys(&SUBSCRIPTION)), "The subscriptions over a WebSocket."),
            WEBHOOKS_KEY,
            key("deployment", DeploymentDecl::SHAPE, "Makes the file a deployment: a named set of settings."),
            ALLOW,
        ],
    ],
)
.apart(&[&["endpoint", "endpoints"]]);

/// The keys of a file that speak of the service that it defines.
pub(crate) const SERVICE: &[Key] = &[
    VARS,
    key("instance", Shape::Text, "The variable that selects an instance of the service."),
    key("endpoint", ENDPOINT_SHAPE, "The path of the JSON-RPC service, a template over variables."),
    key("endpoints", Shape::Map(&ENDPOINT_SHAPE), "The paths of a JSON-RPC service that has several, by name."),
    key(
        "websocket",
        <ShortOrWhole as Form<WebsocketDecl>>::SHAPE,
        "The path of the WebSocket of the service, a template over variables.",
    ),
    SERVER_KEY,
    key("rpc", Shape::Keys(&RPC), "Makes the service a JSON-RPC service, and states the form of its calls."),
    key("subscribe", SubscribeDecl::SHAPE, "The method names of subscriptions."),
];

pub(super) const SERVER_KEY: Key =
    key("server", Shape::Text, "The entry of `servers` of the client, where it is not at the base URL.");

const ENDPOINT_SHAPE: Shape = <ShortOrWhole as Form<EndpointDecl>>::SHAPE;

/// The keys of a file that speak of all operations of it.
pub(crate) const SHARED: &[Key] = &[SOURCE, AVAILABLE_KEY, EFFECT, NOTES, LIMITS];

/// `lib.yaml` has these only.
pub(crate) const LIB: Table = Table::new(
    "lib",
    "`lib.yaml`",
    &[&[
        VERSION,
        doc("The description of the crate."),
        key("crate", Shape::Text, "The name of the crate, in the inventory and in the programs of its documentation."),
        key("serde", Shape::Text, "The cargo feature that enables serde's traits."),
        key("macros", Shape::Text, "The cargo feature that enables the macros."),
        key("fixtures", Shape::Text, "The cargo feature that enables synthetic values for tests."),
        key(
            "readme",
            Shape::Flag,
            "True if the `README.md` beside `Cargo.toml` is the documentation of the crate, in place of `doc`.",
        ),
        key(
            "sources",
            <ByMark as Form<Vec<SourceDocument>>>::SHAPE,
            "The documents that the spec is based on, by the mark with which each `source` begins.",
        ),
    ]],
);

pub(crate) const CLIENT: Table = Table::new(
    "client",
    "`client`",
    &[&[
        SOURCE,
        key("version", Shape::Text, "The version of the API, as its documents name it."),
        key("baseUrl", Shape::Text, "The base URL, a template over variables.").must(),
        VARS,
        key("auth", Shape::Map(&SecretDecl::SHAPE), "The secrets of requests, by name."),
        SECURITY,
        key(
            "servers",
            Shape::Map(&ServerDecl::SHAPE),
            "Other servers than that of the base URL, by name: `server` of an operation or a service names one.",
        ),
        key("headers", HeadersDecl::SHAPE, "Headers of requests, and the meaning of response headers."),
        key("errors", Shape::Keys(&ERRORS), "The error responses."),
        key(
            "unavailable",
            Shape::List(&ErrorSign::SHAPE),
            "The errors of a server that does not serve yet, such as while it starts.",
        ),
        key("paging", Shape::Keys(&PAGING), "The paging of the lists of this client."),
        key(
            "refusals",
            RefusalsDecl::SHAPE,
            "The responses to requests that get no result. Test servers send them; the client does not act on them.",
        ),
        key("dialects", Shape::Map(&DialectDecl::SHAPE), "Families of JSON-RPC servers, by how they respond."),
        LIMITS,
        NOTES,
    ]],
);

/// Ways to show who calls.
pub(super) const SECURITY: Key = key(
    "security",
    <Ways as Form<Vec<Vec<Text>>>>::SHAPE,
    "Alternatives of authentication: each is a secret, or a list of secrets that are sent together.",
);

pub(crate) const ERRORS: Table = Table::new(
    "errors",
    "`errors`",
    &[&[
        SOURCE,
        key("body", Shape::Text, "The record of the body of an error response.").must(),
        key("message", Shape::Text, "The member of the body with the error message."),
        key(
            "statuses",
            Shape::ByStatus(100, 599, &<ShortOrWhole as Form<StatusName>>::SHAPE),
            "The statuses of error responses, with names and optional descriptions.",
        ),
        key("inBody", InBodyDecl::SHAPE, "The responses of a success status whose JSON body reports a failure."),
    ]],
);

/// What `paging` of a client and `paginate` of an operation both say.
pub(super) const PAGING_SHARED: &[Key] = &[
    key("by", PageWay::SHAPE, "The way to request the next page; the default is `token`."),
    key(
        "next",
        Shape::Text,
        "The member of the response with the token or the URL of the next page, or the member of the last item.",
    ),
    key("rel", Shape::Text, "The relation of the next page in the header `Link`; the default is `next`."),
    key("first", Shape::Whole(0, u64::MAX), "The number of the first page; the default is 1."),
    key("into", Shape::Text, "The parameter that selects the page, such as its token."),
    key("size", Shape::Text, "The parameter for the page size."),
    key("end", <Ends as Form<Vec<At<PageEnd<String>>>>>::SHAPE, "The signs of the last page."),
    key("life", TokenLife::SHAPE, "The lifetime of a page token."),
    key(
        "anyOrigin",
        Shape::Flag,
        "True if URLs of pages may have another origin, as behind a proxy: path and query are requested at the own one.",
    ),
];

pub(crate) const PAGING: Table = Table::new(
    "paging",
    "`paging`",
    &[&[SOURCE, key("query", Shape::Fields, "The parameters of every paged operation.")], PAGING_SHARED],
);

pub(crate) const RPC: Table = Table::new(
    "rpc",
    "`rpc`",
    &[&[
        key("params", Shape::Word(STYLE_WORDS), "The form of the parameters.").must(),
        key("batch", Shape::Flag, "True if a request may hold several calls."),
        key("batchMax", Shape::TextOrNumber, "The maximum number of calls in a batch, a number or a template."),
        key("ids", Shape::Word(ID_WORDS), "The form of the ID of a call; the default is a number."),
        key("dialect", Shape::Text, "The name of the entry of `dialects` by which the service responds."),
        key(
            "retry",
            Shape::List(&Shape::Whole(100, 599)),
            "The statuses after which the same call may succeed later, in addition to the usual ones. One below 500 also \
             says that nothing was done.",
        ),
        ERRORS_BY_CODE,
    ]],
);

pub(super) const ERRORS_BY_CODE: Key = key(
    "errors",
    Shape::ByCode(&Shape::Either(&[Shape::Text, Shape::Keys(&RPC_ERROR)])),
    "The codes of JSON-RPC errors, with names and optional descriptions.",
);

pub(crate) const RPC_ERROR: Table = Table::new(
    "rpcError",
    "an error",
    &[&[
        key("name", Shape::Text, "The name of the error.").must(),
        doc("The condition of the response."),
        key(
            "retry",
            Shape::Either(&[Shape::Flag, Shape::Word(RETRY_WORDS)]),
            "Whether the same call may succeed later; `undone` if nothing was done for it, `smaller` if it may succeed in \
             a smaller batch.",
        ),
        key("data", Shape::Type(Position::Plain), "The type of the member `data` of the error."),
        key(
            "limited",
            Shape::Either(&[Shape::Flag, Shape::Keys(&LIMITED)]),
            "True if the service refuses calls for now, as with the status 429; or which errors of the code do so.",
        ),
        SEEN,
        SOURCE,
    ]],
);

const SEVERAL: Shape = Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]);

pub(crate) const LIMITED: Table = Table::new(
    "limited",
    "`limited`",
    &[&[
        key("error", SEVERAL, "Parts of the message, in any case, one of which such an error has."),
        key(
            "wait",
            SEVERAL,
            "The member of `data` with the time to wait, in seconds or a text with units; or several.",
        ),
        key("waitMs", SEVERAL, "The member of `data` with the time to wait, in milliseconds; or several."),
    ]],
);
