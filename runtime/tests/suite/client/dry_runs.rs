//! Display of a request: nothing is sent, no secret is shown, and the `curl` command sends the same.

use super::{
    books::*,
    dry_runs as __tables,
    servers::{Memory, Server, json, once},
};
use chainloom_bounded::Bounded as _;
use chainloom_runtime::__private as rt;
use rt::schema::{
    Binding, Client as Description, Effect, Field, Operation, Place, Protocol, Record, Secret, Service, Template, Type,
    Verb,
};
use rt::{Call, Client, SecretText, Target, Text};
use std::process::Command;

const KEY: &str = "hush-hush-42";

static VAULT: Description = Description::new("vault", "{url}").auth(&[
    Secret::bearer("token", "Authorization").prefix("Bearer ").optional(),
    Secret::query("key", "key").optional(),
    Secret::cookie("sid", "sid").optional(),
    Secret::basic("login", "Authorization").optional(),
]);
static STORE: Service = Service::new("store", &VAULT);
static PLACE: Record = Record {
    name: "Place",
    fields: &[Field::required("pin", Type::Text).secret(), Field::required("name", Type::Text)],
};
static INPUT: Record = Record {
    name: "lock",
    fields: &[
        Field::required("door", Type::Text),
        Field::required("passWord", Type::Text).secret(),
        Field::required("place", Type::Record(&PLACE)),
        Field::required("card", Type::Text).secret(),
    ],
};
static LOCK: Operation = Operation::new(
    "store.lock",
    &STORE,
    Protocol::Rest { verb: Verb::Put, path: Template::new("/v1/doors/{door}/lock", &[(10, 16)]) },
    &INPUT,
)
.bindings(&[
    Binding::member(Place::Path, "door", 0),
    Binding::member(Place::Body, "passWord", 1),
    Binding::member(Place::Body, "place", 2),
    Binding::member(Place::Query, "card", 3),
])
.effect(Effect::Idempotent);

#[derive(Clone, Debug)]
struct Inner {
    pin: SecretText,
    name: Text,
}

rt::record!(Inner, PLACE[pin(0), name(1)]);

#[derive(Clone, Debug)]
struct Lock {
    door: Text,
    password: SecretText,
    place: Inner,
    card: SecretText,
}

rt::record!(Lock, INPUT[door(0), password(1), place(2), card(3)]);
rt::operation!(Lock, LOCK -> ());

static TASTE: Record = Record {
    name: "taste",
    fields: &[Field::required("taste", Type::Text), Field::required("pin", Type::Text).secret()],
};
static SHOW: Operation = Operation::new(
    "store.show",
    &STORE,
    Protocol::Rest { verb: Verb::Get, path: Template::new("/v1/doors", &[]) },
    &TASTE,
)
.bindings(&[Binding::member(Place::Cookie, "taste", 0), Binding::member(Place::Cookie, "pin", 1)]);

#[derive(Clone, Debug)]
struct Show {
    taste: Text,
    pin: SecretText,
}

rt::record!(Show, TASTE[taste(0), pin(1)]);
rt::operation!(Show, SHOW -> ());

/// A call whose parameters hold secrets that are short, in JSON, and in a query.
fn lock(target: Target) -> Call<Lock> {
    let inner = Inner { pin: "a".into(), name: "it's \"$HOME\" `id`".into() };
    Call::new(target, Lock { door: "front door".into(), password: "p\"w".into(), place: inner, card: "d&".into() })
}

#[test]
fn nothing_is_sent_and_no_secret_is_shown() {
    let memory = Memory::fixed(200, "", "");
    let builder = once(&VAULT).base_url("http://h/0a1b2c3d4e5f/api").transport(memory.clone()).user_agent("me/1");
    for (secret, value, url, line) in [
        ("token", KEY, "?card=$VAULT_CARD", "authorization: Bearer $VAULT_TOKEN"),
        ("key", "a b&c", "?card=$VAULT_CARD&key=$VAULT_KEY", "accept: application/json"),
        ("sid", KEY, "?card=$VAULT_CARD", "cookie: sid=$VAULT_SID"),
        ("login", "ann:hush", "?card=$VAULT_CARD", "authorization: Basic $VAULT_LOGIN"),
    ] {
        let client = builder.clone().secret(secret, value).header("x-own", "own-value").build().unwrap();
        let call = lock(Target::new(client)).header("x-trace", "t");
        let shown = call.dry_run().unwrap();
        assert_eq!(shown.url(), format!("http://h/$VAULT_URL_KEY/api/v1/doors/front%20door/lock{url}"));
        let text = shown.to_string();
        assert!(text.starts_with("PUT http://h/"), "{text}");
        for line in [line, "user-agent: me/1", "x-own: $VAULT_X_OWN", "x-trace: $VAULT_X_TRACE"] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        let body = r#"{"passWord":"$VAULT_PASS_WORD","place":{"pin":"$VAULT_PLACE","name":"it's \"$HOME\" `id`"}}"#;
        assert!(text.ends_with(&format!("\n\n{body}")), "{text}");
        assert!(shown.variables().contains(&"VAULT_PASS_WORD"), "{:?}", shown.variables());
        for shown in [text, format!("{shown:?}"), call.to_curl().unwrap()] {
            for secret in [value, KEY, "0a1b2c3d4e5f", "own-value", "p\\\"w", "d%26", "a%20b"] {
                assert!(!shown.contains(secret), "{secret} in {shown}");
            }
        }
    }
    assert!(memory.asked.lock().unwrap().is_empty());
}

