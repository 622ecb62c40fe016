//! An invented API: books over REST, shelves over JSON-RPC.

use super::books as __tables;
use chainloom_runtime::__private as rt;
use rt::schema::{
    Also, Availability, Backfill, Binding, Bounds, Client, Deployment, Effect, Endpoint, Errors, Field, HeightParam,
    Heights, Integer, List, Operation, ParamStyle, Place, Protocol, RateLimitHeaders, Record, Rpc, RpcError, RpcRetry,
    Rule, RuleKind, Secret, Service, ServiceRef, Subscribe, Subscription, Template, Type, Var, Verb,
};

pub(crate) static CLIENT: Client = Client::new("books", "{booksUrl}")
    .vars(&[
        Var { name: "booksUrl", default: None },
        Var { name: "keyHeader", default: Some("x-books-key") },
        Var { name: "prefix", default: Some("bk") },
        Var { name: "room", default: Some("cellar") },
    ])
    .auth(&[Secret::header("apiKey", "{keyHeader}").optional()])
    .errors(Errors::new(Type::Record(&PROBLEM)).message(&["message"]))
    .rate_limit(RateLimitHeaders {
        policy: Some("limit-policy"),
        limit: Some("limit-limit"),
        remaining: Some("limit-remaining"),
        reset: Some("limit-reset"),
        ..RateLimitHeaders::NONE
    })
    .services(&[
        ServiceRef::new("library"),
        ServiceRef::new("positional").websocket(),
        ServiceRef::new("object"),
        ServiceRef::new("named").websocket().several(),
    ]);

pub(crate) static TOWN: Deployment = Deployment {
    name: "town",
    vars: &[("booksUrl", "https://books.example/api/"), ("keyHeader", "x-town-key"), ("other", "not ours")],
    endpoints: &[],
    missing: &["*.burn*"],
};

static PROBLEM: Record = Record {
    name: "Problem",
    fields: &[Field::optional("message", Type::Json), Field::optional("code", Type::Integer(Integer::U64))],
};

#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) code: Option<u64>,
    pub(crate) message: Option<rt::RawJson>,
}

rt::record!(Problem, PROBLEM[message(0), code(1)]);

