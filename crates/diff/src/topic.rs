//! Topics: the facts in which two specs can differ, each declared with the meaning of a difference.
//!
//! Input: none. Output: [`Topic`]. A fact belongs to a topic, and no topic can be declared without
//! its rule: a fact without a meaning does not compile.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::rules::{self, types};
use crate::ruling::{FactChange, Ruling, prose as only_prose, ruling};
use crate::verdict::Verdict::{self, Breaking, Harmless};

/// A fact of a thing, such as its type or its description.
#[derive(Clone, Copy)]
pub struct Topic {
    word: &'static str,
    label: &'static str,
    /// Sentences behind the subject, for a fact that is stated, not stated any more, or another
    /// one; empty where the sentence shows the values.
    sentences: [&'static str; 3],
    rule: Rule,
    pub(crate) in_rust: InRust,
}

/// The meaning of a difference.
#[derive(Clone, Copy)]
enum Rule {
    /// Only people read the fact.
    Prose(&'static str),
    /// Every difference means the same.
    Always(Verdict, &'static str),
    /// The values decide.
    By(fn(&FactChange<'_>) -> Ruling),
}

/// The influence of a fact on declarations in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InRust {
    /// No declaration shows the fact.
    Unseen,
    /// Declarations that differ are told with the fact.
    Seen,
    /// The fact alone is enough for a declaration to differ.
    Decisive,
}

impl Topic {
    /// The word for programs; empty for a thing that was added or removed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.word
    }

    /// The words for people.
    pub(crate) const fn label(self) -> &'static str {
        self.label
    }

    /// The sentence behind the subject for a difference that shows no values, if there is one.
    pub(crate) fn sentence(self, is_added: bool, is_removed: bool) -> Option<&'static str> {
        let [added, removed, other] = self.sentences;
        let sentence = if is_added {
            added
        } else if is_removed {
            removed
        } else {
            other
        };
        Some(sentence).filter(|sentence| !sentence.is_empty())
    }

    /// Whether only people read the fact.
    pub(crate) const fn is_prose(self) -> bool {
        matches!(self.rule, Rule::Prose(_))
    }

    /// Returns the meaning of a difference.
    pub(crate) fn ruling(self, change: &FactChange<'_>) -> Ruling {
        match self.rule {
            Rule::Prose(why) => only_prose(why),
            Rule::Always(wire, why) => ruling(wire, why),
            Rule::By(rule) => rule(change),
        }
    }

    /// Returns the topic of the same fact of an operation's only call.
    pub(crate) fn of_the_call(self) -> Self {
        OF_THE_CALL.into_iter().find(|(topic, _)| *topic == self).map_or(self, |(_, topic)| topic)
    }

    const fn label_as(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    const fn says(mut self, added: &'static str, removed: &'static str, other: &'static str) -> Self {
        self.sentences = [added, removed, other];
        self
    }

    const fn always_says(self, sentence: &'static str) -> Self {
        self.says(sentence, sentence, sentence)
    }

    const fn seen_in_rust(mut self) -> Self {
        self.in_rust = InRust::Seen;
        self
    }

    const fn decisive_in_rust(mut self) -> Self {
        self.in_rust = InRust::Decisive;
        self
    }
}

impl PartialEq for Topic {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Topic {}

impl Hash for Topic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word.hash(state);
    }
}

impl fmt::Debug for Topic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word)
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word)
    }
}

const fn topic(word: &'static str, rule: Rule) -> Topic {
    Topic { word, label: word, sentences: [""; 3], rule, in_rust: InRust::Unseen }
}

const fn prose(word: &'static str) -> Topic {
    topic(word, Rule::Prose("only words for people differ"))
}

const fn harmless(word: &'static str, why: &'static str) -> Topic {
    topic(word, Rule::Always(Harmless, why))
}

const fn breaking(word: &'static str, why: &'static str) -> Topic {
    topic(word, Rule::Always(Breaking, why))
}

const fn by(word: &'static str, rule: fn(&FactChange<'_>) -> Ruling) -> Topic {
    topic(word, Rule::By(rule))
}

