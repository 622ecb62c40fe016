//! Real responses, read by the generated types and written again: they must come out equal, and
//! through serde the same to the byte. Real requests, made again by the typed calls from the
//! vector's own parameters: they must be the same requests.
//!
//! Prints one JSON line a vector, then a line that counts. The folder is `CHAINLOOM_VECTORS`, or
//! the recordings of the repository. For vectors of the project these are failures too, unless a
//! file gives the reason: an operation or a member that the spec does not describe
//! (`tests/data/not-described.json`), a request that cannot be made (`requests-not-built.json`
//! beside it).
#![allow(clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use chainloom::data::webhook_events::{WEBHOOKS, WebhookMessage};
use chainloom::runtime as rt;
use chainloom_tests::requests::Comparison;
use chainloom_tests::vectors::{self, Exchange};
use chainloom_tests::{equality, error_responses, matching, requests, round_trip, shape};
use rt::catalog::Entry;
use rt::schema::{Protocol, Type};
use serde_json::{Value, json};

/// How the operation of a vector begins that is a request of a service to its user.
const EVENT: &str = "event ";

/// What became of a vector.
enum Outcome {
    Equal {
        id: String,
        undescribed: Vec<String>,
    },
    /// An error answer, equal in code, message and data or in its typed body.
    ErrorEqual {
        id: String,
    },
    NotDescribed,
    Failed {
        id: String,
        why: String,
    },
}

fn main() -> ExitCode {
    let folder = vectors::folder();
    let exchanges = match vectors::read(&folder) {
        Ok(exchanges) => exchanges,
        Err(message) => {
            println!("conformance: {message}");
            return ExitCode::FAILURE;
        }
    };
    if exchanges.is_empty() {
        println!("conformance: there is no vector in {}", folder.display());
        return ExitCode::FAILURE;
    }
    if run(&exchanges) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tries all, says what became of each, and whether all is well.
fn run(exchanges: &[Exchange]) -> bool {
    let mut reasons = Reasons::read();
    let (mut passed, mut failed, mut skipped) = (0, 0, BTreeMap::<String, usize>::new());
    let mut requests = BTreeMap::<&str, usize>::new();
    for exchange in exchanges {
        let outcome = reasons.check(exchange, try_exchange(exchange));
        let made = requests::make(exchange);
        let (request, refused) = reasons.check_request(exchange, made.as_ref());
        println!("{}", line(exchange, &outcome, request.as_deref(), refused.as_deref()));
        if let Some(made) = &made {
            *requests.entry(kind(made)).or_default() += 1;
        }
        match outcome {
            _ if refused.is_some() => failed += 1,
            Outcome::Equal { .. } | Outcome::ErrorEqual { .. } => passed += 1,
            Outcome::NotDescribed => *skipped.entry(exchange.operation.clone()).or_default() += 1,
            Outcome::Failed { .. } => failed += 1,
        }
    }
    for (operation, count) in &skipped {
        println!("not described: {operation} ({count})");
    }
    let stale = reasons.stale();
    stale.iter().for_each(|name| println!("a reason is given for what does not occur: {name}"));
    let counts: Vec<String> = requests.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    println!("requests: {}", counts.join(", "));
    println!("{passed} passed, {failed} failed, {} skipped", skipped.values().sum::<usize>());
    failed == 0 && stale.is_empty()
}

const fn kind(made: &Comparison) -> &'static str {
    match made {
        Comparison::Equal => "equal",
        Comparison::NotBuilt(_) => "not built",
        Comparison::Differs(_) => "differ",
    }
}

/// What is let pass, each with its reason, and what of it was met.
struct Reasons {
    /// Whether the vectors are the project's own, of which everything is known.
    is_ours: bool,
    /// Whether they are all of the project's, so that each reason must be needed.
    are_all: bool,
    /// Members that vectors have and the spec leaves out on purpose, by the ending of their path.
    members: BTreeMap<String, Value>,
    /// Operations that the spec leaves out on purpose, by their wire name.
    operations: BTreeMap<String, Value>,
    /// Requests that are invalid or made up, by the name of the vector: `request` is how what is
    /// said of it begins.
    requests: BTreeMap<String, Value>,
    met: BTreeSet<String>,
}

