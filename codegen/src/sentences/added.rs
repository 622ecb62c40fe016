//! Beginnings of the paragraphs that the generator adds to descriptions. Sentences are composed
//! from them, and importers of our documents remove paragraphs that begin so.

/// The unit of a member.
pub(super) const UNIT: &str = "Unit: ";
pub(super) const RANGE: &str = "Range: ";
pub(super) const LENGTH: &str = "Length: ";
pub(super) const PATTERN: &str = "Pattern: `";
pub(super) const EACH: &str = "Each item: ";
/// What is said of a member that may be absent, null or a value.
pub const THREE_STATES: &str = "Absent and null have different meanings.";
pub(super) const CLAMPED: &str = "The service clamps the value to the range ";
pub(super) const DEFAULT: &str = "Default: ";
/// The media types of a part of a body.
pub(super) const MEDIA_TYPES: &str = "Media types: ";
/// Which parameter of the request a member of the response has the value of.
pub(super) const ECHOES: &str = "Repeats the parameter ";
pub(super) const ALLOWED: &str = "Allowed values: ";
/// The version that brought a thing.
pub const SINCE: &str = "Since version ";
/// The last version that has a thing.
pub const UNTIL: &str = "Until version ";
/// What is said of a thing that only real services show.
pub const SEEN: &str = "Not guaranteed by the API's documentation.";
pub(super) const ALSO_NAMED: &str = "Alternative name: ";
pub(super) const EMPTY_IS_ABSENT: &str =
    "An empty string, or an empty value of another kind, means that the value is absent.";
pub(super) const NULL_IS_ABSENT: &str = "Null means that the value is absent.";
pub(super) const ALSO_AT: &str = "May also be an object that holds the list";
pub(super) const ALSO_SINGLE: &str = "May also be a single item without a list around it.";
pub(super) const DEPRECATED: &str = "Deprecated";
/// The values of an enumeration that only real services show.
pub const VALUES_SEEN: &str = "Values not guaranteed by the API's documentation: ";
/// An enumeration may have further values.
pub const OPEN: &str = "Further values are possible.";
/// How the arms of a union are distinguished by members.
pub const TOLD_BY_MEMBERS: &str =
    "The set of present members determines the variant: the first one whose `x-has` is present.";
/// End of the sentence on how the arms of a union are distinguished.
pub const TOLD: &str = " determines the variant.";
/// Which bodies of a success status report a failure.
pub(super) const FAILS_IN_BODY: &str = "A response with a status of success reports a failure if ";
/// By which errors a server says that it does not serve yet.
pub(super) const NOT_SERVING: &str = "A server that does not serve yet, such as while it starts, says: ";
/// Statuses of failed requests.
pub(super) const STATUSES_OF_ERRORS: &str = "HTTP statuses of errors: ";
/// The headings of lists.
pub const AVAILABLE: &str = "Availability:";
/// See [`AVAILABLE`].
pub const LIMITS: &str = "Limits:";
/// See [`AVAILABLE`].
pub const NOTES: &str = "Notes:";
/// See [`AVAILABLE`].
pub const STATUSES: &str = "Meaning of the statuses:";
/// See [`AVAILABLE`].
pub const DEPLOYMENTS: &str = "Deployments:";
/// How the examples of a document are found again.
pub const EXAMPLES: &str = "Examples of a request and of its response have the same name.";

/// What is said of a secret without which calls work.
pub const OPTIONAL_SECRET: &str = "Optional: calls work without it.";
/// What is said of a secret without which no call works.
pub const REQUIRED_SECRET: &str = "Required by every call.";
/// How what is said of a variable without a default begins.
pub const NO_DEFAULT: &str = "It has no default";

/// The conditions for a thing to be served.
pub(super) const FLAG: &str = "Requires the flag ";
pub(super) const CONFIG: &str = "Requires the setting ";
pub(super) const PUBLIC: &str = "Public server: ";
pub(super) const CHAINS: &str = "Only on ";
pub(super) const ARCHIVE: &str = "Requires an archive node: ";
pub(super) const SERVED: &str = "Served ";
pub(super) const NOT_SERVED: &str = "Not served ";

/// The beginnings of conditions.
pub const CONDITIONS: [&str; 7] = [FLAG, CONFIG, PUBLIC, CHAINS, ARCHIVE, SERVED, NOT_SERVED];

/// What a repeat of a call does, in the paragraph that follows the description of each operation.
pub const EFFECTS: [&str; 4] = [READ, IDEMPOTENT, ONCE, WRITE];

pub(super) const READ: &str = "Read-only.";
pub(super) const IDEMPOTENT: &str = "Idempotent: repeating the call has no further effect.";
pub(super) const ONCE: &str = "Not idempotent: repeating the call gives another result or fails.";
pub(super) const WRITE: &str = "Not idempotent: each call makes a change.";

/// The beginnings of all other paragraphs that are added.
const OTHERS: [&str; 32] = [
    UNIT,
    RANGE,
    LENGTH,
    PATTERN,
    EACH,
    THREE_STATES,
    CLAMPED,
    DEFAULT,
    ALLOWED,
    ECHOES,
    MEDIA_TYPES,
    SINCE,
    UNTIL,
    SEEN,
    ALSO_NAMED,
    EMPTY_IS_ABSENT,
    NULL_IS_ABSENT,
    ALSO_AT,
    ALSO_SINGLE,
    "Deprecated since ",
    "Deprecated.",
    VALUES_SEEN,
    OPEN,
    TOLD_BY_MEMBERS,
    STATUSES_OF_ERRORS,
    FAILS_IN_BODY,
    NOT_SERVING,
    AVAILABLE,
    LIMITS,
    NOTES,
    STATUSES,
    DEPLOYMENTS,
];

/// Whether a paragraph begins as one that is added to the description of a type, a member or a
/// whole document.
pub fn is_added(paragraph: &str) -> bool {
    let mut beginnings = OTHERS.iter().chain(&CONDITIONS).chain([&EXAMPLES]);
    beginnings.any(|with| paragraph.starts_with(with)) || paragraph.ends_with(TOLD)
}

/// Whether a paragraph is the one on the effect of an operation, behind its description.
pub fn is_effect(paragraph: &str) -> bool {
    EFFECTS.contains(&paragraph)
}

/// Whether a paragraph says that a thing should not be used.
pub fn is_deprecation(paragraph: &str) -> bool {
    paragraph.starts_with(DEPRECATED)
}