#[test]
fn cookies_that_are_parameters_stand_between_those_of_the_user_and_secrets() {
    let show = |user: Option<&str>, secret: Option<&str>| {
        let mut builder = once(&VAULT).base_url("http://h").transport(Memory::fixed(200, "", ""));
        builder = user.into_iter().fold(builder, |builder, value| builder.header("cookie", value));
        builder = secret.into_iter().fold(builder, |builder, value| builder.secret("sid", value));
        let target = Target::new(builder.build().unwrap());
        let show = Show { taste: "a long taste; x".into(), pin: "p;n".into() };
        let shown = Call::new(target.clone(), show.clone()).dry_run().unwrap().to_string();
        let shown = shown.lines().find_map(|line| line.strip_prefix("cookie: ")).unwrap_or_default().to_owned();
        let request = target.client().prepare(&SHOW, &rt::members(&show).unwrap(), &target).unwrap();
        (shown, String::from_utf8(request.http().headers()["cookie"].as_bytes().to_vec()).unwrap())
    };
    let (parameters, sent) =
        ("taste=a%20long%20taste%3B%20x; pin=$VAULT_PIN", "taste=a%20long%20taste%3B%20x; pin=p%3Bn");
    for (user, secret, shown, all) in [
        (None, None, parameters.to_owned(), sent.to_owned()),
        (None, Some(KEY), format!("{parameters}; sid=$VAULT_SID"), format!("{sent}; sid={KEY}")),
        (Some("u=1; v=2"), None, format!("$VAULT_COOKIE; {parameters}"), format!("u=1; v=2; {sent}")),
        (
            Some("u=1; v=2"),
            Some(KEY),
            format!("$VAULT_COOKIE; {parameters}; sid=$VAULT_SID"),
            format!("u=1; v=2; {sent}; sid={KEY}"),
        ),
    ] {
        assert_eq!(show(user, secret), (shown, all));
    }
}

#[test]
fn a_dry_run_is_refused_like_a_call() {
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(200, "", "")).build().unwrap();
    let mut find = FindBook::new("..");
    find.page_size = Some(500);
    let error = Call::new(Target::new(client.clone()), find).dry_run().unwrap_err();
    assert!(error.is_invalid_request() && error.broken_rules().len() == 2, "{error}");
    let error = Call::new(Target::new(client.clone()), FindBook::new("1")).header("a b", "").to_curl().unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

#[test]
fn bytes_that_are_no_text_come_over_a_pipe() {
    let client = Client::builder(&CLIENT).base_url("http://[::1]:8").build().unwrap();
    let call = client.request(http::Method::POST, "/v1/[x]").body("image/png", [0_u8, 0xff]);
    let line = call.to_curl().unwrap();
    assert!(line.starts_with("printf %s AP8= | base64 -d | curl -g 'http://[::1]:8/v1/[x]' "), "{line}");
    assert!(line.ends_with(" -H 'content-type: image/png' --data-binary @-"), "{line}");
}

