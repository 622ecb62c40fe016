//! Hints for an error response.
//!
//! Input: the table of the operation, the settings and the response. Output: human-readable sentences. The
//! sentences name conditions for the availability of the operation, variables that still have their default, and the
//! usual meaning of plain-text responses.

use crate::{
    Request, Target,
    client::Settings,
    encode::template,
    error::{ErrorResponse, RpcFailure},
    schema::{Deployment, Operation, Protocol, Service},
};
use std::convert::Infallible;

/// The code for a method that is not there.
const NO_METHOD: i64 = -32601;

/// A request whose response reports an error.
pub(crate) struct FailedCall<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) service: &'static Service,
    /// Operation that was called; `None` for the handshake of a websocket.
    pub(crate) operation: Option<&'static Operation>,
    /// Path template of the operation, if the spec has one.
    pub(crate) path: Option<&'static str>,
    /// Name of the JSON-RPC method; `None` for a REST call.
    pub(crate) method: Option<&'a str>,
    /// Names of the variables that the target of the call sets.
    pub(crate) vars: Vec<&'static str>,
}

/// Returns hints for a response, and for its JSON-RPC error if there is one.
pub(crate) fn hints(asked: &FailedCall<'_>, response: &ErrorResponse, failure: Option<&RpcFailure>) -> Vec<String> {
    let mut hints = Vec::new();
    let status = response.status.as_u16();
    let unserved = match failure {
        Some(failure) => failure.number() == Some(NO_METHOD) || is_unserved_message(&failure.message),
        None => matches!(status, 401 | 403 | 404 | 405 | 501),
    };
    if unserved {
        let own = asked.operation.into_iter().flat_map(|operation| operation.available);
        let conditions = asked.service.available.iter().chain(own);
        let mut conditions = conditions.filter(|condition| !condition.of_data).peekable();
        // These conditions may be met, so none is named as the cause.
        if failure.is_some() && conditions.peek().is_some() {
            hints.push("The method may be off at this server".to_owned());
        }
        hints.extend(conditions.map(|condition| condition.text.to_owned()));
        hints.extend(asked.method.and_then(|method| missing(asked.settings.deployment, method)));
    }
    if failure.is_none() && matches!(status, 401 | 403) {
        hints.extend(asked.default_in_keys());
    }
    if unserved && !matches!(status, 401 | 403) {
        hints.extend(asked.default_in_name(failure.is_some()));
    }
    if failure.is_none() && !response.is_json() {
        hints.extend(status_meaning(status).map(str::to_owned));
    }
    hints
}

impl<'a> FailedCall<'a> {
    /// Creates the value for a call.
    pub(crate) fn of_call(settings: &'a Settings, operation: &'static Operation, request: &'a Request) -> Self {
        let service = operation.service;
        let is_whole = settings.endpoint(request.client_endpoint).is_some_and(|endpoint| endpoint.is_whole);
        let path = match operation.protocol {
            Protocol::Rest { path, .. } => Some(path.text),
            // The path of a whole URL has no variables.
            Protocol::Rpc { .. } if is_whole => None,
            Protocol::Rpc { .. } => service.endpoints.get(request.instance.endpoint).map(|endpoint| endpoint.path),
        };
        let method = request.rpc.as_ref().map(|(_, method)| method.as_ref());
        let vars = request.instance.vars().map(|(name, _)| name).collect();
        Self { settings, service, operation: Some(operation), path, method, vars }
    }

    /// Creates the value for the handshake of a websocket.
    pub(crate) fn of_websocket(settings: &'a Settings, service: &'static Service, target: &Target) -> Self {
        let vars = target.vars().map(|(name, _)| name).collect();
        Self { settings, service, operation: None, path: service.websocket, method: None, vars }
    }

    /// Returns a hint at the variable that has its default in the name that the server did not find: in the
    /// method for a JSON-RPC error, in the path for a status.
    fn default_in_name(&self, is_rpc_error: bool) -> Option<String> {
        match self.operation.map(|operation| operation.protocol) {
            Some(Protocol::Rpc { method }) if is_rpc_error => self.find_default("The name of the method", [method]),
            _ => self.find_default("The path", self.path),
        }
    }

    /// Returns a hint at the variable that has its default in the name of a header that carries a key.
    fn default_in_keys(&self) -> Option<String> {
        self.find_default("The header of the key", self.settings.description.auth.iter().map(|secret| secret.key))
    }

    /// Finds the first variable in `templates` that has the default of the spec. Returns a hint to set the variable.
    fn find_default<'t>(&self, what: &str, templates: impl IntoIterator<Item = &'t str>) -> Option<String> {
        let mut names = templates.into_iter().flat_map(variables);
        let (name, value) = names.find_map(|name| Some((name.clone(), self.spec_default(&name)?)))?;
        let how = format!("take a deployment that sets it, or call `.var(\"{name}\", …)` on the builder");
        Some(format!("{what} holds `{value}`, the default of `{name}`: where the service has another, {how}"))
    }

    /// Returns the default of a variable that neither the call, the service, the user nor the
    /// deployment sets.
    fn spec_default(&self, name: &str) -> Option<&'static str> {
        let of_service = self.service.vars.iter().any(|var| var.name == name && var.default.is_some());
        let is_set = of_service || self.vars.contains(&name);
        if is_set { None } else { self.settings.spec_default(name) }
    }
}

/// Returns the names of the variables in a template.
fn variables(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let _ = template::fill(text, |name| {
        names.push(name.to_owned());
        Ok::<_, Infallible>(String::new())
    });
    names
}

/// Returns whether a message means an unknown method. Some servers have one code for all errors, so the text has to
/// decide.
fn is_unserved_message(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    let signs = [
        "can't find method", "can't find service", "method not found", "does not exist/is not available",
        "service/method request ill-formed",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// Returns a hint if the deployment is known not to serve a method.
fn missing(deployment: Option<&'static Deployment>, method: &str) -> Option<String> {
    let deployment = deployment?;
    let found = deployment.missing.iter().any(|pattern| fits(pattern, method));
    found.then(|| format!("The deployment `{}` does not serve this method", deployment.name))
}

/// Returns whether a text fits a pattern in which `*` stands for any text.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(before) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
}

/// Returns the usual meaning of a status of a response without JSON.
const fn status_meaning(status: u16) -> Option<&'static str> {
    Some(match status {
        401 => "The server wants a key or other credentials",
        403 => "The server refuses this host name or this caller",
        404 => {
            "Nothing is served at this path: it is not enabled there, the base URL is wrong, or the server has only \
             just started"
        }
        405 => "The path is not one of this API, or a proxy changed the request",
        413 => "The request is larger than the server takes",
        415 => "The path is not one of this API, or a proxy changed the content type",
        429 => "There are too many requests: wait, then try again",
        502 | 504 | 520..=524 => "A proxy does not reach the server: try again",
        503 | 529 => "The server is still starting up or overloaded: try again",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::response::hints::fits;

    #[test]
    fn patterns() {
        assert!(fits("burn_*", "burn_all") && fits("burn_*", "burn_") && fits("*", "") && fits("a*b*c", "a-b-bc"));
        assert!(fits("a.b", "a.b") && !fits("a.b", "a.bc") && !fits("burn_*", "old_burn_") && !fits("a*b", "acd"));
    }
}
