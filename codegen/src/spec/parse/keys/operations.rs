//! The keys of operations and subscriptions.

use super::common::{ALLOW, AVAILABLE_KEY, COST_KEY, DEPRECATED_KEY, LIMITS, NOTES, SEEN, SINCE, SOURCE, UNTIL, doc};
use super::file::{EFFECT, ERRORS_BY_CODE, PAGING_SHARED, SECURITY, SERVER_KEY};
use super::types::STYLE;
use crate::language::table::{Key, Position, Shape, Table, key};
use crate::language::word::Word as _;
use crate::language::words::examples::ExampleDecl;
use crate::language::words::refusals::FailureDecl;
use crate::language::words::rules::RuleDecl;
use crate::language::words::subscriptions::{BackfillDecl, SubscribeDecl};
use crate::language::words::waiting::WaitDecl;
use crate::spec::closed::{self, REDIRECTS, texts};

const REDIRECT_WORDS: &[&str] = &texts(&REDIRECTS);

/// The keys that say what an operation calls.
const CALLS: &[&str] = &texts(&closed::CALLS);

const RESULTS: &[Key] = &[
    key(
        "response",
        Shape::Either(&[
            Shape::Type(Position::Plain),
            Shape::Keys(&RESPONSE),
            Shape::Statuses(&Shape::Type(Position::Arm), BESIDE_STATUSES),
        ]),
        "The type of the response of a REST operation, its bytes or text, or a type by status.",
    ),
    key("events", Shape::Map(&Shape::Type(Position::Arm)), "Server-sent events: the types of their data, by name."),
    key(
        "lines",
        Shape::Either(&[Shape::Type(Position::Plain), Shape::Keys(&LINES)]),
        "The type of a line of a response of JSON lines.",
    ),
    key("stream", Shape::Keys(&STREAM), "Facts of the stream of server-sent events: its end, and reconnections."),
    key("result", Shape::Type(Position::Plain), "The type of the result of a JSON-RPC method."),
];

pub(crate) const OPERATION: Table = Table::new(
    "operation",
    "an operation",
    &[
        &[
            SOURCE,
            doc("The description of the operation."),
            key("get", Shape::Text, "The path of a `GET`, with its parameters in braces."),
            key("head", Shape::Text, "The path of a `HEAD`, with its parameters in braces."),
            key("post", Shape::Text, "The path of a `POST`, with its parameters in braces."),
            key("put", Shape::Text, "The path of a `PUT`, with its parameters in braces."),
            key("patch", Shape::Text, "The path of a `PATCH`, with its parameters in braces."),
            key("delete", Shape::Text, "The path of a `DELETE`, with its parameters in braces."),
            key("request", Shape::Text, "Another HTTP method and the path, such as `QUERY /books`."),
            key("method", Shape::Text, "The name of a JSON-RPC method, a template over variables."),
            key("path", Shape::Fields, "The parameters in the path."),
            key("query", Shape::Fields, "The parameters in the query."),
            key("headers", Shape::Fields, "The parameters in headers."),
            key("cookies", Shape::Fields, "The parameters in cookies."),
            key(
                "body",
                Shape::Either(&[Shape::Fields, Shape::Text, Shape::List(&Shape::Any)]),
                "The parameters in the body, or the type of the whole body, which is then the parameter `body`.",
            ),
            key(
                "body?",
                Shape::Either(&[Shape::Text, Shape::List(&Shape::Any)]),
                "The type of an optional whole body.",
            ),
            key(
                "content",
                Shape::Text,
                "The kind of the body: `json`, `form`, `multipart`, `bytes`, `text`, `merge-patch`, `json-lines` or a media type.",
            ),
            SECURITY,
            SERVER_KEY,
            key("style", STYLE, "The encoding of lists and objects in a form."),
            key("params", Shape::Fields, "The parameters of a JSON-RPC method, in the order on the wire."),
        ],
        RESULTS,
        &[
            key(
                "status",
                Shape::Either(&[SUCCESS, Shape::List(&SUCCESS), Shape::ByStatus(200, 299, &Shape::Keys(&STATUS))]),
                "The success statuses.",
            ),
            key(
                "redirects",
                Shape::Word(REDIRECT_WORDS),
                "Whether redirects of a download to another origin are followed, without secrets.",
            ),
            EFFECT,
            key("rules", Shape::List(&RuleDecl::SHAPE), "Conditions across parameters, checked before sending."),
            key("paginate", Shape::Keys(&PAGINATE), "The paging of the list."),
            key(
                "wait",
                WaitDecl::SHAPE,
                "How to wait for the result; a client gets a method that repeats the call.",
            ),
            COST_KEY,
            key("serverVersion", Shape::Text, "The member of the result that holds the version that the server runs."),
            ERRORS_BY_CODE,
            key(
                "failures",
                Shape::List(&FailureDecl::SHAPE),
                "The errors of a JSON-RPC method for certain parameters, for test servers.",
            ),
            key("variants", Shape::Map(&Shape::Keys(&VARIANT)), "Typed calls with fixed parameters."),
            key("examples", Shape::List(&ExampleDecl::SHAPE), "Requests and responses, checked against the types."),
            AVAILABLE_KEY,
            DEPRECATED_KEY,
            SINCE,
            UNTIL,
            LIMITS,
            NOTES,
            SEEN,
            ALLOW,
        ],
    ],
)
.one(CALLS)
.apart(APART_OF_OPERATION);