/// Runs a command in a shell; the output where `curl` is there.
async fn run(line: String, variables: &'static [(&'static str, &'static str)]) -> Option<String> {
    let shell = move || {
        Command::new("sh")
            .args(["-c", &line])
            .envs(variables.iter().copied())
            .env("NO_PROXY", "127.0.0.1")
            .bounded_output()
    };
    let output = tokio::task::spawn_blocking(shell).await.unwrap().ok()?;
    // A shell says so of a program that is not there.
    let is_missing = output.status.code() == Some(127);
    assert!(
        !is_missing || std::env::var_os("CHAINLOOM_CI").is_none_or(|value| value != "1"),
        "`curl` is not installed"
    );
    (!is_missing).then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Sorts the lines of a request, so that the order does not depend on its sender.
fn sorted(request: &str) -> Vec<String> {
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let lowered =
        |line: &str| line.split_once(':').map(|(name, value)| format!("{}:{}", name.to_lowercase(), value.trim()));
    let mut lines: Vec<String> = head.lines().map(|line| lowered(line).unwrap_or_else(|| line.to_owned())).collect();
    // The feature `gzip` asks for compressed answers, which a command prints as they are.
    lines.retain(|line| !line.starts_with("accept-encoding:"));
    lines.sort();
    lines.push(body.to_owned());
    lines
}

/// The command sends what the call sends, byte for byte, once its variables are set.
#[tokio::test(crate = "chainloom_bounded")]
async fn the_command_sends_the_same_request() {
    let server = Server::start(|_| Some(json("200 OK", "", r#"{"title":"A","pages":1}"#))).await;
    let client = || Client::builder(&VAULT).base_url(&server.url);
    let with_token = Target::new(client().secret("token", "a \"b\" $c").build().unwrap());
    let with_login = Target::new(client().secret("login", "ann:hush").build().unwrap());
    let variables: &[(&str, &str)] = &[
        ("VAULT_TOKEN", "a \"b\" $c"),
        ("VAULT_LOGIN", "ann:hush"),
        ("VAULT_PASS_WORD", "p\\\"w"),
        ("VAULT_PLACE", "a"),
        ("VAULT_CARD", "d%26"),
    ];
    let keyed = Client::builder(&CLIENT).base_url(&server.url).secret("apiKey", KEY).build().unwrap();
    let (count, find) = (Count { shelf: Some("it's".into()), after: None, limit: Some(7) }, FindBook::new("o'hara"));
    let mut lines = Vec::new();
    for target in [with_token, with_login] {
        lines.push(lock(target.clone()).to_curl().unwrap());
        lock(target).send().await.unwrap();
    }
    lines.push(Call::new(Target::new(keyed.clone()), find.clone()).to_curl().unwrap());
    Call::new(Target::new(keyed.clone()), find).send().await.unwrap();
    let empty = || keyed.request(http::Method::DELETE, "/v1/a b").header("x-empty", "");
    lines.push(empty().to_curl().unwrap());
    empty().send().await.unwrap();
    let ours = server.asked();
    for (line, ours) in lines.iter().zip(&ours) {
        let found = run(format!("BOOKS_API_KEY={KEY} && {}", line.replace("curl ", "curl -sS ")), variables).await;
        let Some(found) = found else { return eprintln!("skipped: there is no `curl`") };
        assert_eq!(found, r#"{"title":"A","pages":1}"#, "{line}");
        let theirs = server.asked().pop().unwrap();
        assert_eq!(sorted(&theirs), sorted(ours), "{line}");
    }
    // Of JSON-RPC, the id is another one.
    let line = Call::new(Target::new(keyed), count).to_curl().unwrap();
    assert!(line.contains(r#""method":"bk.count","params":["it'\''s",null,7]}'"#), "{line}");
    run(line.replace("curl ", "curl -sS "), &[("BOOKS_API_KEY", KEY)]).await;
    let last = server.asked().pop().unwrap();
    assert!(last.ends_with(r#""params":["it's",null,7]}"#) && last.contains(&format!("x-books-key: {KEY}")), "{last}");
}

/// The same call without its types shows the same.
#[tokio::test(crate = "chainloom_bounded")]
async fn calls_without_types_show_what_typed_ones_show() {
    use chainloom_runtime::catalog::{Arguments, UntypedCall};
    let client = Client::builder(&VAULT).base_url("http://127.0.0.1:9").secret("token", KEY).build().unwrap();
    let target = Target::new(client);
    let json = br#"{"door":"1","passWord":"p w","place":{"pin":"a","name":"it's \"$HOME\" `id`"},"card":"c"}"#;
    let untyped = UntypedCall::new(target.clone(), Arguments::from_json(&LOCK, json).unwrap());
    let shown = untyped.dry_run().unwrap();
    assert_eq!(shown.variables(), ["VAULT_CARD", "VAULT_PASS_WORD", "VAULT_PLACE", "VAULT_TOKEN"]);
    for secret in ["p w", "\"a\"", KEY, "card=c"] {
        assert!(!shown.to_string().contains(secret), "{shown}");
    }
    assert!(shown.to_string().contains("it's"), "{shown}");
}

/// A short secret is masked where it stands, and hides no other text.
#[test]
fn short_secrets_leave_other_texts_as_they_are() {
    for (secret, value, line) in [
        ("token", "p", "authorization: Bearer $VAULT_TOKEN"),
        ("key", "ht", "PUT http://h/v1/http/v1/doors/ht%20tp/lock?card=$VAULT_CARD&key=$VAULT_KEY"),
        ("sid", "oor", "cookie: sid=$VAULT_SID"),
        ("login", "a:b", "authorization: Basic $VAULT_LOGIN"),
    ] {
        let client = once(&VAULT).base_url("http://h/v1/http").secret(secret, value);
        let inner = Inner { pin: "a".into(), name: "the apt of http".into() };
        let target = Target::new(client.transport(Memory::fixed(200, "", "")).build().unwrap());
        let call =
            Call::new(target, Lock { door: "ht tp".into(), password: "h".into(), place: inner, card: "d".into() });
        let text = call.dry_run().unwrap().to_string();
        assert!(text.starts_with("PUT http://h/v1/http/v1/doors/ht%20tp/lock?card=$VAULT_CARD"), "{text}");
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
        assert!(text.contains("\"name\":\"the apt of http\"") && text.contains("$VAULT_PASS_WORD"), "{text}");
    }
}
