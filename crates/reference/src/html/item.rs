//! Renders an operation, a subscription or webhooks.

use chainloom_codegen::sentences::Topic;
use maud::{Markup, html};

use super::addresses::{escaped, fragment, of_webhooks, short};
use super::call::Call;
use super::code::{self, data};
use super::markdown::{block, inline};
use super::members::{Here, texts};
use super::service::variables;
use super::{Calls, Commands, Site};
use crate::data::{Example, Fixed, Operation, Protocol, Shape, Status, TypeText, WebhookExample};
use crate::find::Item;
use crate::sections::{Body, Part, Section};

/// Parts that the page shows elsewhere: as marks, or once per service.
const ELSEWHERE: [Part; 4] = [Part::Stated(Topic::Effect), Part::Seen, Part::Variables, Part::Endpoints];
/// Parts that are placed next to the others on a wide screen.
const BESIDE: [Part; 4] = [Part::Examples, Part::Rust, Part::Receiver, Part::Command];

impl Here<'_> {
    /// Renders the section of an item.
    pub(super) fn item(self, item: Item<'_>) -> Markup {
        let anchor = match item {
            Item::Operation(_) | Item::Subscription(_) => fragment(item.id()),
            Item::Webhooks(_) => of_webhooks(item.id()),
        };
        let sections = self.site.reference.sections(item);
        let shown = sections.iter().filter(|section| !ELSEWHERE.contains(&section.part));
        let (beside, main): (Vec<_>, Vec<_>) = shown.partition(|section| BESIDE.contains(&section.part));
        html! {
            section.item id=(anchor) {
                h2 {
                    (item.id()) " " a.anchor href={ "#" (escaped(&anchor)) } aria-label={ "Link to " (item.id()) } { "#" }
                }
                (self.wire(item))
                div.said { @for section in main { (self.section_of(item, section)) } }
                div.beside {
                    @for section in beside {
                        @match (item, section.part) {
                            (Item::Operation(one), Part::Rust) => (self.call(one)),
                            _ => (self.section_of(item, section)),
                        }
                    }
                }
            }
        }
    }

    /// Renders the texts of a call, which the script arranges as tabs, and the data of its form.
    fn call(self, one: &Operation) -> Markup {
        let Site { programs, start, .. } = self.site;
        let program = programs.get(&one.id).cloned().unwrap_or_else(|| format!("{}.await?", one.rust.call));
        let (form, commands) = match &start.calls {
            Calls::Tried => (serde_json::to_string(&Call::new(one)).ok(), Some(Commands::default())),
            Calls::Shown(all) => (None, all.get(&one.id).cloned()),
        };
        html! {
            h3 { "Call" }
            div.call {
                @if let Some(form) = &form { (data("call-data", form)) }
                (snippet("rust", "Rust", &program))
                @if let Some(commands) = commands {
                    (snippet("curl", "curl", &commands.curl))
                    (snippet("command", "Command line", &commands.chainloom))
                }
                @match (one.is_sensitive(), form) {
                    (true, _) => p.hint {
                        "This page does not send it: it uses or reveals secret keys, or spends funds. "
                        "Copy one of the commands."
                    },
                    (false, Some(_)) => {},
                    (false, None) => p.hint {
                        "To call it with other values, run " code { "chainloom sandbox" } " and open "
                        code { "http://127.0.0.1:4010/" } ", where you can choose another base URL."
                    },
                }
            }
        }
    }

    /// Renders the name on the wire, the effect, and the section of the documents.
    fn wire(self, item: Item<'_>) -> Markup {
        let (verb, name, seen) = match item {
            Item::Operation(one) => match &one.protocol {
                Protocol::Rest { verb, path } => (verb.as_str(), path.as_str(), one.seen),
                Protocol::Rpc { .. } => ("RPC", one.wire_name.as_str(), one.seen),
            },
            Item::Subscription(one) => ("SUB", one.wire_name.as_str(), one.seen),
            Item::Webhooks(_) => ("WEBHOOKS", "", false),
        };
        html! {
            p.wire {
                span.verb { (verb) }
                @if !name.is_empty() { " " code { (name) } }
                @if let Item::Operation(one) = item { " " span.badge.(one.effect) { (one.effect) } }
                (self.marks(seen, item.source()))
            }
        }
    }

    fn section_of(self, item: Item<'_>, section: &Section<'_>) -> Markup {
        let heading = section.part.heading();
        html! {
            // The summary of an example serves as its heading.
            @if !heading.is_empty() && section.part != Part::Examples { h3 { (heading) } }
            @match &section.body {
                Body::Text(text) if section.part == Part::Server => p { code { (text) } },
                Body::Text(text) => (block(text)),
                Body::Texts(all) => (texts(all)),
                Body::Facts(all) if section.part == Part::Stated(Topic::Deprecation) => {
                    div.deprecated { (self.facts(all)) }
                },
                Body::Facts(all) => (self.facts(all)),
                Body::Members(all) => (self.members(&owner(item, section.part), all)),
                Body::Fixed(all) => (fixed(all)),
                Body::Variables(all) => (variables(all)),
                Body::Endpoints(_) => {},
                Body::Type(ty, said) => (self.result(ty, said)),
                Body::Errors(_) if section.part == Part::SharedErrors => p { a href="#errors" { "Above" } },
                Body::Errors(all) => (self.errors(item.id(), all)),
                Body::Statuses(all) => (statuses(all)),
                Body::Examples(_, all) => @for one in *all { (example(one)) },
                Body::Deliveries(all) => @for one in *all { (delivery(one)) },
                Body::Code(code) => (code::program(code)),
                Body::Paths(call, _) => (code::program(call)),
            }
        }
    }

    fn result(self, ty: &TypeText, said: &str) -> Markup {
        html! {
            @if ty.0.is_empty() { p { "Nothing." } } @else { p { (self.ty(ty)) } }
            (block(said))
            (self.shape_of(ty))
        }
    }

    /// Renders the members of the objects in a type, one level deep, in brief.
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
}

/// Returns the prefix of the fragments of members.
fn owner(item: Item<'_>, part: Part) -> String {
    let of_part = if part == Part::Headers { ".headers" } else { "" };
    format!("{}{of_part}", item.id())
}

fn fixed(all: &[Fixed]) -> Markup {
    html! {
        ul.facts { @for one in all { li { code { (one.name) } ": " code { (one.value) } } } }
    }
}

/// Renders the statuses of errors, with links to their descriptions.
fn statuses(all: &[Status]) -> Markup {
    html! {
        ul.row.facts {
            @for one in all {
                li { a href={ "#" (fragment(&format!("status.{}", one.code))) } { (one.code) " " (one.name) } }
            }
        }
    }
}

fn snippet(kind: &str, label: &str, text: &str) -> Markup {
    html! { div.snippet data-kind=(kind) { p.label { (label) } (code::program(text)) } }
}

fn example(example: &Example) -> Markup {
    html! {
        details.example {
            summary { "Example" }
            (block(&example.doc))
            @if !example.request.is_empty() {
                p.label { "Parameters" }
                (code::json(&serde_json::Value::Object(example.request.clone())))
            }
            @if let Some(response) = &example.response { p.label { "Result" } (code::json(response)) }
        }
    }
}

fn delivery(example: &WebhookExample) -> Markup {
    let head: String = example.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    html! {
        details.example {
            summary { "Example" }
            (block(&example.doc))
            (code::program(&format!("{head}\n{}", example.body)))
        }
    }
}
