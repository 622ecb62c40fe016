//! Patterns of names: the only module that composes a Rust name from names of the spec. Whether the
//! name is free is decided in `scope`.
//!
//! Input: names of the spec. Output: texts, which may not be legal identifiers.

use crate::casing::{pascal, snake};
use crate::ident::KEYWORDS;

/// Keywords for which another word is better than the keyword with an underscore.
const WORDS: [(&str, &str); 1] = [("type", "kind")];

/// Returns a replacement for a keyword: another word, or the keyword with an underscore. Other
/// names are returned unchanged.
#[must_use]
pub fn without_keyword(name: String) -> String {
    match WORDS.iter().find(|(keyword, _)| *keyword == name) {
        Some((_, word)) => (*word).to_owned(),
        None if KEYWORDS.contains(&name.as_str()) => format!("{name}_"),
        None => name,
    }
}

/// Returns the name of the static that describes an item: `ListBooks` and `listBooks` both become
/// `LIST_BOOKS`.
pub(super) fn table(name: &str) -> String {
    snake(name).to_uppercase()
}

/// Word from which the names of the static and of the table of webhooks are made.
pub(super) const WEBHOOKS: &str = "webhooks";

/// Returns the name of the table of the common members of a union.
pub(super) fn common_table(union: &str) -> String {
    format!("{}_COMMON", table(union))
}

/// Returns the name of the table of the struct of a call.
pub(super) fn input_table(call: &str) -> String {
    format!("{}_INPUT", table(call))
}

/// Returns the name of the static that describes a service.
pub(super) fn service_table(service: &str) -> String {
    format!("{}_SERVICE", table(service))
}

/// Returns the name of the handle of a service.
pub(crate) fn handle(service: &str) -> String {
    format!("{}Service", pascal(service))
}

/// Returns the name of the type that selects one of several endpoints of a service.
pub(super) fn endpoints(service: &str) -> String {
    format!("{}Endpoints", handle(service))
}

/// Returns the name of the enumeration of the error codes of a service.
pub(crate) fn error_codes(service: &str) -> String {
    format!("{}ErrorCode", pascal(service))
}

/// Returns the name of the trait with which operations join the handle of another crate.
pub(crate) fn extension(handle: &str) -> String {
    format!("{handle}Ext")
}

/// Returns the name of the trait with the setters of a call of another crate.
pub(crate) fn call_extension(call: &str) -> String {
    format!("{}Call", pascal(call))
}

/// Returns the name of the struct of a subscription; empty if no letter or digit remains.
pub(super) fn subscription(name: &str) -> String {
    let name = pascal(name);
    if name.is_empty() { name } else { format!("{name}Subscription") }
}

/// Returns the name of the handle setter of a variable; empty if no letter or digit remains.
pub(super) fn var_setter(var: &str) -> String {
    let var = snake(var);
    if var.is_empty() { var } else { format!("with_{var}") }
}

/// Returns two names for the enumeration of the arms of a union; the second is used if the first is
/// taken.
pub(super) fn arms(union: &str, tag: Option<&str>) -> [String; 2] {
    let first = format!("{}{}", pascal(union), tag.map_or_else(|| "Kind".to_owned(), pascal));
    let second = format!("{first}Kind");
    [first, second]
}

/// Returns the name of the member that holds the arm of a union.
pub(super) fn arm_member(tag: Option<&str>) -> String {
    tag.map_or_else(|| "kind".to_owned(), snake)
}

/// Returns the name of a response arm: the standard phrase of the status.
pub(super) fn status(code: &str) -> String {
    let phrase = match code {
        "200" => "Ok",
        "201" => "Created",
        "202" => "Accepted",
        "203" => "NonAuthoritativeInformation",
        "204" => "NoContent",
        "205" => "ResetContent",
        "206" => "PartialContent",
        "207" => "MultiStatus",
        "208" => "AlreadyReported",
        "226" => "ImUsed",
        "304" => "NotModified",
        "400" => "BadRequest",
        "402" => "PaymentRequired",
        "404" => "NotFound",
        "405" => "MethodNotAllowed",
        "406" => "NotAcceptable",
        "409" => "Conflict",
        "410" => "Gone",
        "411" => "LengthRequired",
        "412" => "PreconditionFailed",
        "413" => "ContentTooLarge",
        "414" => "UriTooLong",
        "415" => "UnsupportedMediaType",
        "416" => "RangeNotSatisfiable",
        "417" => "ExpectationFailed",
        "421" => "MisdirectedRequest",
        "422" => "UnprocessableContent",
        "423" => "Locked",
        "424" => "FailedDependency",
        "425" => "TooEarly",
        "426" => "UpgradeRequired",
        "428" => "PreconditionRequired",
        "431" => "RequestHeaderFieldsTooLarge",
        "451" => "UnavailableForLegalReasons",
        other => return format!("Status{other}"),
    };
    phrase.to_owned()
}
