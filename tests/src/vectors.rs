//! Vectors: recorded requests and answers, as data.
//!
//! Input: a folder. Output: one [`Exchange`] for each request and answer in it. Which operation an
//! exchange belongs to is not decided here.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A request and its response.
#[derive(Debug)]
pub struct Exchange {
    /// The file, relative to the folder, with the number of the exchange where it holds several.
    pub name: String,
    /// The wire name that the file gives: `info.peers`, `error.400`.
    pub operation: String,
    /// The HTTP method; POST where the file has none.
    pub verb: String,
    /// The path, where the file has one.
    pub path: Option<String>,
    /// The query, where the file has one.
    pub query: Option<Value>,
    /// The JSON body of the request, where the file has one.
    pub body: Option<Value>,
    /// The HTTP status of the response.
    pub status: u64,
    /// The JSON body of the response.
    pub response: Value,
}

/// Returns the folder of the recordings that the repository holds: the first one of each operation
/// of a running node, its websocket and its transport.
pub fn recordings() -> PathBuf {
    repository().join("tests/data/vectors")
}

/// Returns the folder of the vectors to try: `CHAINLOOM_VECTORS`, or that of the recordings.
pub fn folder() -> PathBuf {
    std::env::var_os("CHAINLOOM_VECTORS").map_or_else(recordings, PathBuf::from)
}

/// Whether [`folder`] is the folder beside the repository, which holds every vector of the project.
pub fn are_all() -> bool {
    let all = repository().join("../shared/vectors").canonicalize();
    all.is_ok_and(|all| folder().canonicalize().is_ok_and(|folder| folder == all))
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a missing tool is a failure.
pub fn is_ci() -> bool {
    std::env::var_os("CHAINLOOM_CI").is_some_and(|value| value == "1")
}

/// All exchanges in a folder, sorted by name.
///
/// # Errors
///
/// When the folder or a file cannot be read, or a file is not JSON; the text names it.
pub fn read(folder: &Path) -> Result<Vec<Exchange>, String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut exchanges = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        // A file that is cut short must not count as one that holds something else.
        let value: Value = serde_json::from_str(&text).map_err(|error| format!("{name}: not JSON: {error}"))?;
        exchanges.extend(exchanges_of(&name, &value));
    }
    Ok(exchanges)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    Ok(())
}

/// The exchanges of a file: one, several, or none when it holds something else.
pub fn exchanges_of(name: &str, file: &Value) -> Vec<Exchange> {
    if let Some(list) = file.get("exchanges").and_then(Value::as_array) {
        let exchanges = list.iter().enumerate();
        return exchanges
            .filter_map(|(index, exchange)| plain_exchange(&format!("{name}#{}", index + 1), exchange))
            .collect();
    }
    full_exchange(name, file).into_iter().collect()
}

/// An exchange that is the JSON-RPC request and answer, without a path.
fn plain_exchange(name: &str, exchange: &Value) -> Option<Exchange> {
    let body = exchange.get("request")?.clone();
    let operation = body.get("method")?.as_str()?.to_owned();
    Some(Exchange {
        name: name.to_owned(),
        operation,
        verb: "POST".to_owned(),
        path: None,
        query: None,
        body: Some(body),
        status: 200,
        response: exchange.get("response")?.clone(),
    })
}

fn full_exchange(name: &str, file: &Value) -> Option<Exchange> {
    let request = file.get("request")?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let not_null = |value: Option<&Value>| value.filter(|value| !value.is_null()).cloned();
    Some(Exchange {
        name: name.to_owned(),
        operation: text(file.get("operation"))?,
        verb: text(request.get("http")).unwrap_or_else(|| "POST".to_owned()),
        path: text(request.get("path")),
        query: not_null(request.get("query")),
        body: not_null(request.get("body")),
        status: file.get("status").and_then(Value::as_u64).unwrap_or(200),
        response: file.get("response")?.clone(),
    })
}
