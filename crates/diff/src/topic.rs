//! Topics: the facts in which two specs can differ, each declared with the meaning of a difference.
//!
//! Input: none. Output: [`Topic`]. A fact belongs to a topic, and no topic can be declared without
//! its rule: a fact without a meaning does not compile.

use std::fmt;

use crate::item::Kind;
use crate::rules::{self, types};
use crate::ruling::{FactChange, Ruling, prose as only_prose, ruling};
use crate::verdict::Verdict::{self, Additive, Breaking, Harmless};

/// Fact of an item in which two specs can differ, such as its type or its description.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    word: &'static str,
    label: &'static str,
    /// Sentences that follow the subject: for a fact that was added, was removed, or changed. If
    /// empty, the sentence shows the values instead.
    sentences: [&'static str; 3],
    rule: Rule,
    pub(crate) in_rust: InRust,
    /// Kind of the items whose names the fact contains. Names of variables and path parameters are in braces.
    pub(crate) named: Option<Kind>,
    /// Whether the topic is the prose of the fact and not the fact itself.
    is_words: bool,
    /// Whether the fact belongs to the only call of an operation that has a fact of the same name.
    is_of_call: bool,
}

/// Verdict for the wire, and its reason.
type Meaning = (Verdict, &'static str);

/// Rule that maps a difference to its verdict and reason.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Only people read the fact.
    Prose(&'static str),
    /// Every difference has the same meaning.
    Always(Verdict, &'static str),
    /// The first meaning is for a fact that only the new spec states, the second for all other
    /// differences.
    Either([Meaning; 2]),
    /// A list that keeps all items is additive, for the first reason. A list that lost items is
    /// breaking, for the second.
    Items(&'static str, &'static str),
    /// A function of the values decides.
    By(fn(&FactChange<'_>) -> Ruling),
}

/// Influence of a fact on declarations in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InRust {
    /// No declaration depends on the fact.
    Unseen,
    /// Declarations that differ are reported with the fact.
    Seen,
    /// The fact alone is enough for a declaration to differ.
    Decisive,
}

impl Topic {
    /// Returns the name of the topic for programs. Empty for an item that was added or removed.
    #[must_use]
    pub fn word(self) -> String {
        self.named(self.word, "words of ")
    }

    /// Returns the name of the topic for people.
    pub(crate) fn label(self) -> String {
        self.named(self.label, "description of ")
    }

    /// Returns a name of the topic, with `words` before it for prose.
    fn named(self, name: &str, words: &str) -> String {
        let words = if self.is_words { words } else { "" };
        let call = if self.is_of_call { " of the call" } else { "" };
        format!("{words}{name}{call}")
    }

    /// Returns the sentence that follows the subject. `None` if the sentence has to show the
    /// values.
    pub(crate) fn sentence(self, change: &FactChange<'_>) -> Option<&'static str> {
        let [added, removed, other] = self.sentences;
        let sentence = if change.is_added() {
            added
        } else if change.is_removed() {
            removed
        } else {
            other
        };
        Some(sentence).filter(|sentence| !sentence.is_empty())
    }

    /// Returns whether only people read the fact.
    pub(crate) const fn is_prose(self) -> bool {
        matches!(self.rule, Rule::Prose(_))
    }

    /// Returns the meaning of a difference.
    pub(crate) fn ruling(self, change: &FactChange<'_>) -> Ruling {
        match self.rule {
            Rule::Prose(why) => only_prose(why),
            Rule::Always(wire, why) => ruling(wire, why),
            Rule::Either([added, other]) => {
                let (wire, why) = if change.is_added() { added } else { other };
                ruling(wire, why)
            }
            Rule::Items(more, gone) => match (change.before.as_array(), change.after.as_array()) {
                (Some(before), Some(after)) if before.iter().all(|item| after.contains(item)) => ruling(Additive, more),
                _ => ruling(Breaking, gone),
            },
            Rule::By(rule) => rule(change),
        }
    }

    /// Returns the topic of the prose of the fact.
    pub(crate) const fn of_prose(self) -> Self {
        Self { is_words: true, in_rust: InRust::Unseen, named: None, ..self.says("", "", "").ruled(PROSE) }
    }

    /// Returns the topic of the fact itself, if this is the topic of its prose.
    pub(crate) fn behind_prose(self) -> Option<Self> {
        self.is_words.then_some(Self { is_words: false, ..self })
    }

    /// Returns this topic, marked as a fact of the operation's only call instead of the operation.
    pub(crate) const fn of_the_call(self) -> Self {
        Self { is_of_call: true, ..self }
    }

    /// Returns whether both topics have the same name, regardless of prose and call.
    pub(crate) fn is_like(self, other: Self) -> bool {
        self.word == other.word
    }

    const fn ruled(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// Sets the name for people, if it differs from the name for programs.
    pub(crate) const fn label_as(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// Sets the sentences for a fact that was added, was removed, or changed.
    pub(crate) const fn says(self, added: &'static str, removed: &'static str, other: &'static str) -> Self {
        Self { sentences: [added, removed, other], ..self }
    }

    /// Sets one sentence for all differences.
    pub(crate) const fn always_says(self, sentence: &'static str) -> Self {
        self.says(sentence, sentence, sentence)
    }

    /// States whose names the fact contains, so that a rename of these items does not count as a change of the fact.
    pub(crate) const fn names(self, kind: Kind) -> Self {
        Self { named: Some(kind), ..self }
    }

    /// Reports declarations in Rust that differ with the fact.
    pub(crate) const fn seen_in_rust(self) -> Self {
        Self { in_rust: InRust::Seen, ..self }
    }

    /// Marks a fact that alone makes a declaration in Rust differ.
    pub(crate) const fn decisive_in_rust(self) -> Self {
        Self { in_rust: InRust::Decisive, ..self }
    }
}

impl PartialEq for Topic {
    fn eq(&self, other: &Self) -> bool {
        (self.word, self.is_words, self.is_of_call) == (other.word, other.is_words, other.is_of_call)
    }
}

impl Eq for Topic {}

impl fmt::Display for Topic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.word())
    }
}

const PROSE: Rule = Rule::Prose("only words for people differ");

const fn topic(word: &'static str, rule: Rule) -> Topic {
    let in_rust = InRust::Unseen;
    Topic { word, label: word, sentences: [""; 3], rule, in_rust, named: None, is_words: false, is_of_call: false }
}

/// Declares a fact that is only documentation.
pub(crate) const fn prose(word: &'static str) -> Topic {
    topic(word, PROSE)
}

/// Declares a fact that neither client nor service acts on, with the reason.
pub(crate) const fn remark(word: &'static str, why: &'static str) -> Topic {
    topic(word, Rule::Prose(why))
}

/// Declares a fact whose differences are all harmless.
pub(crate) const fn harmless(word: &'static str, why: &'static str) -> Topic {
    topic(word, Rule::Always(Harmless, why))
}

/// Declares a fact whose differences are all breaking.
pub(crate) const fn breaking(word: &'static str, why: &'static str) -> Topic {
    topic(word, Rule::Always(Breaking, why))
}

/// Declares a fact with one meaning if it was added, and another one for all other differences.
pub(crate) const fn either(word: &'static str, added: Meaning, other: Meaning) -> Topic {
    topic(word, Rule::Either([added, other]))
}

/// Declares a list that is additive if it keeps all items, and breaking otherwise.
pub(crate) const fn items(word: &'static str, more: &'static str, gone: &'static str) -> Topic {
    topic(word, Rule::Items(more, gone))
}

/// Declares a fact whose meaning a function decides.
pub(crate) const fn by(word: &'static str, rule: fn(&FactChange<'_>) -> Ruling) -> Topic {
    topic(word, Rule::By(rule))
}

pub(crate) const ELSEWHERE: &str = "requests go to another address, or to another instance of the service";
pub(crate) const NOT_REACHED: &str = "what is sent to the old one does not reach the new one";
pub(crate) const OF_TEST_SERVERS: &str = "only test servers such as the sandbox act on it";
pub(crate) const OTHER_CONDITIONS: &str = "it is served under other conditions";
pub(crate) const OTHER_NUMBER: &str = "the service accepts another number; clients that keep to limits follow";
pub(crate) const UNVERIFIED: Meaning = (Breaking, "receivers that verify the old signature refuse the new one");
pub(crate) const VERIFIABLE: Meaning = (Harmless, "receivers can verify what they could not before");
const OF_RUST: &str = "the name is one of Rust alone";
pub(crate) const OTHER_FORM: &str = "values have another form on the wire";
const OTHER_PLACE: &str = "requests go to another place";
const OTHER_VERSIONS: &str = "other versions of the service have it";
pub(crate) const READS_OTHER_FORMS: &str = "the client reads other forms of the same value";
pub(crate) const UNEXPLAINED: &str = "no fact of the spec explains it";
const UNCHECKED: &str = "responses are not checked against bounds";

pub(crate) const DOC: Topic = prose("doc").label_as("description");
pub(crate) const SOURCE: Topic = prose("source").label_as("section of the source");
pub(crate) const NOTES: Topic = prose("notes").always_says(": other notes");
pub(crate) const EXAMPLE: Topic = prose("example");
pub(crate) const EXAMPLES: Topic = prose("examples").always_says(": other examples");
pub(crate) const SEEN: Topic = remark("seen", "it only says whether documents or observations are the source");

pub(crate) const WHOLE: Topic = harmless("", "it was added or removed").decisive_in_rust();
pub(crate) const NAME: Topic = harmless("name", OF_RUST).decisive_in_rust();
pub(crate) const RUST: Topic = harmless("rust", OF_RUST).label_as("name in Rust").decisive_in_rust();
pub(crate) const FILE: Topic = harmless("file", "requests and responses contain no file names").seen_in_rust();
pub(crate) const CLIENT: Topic =
    breaking("client", "the service belongs to another client").names(Kind::Client).seen_in_rust();
pub(crate) const DECLARATION: Topic = harmless("declaration in Rust", UNEXPLAINED);

pub(crate) const KIND: Topic = by("kind", types::changed).seen_in_rust();
pub(crate) const TYPE: Topic = by("type", types::changed).decisive_in_rust();
pub(crate) const RESULT: Topic = by("result", types::changed).decisive_in_rust();
pub(crate) const EVENT: Topic = by("event", types::changed).seen_in_rust();
pub(crate) const FORM: Topic = by("form", types::changed).seen_in_rust();
pub(crate) const MARK: Topic = breaking("mark", OTHER_FORM).seen_in_rust();
pub(crate) const INLINE: Topic = harmless("inline", "the type is declared in another place of the file").seen_in_rust();
pub(crate) const USE: Topic =
    harmless("use", "an operation that uses the type was added, removed or changed").seen_in_rust();
pub(crate) const REQUIRED: Topic =
    by("required", rules::required).says(" becomes required", " becomes optional", "").decisive_in_rust();
pub(crate) const CONSTANT: Topic =
    breaking("constant", "the value that messages have there is another one").seen_in_rust();
pub(crate) const DEFAULT: Topic = by("default", rules::default);
pub(crate) const OTHER_NAMES: Topic = harmless("other names", READS_OTHER_FORMS);
pub(crate) const RANGE: Topic = by("range", types::range);
pub(crate) const SIZE: Topic = by("size", types::range);
pub(crate) const ONLY: Topic = by("only", types::allowed_values).label_as("list of allowed values").seen_in_rust();
pub(crate) const PATTERNS: Topic = by("patterns", types::patterns);
pub(crate) const CLAMP: Topic = harmless("clamp", "a value outside is not refused; the service uses the nearest one");
pub(crate) const OTHER_BOUNDS: Topic = by("other bounds", types::other_bounds);
pub(crate) const INNER_BOUNDS: Topic = by("inner bounds", types::inner_bounds).label_as("bounds within the type");
pub(crate) const INNER_BOUNDS_OF_RESULT: Topic =
    harmless("inner bounds of the result", UNCHECKED).label_as("bounds within the result");
pub(crate) const INNER_BOUNDS_OF_EVENT: Topic =
    harmless("inner bounds of the event", UNCHECKED).label_as("bounds within the event");
pub(crate) const LIST_FORMS: Topic = harmless("list forms", READS_OTHER_FORMS).label_as("further forms of lists");

pub(crate) const PROTOCOL: Topic = breaking("protocol", NOT_REACHED).seen_in_rust();
pub(crate) const ADDRESS: Topic = breaking("address", NOT_REACHED).names(Kind::Variable);
pub(crate) const METHODS: Topic = breaking("methods", NOT_REACHED).names(Kind::Variable).seen_in_rust();
pub(crate) const CODE: Topic = breaking("code", "older programs know the failure by its old code");
pub(crate) const KEY: Topic =
    breaking("key", NOT_REACHED).label_as("name of the header, parameter or cookie").names(Kind::Variable);
pub(crate) const PLACE: Topic = breaking("place", "a request has the value in another place").seen_in_rust();
/// Order of all parameters. It is not reported if the order of the arguments differs, which has its own topic.
pub(crate) const ORDER: Topic =
    by("order of parameters", rules::order).always_says(" has its parameters in another order");
/// Order of the positional arguments of functions: required parameters, and required members of records that are sent.
pub(crate) const ARGUMENTS: Topic =
    by("order of arguments", rules::order).always_says(" takes its arguments in another order").decisive_in_rust();
/// Positions of parameters that are sent without names. They are not reported if an order differs.
pub(crate) const POSITIONS: Topic =
    breaking("positions of parameters", "older programs send values at the positions of other parameters")
        .always_says(" has its parameters at other positions");
pub(crate) const FIXED: Topic = breaking("fixed parameters", "the call sends other constants").seen_in_rust();
pub(crate) const SECURITY: Topic =
    by("security", rules::security).always_says(": the ways to authenticate differ").names(Kind::Secret);
pub(crate) const BASE_URL: Topic = breaking("base URL", OTHER_PLACE).names(Kind::Variable);
pub(crate) const SERVER: Topic = breaking("server", OTHER_PLACE).names(Kind::Server);
pub(crate) const STATUSES: Topic = by("statuses", rules::statuses).always_says(": a success has other statuses");

pub(crate) const PAGING: Topic =
    harmless("paging", "the client requests the next page, or finds the last one, in another way").seen_in_rust();
pub(crate) const LIMITS: Topic = harmless("limits", OTHER_NUMBER);
pub(crate) const SINCE: Topic = harmless("since", OTHER_VERSIONS).label_as("first version");
pub(crate) const UNTIL: Topic = harmless("until", OTHER_VERSIONS).label_as("last version");
pub(crate) const DEPRECATED: Topic = either(
    "deprecated",
    (Harmless, "it still works; programs that use it get a warning"),
    (Harmless, "the advice to use something else differs"),
)
.says(" is deprecated", " is not deprecated any more", " is still deprecated");
pub(crate) const AVAILABLE: Topic = harmless("available", OTHER_CONDITIONS).label_as("availability");

pub(crate) const SIGNED_TEXT: Topic = either("signed text", VERIFIABLE, UNVERIFIED);
pub(crate) const VALUE: Topic = breaking("value", ELSEWHERE);
pub(crate) const TEST_BEHAVIOUR: Topic = harmless("behaviour of test servers", OF_TEST_SERVERS);
