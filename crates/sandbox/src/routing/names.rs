//! Names of a spec by which rules and prepared responses select requests.
//!
//! Input: a name from a user. Output: nothing if an item has the name, else a message with the most
//! similar name.

use chainloom_codegen::diagnostic::near_name;
use chainloom_interpret::Api;

/// Checks that a rule for `name` can match a request: it is an operation, a service, a client or a
/// path.
pub(crate) fn check_rule(name: &str, api: &Api) -> Result<(), String> {
    let services = api.operations.iter().map(|operation| operation.schema.service);
    let services = services.chain(api.subscriptions.iter().map(|subscription| subscription.service));
    let groups = services.flat_map(|service| [service.name, service.client.name]);
    let known: Vec<&str> = operations(api).chain(groups).chain(api.clients.iter().map(|client| client.name)).collect();
    if name.starts_with('/') || known.contains(&name) {
        return Ok(());
    }
    let what = "is no operation, service, client or path: paths begin with `/`";
    Err(with_hint(format!("a fault is given on `{name}`, which {what}"), name, known.into_iter()))
}

/// Completes `message`, which states for what `name` was given, with the most similar operation.
pub(crate) fn no_operation(message: String, name: &str, api: &Api) -> String {
    with_hint(message, name, operations(api))
}

fn operations(api: &Api) -> impl Iterator<Item = &str> {
    api.operations.iter().map(|operation| operation.schema.id)
}

/// Appends the most similar of the known names to a message.
fn with_hint<'a>(message: String, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match near_name(name, known) {
        Some(near) => format!("{message}; did you mean `{near}`?"),
        None => message,
    }
}