const READS_OTHER_FORMS: &str = "the client reads other forms of the same value";
const OTHER_ORDER: &str = " has its parameters in another order";
const OTHER_STATUSES: &str = ": a success has other statuses";
const SHARED_TYPE: &str = ": requests and responses share its type, or do not any more";
const OTHER_FORM: &str = "values have another form on the wire";
const WRITTEN_OTHERWISE: &str = "a request writes the value in another way";
const NOT_REACHED: &str = "what is sent to the old one does not reach the new one";
const OTHER_FAILURES: &str = "the client recognizes or repeats other failures";
const OTHER_ERRORS: &str = "the client reads errors in another way";
const OTHER_HEADERS: &str = "the client reads other headers";
const OTHER_PLACE: &str = "requests go to another place";
const OTHER_VERSIONS: &str = "it is there in other versions of the service";
const OTHER_CONDITIONS: &str = "it is served under other conditions";
const OTHER_ADVICE: &str = "the advice to use something else differs";
const OTHER_NUMBER: &str = "the service accepts another number; clients that keep to limits follow";
const UNCHECKED: &str = "responses are not checked against bounds";
const UNVERIFIED: &str = "receivers that verify the old signature refuse the new one";
const OF_CARGO: &str = "the feature is one of cargo alone";
const OF_RUST: &str = "the name is one of Rust alone";
const OF_TEST_SERVERS: &str = "only test servers such as the sandbox act on it";

// Words for people.
pub(crate) const DOC: Topic = prose("doc").label_as("description");
pub(crate) const DOC_OF_CALL: Topic = prose("doc of the call").label_as("description of the call");
pub(crate) const SOURCE: Topic = prose("source").label_as("section of the source");
pub(crate) const SOURCE_OF_CALL: Topic = prose("source of the call");
pub(crate) const SOURCE_OF_PAGING: Topic = prose("source of paging");
pub(crate) const SOURCE_OF_ERRORS: Topic = prose("source of the errors");
pub(crate) const SOURCE_OF_ERRORS_IN_SUCCESS: Topic = prose("source of errors in a success");
pub(crate) const SOURCE_DOCUMENTS: Topic = prose("source documents");
pub(crate) const SYNONYMS: Topic = prose("synonyms");
pub(crate) const NOTES: Topic = prose("notes");
pub(crate) const NOTES_OF_CALL: Topic = prose("notes of the call");
pub(crate) const EXAMPLE: Topic = prose("example");
pub(crate) const EXAMPLES: Topic = prose("examples");
pub(crate) const DEFAULT_IN_WORDS: Topic = prose("default in words");
pub(crate) const README: Topic = prose("readme");
pub(crate) const CRATE: Topic = prose("crate");
pub(crate) const AVAILABLE_DOC: Topic = prose("words of available").label_as("description of the availability");
pub(crate) const AVAILABLE_DOC_OF_CALL: Topic =
    prose("words of available, of the call").label_as("description of the availability");
pub(crate) const LIMITS_DOC: Topic = prose("words of limits").label_as("description of the limits");
pub(crate) const COST_DOC: Topic = prose("words of the cost").label_as("description of the cost");
pub(crate) const SEEN: Topic = topic("seen", Rule::Prose("it tells documents from observations"));
pub(crate) const SEEN_OF_CALL: Topic = topic("seen, of the call", Rule::Prose("it tells documents from observations"));
pub(crate) const ECHOES: Topic =
    topic("echoes", Rule::Prose("test servers repeat another parameter; the client checks nothing"));
pub(crate) const VERSION_OF_API: Topic = topic("version of the API", Rule::Prose("the version is stated for people"));

// Things as a whole.
pub(crate) const WHOLE: Topic = harmless("", "it came or went").decisive_in_rust();
pub(crate) const NAME: Topic = harmless("name", OF_RUST).decisive_in_rust();
pub(crate) const RUST: Topic = harmless("rust", OF_RUST).label_as("name in Rust").decisive_in_rust();
pub(crate) const FILE: Topic = harmless("file", "the wire knows no files").seen_in_rust();
pub(crate) const CLIENT: Topic = breaking("client", "the service is at another client").seen_in_rust();
pub(crate) const DECLARATION: Topic = harmless("declaration in Rust", "it follows from another change");

