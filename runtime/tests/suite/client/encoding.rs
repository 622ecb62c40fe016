//! Places of parameters, and parameters that are refused before sending.

use super::{
    books::*,
    servers::{Memory, once},
};
use chainloom_runtime::__private::members;
use chainloom_runtime::catalog::{Arguments, Request, Target};
use chainloom_runtime::schema::{Binding, Field, Operation, Place, Protocol, Record, Style, Template, Type, Verb};
use chainloom_runtime::{Client, Error};
use serde_json::{Value, json};

fn client() -> Client {
    let memory = Memory::fixed(200, "application/json", "{}");
    once(&CLIENT).base_url("http://h.example:81/base/?v=1").transport(memory).build().unwrap()
}

fn prepare(operation: &'static Operation, arguments: Value) -> Result<Request, Error> {
    let members = Arguments::from_json(operation, arguments.to_string().as_bytes())?.into_members();
    let client = client();
    client.prepare(operation, &members, &Target::new(client.clone()))
}

fn url(arguments: Value) -> String {
    prepare(&FIND, arguments).unwrap().http().uri().to_string()
}

fn body(operation: &'static Operation, arguments: Value) -> String {
    let request = prepare(operation, arguments).unwrap();
    String::from_utf8(request.http().body().to_vec()).unwrap()
}

fn broken(operation: &'static Operation, arguments: Value) -> Vec<String> {
    let error = prepare(operation, arguments).unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(error.operation(), Some(operation.id));
    error.broken_rules().to_vec()
}

#[test]
fn paths_and_queries() {
    let base = "http://h.example:81/base/v1/cellar/books";
    assert_eq!(url(json!({ "bookId": "7" })), format!("{base}/7:find?v=1&format=paper%20%26%20ink"));
    let all = json!({
        "bookId": "a/b %2e\u{fc}?#", "pageSize": 100, "tags": ["x y", "z&"], "kinds": ["1,2", "3"],
        "full": false, "reader": "me"
    });
    assert_eq!(
        url(all.clone()),
        format!(
            "{base}/a%2Fb%20%252e%C3%BC%3F%23:find?v=1&pageSize=100&tags=x%20y,z%26&kinds=1%2C2&kinds=3&full=false&format=paper%20%26%20ink"
        )
    );
    let request = prepare(&FIND, all).unwrap();
    assert_eq!(request.http().headers()["x-reader"], "me");
    assert_eq!(request.http().headers()["accept"], "application/json");
    assert!(request.http().body().is_empty() && !request.http().headers().contains_key("content-type"));
    // An empty list says nothing, and null is the same as nothing.
    assert_eq!(url(json!({ "bookId": "7", "tags": [], "kinds": [], "full": null })), url(json!({ "bookId": "7" })));
}

static FILTER: Record = Record {
    name: "filter",
    fields: &[
        Field::optional("f", Type::Json),
        Field::optional("d", Type::Json),
        Field::optional("i", Type::Json),
        Field::optional("r", Type::Json),
    ],
};
static FILTERED: Operation = Operation::new(
    "library.filtered",
    &LIBRARY,
    Protocol::Rest { verb: Verb::Get, path: Template::new("/", &[]) },
    &FILTER,
)
.bindings(&[
    Binding::member(Place::Query, "f", 0).style(Style::Brackets),
    Binding::member(Place::Query, "d", 1).style(Style::Dots),
    Binding::member(Place::Query, "i", 2).style(Style::Indices),
    Binding::member(Place::Query, "r", 3),
]);

