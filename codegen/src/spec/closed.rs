//! Closed sets of words of the language, each with its meaning.

use crate::language::mapping::words;
use crate::model::{Effect, Form, Integer, ParamStyle, Presence, RpcIds, RpcRetry, Style, TimeUnit, Verb};

/// What a repeat of a call does.
pub const EFFECTS: [(&str, Effect); 4] =
    [("read", Effect::Read), ("idempotent", Effect::Idempotent), ("once", Effect::Once), ("write", Effect::Write)];
words! { Effect = EFFECTS }
/// The shape of `params` of JSON-RPC.
pub const STYLES: [(&str, ParamStyle); 3] = [
    ("named", ParamStyle::Named),
    ("positional", ParamStyle::Positional),
    ("object-in-array", ParamStyle::ObjectInArray),
];
words! { ParamStyle = STYLES }

/// How values are written where there is no JSON.
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

/// What becomes of slashes in a path parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slashes {
    /// They are not escaped.
    Keep,
}
/// The word for slashes that are not escaped.
pub(crate) const KEEP: &str = "keep";
const SLASHES: [(&str, Slashes); 1] = [(KEEP, Slashes::Keep)];
words! { Slashes = SLASHES }

/// What may stand for `true` and `false` in `retry` of an error code.
pub(crate) const RETRIES: [(&str, RpcRetry); 2] = [("undone", RpcRetry::Undone), ("smaller", RpcRetry::Smaller)];
/// What the ids of JSON-RPC calls are.
const IDS: [(&str, RpcIds); 2] = [("number", RpcIds::Number), ("text", RpcIds::Text)];
words! { RpcIds = IDS }

/// What redirects to another origin are followed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redirects {
    /// No secrets.
    WithoutAuth,
}
words! { Redirects { WithoutAuth "without-auth" } }

/// What a value that says nothing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// The member is absent.
    Absent,
}
words! { Absent { Absent "absent" } }

/// Kind of call that a key of an operation states.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CallKey {
    /// The path of a request with this HTTP method.
    Verb(Verb),
    /// Another HTTP method and the path.
    RequestLine,
    /// The name of a JSON-RPC method.
    Rpc,
}
/// The keys that say what an operation calls.
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
/// Returns the key of an operation that states requests of an HTTP method, in any case of its letters.
#[must_use]
pub fn own_key(method: &str) -> Option<&'static str> {
    let states = |call: &CallKey| matches!(call, CallKey::Verb(verb) if verb.as_str().eq_ignore_ascii_case(method));
    CALLS.iter().find(|(_, call)| states(call)).map(|(key, _)| *key)
}

/// Whether a chain's prefix stands before the text of a scalar.
pub(crate) const CHAINS: [(&str, Presence); 3] =
    [("none", Presence::Never), ("optional", Presence::Optional), ("required", Presence::Required)];
/// Whether hex begins with `0x`; it does where nothing is said.
pub(crate) const HEX_PREFIXES: [(&str, Presence); 2] = [("optional", Presence::Optional), ("none", Presence::Never)];
/// The Rust types of whole numbers.
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
/// The Rust type of a decimal that keeps its fraction.
pub(crate) const DECIMAL: &str = "Decimal";
/// The other text that a bech32 scalar may be read from.
pub(crate) const BASE58CHECK: &str = "base58check";

/// The forms of scalars that are text on the wire.
pub(crate) const TEXTS: [&str; 24] = [
    "base58",
    "base58check",
    "base64",
    "base64url",
    "bech32",
    "hex",
    "decimal",
    "quantity",
    "date-time",
    "date",
    "duration",
    "uuid",
    "seconds",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "quantity-seconds",
    "quantity-milliseconds",
    "quantity-microseconds",
    "quantity-nanoseconds",
    "duration-seconds",
    "duration-milliseconds",
    "duration-microseconds",
    "duration-nanoseconds",
];
/// The forms of scalars that are numbers on the wire.
pub(crate) const NUMBERS: [&str; 10] = [
    "integer",
    "decimal",
    "seconds",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "duration-seconds",
    "duration-milliseconds",
    "duration-microseconds",
    "duration-nanoseconds",
];
/// What a UNIX time or a duration counts.
pub(crate) const TIME_UNITS: [(&str, TimeUnit); 4] = [
    ("seconds", TimeUnit::Seconds),
    ("milliseconds", TimeUnit::Milliseconds),
    ("microseconds", TimeUnit::Microseconds),
    ("nanoseconds", TimeUnit::Nanoseconds),
];

/// A form of text that has no settings.
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

/// A form of numbers that has no settings.
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

/// The settings that a form of scalars takes, and those that it needs. `key` is `text` or `number`.
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

/// How a set says a meaning; none where that is what holds when nothing is said.
pub fn word<T: PartialEq>(set: &[(&'static str, T)], meaning: T) -> Option<&'static str> {
    set.iter().find(|(_, other)| *other == meaning).map(|(word, _)| *word)
}