/// A list of reasons.
fn list(name: &str, value: Value) -> BTreeMap<String, Value> {
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn file(name: &str, text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Reasons {
    fn read() -> Self {
        let mut not_described = file("not-described.json", include_str!("../data/not-described.json"));
        let requests = file("requests-not-built.json", include_str!("../data/requests-not-built.json"));
        Self {
            is_ours: vectors::are_all() || vectors::folder() == vectors::recordings(),
            are_all: vectors::are_all(),
            members: list("not-described.json", not_described["members"].take()),
            operations: list("not-described.json", not_described["operations"].take()),
            requests: list("requests-not-built.json", requests),
            met: BTreeSet::new(),
        }
    }

    /// For our own vectors, what is not described must have a reason.
    fn check(&mut self, exchange: &Exchange, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Equal { id, undescribed } if self.is_ours => {
                let allowed = |path: &String| self.members.keys().any(|name| path.ends_with(&format!(".{name}")));
                let missing: Vec<String> = undescribed.into_iter().filter(|path| !allowed(path)).collect();
                if missing.is_empty() {
                    Outcome::Equal { id, undescribed: missing }
                } else {
                    Outcome::Failed { id, why: format!("the spec does not describe {}", missing.join(", ")) }
                }
            }
            Outcome::NotDescribed if self.is_ours => {
                if self.operations.contains_key(&exchange.operation) {
                    self.met.insert(exchange.operation.clone());
                    return outcome;
                }
                let why = "the spec does not describe the operation, and data/not-described.json gives no reason";
                Outcome::Failed { id: exchange.operation.clone(), why: why.to_owned() }
            }
            other => other,
        }
    }

    /// What is said of a request, and why it must not pass.
    fn check_request(&mut self, exchange: &Exchange, made: Option<&Comparison>) -> (Option<String>, Option<String>) {
        let (text, is_refused) = match made {
            None => return (None, None),
            Some(Comparison::Equal) => return (Some("equal".to_owned()), None),
            // In vectors of others a request may be invalid on purpose.
            Some(Comparison::NotBuilt(why)) => (format!("not built: {why}"), self.is_ours),
            Some(Comparison::Differs(place)) => (format!("differs: {place}"), true),
        };
        let listed = self.requests.get(&exchange.name).and_then(|entry| entry.get("request")?.as_str());
        if listed.is_some_and(|listed| text.starts_with(listed)) {
            self.met.insert(exchange.name.clone());
            return (Some(text), None);
        }
        let why = "the request must be equal, or data/requests-not-built.json must say this of it and why";
        (Some(text), is_refused.then(|| why.to_owned()))
    }

    /// Reasons for what does not occur, so that the lists stay true.
    fn stale(&self) -> Vec<String> {
        let names = self.operations.keys().chain(self.requests.keys());
        names.filter(|name| self.are_all && !self.met.contains(*name)).cloned().collect()
    }
}

fn line(exchange: &Exchange, outcome: &Outcome, request: Option<&str>, refused: Option<&str>) -> Value {
    let base = json!({ "vector": exchange.name, "operation": exchange.operation });
    let more = match outcome {
        Outcome::Equal { id, undescribed } => json!({ "result": "equal", "id": id, "undescribed": undescribed }),
        Outcome::ErrorEqual { id } => json!({ "result": "error equal", "id": id }),
        Outcome::NotDescribed => json!({ "result": "not described" }),
        Outcome::Failed { id, why } => json!({ "result": "failed", "id": id, "why": why }),
    };
    let request = request.map_or(json!({}), |request| json!({ "request": request }));
    let refused = refused.map_or(json!({}), |why| json!({ "failed": why }));
    merge(merge(merge(base, more), request), refused)
}

fn merge(mut base: Value, more: Value) -> Value {
    if let (Value::Object(base), Value::Object(more)) = (&mut base, more) {
        base.extend(more);
    }
    base
}

fn try_exchange(exchange: &Exchange) -> Outcome {
    if let Some(event) = exchange.operation.strip_prefix(EVENT) {
        return try_event(event, exchange);
    }
    let candidates = matching::candidates(exchange);
    if candidates.is_empty() {
        return if exchange.status >= 400 { try_error_body(exchange) } else { Outcome::NotDescribed };
    }
    let mut first_failure = None;
    for entry in candidates {
        match try_entry(entry, exchange) {
            Outcome::Failed { id, why } => {
                first_failure.get_or_insert(Outcome::Failed { id, why });
            }
            outcome => return outcome,
        }
    }
    first_failure.unwrap_or(Outcome::NotDescribed)
}

fn try_entry(entry: &Entry, exchange: &Exchange) -> Outcome {
    let id = entry.operation().id.to_owned();
    let body = match entry.operation().protocol {
        Protocol::Rest { .. } if exchange.status >= 400 => return try_error_body(exchange),
        Protocol::Rest { .. } => &exchange.response,
        Protocol::Rpc { .. } => match (exchange.response.get("error"), exchange.response.get("result")) {
            (Some(error), _) if !error.is_null() => return try_rpc_error(entry, error),
            (_, Some(result)) => result,
            _ => return Outcome::Failed { id, why: "neither a result nor an error".to_owned() },
        },
    };
    let (expected, undescribed) = match entry.operation().output {
        Some(ty) => shape::canonical(body, ty),
        None => (body.clone(), Vec::new()),
    };
    match entry.recode_output(body.to_string().as_bytes()) {
        Err(error) => Outcome::Failed { id, why: error.to_string() },
        Ok(bytes) => {
            match compare(&expected, &bytes, entry.operation().output)
                .or_else(|| round_trip::lost_by_serde(entry, &bytes))
            {
                None => Outcome::Equal { id, undescribed },
                Some(why) => Outcome::Failed { id, why },
            }
        }
    }
}

/// Reads the body of a webhook as an event, and writes the event again.
fn try_event(event: &str, exchange: &Exchange) -> Outcome {
    let id = format!("data webhook {event}");
    let ty = WEBHOOKS.schema().event;
    let (expected, undescribed) = shape::canonical(&exchange.response, ty);
    let body = exchange.response.to_string();
    match error_responses::recode_as::<WebhookMessage>(ty, body.as_bytes()) {
        Err(why) => Outcome::Failed { id, why },
        Ok(bytes) => match compare(&expected, &bytes, Some(ty)) {
            None => Outcome::Equal { id, undescribed },
            Some(why) => Outcome::Failed { id, why },
        },
    }
}

/// The written value may be in a form that services were seen to send, too.
fn compare(expected: &Value, bytes: &[u8], ty: Option<Type>) -> Option<String> {
    let written: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => return Some(format!("what was written is not JSON: {error}")),
    };
    let written = match ty {
        Some(ty) => shape::canonical(&written, ty).0,
        None => written,
    };
    equality::difference(expected, &written)
}

