//! Media types: recognizes JSON, JSON lines and XML by their names.

/// Media type of JSON.
pub const JSON: &str = "application/json";

/// Media type of server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// Default media type of JSON lines.
pub const JSON_LINES: &str = "application/x-ndjson";

/// Subtypes of JSON lines, without the prefix `x-` that some have.
const LINES: [&str; 6] = ["ndjson", "ldjson", "jsonl", "jsonlines", "json-lines", "json-stream"];

/// Media type that an older framework used for JSON lines.
const STREAM_JSON: &str = "application/stream+json";

/// Subtype of a binary format that is not JSON text.
const BINARY: &str = "ubjson";

/// Returns a media type without its parameters, in lower case.
pub fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns whether a media type is a described one, such as `image/png`, `image/*` or `*/*`, regardless of parameters.
pub fn is_media_type(media_type: &str, described: &str) -> bool {
    let (given, described) = (essence(media_type), essence(described));
    let kind = described.strip_suffix('*').filter(|kind| kind.ends_with('/'));
    described == given || described == "*/*" || kind.is_some_and(|kind| given.starts_with(kind))
}

/// Returns whether a body of this media type has one JSON value per line: `application/x-ndjson`,
/// `application/jsonl`, `application/vnd.books+ndjson`.
pub fn is_json_lines(media_type: &str) -> bool {
    let essence = essence(media_type);
    let name = last_word(&essence, &['/', '+', '.']);
    essence == STREAM_JSON || LINES.contains(&name.strip_prefix("x-").unwrap_or(name))
}

/// Returns whether a body of this media type is one JSON value: its name ends in `json`, as in
/// `application/json`, `application/problem+json` and `application/geojson`.
pub fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence.ends_with("json") && last_word(&essence, &['/', '+', '.', '-']) != BINARY && !is_json_lines(&essence)
}

/// Returns whether a body of this media type is XML: `application/xml`, `text/xml`,
/// `application/soap+xml`.
pub fn is_xml(media_type: &str) -> bool {
    last_word(&essence(media_type), &['/', '+']) == "xml"
}

fn last_word<'n>(name: &'n str, ends: &[char]) -> &'n str {
    name.rsplit(ends).next().unwrap_or(name)
}