#[test]
fn values_within_values_have_names() {
    let query = |arguments: Value| {
        let request = prepare(&FILTERED, arguments).unwrap();
        let query = request.http().uri().query().unwrap_or_default().to_owned();
        query.trim_start_matches("v=1&").replace("%5B", "[").replace("%5D", "]")
    };
    let value = json!({ "a": [1, "x", { "b": true }, [2]], "c": { "e": { "g": "h" } }, "n": [], "o": {} });
    assert_eq!(query(json!({ "f": value })), "f[a][]=1&f[a][]=x&f[a][2][b]=true&f[a][3][]=2&f[c][e][g]=h");
    assert_eq!(query(json!({ "i": value })), "i[a][0]=1&i[a][1]=x&i[a][2][b]=true&i[a][3][0]=2&i[c][e][g]=h");
    assert_eq!(query(json!({ "d": value })), "d.a=1&d.a=x&d.a.2.b=true&d.a.3=2&d.c.e.g=h");
    for (arguments, text) in [
        (json!({ "f": { "a": [null, { "b": null }] } }), "`f` holds null, which cannot be written here"),
        (json!({ "r": [1, [2]] }), "`r` holds a list or an object, which cannot be written here"),
        (json!({ "r": { "a": 1 } }), "`r` is an object, which cannot be written here"),
        // As a name of its own, each would say another thing than what was given.
        (json!({ "f": { "a][b": 1 } }), "`f` has the member \"a][b\", whose name would be read as another one"),
        (json!({ "i": { "": 1 } }), "`i` has the member \"\", whose name would be read as another one"),
        (json!({ "d": { "a.b": 1 } }), "`d` has the member \"a.b\", whose name would be read as another one"),
    ] {
        assert_eq!(broken(&FILTERED, arguments), [text]);
    }
    assert_eq!(query(json!({ "f": { "a.b": 1 }, "d": { "a[": 1 } })), "f[a.b]=1&d.a[=1");
}

static SENT: Record = Record {
    name: "sent",
    fields: &[
        Field::optional("label", Type::Json),
        Field::optional("labels", Type::Json),
        Field::optional("matrix", Type::Json),
        Field::optional("matrices", Type::Json),
        Field::optional("text", Type::Json),
        Field::optional("joined", Type::Json),
        Field::optional("X-Pairs", Type::Json),
        Field::optional("taste", Type::Json),
        Field::optional("size", Type::Json),
    ],
};
static STYLED: Operation = Operation::new(
    "library.styled",
    &LIBRARY,
    Protocol::Rest {
        verb: Verb::Get,
        path: Template::new(
            "/{label}/{labels}/{matrix}/{matrices}/{text}",
            &[(1, 8), (9, 17), (18, 26), (27, 37), (38, 44)],
        ),
    },
    &SENT,
)
.bindings(&[
    Binding::member(Place::Path, "label", 0).style(Style::Label),
    Binding::member(Place::Path, "labels", 1).style(Style::Label).explode(),
    Binding::member(Place::Path, "matrix", 2).style(Style::Matrix),
    Binding::member(Place::Path, "matrices", 3).style(Style::Matrix).explode(),
    Binding::member(Place::Path, "text", 4).style(Style::Json),
    Binding::member(Place::Query, "joined", 5).style(Style::Joined).join("|"),
    Binding::member(Place::Header, "X-Pairs", 6).style(Style::Joined).explode(),
    Binding::member(Place::Cookie, "taste", 7),
    Binding::member(Place::Cookie, "size", 8).join(";"),
]);

