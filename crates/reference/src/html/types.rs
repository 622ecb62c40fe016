//! Renders the page of the types of a module.

use maud::{Markup, html};

use super::Site;
use super::addresses::{escaped, fragment, short, types_of};
use super::layout::Page;
use super::markdown::{block, inline};
use super::members::{Here, seen_badge};
use crate::data::{Arm, EnumValue, Shape, TypeEntry};

/// Renders the page of a module.
pub(super) fn page<'r>(site: &'r Site<'r>, module: &str) -> String {
    let path = site.addresses.modules().find(|(name, _)| *name == module).map_or("", |(_, path)| path);
    let title = if module.is_empty() { "Types of the root".to_owned() } else { format!("Types of {module}") };
    let page = Page { title: &title, path, service: None, module: Some(module) };
    let here = Here { site, root: page.root() };
    let content = html! {
        h1 { (title) }
        @for entry in types_of(site.reference, module) { (here.entry(entry)) }
    };
    page.render(site, &content)
}

impl Here<'_> {
    fn entry(self, entry: &TypeEntry) -> Markup {
        let name = short(&entry.id);
        let anchor = fragment(name);
        html! {
            section id=(anchor) {
                h2 {
                    (name) " " a.anchor href={ "#" (escaped(&anchor)) } aria-label={ "Link to " (name) } { "#" }
                }
                p.wire { code { (entry.rust) } (self.marks(entry.seen, entry.source.as_deref())) }
                (block(&entry.doc))
                (self.shape(name, &entry.shape))
                @if !entry.used_by.is_empty() {
                    details {
                        summary { "Used by (" (entry.used_by.len()) ")" }
                        ul.brief {
                            @for id in &entry.used_by { li { a href={ (self.root) (self.site.addresses.item(id)) } { (id) } } }
                        }
                    }
                }
            }
        }
    }

    fn shape(self, owner: &str, shape: &Shape) -> Markup {
        html! {
            @match shape {
                Shape::Scalar { form } => p { (inline(form)) },
                Shape::Alias { target, facts } => {
                    p { (self.ty(target)) }
                    @if !facts.is_empty() { p.facts { (inline(&facts.join(" "))) } }
                },
                Shape::Enum { values } => dl.members { @for value in values { (self::value(owner, value)) } },
                Shape::Record { members } => (self.members(owner, members)),
                Shape::Union { told, members, arms } => {
                    p { (inline(told)) }
                    (self.members(owner, members))
                    dl.members { @for arm in arms { (self.arm(owner, arm)) } }
                },
            }
        }
    }

    fn arm(self, owner: &str, arm: &Arm) -> Markup {
        html! {
            div id=(fragment(&format!("{owner}:{}", arm.name))) {
                dt {
                    code.name { (arm.name) } " " (self.ty(&arm.ty))
                    @if let Some(value) = &arm.constant { " " code { (value) } }
                    (seen_badge(arm.seen))
                }
                dd {
                    (block(&arm.doc))
                    @if let Some(member) = &arm.has { p.facts { "Has the member " code { (member) } "." } }
                }
            }
        }
    }
}

fn value(owner: &str, one: &EnumValue) -> Markup {
    let name = one.value.as_str().map_or_else(|| one.value.to_string(), str::to_owned);
    html! {
        div id=(fragment(&format!("{owner}:{name}"))) {
            dt { code.name { (one.value) } " " span.type { (one.rust) } (seen_badge(one.seen)) }
            dd { (block(&one.doc)) }
        }
    }
}
