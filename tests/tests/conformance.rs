//! Real answers, read by the generated types and written again: they must come out equal.
//!
//! Prints one JSON line a vector, then a line that counts. The folder is `CHAINLOOM_VECTORS` or the one beside
//! the repository; without one the suite passes and says so, unless `CHAINLOOM_CI=1`.
//! For the folder beside the repository a member that the spec does not describe is a failure too, unless
//! `data/undescribed.json` gives the reason.

use std::collections::BTreeMap;
use std::process::ExitCode;

use chainloom::runtime as rt;
use chainloom_tests::vectors::{self, Exchange};
use chainloom_tests::{answers, equality, matching, shape};
use rt::catalog::Entry;
use rt::schema::{Call, Type};
use serde_json::{Value, json};

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
    if !folder.is_dir() {
        println!("conformance: there is no folder {}; set CHAINLOOM_VECTORS to one", folder.display());
        println!("0 passed, {} failed", u8::from(vectors::is_ci()));
        return if vectors::is_ci() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
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
    let is_ours = std::env::var_os("CHAINLOOM_VECTORS").is_none();
    let allowed = allowed_members();
    let (mut passed, mut failed, mut skipped) = (0, 0, BTreeMap::<String, usize>::new());
    for exchange in &exchanges {
        let outcome = refuse_undescribed(try_exchange(exchange), is_ours, &allowed);
        println!("{}", line(exchange, &outcome));
        match outcome {
            Outcome::Equal { .. } | Outcome::ErrorEqual { .. } => passed += 1,
            Outcome::NotDescribed => *skipped.entry(exchange.operation.clone()).or_default() += 1,
            Outcome::Failed { .. } => failed += 1,
        }
    }
    for (operation, count) in &skipped {
        println!("not described: {operation} ({count})");
    }
    println!("{passed} passed, {failed} failed, {} skipped", skipped.values().sum::<usize>());
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Members that vectors have and the spec leaves out on purpose: path ending and reason.
fn allowed_members() -> BTreeMap<String, String> {
    serde_json::from_str(include_str!("data/undescribed.json")).unwrap_or_default()
}

fn refuse_undescribed(outcome: Outcome, is_ours: bool, allowed: &BTreeMap<String, String>) -> Outcome {
    match outcome {
        Outcome::Equal { id, undescribed } if is_ours => {
            let missing: Vec<String> = undescribed
                .into_iter()
                .filter(|path| !allowed.keys().any(|name| path.ends_with(&format!(".{name}"))))
                .collect();
            if missing.is_empty() {
                Outcome::Equal { id, undescribed: missing }
            } else {
                Outcome::Failed { id, why: format!("the spec does not describe {}", missing.join(", ")) }
            }
        }
        other => other,
    }
}

fn line(exchange: &Exchange, outcome: &Outcome) -> Value {
    let base = json!({ "vector": exchange.name, "operation": exchange.operation });
    let more = match outcome {
        Outcome::Equal { id, undescribed } => json!({ "result": "equal", "id": id, "undescribed": undescribed }),
        Outcome::ErrorEqual { id } => json!({ "result": "error equal", "id": id }),
        Outcome::NotDescribed => json!({ "result": "not described" }),
        Outcome::Failed { id, why } => json!({ "result": "failed", "id": id, "why": why }),
    };
    merge(base, more)
}

fn merge(mut base: Value, more: Value) -> Value {
    if let (Value::Object(base), Value::Object(more)) = (&mut base, more) {
        base.extend(more);
    }
    base
}

fn try_exchange(exchange: &Exchange) -> Outcome {
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
    let body = match entry.operation().call {
        Call::Rest { .. } if exchange.status >= 400 => return try_error_body(exchange),
        Call::Rest { .. } => &exchange.response,
        Call::Rpc { .. } => match (exchange.response.get("error"), exchange.response.get("result")) {
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
        Ok(bytes) => match compare(&expected, &bytes, entry.operation().output) {
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

/// The error of a JSON-RPC answer as the client gives it: code, message and data.
fn try_rpc_error(entry: &Entry, error: &Value) -> Outcome {
    let id = entry.operation().id.to_owned();
    let Some(parsed) = answers::rpc_error(entry.operation(), error) else {
        return Outcome::Failed { id, why: "the client sees no error".to_owned() };
    };
    let data = parsed.rpc_data().map(rt::RawJson::to_value).and_then(Result::ok);
    let written = json!({ "code": parsed.rpc_code(), "message": parsed.server_message(), "data": data });
    match equality::difference(error, &written) {
        None => Outcome::ErrorEqual { id },
        Some(why) => Outcome::Failed { id, why },
    }
}

/// The body of a REST answer with an error status: it must fit the error type of a client.
fn try_error_body(exchange: &Exchange) -> Outcome {
    let mut failure = Outcome::NotDescribed;
    for (name, recode) in answers::ERROR_BODIES {
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