#[test]
fn values_are_one_text_in_the_styles_of_paths_headers_and_cookies() {
    let path = |value: Value| {
        let all = json!({ "label": value, "labels": value, "matrix": value, "matrices": value, "text": value });
        let request = prepare(&STYLED, all).unwrap();
        request.http().uri().path().trim_start_matches("/base/").to_owned()
    };
    assert_eq!(path(json!("a.b")), ".a.b/.a.b/;matrix=a.b/;matrices=a.b/%22a.b%22");
    assert_eq!(
        path(json!([1, "x/y"])),
        ".1,x%2Fy/.1.x%2Fy/;matrix=1,x%2Fy/;matrices=1;matrices=x%2Fy/%5B1%2C%22x%2Fy%22%5D"
    );
    let object = json!({ "B": 100, "G": true });
    assert_eq!(
        path(object.clone()),
        ".B,100,G,true/.B=100.G=true/;matrix=B,100,G,true/;B=100;G=true/%7B%22B%22%3A100%2C%22G%22%3Atrue%7D"
    );
    let request = |name: &str, value: &Value| {
        let mut all = json!({ "label": 1, "labels": 1, "matrix": 1, "matrices": 1, "text": 1 });
        all[name] = value.clone();
        prepare(&STYLED, all)
    };
    let around = |name: &str, value: &Value| {
        let request = request(name, value).unwrap();
        let header = |name: &str| {
            request.http().headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
        };
        let query = request.http().uri().query().unwrap_or_default().trim_start_matches("v=1").to_owned();
        [query, header("x-pairs"), header("cookie")].concat()
    };
    let none = json!({});
    for (name, value, sent) in [
        ("joined", &object, "&joined=B%7C100%7CG%7Ctrue"),
        ("joined", &json!(["a,b", 1]), "&joined=a%2Cb%7C1"),
        ("joined", &json!("a:b"), "&joined=a%3Ab"),
        ("joined", &none, ""),
        ("X-Pairs", &object, "B=100,G=true"),
        ("X-Pairs", &none, ""),
        ("taste", &json!("a; b=\"\u{fc}"), "taste=a%3B%20b%3D%22%C3%BC"),
        ("taste", &json!(["a", 1]), "taste=a,1"),
        ("size", &json!(["a", 1]), "size=a%3B1"),
    ] {
        assert_eq!(around(name, value), sent);
    }
    // What would name another path, or be read as other names and values.
    for (name, value) in [
        ("label", json!(".")),
        ("label", json!("")),
        ("labels", json!(["a.b"])),
        ("labels", json!({ "a.b": 1 })),
        ("labels", json!({ "a=b": 1 })),
        ("matrices", json!({ "a": "b;c" })),
        ("matrix", json!({ "a": [1] })),
        ("matrix", none),
        ("X-Pairs", json!({ "a": "b,c" })),
        ("X-Pairs", json!({ "a": null })),
        ("X-Pairs", json!({ "a": "\n" })),
    ] {
        assert!(request(name, &value).is_err(), "{name} {value}");
    }
}

#[test]
fn typed_and_untyped_calls_are_the_same() {
    let mut typed = FindBook::new("a/b");
    typed.page_size = Some(5);
    typed.tags = Some(vec!["q".into(), "r".into()]);
    typed.full = Some(true);
    let typed = members(&typed).unwrap();
    let untyped = json!({ "bookId": "a/b", "pageSize": 5, "tags": ["q", "r"], "full": true });
    let untyped = Arguments::from_json(&FIND, untyped.to_string().as_bytes()).unwrap().into_members();
    assert_eq!(typed, untyped);
}

#[test]
fn segments_that_mean_another_path() {
    for text in ["", ".", ".."] {
        let texts = broken(&FIND, json!({ "bookId": text }));
        assert!(texts.len() == 1 && texts[0].starts_with("`bookId` is "), "{texts:?}");
    }
    assert!(url(json!({ "bookId": "%2e%2e" })).contains("/%252e%252e:find"));
    let client = client();
    let target = Target::new(client.clone()).var("room", "..");
    let error = client.prepare(&FIND, &members(&FindBook::new("1")).unwrap(), &target).unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let texts = broken(&FIND, json!({ "bookId": "..", "pageSize": 101, "tags": ["a,b"], "reader": "a\nb" }));
    assert_eq!(
        texts,
        [
            "`pageSize` must be at most 100, but is 101",
            "`bookId` is `.` or `..`, which names another path",
            "`tags` holds the item \"a,b\", but `,` separates the items",
        ]
    );
    assert_eq!(broken(&FIND, json!({ "bookId": "1", "pageSize": 0 })), ["`pageSize` must be at least 1, but is 0"]);
    let texts = broken(&FIND, json!({ "tags": ["1", "2", "3", "4"] }));
    assert_eq!(texts, ["`bookId` is required, but was left out", "`tags` must have at most 3 items, but has 4"]);
    let texts = broken(&FIND, json!({ "bookId": "1", "reader": "a\nb" }));
    assert_eq!(texts, ["`x-reader` holds characters that a header cannot carry"]);
    let texts = broken(&FIND, json!({ "bookID": "1", "size": 2 }));
    assert_eq!(texts.len(), 2);
    assert!(texts[0].starts_with("there is no parameter `bookID`; there are: `bookId`, `pageSize`"), "{texts:?}");
}