static BOOK: Record = Record {
    name: "Book",
    fields: &[Field::required("title", Type::Text), Field::required("pages", Type::Integer(Integer::U64))],
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Book {
    pub(crate) title: rt::Text,
    pub(crate) pages: u64,
    pub(crate) extra: rt::Extra,
}

rt::record!(Book, BOOK[title(0), pages(1)], extra(extra));

pub(crate) static LIBRARY: Service = Service::new("library", &CLIENT);

pub(crate) const fn bind(place: Place, name: &'static str, member: usize) -> Binding {
    Binding::member(place, name, member)
}

pub(crate) const fn fixed(place: Place, name: &'static str, json: &'static str) -> Binding {
    Binding::fixed(place, name, json)
}

pub(crate) static TEXTS: List = List { item: Type::Text, also: Also::Nothing };
static NUMBERS: List = List { item: Type::Number, also: Also::Nothing };

static FIND_INPUT: Record = Record {
    name: "findBook",
    fields: &[
        Field::required("bookId", Type::Text),
        Field::optional("pageSize", Type::Integer(Integer::U64))
            .bounds(&Bounds::new().min("1").max("100").default("10")),
        Field::optional("tags", Type::List(&TEXTS)).bounds(&Bounds::new().max_size(3)),
        Field::optional("kinds", Type::List(&TEXTS)),
        Field::optional("full", Type::Boolean),
        Field::optional("reader", Type::Text),
    ],
};

pub(crate) static FIND: Operation = Operation::new(
    "library.findBook",
    &LIBRARY,
    Protocol::Rest { verb: Verb::Get, path: Template::new("/v1/{room}/books/{bookId}:find", &[(4, 10), (17, 25)]) },
    &FIND_INPUT,
)
.bindings(&[
    bind(Place::Path, "bookId", 0),
    bind(Place::Query, "pageSize", 1),
    bind(Place::Query, "tags", 2).join(","),
    bind(Place::Query, "kinds", 3),
    bind(Place::Query, "full", 4),
    bind(Place::Header, "x-reader", 5),
    fixed(Place::Query, "format", "\"paper & ink\""),
])
.output(Type::Record(&BOOK))
.available(&[
    Availability::new("needs a reading card"),
    Availability::new("needs an old card for old books").of_data(),
]);

#[derive(Clone, Debug)]
pub(crate) struct FindBook {
    pub(crate) book_id: rt::Text,
    pub(crate) page_size: Option<u64>,
    pub(crate) tags: Option<Vec<rt::Text>>,
    pub(crate) kinds: Option<Vec<rt::Text>>,
    pub(crate) full: Option<bool>,
    pub(crate) reader: Option<rt::Text>,
}

impl FindBook {
    pub(crate) fn new(book_id: &str) -> Self {
        Self { book_id: book_id.into(), page_size: None, tags: None, kinds: None, full: None, reader: None }
    }
}

rt::record!(FindBook, FIND_INPUT[book_id(0), page_size(1), tags(2), kinds(3), full(4), reader(5)]);
rt::operation!(FindBook, FIND -> Book);

/// A POST whose parameters keep to every kind of rule.
pub(crate) static REVIEW: Operation = Operation::new(
    "library.review",
    &LIBRARY,
    Protocol::Rest { verb: Verb::Post, path: Template::new("/v1/reviews", &[]) },
    &Record {
        name: "review",
        fields: &[
            Field::optional("text", Type::Text).bounds(&Bounds::new().min_size(2)),
            Field::optional("stars", Type::Text),
            Field::optional("quorum", Type::Integer(Integer::U64)).bounds(&Bounds::new().default("67")),
            Field::optional("buffer", Type::Integer(Integer::U64)).bounds(&Bounds::new().default("0")),
            Field::optional("sortBy", Type::Text),
            Field::optional("branch", Type::Text).bounds(&Bounds::new().default("\"main\"")),
            Field::optional("steps", Type::List(&NUMBERS)),
            Field::optional("from", Type::Json),
            Field::optional("to", Type::Json),
            Field::optional("supply", Type::Text).bounds(&Bounds::new().max("720000000000000000")),
        ],
    },
)
.bindings(&[
    bind(Place::Body, "text", 0),
    bind(Place::Body, "stars", 1),
    bind(Place::Body, "quorum", 2),
    bind(Place::Body, "buffer", 3),
    bind(Place::Body, "sortBy", 4),
    bind(Place::Body, "branch", 5),
    bind(Place::Body, "steps", 6),
    bind(Place::Body, "from", 7),
    bind(Place::Body, "to", 8),
    bind(Place::Body, "supply", 9),
    fixed(Place::Body, "kind", "{\"a\":1}"),
])
.rules(&[
    Rule { kind: RuleKind::AtLeastOne(&[0, 1]), doc: "A review says something." },
    Rule { kind: RuleKind::SumAtMost { of: &[2, 3], max: "100" }, doc: "" },
    Rule {
        kind: RuleKind::Requires { when: &[(4, Some("\"fee\""))], need: &[(5, Some("\"main\"")), (0, None)] },
        doc: "",
    },
    Rule { kind: RuleKind::Ascending(6), doc: "" },
    Rule { kind: RuleKind::Ordered { low: 7, high: 8 }, doc: "" },
    Rule { kind: RuleKind::AtMostOne(&[1, 9]), doc: "" },
])
.effect(Effect::Write);

const FLAG: &[Availability] = &[Availability::new("needs the flag `--shelves`")];

const fn shelves(name: &'static str, params: ParamStyle) -> Service {
    Service::new(name, &CLIENT)
        .vars(&[Var { name: "room", default: Some("hall") }, Var { name: "shelf", default: None }])
        .endpoints(&[
            Endpoint { name: "main", path: "/rpc/{room}/{prefix}" },
            Endpoint { name: "side", path: "/rpc/side/{shelf}" },
        ])
        .websocket("/ws/{room}")
        .rpc(Rpc::new(params).retry(&[404]))
        .subscribe(Subscribe { call: "{prefix}.watch", cancel: "{prefix}.unwatch", notify: "{prefix}.seen" })
        .available(FLAG)
}

const ERRORS: &[RpcError] =
    &[RpcError::new(-32099, "Resting").retry(RpcRetry::Undone), RpcError::new(-32098, "TooManyRequests")];

static POSITIONAL: Service = Service {
    rpc: Some(Rpc::new(ParamStyle::Positional).retry(&[404]).errors(ERRORS)),
    ..shelves("positional", ParamStyle::Positional)
};
static NAMED: Service = shelves("named", ParamStyle::Named);
/// The only one that takes batches.
static OBJECT: Service = Service {
    rpc: Some(Rpc::new(ParamStyle::ObjectInArray).batch().retry(&[404])),
    ..shelves("object", ParamStyle::ObjectInArray)
};

const fn count(id: &'static str, service: &'static Service) -> Operation {
    Operation::new(id, service, Protocol::Rpc { method: "{prefix}.count" }, &COUNT_INPUT)
        .bindings(COUNT_BINDINGS)
        .output(Type::Integer(Integer::U64))
}

const COUNT_BINDINGS: &[Binding] =
    &[bind(Place::Rpc, "shelf", 0), bind(Place::Rpc, "after", 1), bind(Place::Rpc, "limit", 2)];

static COUNT_INPUT: Record = Record {
    name: "count",
    fields: &[
        Field::optional("shelf", Type::Text),
        Field::optional("after", Type::Text),
        Field::optional("limit", Type::Integer(Integer::U64)),
    ],
};

pub(crate) static COUNT: Operation = count("positional.count", &POSITIONAL);
pub(crate) static COUNT_NAMED: Operation = count("named.count", &NAMED);
pub(crate) static COUNT_OBJECT: Operation = count("object.count", &OBJECT);

/// A call whose second parameter is fixed, and whose first and third may be left out.
pub(crate) static COUNT_FIXED: Operation = Operation {
    id: "positional.countFull",
    bindings: &[bind(Place::Rpc, "shelf", 0), fixed(Place::Rpc, "full", "true"), bind(Place::Rpc, "limit", 2)],
    ..count("", &POSITIONAL)
};

/// A call with a fixed member that has an empty name.
pub(crate) static COUNT_NAMELESS: Operation = Operation {
    id: "object.countNameless",
    bindings: &[fixed(Place::Rpc, "", "true"), bind(Place::Rpc, "limit", 2)],
    ..count("", &OBJECT)
};

/// A method that the town does not serve.
pub(crate) static BURN: Operation = Operation {
    id: "positional.burn",
    protocol: Protocol::Rpc { method: "{prefix}.burnAll" },
    ..count("", &POSITIONAL)
};

#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub(crate) shelf: Option<rt::Text>,
    pub(crate) after: Option<rt::Text>,
    pub(crate) limit: Option<u64>,
}

