//! Renders an operation or a subscription.

use maud::{Markup, html};

use super::addresses::{escaped, fragment, short};
use super::call::Call;
use super::code::{self, data};
use super::markdown::{block, inline};
use super::members::Here;
use crate::data::{Example, Operation, Protocol, Shape, Subscription, TypeText};

impl Here<'_> {
    /// The section of an operation, with its program.
    pub(super) fn operation(self, one: &Operation, program: Option<&str>) -> Markup {
        let id = fragment(&one.id);
        let call = serde_json::to_string(&Call::new(one)).unwrap_or_default();
        html! {
            section id=(id) {
                (title(&one.id))
                p.wire {
                    @match &one.protocol {
                        Protocol::Rest { verb, path } => { span.verb { (verb) } " " code { (path) } },
                        Protocol::Rpc { .. } => { span.verb { "RPC" } " " code { (one.wire_name) } },
                    }
                    " " span.badge.(one.effect) title=(one.effect_text) { (one.effect) }
                    (self.marks(one.seen, one.source.as_deref()))
                }
                @if let Some(text) = &one.deprecated { p.deprecated { (inline(text)) } }
                (block(&one.doc))
                @if let Some(text) = one.sensitive { p { (text) } }
                @if !one.versions.is_empty() { p { (one.versions.join(" ")) } }
                @if !one.parameters.is_empty() {
                    h3 { "Parameters" }
                    (self.members(&one.id, &one.parameters))
                }
                @if !one.fixed.is_empty() {
                    ul.facts {
                        @for fixed in &one.fixed { li { code { (fixed.name) } " is always " code { (fixed.value) } "." } }
                    }
                }
                (self.facts("Rules", &one.rules))
                (self.result(one))
                (self.conditions(one))
                @for example in &one.examples { (self::example(example)) }
                (self.try_it(one, &call, program))
            }
        }
    }

    fn result(self, one: &Operation) -> Markup {
        html! {
            h3 { "Result" }
            @if one.result.0.is_empty() { p { "Nothing." } } @else { p { (self.ty(&one.result)) } }
            @if !one.response.is_empty() { (block(&one.response)) }
            @if !one.statuses.is_empty() {
                p.facts { "Status of success: " (one.statuses.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")) "." }
            }
            (self.shape_of(&one.result))
            @if !one.headers.is_empty() {
                h3 { "Response headers" }
                (self.members(&format!("{}.headers", one.id), &one.headers))
            }
        }
    }

    /// The members of the objects in a type, one level deep, in brief.
    fn shape_of(self, ty: &TypeText) -> Markup {
        let entries = ty.ids().filter_map(|id| self.site.reference.type_entry(id));
        html! {
            @for entry in entries {
                @match &entry.shape {
                    Shape::Record { members } => details {
                        summary { "Members of " code { (short(&entry.id)) } }
                        ul.brief {
                            @for member in members {
                                li {
                                    code { (member.name) } @if !member.required { "?" }
                                    " " (self.ty(&member.ty))
                                    @if !member.doc.is_empty() { " – " (inline(&member.doc)) }
                                    @if let Some(unit) = &member.unit { " (" (unit) ")" }
                                }
                            }
                        }
                    },
                    Shape::Scalar { form } => p.facts { (inline(form)) },
                    _ => {},
                }
            }
        }
    }

    fn conditions(self, one: &Operation) -> Markup {
        html! {
            @if let Some(text) = &one.paging { h3 { "Pages" } p { (inline(text)) } }
            @if let Some(text) = &one.wait { h3 { "Waiting" } p { (inline(text)) } }
            (self.facts("Cost", one.cost.as_slice()))
            (self.facts("Limits", &one.limits))
            (self.facts("Availability", &one.available))
            @if !one.errors.is_empty() { h3 { "Errors" } (self.errors(&one.id, &one.errors)) }
            (self.facts("Notes", &one.notes))
        }
    }

    /// The place where the script builds the fields of a call; without it, the program.
    fn try_it(self, one: &Operation, call: &str, program: Option<&str>) -> Markup {
        html! {
            h3 { "Call" }
            div.call {
                (data("call-data", call))
                div.snippet {
                    p.label { "Rust" }
                    @match program {
                        Some(program) => (code::program(program)),
                        None => (code::program(&format!("{}.await?", one.rust.call))),
                    }
                }
            }
        }
    }

    /// The section of a subscription.
    pub(super) fn subscription(self, one: &Subscription) -> Markup {
        let id = fragment(&one.id);
        html! {
            section id=(id) {
                (title(&one.id))
                p.wire {
                    span.verb { "SUB" } " " code { (one.wire_name) }
                    (self.marks(one.seen, one.source.as_deref()))
                }
                (block(&one.doc))
                @if one.backfill { p { "Events that were missed can be fetched." } }
                @if !one.parameters.is_empty() {
                    h3 { "Parameters" }
                    (self.members(&one.id, &one.parameters))
                }
                h3 { "Event" }
                p { (self.ty(&one.item)) }
                (self.shape_of(&one.item))
                (self.facts("Limits", &one.limits))
                (self.facts("Availability", &one.available))
                (self.facts("Notes", &one.notes))
                h3 { "Rust" }
                (code::program(&format!("{}.await?", one.call)))
            }
        }
    }
}

/// The title of a section, with a link to it.
fn title(id: &str) -> Markup {
    let anchor = fragment(id);
    html! {
        h2 {
            (id) " " a.anchor href={ "#" (escaped(&anchor)) } aria-label={ "Link to " (id) } { "#" }
        }
    }
}

fn example(example: &Example) -> Markup {
    html! {
        details.example {
            summary { "Example" }
            @if !example.doc.is_empty() { (block(&example.doc)) }
            @if !example.request.is_empty() {
                p.label { "Parameters" }
                (code::json(&serde_json::Value::Object(example.request.clone())))
            }
            @if let Some(response) = &example.response { p.label { "Result" } (code::json(response)) }
        }
    }
}