/// The error of a JSON-RPC response as the client gives it: code, message and data.
fn try_rpc_error(entry: &Entry, error: &Value) -> Outcome {
    let id = entry.operation().id.to_owned();
    let Some(parsed) = error_responses::rpc_error(entry.operation(), error) else {
        return Outcome::Failed { id, why: "the client sees no error".to_owned() };
    };
    let data = parsed.rpc_data().map(rt::RawJson::to_value).and_then(Result::ok);
    let written = json!({ "code": parsed.rpc_code(), "message": parsed.server_message(), "data": data });
    match equality::difference(error, &written) {
        None => Outcome::ErrorEqual { id },
        Some(why) => Outcome::Failed { id, why },
    }
}

/// The body of a REST response with an error status: it must fit the error type of a client.
fn try_error_body(exchange: &Exchange) -> Outcome {
    let mut failure = Outcome::NotDescribed;
    for (name, recode) in error_responses::ERROR_BODIES {
        let id = format!("{name} error");
        let (ty, bytes) = recode(exchange.response.to_string().as_bytes());
        match bytes {
            Ok(bytes) => match compare(&exchange.response, &bytes, Some(ty)) {
                None => return Outcome::ErrorEqual { id },
                Some(why) => failure = Outcome::Failed { id, why },
            },
            Err(why) => failure = Outcome::Failed { id, why },
        }
    }
    failure
}
