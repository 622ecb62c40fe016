//! Renders the webhooks of a client, for the author of a receiver.

use maud::{Markup, html};

use super::addresses::of_webhooks;
use super::code;
use super::markdown::{block, inline};
use super::members::{Here, texts};
use crate::data::{WebhookExample, Webhooks};

impl Here<'_> {
    /// The webhooks of a client.
    pub(super) fn webhooks(self, client: &str) -> Markup {
        html! {
            @for one in self.site.reference.webhooks.iter().filter(|one| one.client == client) { (self.webhooks_of(one)) }
        }
    }

    fn webhooks_of(self, one: &Webhooks) -> Markup {
        html! {
            section id=(of_webhooks(&one.name)) {
                h3 { "Webhooks: " code { (one.name) } }
                (block(&one.doc))
                p { "Event: " (self.ty(&one.event)) }
                @if !one.facts.is_empty() { ul.facts { @for fact in &one.facts { li { (inline(fact)) } } } }
                p { "Rust, with the feature " code { "webhooks" } ": " code { (one.receive) } }
                @if let Some(command) = &one.verify { p { "Command line: " code { (command) } } }
                (texts("Notes", &one.notes))
                @if let Some(source) = &one.source { p.facts { "Source: " (source) } }
                @for example in &one.examples { (self::example(example)) }
            }
        }
    }
}

fn example(example: &WebhookExample) -> Markup {
    let head: String = example.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    html! {
        details {
            summary { "Example" @if !example.doc.is_empty() { ": " (inline(&example.doc)) } }
            (code::program(&format!("{head}\n{}", example.body)))
        }
    }
}
