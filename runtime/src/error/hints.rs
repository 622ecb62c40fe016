//! What may be behind an answer that reports an error.
//!
//! Input: the operation's description and the answer. Output: short clauses for people: the conditions for
//! the operation to be served, and what the plain-text answers of servers and proxies mean in general.

use super::{Answer, RpcFailure};
use crate::schema::{Availability, Deployment, Operation};

/// The code for a method that is not there.
const NO_METHOD: i64 = -32601;

/// Clauses for an answer; the JSON-RPC method and error, where there are any.
pub(crate) fn hints(
    operation: &'static Operation,
    deployment: Option<&'static Deployment>,
    answer: &Answer,
    method: Option<&str>,
    failure: Option<&RpcFailure>,
) -> Vec<String> {
    let mut hints = Vec::new();
    let unserved = match failure {
        Some(failure) => failure.number() == Some(NO_METHOD) || says_unserved(&failure.message),
        None => matches!(answer.status.as_u16(), 401 | 403 | 404 | 405 | 501),
    };
    if unserved {
        let conditions = operation.service.available.iter().chain(operation.available);
        hints.extend(conditions.map(|Availability(text)| (*text).to_owned()));
        hints.extend(method.and_then(|method| missing(deployment, method)));
    }
    if failure.is_none() && !answer.is_json() {
        hints.extend(meaning(answer.status.as_u16()).map(str::to_owned));
    }
    hints
}

/// Some servers have one code for all errors, so the text has to tell.
fn says_unserved(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    let signs = ["can't find method", "can't find service", "method not found", "does not exist/is not available"];
    signs.iter().any(|sign| message.contains(sign))
}

/// Whether the deployment is known not to serve a method.
fn missing(deployment: Option<&'static Deployment>, method: &str) -> Option<String> {
    let deployment = deployment?;
    let found = deployment.missing.iter().any(|pattern| fits(pattern, method));
    found.then(|| format!("the deployment `{}` does not serve this method", deployment.name))
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(before) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
}

/// What an answer without JSON means in general.
const fn meaning(status: u16) -> Option<&'static str> {
    Some(match status {
        401 => "the server wants a key or other credentials",
        403 => "the server refuses this host name or this caller",
        404 => {
            "nothing is served at this path: it is not enabled there, the base URL is wrong, or the server has only just started"
        }
        405 => "the path is not one of this API, or a proxy changed the request",
        413 => "the request is larger than the server takes",
        415 => "the path is not one of this API, or a proxy changed the content type",
        429 => "there are too many requests: wait, then try again",
        502 | 504 => "a proxy does not reach the server: try again",
        503 => "the server is still starting up or overloaded: try again",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        assert!(fits("burn_*", "burn_all") && fits("burn_*", "burn_") && fits("*", "") && fits("a*b*c", "a-b-bc"));
        assert!(fits("a.b", "a.b") && !fits("a.b", "a.bc") && !fits("burn_*", "old_burn_") && !fits("a*b", "acd"));
    }
}