// Types and their members.
pub(crate) const KIND: Topic = breaking("kind", OTHER_FORM).seen_in_rust();
pub(crate) const TYPE: Topic = by("type", types::changed).decisive_in_rust();
pub(crate) const RESULT: Topic = by("result", types::changed).decisive_in_rust();
pub(crate) const EVENT: Topic = by("event", types::changed).seen_in_rust();
pub(crate) const FORM: Topic = breaking("form", "the same value has another form on the wire").seen_in_rust();
pub(crate) const WHOLE_NUMBERS: Topic = breaking("whole numbers", OTHER_FORM).seen_in_rust();
pub(crate) const DISCRIMINATOR: Topic = breaking("discriminator", OTHER_FORM).seen_in_rust();
pub(crate) const MARK: Topic = breaking("mark", OTHER_FORM).seen_in_rust();
pub(crate) const TAG_VALUES: Topic = by("values of the tag", rules::tag_values);
pub(crate) const INLINE: Topic = harmless("inline", "the type is declared in another place of the file").seen_in_rust();
pub(crate) const USE: Topic = harmless("use", "an operation that uses the type came, went or changed").seen_in_rust();
pub(crate) const REQUIRED: Topic =
    by("required", rules::required).says(" becomes required", " becomes optional", "").decisive_in_rust();
pub(crate) const DIRECTION: Topic = by("direction", rules::direction).seen_in_rust();
pub(crate) const SHARED: Topic =
    by("shared by both directions", rules::direction).always_says(SHARED_TYPE).seen_in_rust();
pub(crate) const CONSTANT: Topic =
    breaking("constant", "the value that messages have there is another one").seen_in_rust();
pub(crate) const SECRET: Topic =
    harmless("secret", "the wire has the same text; the client shows it or hides it").decisive_in_rust();
pub(crate) const REST: Topic =
    breaking("rest", "the members of the object itself are described differently").seen_in_rust();
pub(crate) const UNIT: Topic = by("unit", rules::unit);
pub(crate) const DEFAULT: Topic = by("default", rules::default);
pub(crate) const OTHER_NAMES: Topic = harmless("other names", READS_OTHER_FORMS);
pub(crate) const EMPTY_IS_ABSENT: Topic = harmless("empty means absent", READS_OTHER_FORMS);
pub(crate) const NULL_IS_ABSENT: Topic = harmless("null means absent", READS_OTHER_FORMS).seen_in_rust();
pub(crate) const RANGE: Topic = by("range", types::range);
pub(crate) const SIZE: Topic = by("size", types::range);
pub(crate) const ONLY: Topic = by("only", types::allowed_values).seen_in_rust();
pub(crate) const PATTERNS: Topic = by("patterns", types::patterns);
pub(crate) const CLAMP: Topic = harmless("clamp", "a value outside is not refused; the service uses the nearest one");
pub(crate) const OTHER_BOUNDS: Topic = by("other bounds", types::other_bounds);
pub(crate) const INNER_BOUNDS: Topic = by("inner bounds", types::other_bounds).label_as("bounds of what is inside");
pub(crate) const INNER_BOUNDS_OF_RESULT: Topic = harmless("inner bounds of the result", UNCHECKED);
pub(crate) const INNER_BOUNDS_OF_EVENT: Topic = harmless("inner bounds of the event", UNCHECKED);