#[test]
fn bodies() {
    let request = prepare(&REVIEW, json!({ "text": "ok", "supply": "720000000000000000" })).unwrap();
    assert_eq!(request.http().method(), "POST");
    assert_eq!(request.http().headers()["content-type"], "application/json");
    assert_eq!(body(&REVIEW, json!({ "stars": "5" })), r#"{"stars":"5","kind":{"a":1}}"#);
    let json = br#"{"text":"ok","from":123456789012345678901234567890,"to":1e400}"#;
    let exact = Arguments::from_json(&REVIEW, json).unwrap().into_members();
    let client = client();
    let request = client.prepare(&REVIEW, &exact, &Target::new(client.clone())).unwrap();
    assert!(request.http().body().starts_with(&json[..json.len() - 1]));
    let text = body(&REVIEW, json!({ "text": "ok", "steps": [0, 1.5, 2], "from": 1, "to": 1 }));
    assert_eq!(text, r#"{"text":"ok","steps":[0,1.5,2],"from":1,"to":1,"kind":{"a":1}}"#);
}

#[test]
fn rules() {
    let rule = |arguments: Value| {
        let texts = broken(&REVIEW, arguments);
        assert_eq!(texts.len(), 1, "{texts:?}");
        texts[0].clone()
    };
    assert_eq!(rule(json!({})), "at least one of `text` and `stars` must be given (A review says something)");
    assert_eq!(
        rule(json!({ "text": "ok", "buffer": 34 })),
        "the sum of `quorum` = 67 by default and `buffer` = 34 must be at most 100"
    );
    assert_eq!(
        rule(json!({ "text": "ok", "sortBy": "fee", "branch": "side" })),
        "`sortBy` = \"fee\" calls for `branch` = \"main\" and `text`"
    );
    assert_eq!(
        rule(json!({ "text": "ok", "steps": [1, 5, 5.0] })),
        "the items of `steps` must rise, but 5.0 comes after 5"
    );
    assert_eq!(
        rule(json!({ "text": "ok", "from": "0x10", "to": 15 })),
        "`from` must not be above `to`, but 0x10 is above 15"
    );
    let (late, early) = ("2024-01-01T01:00:00Z", "2024-01-01T01:00:00+02:00");
    assert!(rule(json!({ "text": "ok", "from": late, "to": early })).starts_with("`from` must not be above `to`"));
    assert_eq!(
        rule(json!({ "stars": "1", "supply": "1" })),
        "at most one of `stars` and `supply` may be given, but `stars` and `supply` are"
    );
    assert_eq!(
        rule(json!({ "text": "ok", "supply": "720000000000000001" })),
        "`supply` must be at most 720000000000000000, but is 720000000000000001"
    );
    assert_eq!(rule(json!({ "text": "\u{fc}" })), "`text` must have at least 2 characters, but has 1");
}

#[test]
fn rules_that_hold() {
    for arguments in [
        json!({ "text": "ok", "buffer": 33 }),
        json!({ "text": "ok", "quorum": 0, "buffer": 100 }),
        // What is left out counts with its default: the branch is the main one.
        json!({ "text": "ok", "sortBy": "fee" }),
        json!({ "text": "ok", "sortBy": "name", "branch": "side" }),
        json!({ "text": "ok", "steps": [] }),
        json!({ "text": "ok", "from": 3 }),
        json!({ "text": "ok", "from": "2024-01-01T01:00:00+02:00", "to": "2024-01-01T01:00:00Z" }),
    ] {
        prepare(&REVIEW, arguments).unwrap();
    }
}

#[test]
fn rpc_parameters() {
    let params = |operation, arguments| {
        let body = body(operation, arguments);
        let params = body.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"method":"bk.count","params":"#).unwrap();
        params.strip_suffix('}').unwrap().to_owned()
    };
    assert_eq!(params(&COUNT, json!({})), "[]");
    assert_eq!(params(&COUNT, json!({ "shelf": "a" })), r#"["a"]"#);
    assert_eq!(params(&COUNT, json!({ "limit": 3 })), "[null,null,3]");
    assert_eq!(params(&COUNT, json!({ "shelf": "a", "limit": 3 })), r#"["a",null,3]"#);
    assert_eq!(params(&COUNT_FIXED, json!({})), "[null,true]");
    assert_eq!(params(&COUNT_FIXED, json!({ "shelf": "a", "limit": 3 })), r#"["a",true,3]"#);
    assert_eq!(params(&COUNT_NAMED, json!({})), "{}");
    assert_eq!(params(&COUNT_NAMED, json!({ "shelf": "a", "limit": 3 })), r#"{"shelf":"a","limit":3}"#);
    assert_eq!(params(&COUNT_OBJECT, json!({})), "[{}]");
    assert_eq!(params(&COUNT_OBJECT, json!({ "after": "\"" })), r#"[{"after":"\""}]"#);
    // An empty name is one, and no mark of something else.
    assert_eq!(params(&COUNT_NAMELESS, json!({ "limit": 3 })), r#"[{"":true,"limit":3}]"#);
}

/// Whatever a value holds, it stays the value: no further header, parameter, part of a path or
/// member comes of it.
#[test]
fn nothing_is_injected() {
    let evil = "a/../b?c=d&e#f\",\"params\":[1],\"x\":\"\r\nx-evil: 1";
    let memory = Memory::fixed(200, "application/json", "{}");
    let client = once(&CLIENT).base_url("http://h").transport(memory).var("prefix", evil).build().unwrap();
    let target = Target::new(client.clone()).var("room", evil);
    let request = client.prepare(&COUNT, &[None, None, None], &target).unwrap();
    let path = request.http().uri().path().to_owned();
    assert_eq!((path.matches('/').count(), request.http().uri().query()), (3, None), "{path}");
    let body: Value = serde_json::from_slice(request.http().body()).unwrap();
    assert_eq!((body["method"].as_str(), body.as_object().unwrap().len()), (Some(format!("{evil}.count").as_str()), 4));
    let request = prepare(&FIND, json!({ "bookId": evil, "kinds": [evil] })).unwrap();
    let (query, path) = (request.http().uri().query().unwrap(), request.http().uri().path());
    let names: Vec<&str> = query.split('&').map(|pair| pair.split('=').next().unwrap()).collect();
    assert_eq!((names.as_slice(), path.matches('/').count()), (&["v", "kinds", "format"][..], 5), "{query} {path}");
    assert!(!request.http().headers().contains_key("x-evil"));
    // What a header cannot carry is refused where it is set.
    for builder in [
        once(&CLIENT).header("x-own", evil),
        once(&CLIENT).header("x-own\r\nx-evil", "1"),
        once(&CLIENT).user_agent(evil),
        once(&CLIENT).secret("apiKey", evil),
        once(&CLIENT).var("keyHeader", evil).secret("apiKey", "k"),
    ] {
        let error = builder.base_url("http://h").build().unwrap_err();
        assert!(error.is_building() && !error.to_string().contains("x-evil: 1"), "{error}");
    }
}
