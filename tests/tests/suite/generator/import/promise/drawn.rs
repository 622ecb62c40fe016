//! Requests that schemathesis drew and wrote, and requests in a form that two programs can share.
//!
//! Input: lines of `tests/third_party/document_requests.py`. Output: values by place, and the
//! request: path and query decoded, as their names and values; headers; bytes of the body.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use chainloom_bounded::Bounded as _;
use chainloom_tests::requests;
use serde_json::{Map, Value as Json};

/// A request as a server reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// Segments of the path, decoded.
    pub(super) path: Vec<String>,
    /// Values by name, in their order.
    pub(super) query: BTreeMap<String, Vec<String>>,
    /// Values by the name in lower case.
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request; the target is a path, perhaps with a query.
    pub(super) fn new(method: &str, target: &str, headers: BTreeMap<String, String>, body: Vec<u8>) -> Self {
        // A fragment is not sent.
        let target = target.split('#').next().unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = path.split('/').map(requests::decoded).collect();
        Self { method: method.to_owned(), path, query: pairs(query), headers, body }
    }

    /// Returns the media type of the body, or the empty text.
    pub(super) fn media_type(&self) -> &str {
        self.headers.get("content-type").map_or("", |value| essence(value))
    }
}

/// A media type without its parameters.
pub(super) fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Names and values of a query or a form.
pub(super) fn pairs(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in requests::pairs(text) {
        out.entry(name).or_default().push(value);
    }
    out
}

/// What schemathesis drew for an operation.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) verb: String,
    pub(super) path: String,
    /// Values by place, and by name there; those of `body` as they are.
    pub(super) values: Map<String, Json>,
    /// The request, or why there is none.
    pub(super) request: Result<Request, String>,
}

impl Drawn {
    fn of(line: &Json) -> Self {
        let text = |of: &Json| of.as_str().unwrap_or_default().to_owned();
        let sent = &line["request"];
        let headers = sent["headers"].as_object().into_iter().flatten();
        let headers = headers.map(|(name, value)| (name.clone(), text(value))).collect();
        let request = Request::new(&text(&sent["method"]), &text(&sent["url"]), headers, bytes(&text(&sent["body"])));
        Self {
            verb: text(&line["verb"]),
            path: text(&line["path"]),
            values: line["values"].as_object().cloned().unwrap_or_default(),
            request: if sent.is_null() { Err(text(&line["error"])) } else { Ok(request) },
        }
    }

    /// The verb and the path, for people.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.verb, self.path)
    }
}

/// Has schemathesis draw requests of a document: so many of each operation, and of at most so many
/// operations.
pub(super) fn draw(tools: &Path, script: &Path, document: &Path, each: usize, most: usize) -> Vec<Drawn> {
    let mut command = Command::new(tools.join("venv/bin/python"));
    command.arg(script).arg(document).args([each.to_string(), most.to_string()]).current_dir(tools);
    let output = command.bounded_output().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{told}", output.status);
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| Drawn::of(&serde_json::from_str(line).unwrap())).collect()
}

/// Bytes of hex digits.
pub(super) fn bytes(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap();
    hex.as_bytes().chunks(2).map(|pair| digit(pair[0]) * 16 + digit(pair[1])).collect()
}
