//! Facts of each structure of the model: the members with their topics.
//!
//! Input: a structure. Output: its facts. A line has members, after a colon the function of `data`
//! that makes the value of the fact (by default [`Facts::data`]) with what it takes besides, and the
//! topic with its rule. The members in parentheses at the head are no facts: names, places, indices,
//! and members that are separate items, which the sibling modules read. A member that is not listed,
//! or a fact without a rule, is a compile error.

use chainloom_codegen::model::*;
use chainloom_codegen::sentences::price;
use serde_json::{Map, Value as Json};

use super::Facts;
use crate::item::Kind;
use crate::node::Fact;
use crate::rules;
use crate::topic::*;
use crate::values::is_like_absent;
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

/// Structure of the model whose members are facts.
pub(super) trait Stated {
    /// Returns the facts, in the order of the list.
    fn facts(&self, with: &Facts<'_>) -> Vec<Fact>;
}

/// Implements [`Stated`] for structures, all members of which are listed.
macro_rules! facts {
    ($($of:ident($($other:ident)*) { $($($member:ident)+ $(: $how:ident $(($with:path))?)? => $topic:expr;)* })+) => {
        $(impl Stated for $of {
            fn facts(&self, with: &Facts<'_>) -> Vec<Fact> {
                // Never called. It makes the compiler report a member that the list lacks.
                let _ = |all: Self| $of { $($other: all.$other,)* $($($member: all.$member,)+)* };
                let mut facts = Vec::new();
                $(facts.extend(with_prose_apart($topic, value!(with, ($(&self.$member),+) $(, $how $(, $with)?)?)));)*
                facts
            }
        })+
    };
}

/// Expands to the value of a fact.
macro_rules! value {
    ($with:ident, $members:expr) => {
        $with.data($members)
    };
    ($with:ident, $members:expr, $how:ident) => {
        $with.$how($members)
    };
    ($with:ident, $members:expr, $how:ident, $words:path) => {
        $with.$how($members, $words)
    };
}

const CALLS_WRITTEN_OTHERWISE: &str = "each call of the service is written in another way";
const JSON_NAMED: &str = "requests name the media type that they ask for";
const JSON_NOT_NAMED: &str = "requests do not name the media type that they ask for any more";
const NO_BATCHES: &str = "several calls in one request are refused";
const NO_CALLS: &str = "calls without the secret are refused";
const NOT_SHARED: &str = ": requests and responses do not share its type any more";
const OF_CARGO: &str = "the feature is one of cargo alone";
const OTHER_ERRORS: &str = "the client reads errors in another way";
const OTHER_FAILURES: &str = "the client recognizes or repeats other failures";
const OTHER_HEADERS: &str = "the client reads other headers";
const SHARED: &str = ": requests and responses share its type now";
const TEXT_HIDDEN: &str = "the wire has the same text, which the client hides now";
const TEXT_SHOWN: &str = "the wire has the same text, which the client shows now";
const TOOLS_ACCEPT: &str = "tools that choose calls do not refuse the operation any more";
const TOOLS_REFUSE: &str = "tools that choose calls refuse the operation";
const VALUE_GONE: &str = "a value does not select the variant any more";
const WRITTEN_OTHERWISE: &str = "a request writes the value in another way";

facts! {
    Model(modules clients services types operations subscriptions webhooks deployments) {
        doc => DOC;
        crate_name => prose("crate");
        readme => prose("readme");
        sources => prose("source documents");
        synonyms => prose("synonyms");
        units => prose("units");
        serde => harmless("feature for serde", OF_CARGO).seen_in_rust();
        macros => harmless("feature for macros", OF_CARGO).seen_in_rust();
        fixtures => harmless("feature for fixtures", OF_CARGO).seen_in_rust();
    }
    Module(path package file top) {
        doc => DOC;
        feature => harmless("cargo feature", OF_CARGO).seen_in_rust();
    }
    Deployment(name span module vars) {
        doc => DOC;
        missing => harmless("missing methods", "the deployment serves other methods");
        endpoints: whole_urls => breaking("whole URLs", ELSEWHERE).names(Kind::Variable);
        results => harmless("results", OF_TEST_SERVERS);
    }
    Client(name span module vars auth servers dialects errors) {
        source => SOURCE; base_url => BASE_URL; security => SECURITY; limits: limits => LIMITS; notes => NOTES;
        version => remark("version of the API", "the version is stated for people");
        send => breaking("headers of requests", "each request has other headers").names(Kind::Variable);
        rate_limit => harmless("headers of rate limits", OTHER_HEADERS);
        request_id => harmless("header of the request ID", OTHER_HEADERS);
        unavailable => harmless("signs of a server that does not serve yet", OTHER_FAILURES)
            .label_as("responses of a server that does not serve yet");
        refusals => harmless("refusals", OF_TEST_SERVERS);
        paging: paging => PAGING;
    }
    Errors(statuses) {
        body: name_of_type => harmless("error body", OTHER_ERRORS);
        message: member => harmless("member of the error message", OTHER_ERRORS)
            .label_as("member that holds the error message");
        in_body => by("errors in a success", rules::in_body);
        source => prose("source of the errors");
    }
    ErrorStatus(code) { name => NAME; doc => DOC; }
    Var(name span) {
        doc => DOC; default => DEFAULT; source => SOURCE;
        values => harmless("values of test servers", OF_TEST_SERVERS);
        ty: name_of_scalar => harmless("scalar of test servers", OF_TEST_SERVERS);
        form: word => harmless("form of test servers", OF_TEST_SERVERS);
    }
    Secret(name span) {
        doc => DOC; source => SOURCE; place: word => PLACE; key => KEY;
        prefix: text => breaking("prefix", NOT_REACHED);
        optional => either("optional", (Additive, "calls work without the secret"), (Breaking, NO_CALLS))
            .says(" becomes optional", " becomes required", "").seen_in_rust();
    }
    Server(name span) { base_url => BASE_URL; security => SECURITY; doc => DOC; source => SOURCE; }
    Dialect(name) {
        accepts media_type headers id_first null_id_is_none numbers_as_text separator error_data refusals:
            unshown => TEST_BEHAVIOUR;
        doc => DOC; source => SOURCE; seen => SEEN;
    }
    Service(name span module vars endpoints server websocket rpc) {
        doc => DOC; client: name_of_client => CLIENT; source => SOURCE; subscribe: methods => METHODS;
        available: available => AVAILABLE; limits: limits => LIMITS; notes => NOTES;
        instance => harmless("instance", "the instance is chosen in another way; the requests are the same")
            .seen_in_rust();
    }
    Websocket() {
        path => by("websocket", rules::websocket).names(Kind::Variable).seen_in_rust();
        available: available => harmless("availability of the websocket", OTHER_CONDITIONS);
    }
    Endpoint(name span) {
        path => breaking("path", NOT_REACHED).names(Kind::Variable);
        doc => DOC; deprecated => DEPRECATED;
    }
    Rpc(errors) {
        params: word => breaking("form of parameters", CALLS_WRITTEN_OTHERWISE);
        ids: word => breaking("form of IDs", CALLS_WRITTEN_OTHERWISE);
        batch => either("batches", (Additive, "a request may hold several calls"), (Breaking, NO_BATCHES))
            .says(" takes several calls in one request", " takes one call in a request", "").seen_in_rust();
        batch_max => harmless("size of batches", OTHER_NUMBER);
        dialect => harmless("dialect of test servers", OF_TEST_SERVERS).names(Kind::Dialect);
        retry => harmless("statuses of retries", OTHER_FAILURES);
    }
    RpcError(name span data) {
        code => CODE; doc => DOC; source => SOURCE; seen => SEEN;
        retry: retry => harmless("retry", OTHER_FAILURES);
        smaller => harmless("errors that a smaller batch may avoid", OTHER_FAILURES);
        limited => harmless("errors that refuse a call for now", OTHER_FAILURES);
    }
    TypeDef(name span module kind owner) { doc => DOC; source => SOURCE; seen => SEEN; }
    Enum(values) {
        integers => breaking("whole numbers", OTHER_FORM)
            .says(" has whole numbers as values", " has texts as values", "").seen_in_rust();
    }
    Union(tag_span common arms) { discriminator: word => breaking("discriminator", OTHER_FORM).seen_in_rust(); }
    EnumValue(name span) { doc => DOC; seen => SEEN; rust => RUST; }
    Arm(name span body) {
        doc => DOC; seen => SEEN; rust => RUST;
        also => items("values of the tag", "further values select the variant", VALUE_GONE);
    }
    Field(name span ty required bounds) {
        rust => RUST; doc => DOC; seen => SEEN; since => SINCE; until => UNTIL; deprecated => DEPRECATED;
        available: available => AVAILABLE; notes => NOTES; source => SOURCE;
        direction: word => by("direction", rules::direction).seen_in_rust();
        needed => by("shared by both directions", rules::direction).says(SHARED, NOT_SHARED, "").seen_in_rust();
        constant: value => CONSTANT;
        default: value => DEFAULT;
        defaults_to => prose("default in words");
        unit => by("unit", rules::unit);
        amount => prose("amount");
        join => breaking("separator", WRITTEN_OTHERWISE);
        style: word => breaking("style", WRITTEN_OTHERWISE);
        explode => breaking("explode", WRITTEN_OTHERWISE);
        keeps_slashes => breaking("slashes", WRITTEN_OTHERWISE)
            .says(" keeps its slashes", " has its slashes escaped", "");
        content => breaking("content of the part", "a part of a request has another media type");
        headers => breaking("headers of the part", "a part of a request has other headers");
        secret
            => either("secret", (Harmless, TEXT_HIDDEN), (Harmless, TEXT_SHOWN))
                .says(" is a secret", " is no secret any more", "").decisive_in_rust();
        rest => breaking("rest", "the members of the object itself are described differently").seen_in_rust();
        aliases => OTHER_NAMES;
        empty_is_absent => harmless("empty means absent", READS_OTHER_FORMS)
            .says(": an empty text means that it is absent", ": an empty text is a value", "");
        null_is_absent => harmless("null means absent", READS_OTHER_FORMS)
            .says(": null means that it is absent", ": null is a value", "").seen_in_rust();
        echoes => remark("echoes", "test servers repeat another parameter; the client checks nothing");
        example: value => EXAMPLE;
    }
    Param(field) { place: word => PLACE; }
    Rule(kind) { doc => DOC; source => SOURCE; seen => SEEN; }
    Operation(name span service module wire params rules errors calls server) {
        doc => DOC; source => SOURCE; security => SECURITY; paginate => PAGING; since => SINCE; until => UNTIL;
        deprecated => DEPRECATED; available: available => AVAILABLE; limits: limits => LIMITS; notes => NOTES;
        seen => SEEN;
        content: word => breaking("content", "the body of a request has another form").seen_in_rust();
        effect: word => by("effect", rules::effect);
        sensitive => either("sensitive", (Harmless, TOOLS_REFUSE), (Harmless, TOOLS_ACCEPT))
            .says(" is sensitive", " is not sensitive any more", "");
        wait: wait => harmless("wait", "the client waits for the result in another way").seen_in_rust();
        cost: worded(price) => harmless("cost", "a call takes another part of the budget");
        failures => harmless("failures of test servers", OF_TEST_SERVERS);
        statuses => STATUSES;
        leaves_origin => harmless("redirects", "the client follows other redirects")
            .says(" follows redirects to another origin", " follows no redirects to another origin", "");
        asks_for_json
            => either("asks for JSON", (Harmless, JSON_NAMED), (Harmless, JSON_NOT_NAMED))
                .says(" asks for JSON", " does not ask for JSON any more", "");
        counts: counted => harmless("list that is counted", OF_TEST_SERVERS);
        server_version: member
            => harmless("server version", "the client learns the version of a server in another way");
    }
    TypedCall(id name span fixed result response) {
        doc => DOC; source => SOURCE; examples => EXAMPLES; since => SINCE; until => UNTIL; deprecated => DEPRECATED;
        available: available => AVAILABLE; notes => NOTES; seen => SEEN;
    }
    Response() {
        body: word => breaking("kind of response", "the body of a response has another form").seen_in_rust();
        unit => by("unit of the result", rules::unit);
        headers: name_of_headers
            => harmless("headers of the response", "the client reads other headers of the response").seen_in_rust();
        stream => by("stream", rules::stream).seen_in_rust();
    }
    Subscription(name span service module params item) {
        subscribe: methods => METHODS; doc => DOC; seen => SEEN; source => SOURCE; available: available => AVAILABLE;
        limits: limits => LIMITS; notes => NOTES;
        kind => breaking("kind on the wire", NOT_REACHED);
        backfill: backfill => harmless("backfill", "the client fetches missed events in another way");
    }
    Webhooks(name span module event signature) {
        client: name_of_client => CLIENT; doc => DOC; source => SOURCE; notes => NOTES; examples => EXAMPLES;
        id: delivery_id
            => harmless("ID of a delivery", "receivers recognize repeated deliveries in another way");
    }
    Signature(over) {
        header algorithm prefix encoding separator timestamp: unshown => either("signature", VERIFIABLE, UNVERIFIED);
        key: word => either("key of the signature", VERIFIABLE, UNVERIFIED);
        key_prefix: text => either("prefix of the key of the signature", VERIFIABLE, UNVERIFIED);
        tolerance => harmless("tolerance", "receivers accept timestamps of another age");
    }
}

/// Members that are prose: neither client nor service acts on them.
const PROSE: [&str; 3] = ["doc", "source", "seen"];

/// Returns a fact, and a second fact for the prose within its value, if there is any.
fn with_prose_apart(topic: Topic, value: Json) -> Vec<Fact> {
    if topic.is_prose() {
        return vec![(topic, if is_blank(&value) { Json::Null } else { value })];
    }
    let (value, words) = split_prose(value);
    let words = (!is_blank(&words)).then(|| (topic.of_prose(), words));
    [(topic, value)].into_iter().chain(words).collect()
}

/// Returns whether a text is missing or empty.
fn is_blank(words: &Json) -> bool {
    is_like_absent(words) || words == ""
}

/// Divides data into data without prose, and the prose at any depth. The prose is null if there is
/// none.
fn split_prose(data: Json) -> (Json, Json) {
    match data {
        // `value` holds a value of the spec, whose members are data, even those that are named like prose.
        Json::Object(members) if members.contains_key("value") => (Json::Object(members), Json::Null),
        Json::Object(members) => {
            let (mut rest, mut prose) = (Map::new(), Map::new());
            for (key, value) in members {
                let (value, words) =
                    if PROSE.contains(&key.as_str()) { (Json::Null, value) } else { split_prose(value) };
                if !value.is_null() {
                    rest.insert(key.clone(), value);
                }
                if !is_blank(&words) {
                    prose.insert(key, words);
                }
            }
            (Json::Object(rest), if prose.is_empty() { Json::Null } else { Json::Object(prose) })
        }
        Json::Array(items) => {
            let (rest, prose): (Vec<Json>, Vec<Json>) = items.into_iter().map(split_prose).unzip();
            (Json::Array(rest), if prose.iter().all(Json::is_null) { Json::Null } else { Json::Array(prose) })
        }
        other => (other, Json::Null),
    }
}
