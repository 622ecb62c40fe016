//! Webhooks of a loaded spec, without their types.
//!
//! Input: a spec, and the settings of a receiver. Output: webhooks whose events are JSON, deliveries as JSON, and the
//! examples of the spec whose signatures are wrong.

use std::time::{Duration, UNIX_EPOCH};

use chainloom_codegen::diagnostic::near_name;
use chainloom_interpret::{Api, Delivery as Example};
use chainloom_runtime::http::{HeaderMap, HeaderName, HeaderValue};
use chainloom_runtime::webhooks::{Delivery, Receiver};
use chainloom_runtime::{RawJson, Webhooks};
use serde_json::json;

use crate::error::{Class, Error};
use crate::unknown_names::unknown_name_message;

/// Returns the webhooks of `file`, or of the only file that declares webhooks. `deployment` sets the names of headers.
///
/// # Errors
///
/// The file has no webhooks, `file` is `None` and several files have webhooks, or the deployment does not exist.
pub fn webhooks(api: &Api, file: Option<&str>, deployment: Option<&str>) -> Result<Webhooks<RawJson>, Error> {
    let found = api.find_webhooks(file).map_err(|text| Error::new(Class::Usage, text))?;
    let webhooks = Webhooks::new(found.schema);
    let Some(name) = deployment else { return Ok(webhooks) };
    let known = || api.deployments.iter().map(|deployment| deployment.name);
    let deployment = api.deployments.iter().find(|deployment| deployment.name == name);
    let near: Vec<&str> = near_name(name, known()).into_iter().collect();
    let deployment =
        deployment.ok_or_else(|| Error::new(Class::Usage, unknown_name_message("deployment", name, &near)))?;
    Ok(webhooks.deployment(deployment))
}

/// Returns a delivery as a JSON object: `id`, `timestamp` in seconds of UNIX time, and `event`.
#[must_use]
pub fn delivery_json(delivery: &Delivery<RawJson>) -> RawJson {
    let seconds = delivery.timestamp.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|time| time.as_secs());
    let (id, time) = (json!(delivery.id.as_deref()), json!(seconds));
    // The event keeps its digits and the order of its members.
    let text = format!("{{\"id\":{id},\"timestamp\":{time},\"event\":{}}}", delivery.event);
    RawJson::parse(&text).unwrap_or_else(|_| delivery.event.clone())
}

/// Verifies the examples of the webhooks of a spec that have a secret. Returns how many there are, and a
/// text for each whose signature is wrong.
#[must_use]
pub fn verify_examples(api: &Api) -> (usize, Vec<String>) {
    let examples = api.webhooks.iter().flat_map(|webhooks| {
        let untyped = Webhooks::<RawJson>::new(webhooks.schema);
        let signed = webhooks.examples.iter().enumerate().filter(|(_, example)| example.secret.is_some());
        signed.map(move |(index, example)| (untyped, index, example))
    });
    let (mut count, mut wrong) = (0, Vec::new());
    for (webhooks, index, example) in examples {
        count += 1;
        if let Err(why) = verify_example(webhooks, example) {
            wrong.push(format!("example {} of the webhooks of `{}`: {why}", index + 1, webhooks.schema().name));
        }
    }
    (count, wrong)
}

/// Verifies the signature of an example. The error is a human-readable text.
fn verify_example(webhooks: Webhooks<RawJson>, example: &Example) -> Result<(), String> {
    let receiver = webhooks.receiver(example.secret.clone()).map_err(|error| error.to_string())?;
    // The timestamps of examples are old.
    let receiver: Receiver<RawJson> = receiver.tolerance(Duration::MAX);
    let mut headers = HeaderMap::new();
    for (name, value) in &example.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| error.to_string())?;
        headers.append(name, HeaderValue::from_str(value).map_err(|error| error.to_string())?);
    }
    receiver.verify(&headers, example.body.as_bytes()).map_err(|error| error.to_string())
}
