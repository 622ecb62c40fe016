//! Closed sets of words of the language, each with its meaning.

use crate::language::mapping::words;
use crate::model::{Effect, Form, Integer, ParamStyle, Presence, RpcIds, RpcRetry, Style, TimeUnit, Verb};

/// Effects of a repeated call, by their words.
pub const EFFECTS: [(&str, Effect); 4] =
    [("read", Effect::Read), ("idempotent", Effect::Idempotent), ("once", Effect::Once), ("write", Effect::Write)];
words! { Effect = EFFECTS }
/// Shapes of the JSON-RPC `params`, by their words.
pub const PARAM_STYLES: [(&str, ParamStyle); 3] = [
    ("named", ParamStyle::Named),
    ("positional", ParamStyle::Positional),
    ("object-in-array", ParamStyle::ObjectInArray),
];
words! { ParamStyle = PARAM_STYLES }

/// Serialization styles of values outside of JSON, by their words.
pub const VALUE_STYLES: [(&str, Style); 8] = [
    ("repeated", Style::Repeated),
    ("brackets", Style::Brackets),
    ("indices", Style::Indices),
    ("dots", Style::Dots),
    ("json", Style::Json),
    ("joined", Style::Joined),
    ("label", Style::Label),
    ("matrix", Style::Matrix),
];
words! { Style = VALUE_STYLES }

/// How slashes in a path parameter are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slashes {
    /// Slashes are not escaped.
    Keep,
}
/// Word for slashes that are not escaped.
pub(crate) const KEEP: &str = "keep";
/// Treatment of slashes in a path parameter, by its word.
const SLASHES: [(&str, Slashes); 1] = [(KEEP, Slashes::Keep)];
words! { Slashes = SLASHES }

/// Words that may replace `true` and `false` in `retry` of an error code.
pub(crate) const RETRIES: [(&str, RpcRetry); 1] = [("undone", RpcRetry::Undone)];
/// JSON types of the IDs of JSON-RPC calls, by their words.
const IDS: [(&str, RpcIds); 2] = [("number", RpcIds::Number), ("text", RpcIds::Text)];
words! { RpcIds = IDS }

/// Credentials that follow a redirect to another origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redirects {
    /// No secrets.
    WithoutAuth,
}
words! { Redirects { WithoutAuth "without-auth" } }

/// Meaning of an empty value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// The member is absent.
    Absent,
}
words! { Absent { Absent "absent" } }

/// Kind of call that a key of an operation states.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CallKey {
    /// Path of a request with this HTTP method.
    Verb(Verb),
    /// `request`: an HTTP method without a key of its own, and the path.
    RequestLine,
    /// Name of a JSON-RPC method.
    Rpc,
}
/// Keys of an operation that state its call.
pub const CALLS: [(&str, CallKey); 8] = [
    ("get", CallKey::Verb(Verb::Get)),
    ("head", CallKey::Verb(Verb::Head)),
    ("post", CallKey::Verb(Verb::Post)),
    ("put", CallKey::Verb(Verb::Put)),
    ("patch", CallKey::Verb(Verb::Patch)),
    ("delete", CallKey::Verb(Verb::Delete)),
    ("request", CallKey::RequestLine),
    ("method", CallKey::Rpc),
];
/// Returns the key of an operation for requests with an HTTP method, whose case does not matter;
/// `None` if the method has no key.
#[must_use]
pub fn own_key(method: &str) -> Option<&'static str> {
    let states = |call: &CallKey| matches!(call, CallKey::Verb(verb) if verb.as_str().eq_ignore_ascii_case(method));
    CALLS.iter().find(|(_, call)| states(call)).map(|(key, _)| *key)
}

/// Presence of a chain prefix before the text of a scalar, by their words.
pub(crate) const CHAINS: [(&str, Presence); 3] =
    [("none", Presence::Never), ("optional", Presence::Optional), ("required", Presence::Required)];
/// Presence of the prefix `0x`, by their words; without a word it is required.
pub(crate) const HEX_PREFIXES: [(&str, Presence); 2] = [("optional", Presence::Optional), ("none", Presence::Never)];
/// Rust types of whole numbers, by their names.
pub(crate) const INTEGERS: [(&str, Integer); 12] = [
    ("u8", Integer::U8),
    ("u16", Integer::U16),
    ("u32", Integer::U32),
    ("u64", Integer::U64),
    ("u128", Integer::U128),
    ("U256", Integer::U256),
    ("i8", Integer::I8),
    ("i16", Integer::I16),
    ("i32", Integer::I32),
    ("i64", Integer::I64),
    ("i128", Integer::I128),
    ("I256", Integer::I256),
];
/// Name of the Rust type of a decimal that keeps its fraction.
pub(crate) const DECIMAL: &str = "Decimal";
/// Word for the second text form that a bech32 scalar accepts.
pub(crate) const BASE58CHECK: &str = "base58check";