// Requests.
pub(crate) const PROTOCOL: Topic = breaking("protocol", NOT_REACHED).seen_in_rust();
pub(crate) const ADDRESS: Topic = breaking("address", NOT_REACHED);
pub(crate) const PATH: Topic = breaking("path", NOT_REACHED);
pub(crate) const METHODS: Topic = breaking("methods", NOT_REACHED).seen_in_rust();
pub(crate) const KIND_ON_WIRE: Topic = breaking("kind on the wire", NOT_REACHED);
pub(crate) const CODE: Topic = breaking("code", NOT_REACHED);
pub(crate) const KEY: Topic = breaking("key", NOT_REACHED);
pub(crate) const PREFIX: Topic = breaking("prefix", NOT_REACHED);
pub(crate) const PLACE: Topic = breaking("place", "a request has the value in another place").seen_in_rust();
pub(crate) const SEPARATOR: Topic = breaking("separator", WRITTEN_OTHERWISE);
pub(crate) const STYLE: Topic = breaking("style", WRITTEN_OTHERWISE);
pub(crate) const EXPLODE: Topic = breaking("explode", WRITTEN_OTHERWISE);
pub(crate) const SLASHES: Topic = breaking("slashes", WRITTEN_OTHERWISE);
pub(crate) const PART_CONTENT: Topic = breaking("content of the part", "a part of a request has another media type");
pub(crate) const PART_HEADERS: Topic = breaking("headers of the part", "a part of a request has other headers");
pub(crate) const CONTENT: Topic = breaking("content", "the body of a request has another form").seen_in_rust();
pub(crate) const ORDER: Topic = by("order of parameters", rules::order).always_says(OTHER_ORDER).seen_in_rust();
pub(crate) const FIXED: Topic = breaking("fixed parameters", "the call sends other constants").seen_in_rust();
pub(crate) const EFFECT: Topic = by("effect", rules::effect);
pub(crate) const SENSITIVE: Topic =
    harmless("sensitive", "tools that choose calls refuse the operation, or do not any more");
pub(crate) const SECURITY: Topic = by("security", rules::security);
pub(crate) const OPTIONAL: Topic =
    by("optional", rules::optional).says(" becomes optional", " becomes required", "").seen_in_rust();
pub(crate) const BASE_URL: Topic = breaking("base URL", OTHER_PLACE);
pub(crate) const SERVER: Topic = breaking("server", OTHER_PLACE);
pub(crate) const SENT_HEADERS: Topic = breaking("headers of requests", "each request has other headers");
pub(crate) const ASKS_FOR_JSON: Topic =
    harmless("asks for JSON", "the request names the media type that it asks for, or does not any more");
pub(crate) const REDIRECTS: Topic = harmless("redirects", "the client follows other redirects");

// Responses.
pub(crate) const RESPONSE: Topic =
    breaking("kind of response", "the body of a response has another form").seen_in_rust();
pub(crate) const RESPONSE_HEADERS: Topic =
    harmless("headers of the response", "the client reads other headers of the response").seen_in_rust();
pub(crate) const STREAM: Topic =
    harmless("stream", "the client ends or continues the stream by other signs").seen_in_rust();
pub(crate) const STATUSES: Topic = by("statuses", rules::statuses).always_says(OTHER_STATUSES);
pub(crate) const RATE_LIMIT_HEADERS: Topic = harmless("headers of rate limits", OTHER_HEADERS);
pub(crate) const REQUEST_ID: Topic = harmless("header of the request ID", OTHER_HEADERS);
pub(crate) const SERVER_VERSION: Topic =
    harmless("server version", "the client learns the version of a server in another way");

// Errors.
pub(crate) const RETRY: Topic = harmless("retry", OTHER_FAILURES);
pub(crate) const LIMITED: Topic = harmless("errors that refuse a call for now", OTHER_FAILURES);
pub(crate) const RETRIED_STATUSES: Topic = harmless("statuses of retries", OTHER_FAILURES);
pub(crate) const ERRORS_IN_SUCCESS: Topic = harmless("errors in a success", OTHER_FAILURES);
pub(crate) const NOT_SERVING: Topic = harmless("signs of a server that does not serve yet", OTHER_FAILURES);
pub(crate) const ERROR_MESSAGE: Topic = harmless("member of the error message", OTHER_ERRORS);
pub(crate) const ERROR_BODY: Topic = harmless("error body", OTHER_ERRORS);

// Conduct of the client.
pub(crate) const PAGING: Topic =
    harmless("paging", "the client requests the next page, or finds the last one, in another way").seen_in_rust();
pub(crate) const WAIT: Topic = harmless("wait", "the client waits for the result in another way").seen_in_rust();
pub(crate) const BACKFILL: Topic = harmless("backfill", "the client fetches missed events in another way");
pub(crate) const COST: Topic = harmless("cost", "a call takes another part of the budget");
pub(crate) const LIMITS: Topic = harmless("limits", OTHER_NUMBER);
pub(crate) const BATCHES: Topic = by("batches", rules::batches).seen_in_rust();
pub(crate) const SIZE_OF_BATCHES: Topic = harmless("size of batches", OTHER_NUMBER);
pub(crate) const FORM_OF_PARAMS: Topic =
    breaking("form of parameters", "each call of the service is written in another way");
