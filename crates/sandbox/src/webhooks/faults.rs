//! Faults of webhooks: deliveries that a receiver must refuse or tolerate.

use std::fmt;
use std::str::FromStr;

use chainloom_runtime::schema::Webhooks;

/// Fault of the delivery of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WebhookFault {
    /// The request is signed for another body.
    WrongSignature,
    /// The request has no signature.
    NoSignature,
    /// The same event is sent twice, as when the service missed a response.
    Repeated,
    /// Two events are sent, the later one first.
    OutOfOrder,
    /// The signed timestamp is older than the tolerance.
    Late,
}

/// Faults, each with its name and a human-readable sentence.
const FAULTS: [(WebhookFault, &str, &str); 5] = [
    (WebhookFault::WrongSignature, "wrong-signature", "the signature is that of another body"),
    (WebhookFault::NoSignature, "no-signature", "the request has no signature"),
    (WebhookFault::Repeated, "repeated", "the same event is sent twice"),
    (WebhookFault::OutOfOrder, "out-of-order", "two events are sent, the later one first"),
    (WebhookFault::Late, "late", "the signed timestamp is older than the tolerance"),
];

impl WebhookFault {
    /// Iterates over the names of all faults, each with a human-readable sentence.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        FAULTS.into_iter().map(|(_, name, text)| (name, text))
    }

    /// Checks that the spec describes the signature or the signed timestamp that the fault changes.
    pub(super) fn check(self, table: &Webhooks) -> Result<(), String> {
        let needs_signature = matches!(self, Self::WrongSignature | Self::NoSignature | Self::Late);
        let Some(signature) = table.signature else {
            let message = format!("the fault `{self}` needs a signature, which the webhooks of `{}` lack", table.name);
            return if needs_signature { Err(message) } else { Ok(()) };
        };
        if self == Self::Late && signature.timestamp.is_none() {
            let name = table.name;
            return Err(format!("the fault `{self}` needs a signed timestamp, which the webhooks of `{name}` lack"));
        }
        Ok(())
    }
}

impl fmt::Display for WebhookFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = FAULTS.iter().find(|(fault, ..)| fault == self);
        out.write_str(found.map_or("", |(_, name, _)| name))
    }
}

impl FromStr for WebhookFault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = FAULTS.iter().find(|(_, name, _)| *name == text).map(|(fault, ..)| *fault);
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::names().map(|(name, _)| name).collect();
            format!("`{text}` is no fault of webhooks; there are: {}", names.join(", "))
        })
    }
}