/// Forms of scalars that are texts on the wire.
pub(crate) const TEXTS: [&str; 24] = [
    "base58", "base58check", "base64", "base64url", "bech32", "hex", "decimal", "quantity", "date-time", "date",
    "duration", "uuid", "seconds", "milliseconds", "microseconds", "nanoseconds", "quantity-seconds",
    "quantity-milliseconds", "quantity-microseconds", "quantity-nanoseconds", "duration-seconds",
    "duration-milliseconds", "duration-microseconds", "duration-nanoseconds",
];
/// Forms of scalars that are numbers on the wire.
pub(crate) const NUMBERS: [&str; 10] = [
    "integer", "decimal", "seconds", "milliseconds", "microseconds", "nanoseconds", "duration-seconds",
    "duration-milliseconds", "duration-microseconds", "duration-nanoseconds",
];
/// Units of UNIX times and durations, by their words.
pub(crate) const TIME_UNITS: [(&str, TimeUnit); 4] = [
    ("seconds", TimeUnit::Seconds),
    ("milliseconds", TimeUnit::Milliseconds),
    ("microseconds", TimeUnit::Microseconds),
    ("nanoseconds", TimeUnit::Nanoseconds),
];

/// Returns the text form without settings that `word` names; `None` for other words.
pub(crate) fn plain_text(word: &str) -> Option<Form> {
    Some(match word {
        "date-time" => Form::DateTime,
        "date" => Form::Date,
        "duration" => Form::Duration,
        "uuid" => Form::Uuid,
        _ => match (word.strip_prefix("quantity-"), word.strip_prefix("duration-")) {
            (Some(unit), _) => Form::TimeQuantity(time_unit(unit)?),
            (_, Some(unit)) => Form::DurationText(time_unit(unit)?),
            _ => Form::TimeText(time_unit(word)?),
        },
    })
}

/// Returns the number form without settings that `word` names; `None` for other words.
pub(crate) fn plain_number(word: &str) -> Option<Form> {
    if let Some(unit) = word.strip_prefix("duration-") {
        return time_unit(unit).map(Form::DurationNumber);
    }
    Some(match (word, time_unit(word)) {
        ("decimal", _) => Form::JsonDecimal,
        (_, Some(TimeUnit::Seconds)) => Form::Seconds,
        (_, Some(TimeUnit::Milliseconds)) => Form::Milliseconds,
        (_, Some(TimeUnit::Microseconds)) => Form::Microseconds,
        (_, Some(TimeUnit::Nanoseconds)) => Form::Nanoseconds,
        _ => return None,
    })
}

fn time_unit(word: &str) -> Option<TimeUnit> {
    TIME_UNITS.iter().find(|(name, _)| *name == word).map(|(_, unit)| *unit)
}

/// Returns the allowed and the required settings of a scalar form. `key` is `text` or `number`.
pub(crate) fn settings(key: &str, form: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match form {
        "decimal" if key == "number" => (&[], &[]),
        "base58" | "base64" | "base64url" => (&["bytes"], &[]),
        "base58check" => (&["bytes", "prefix"], &["bytes"]),
        "bech32" => (&["bytes", "chain", "also"], &["bytes"]),
        "hex" => (&["bytes", "prefix"], &[]),
        "date-time" => (&["zone"], &[]),
        "decimal" | "quantity" => (&["rust"], &[]),
        "integer" => (&["rust"], &["rust"]),
        _ => (&[], &[]),
    }
}

/// Word for unions whose arms are distinguished by the form of the value.
pub(crate) const FORM: &str = "form";
/// Word for unions whose arms are distinguished by their members.
pub(crate) const MEMBERS: &str = "members";

/// Returns the word for a meaning; `None` for the meaning that holds without a word.
pub fn word<T: PartialEq>(set: &[(&'static str, T)], meaning: T) -> Option<&'static str> {
    set.iter().find(|(_, other)| *other == meaning).map(|(word, _)| *word)
}
