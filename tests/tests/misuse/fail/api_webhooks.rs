// Mistakes in webhooks, which are used: each is told once, at its place.

#[chainloom::api]
#[api(webhooks(doc = "Events.", event = Evnt))]
mod typed {
    struct Event {
        name: String,
    }
}

#[chainloom::api]
#[api(webhooks(doc = "Events.", event = Event, signature(header = "X-Signature", algoritm = "hmac-sha256", form = "{hex}")))]
mod keyed {
    struct Event {
        name: String,
    }
}

#[chainloom::api]
#[api(webhook(event = Event))]
mod named {
    struct Event {
        name: String,
    }
}

fn main() {
    let _ = typed::WEBHOOKS.receiver(["secret"]);
    let _ = keyed::WEBHOOKS.receiver(["secret"]);
}