const APART: &[&[&str]] = &[
    &["response", "result"],
    &["events", "response"],
    &["events", "result"],
    &["lines", "response"],
    &["lines", "events"],
    &["lines", "result"],
];

const APART_OF_OPERATION: &[&[&str]] = &[
    &["response", "result"],
    &["events", "response"],
    &["events", "result"],
    &["lines", "response"],
    &["lines", "events"],
    &["lines", "result"],
    &["body", "body?"],
];

const MEDIA_TYPES: Shape = Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]);
const RESPONSE_HEADERS: Key = key("headers", Shape::Fields, "Headers of the response, with their types.");

/// Keys of a response that a type does not have.
pub(crate) const RESPONSE_ONLY: [&str; 3] = ["bytes", "text", "headers"];

pub(crate) const RESPONSE: Table = Table::new(
    "response",
    "a response",
    &[&[
        key("type", Shape::Type(Position::Plain), "The type of the body."),
        key("bytes", MEDIA_TYPES, "The media types of a body of bytes."),
        key("text", MEDIA_TYPES, "The media types of a body of text."),
        RESPONSE_HEADERS,
    ]],
)
.apart(&[&["bytes", "text"], &["bytes", "type"], &["text", "type"]]);

/// Keys beside the statuses of a response.
const BESIDE_STATUSES: &[Key] = &[RESPONSE_HEADERS];

pub(crate) const LINES: Table = Table::new(
    "lines",
    "`lines`",
    &[&[
        key("type", Shape::Type(Position::Plain), "The type of a line.").must(),
        key("mediaType", MEDIA_TYPES, "The media types of the response, by default `application/x-ndjson`."),
        RESPONSE_HEADERS,
    ]],
);

pub(crate) const STREAM: Table = Table::new(
    "stream",
    "`stream`",
    &[&[
        key("end", Shape::Text, "The data of the event that ends the stream, such as `[DONE]`."),
        key("ids", Shape::Flag, "True if events have IDs, and the service continues behind the `Last-Event-ID`."),
        key(
            "retry",
            Shape::Whole(0, u32::MAX as u64),
            "The milliseconds before a reconnection, if the service does not say otherwise.",
        ),
    ]],
);

const SUCCESS: Shape = Shape::Status(200, 299);

pub(crate) const STATUS: Table = Table::new("status", "a status", &[&[SEEN]]);

pub(crate) const PAGINATE: Table = Table::new(
    "paginate",
    "`paginate`",
    &[
        &[
            SOURCE,
            key(
                "items",
                Shape::Text,
                "The member of the response with the items; left out if the response is the list.",
            ),
        ],
        PAGING_SHARED,
        &[
            key(
                "overlap",
                Shape::Whole(0, u32::MAX as u64),
                "The number of items that a page repeats from the previous one.",
            ),
            key("repeats", Shape::Flag, "True if a token may lead to several pages, one after the other."),
        ],
    ],
);

pub(crate) const VARIANT: Table = Table::new(
    "variant",
    "a variant",
    &[
        &[
            doc("The description of the variant."),
            SOURCE,
            key("fix", Shape::Map(&Shape::Any), "The fixed parameters, with their values."),
        ],
        RESULTS,
        &[SINCE, UNTIL, DEPRECATED_KEY, AVAILABLE_KEY, NOTES, SEEN],
    ],
)
.apart(APART);

pub(crate) const SUBSCRIPTION: Table = Table::new(
    "subscription",
    "a subscription",
    &[&[
        doc("The description of the subscription."),
        SOURCE,
        key("kind", Shape::Text, "The name on the wire, if it differs."),
        key("subscribe", SubscribeDecl::SHAPE, "The method names, if they differ from those of the service."),
        key("params", Shape::Fields, "The parameters, in the order on the wire."),
        key("item", Shape::Type(Position::Plain), "The type of an event.").must(),
        key("backfill", BackfillDecl::SHAPE, "How missed events are fetched."),
        SEEN,
        AVAILABLE_KEY,
        NOTES,
        ALLOW,
    ]],
);
