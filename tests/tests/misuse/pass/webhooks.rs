//! Webhooks of a module and of a trait; their receivers verify and read events.
#![deny(warnings, missing_docs)]

/// A shop.
#[chainloom::api]
#[api(webhooks(
    doc = "Events of the shop.",
    event = Event,
    id(header = "X-Id"),
    signature(header = "X-Signature", algorithm = "hmac-sha256", form = "sha256={hex}"),
))]
mod shop {
    /// Event of the shop.
    #[api(union(tag = "kind"))]
    enum Event {
        /// Something was sold.
        Sold {
            /// What was sold.
            name: String,
        },
        /// The shop closed.
        Closed {},
    }

    /// Prices.
    #[api(webhooks(doc = "Changes of prices.", event = Change))]
    trait Prices {
        /// Returns a price.
        #[api(get = "/prices/{name}", examples = [{ request: { name: tea }, response: 1 }])]
        fn price(&self, name: String) -> u64;
    }

    /// Change of a price.
    struct Change {
        /// What costs something else now.
        name: String,
    }
}

fn main() {
    let receiver = shop::WEBHOOKS.receiver(["secret"]);
    let _ = receiver.map(|receiver| receiver.receive(&Default::default(), b"{}").map(|delivery| delivery.event));
    let _ = &shop::prices::WEBHOOKS;
}
