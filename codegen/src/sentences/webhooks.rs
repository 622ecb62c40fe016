//! Sentences on webhooks: the signature of a request, and the ID of repeated deliveries.

use super::{capitalized, time};
use crate::model::{KeyEncoding, Signature, SignatureAlgorithm, SignedTime, WebhookId, Webhooks};

/// Describes the webhooks of a file, a sentence each.
pub fn webhooks(webhooks: &Webhooks) -> Vec<String> {
    let id = webhooks.id.as_ref().map(|id| match id {
        WebhookId::Member(path) => format!("Repeated deliveries of an event share the member `{}`.", path.dotted()),
        WebhookId::Header(name) => format!("Repeated deliveries of an event share the header `{name}`."),
    });
    let signature = webhooks.signature.as_ref().map(signature).unwrap_or_default();
    signature.into_iter().chain(id).collect()
}

/// Describes the signature of webhooks, a sentence each.
fn signature(signature: &Signature) -> Vec<String> {
    let SignatureAlgorithm::HmacSha256 = signature.algorithm else { return Vec::new() };
    let over: Vec<String> = signature.over_texts().iter().map(|over| format!("`{over}`")).collect();
    let form = signature.form();
    let mut facts = vec![format!(
        "The header `{}` holds the HMAC-SHA-256 of {}, as `{form}`.",
        signature.header,
        over.join(" or ")
    )];
    let prefix = match signature.key_prefix.as_str() {
        "" => String::new(),
        prefix => format!(" after `{prefix}`"),
    };
    facts.extend(match signature.key {
        KeyEncoding::Text if prefix.is_empty() => None,
        KeyEncoding::Text => Some(format!("The key is the text of the secret{prefix}.")),
        KeyEncoding::Hex => Some(format!("The secret is the key in hex{prefix}.")),
        KeyEncoding::Base64 => Some(format!("The secret is the key in base64{prefix}.")),
    });
    let place = signature.timestamp.as_ref().map(|time| match time {
        SignedTime::Part(name) => format!("the part `{name}` of the same header"),
        SignedTime::Header(name) => format!("the header `{name}`"),
    });
    facts.extend(place.map(|place| capitalized(&format!("{place} holds the timestamp, in seconds of UNIX time."))));
    facts.extend(
        signature
            .tolerance
            .map(|tolerance| format!("The timestamp is at most {} from the time of receipt.", time(tolerance))),
    );
    facts
}