pub(crate) const FORM_OF_IDS: Topic = breaking("form of IDs", "each call of the service is written in another way");
pub(crate) const WEBSOCKET: Topic = by("websocket", rules::websocket).seen_in_rust();
pub(crate) const INSTANCE: Topic =
    harmless("instance", "the instance is chosen in another way; the requests are the same").seen_in_rust();

// Availability.
pub(crate) const SINCE: Topic = harmless("since", OTHER_VERSIONS);
pub(crate) const SINCE_OF_CALL: Topic = harmless("since, of the call", OTHER_VERSIONS);
pub(crate) const UNTIL: Topic = harmless("until", OTHER_VERSIONS);
pub(crate) const UNTIL_OF_CALL: Topic = harmless("until, of the call", OTHER_VERSIONS);
pub(crate) const DEPRECATED: Topic =
    by("deprecated", rules::deprecated).says(" is deprecated", " is not deprecated any more", "");
pub(crate) const DEPRECATED_OF_CALL: Topic = harmless("deprecated, of the call", OTHER_ADVICE);
pub(crate) const AVAILABLE: Topic = harmless("available", OTHER_CONDITIONS);
pub(crate) const AVAILABLE_OF_CALL: Topic = harmless("available, of the call", OTHER_CONDITIONS);
pub(crate) const WEBSOCKET_AVAILABLE: Topic = harmless("availability of the websocket", OTHER_CONDITIONS);

// Webhooks.
pub(crate) const SIGNATURE: Topic = by("signature", rules::signature);
pub(crate) const SIGNATURE_KEY: Topic = breaking("key of the signature", UNVERIFIED);
pub(crate) const SIGNED_TEXT: Topic = breaking("signed text", UNVERIFIED);
pub(crate) const TOLERANCE: Topic = harmless("tolerance", "receivers accept timestamps of another age");
pub(crate) const DELIVERY_ID: Topic =
    harmless("ID of a delivery", "receivers recognize repeated deliveries in another way");

// Deployments, cargo and test servers.
pub(crate) const MISSING_METHODS: Topic = harmless("missing methods", "the deployment serves other methods");
pub(crate) const VALUE: Topic = harmless("value", "the deployment is at another place, or is another instance");
pub(crate) const WHOLE_URLS: Topic =
    harmless("whole URLs", "the deployment is at another place, or is another instance");
pub(crate) const CARGO_FEATURE: Topic = harmless("cargo feature", OF_CARGO).seen_in_rust();
pub(crate) const SERDE_FEATURE: Topic = harmless("feature for serde", OF_CARGO).seen_in_rust();
pub(crate) const MACROS_FEATURE: Topic = harmless("feature for macros", OF_CARGO).seen_in_rust();
pub(crate) const FIXTURES_FEATURE: Topic = harmless("feature for fixtures", OF_CARGO).seen_in_rust();
pub(crate) const TEST_BEHAVIOUR: Topic = harmless("behaviour of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_DIALECT: Topic = harmless("dialect of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_VALUES: Topic = harmless("values of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_SCALAR: Topic = harmless("scalar of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_FORM: Topic = harmless("form of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_FAILURES: Topic = harmless("failures of test servers", OF_TEST_SERVERS);
pub(crate) const TEST_REFUSALS: Topic = harmless("refusals", OF_TEST_SERVERS);
pub(crate) const TEST_RESULTS: Topic = harmless("results", OF_TEST_SERVERS);

/// Facts that an operation and its only call both have.
const OF_THE_CALL: [(Topic, Topic); 9] = [
    (DOC, DOC_OF_CALL),
    (SOURCE, SOURCE_OF_CALL),
    (SINCE, SINCE_OF_CALL),
    (UNTIL, UNTIL_OF_CALL),
    (DEPRECATED, DEPRECATED_OF_CALL),
    (AVAILABLE, AVAILABLE_OF_CALL),
    (AVAILABLE_DOC, AVAILABLE_DOC_OF_CALL),
    (NOTES, NOTES_OF_CALL),
    (SEEN, SEEN_OF_CALL),
];