rt::record!(Count, COUNT_INPUT[shelf(0), after(1), limit(2)]);
rt::operation!(Count, COUNT -> u64);

/// A call that changes something.
pub(crate) static COUNT_AND_WRITE: Operation =
    Operation { effect: Effect::Write, ..count("positional.write", &POSITIONAL) };

/// Books that come back. The same with an object of parameters, and with methods of its own.
pub(crate) static RETURNS: Subscription = Subscription::new(
    "positional.returns",
    &POSITIONAL,
    &RETURNS_INPUT,
    BACK,
    "{prefix}.watch",
    &[fixed(Place::Rpc, "", "\"returns\""), bind(Place::Rpc, "", 0)],
)
.kind("returns")
.backfill(
    &Backfill::new(
        &["pages"],
        &[&["title"]],
        &COUNT,
        &BETWEEN,
        Heights::Between {
            from: HeightParam { index: 1, path: &["range", "first"] },
            to: HeightParam { index: 1, path: &["range", "last"] },
        },
    )
    .removed(&["gone"]),
);

/// Books by their number of pages.
static BETWEEN: Operation = Operation::new(
    "positional.between",
    &POSITIONAL,
    Protocol::Rpc { method: "{prefix}.between" },
    &Record { name: "between", fields: &[Field::optional("shelf", Type::Text), Field::required("filter", Type::Json)] },
)
.bindings(&[bind(Place::Rpc, "", 0), bind(Place::Rpc, "", 1)])
.output(Type::Json);
pub(crate) static RETURNS_OBJECT: Subscription = Subscription::new(
    "object.returns",
    &OBJECT,
    &RETURNS_INPUT,
    BACK,
    "{prefix}.watch",
    &[fixed(Place::Kind, "", "\"returns\""), bind(Place::Rpc, "shelf", 0)],
)
.kind("returns");

const BACK: Type = Type::Record(&BOOK);

static RETURNS_INPUT: Record = Record { name: "returns", fields: &[Field::optional("shelf", Type::Text)] };

#[derive(Clone, Debug, Default)]
pub(crate) struct Returns {
    pub(crate) shelf: Option<rt::Text>,
}

rt::record!(Returns, RETURNS_INPUT[shelf(0)]);

impl rt::Subscribes for Returns {
    type Item = Book;
    fn schema() -> &'static Subscription {
        &RETURNS
    }
}
