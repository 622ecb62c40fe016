//! Renders members, parameters, types, statements and error codes.

use maud::{Markup, html};

use super::Site;
use super::addresses::fragment;
use super::markdown::{block, inline};
use crate::data::{ErrorCode, Fact, Member, TypeText};

/// Context of a part of a page, for links to other pages.
#[derive(Clone, Copy)]
pub(super) struct Here<'r> {
    pub(super) site: &'r Site<'r>,
    pub(super) root: &'static str,
}

impl Here<'_> {
    /// Renders a type in words, with links to named types.
    pub(super) fn ty(self, ty: &TypeText) -> Markup {
        html! {
            span.type {
                @for part in &ty.0 {
                    @match &part.id {
                        Some(id) => a href={ (self.root) (self.site.addresses.ty(id)) } { (part.text) },
                        None => (part.text),
                    }
                }
            }
        }
    }

    /// Renders a list of members; `owner` is the prefix of their fragments.
    pub(super) fn members(self, owner: &str, members: &[Member]) -> Markup {
        html! {
            dl.members { @for member in members { (self.member(owner, member)) } }
        }
    }

    fn member(self, owner: &str, member: &Member) -> Markup {
        let notes = member.notes.iter().map(|note| note.text.as_str());
        let texts: Vec<&str> = member.facts.iter().map(String::as_str).chain(notes).collect();
        html! {
            div id=(fragment(&format!("{owner}.{}", member.name))) {
                dt {
                    code.name { (member.name) }
                    " " (self.ty(&member.ty))
                    @if member.required { " " span.badge.required { "required" } }
                    @if !matches!(member.place, "" | "rpc" | "body") { " " span.badge { (member.place) } }
                    (self.marks(member.seen, member.source.as_deref()))
                }
                dd {
                    @if !member.doc.is_empty() { (block(&member.doc)) }
                    @if let Some(text) = &member.deprecated { p.deprecated { (inline(text)) } }
                    @if !texts.is_empty() { p.facts { (inline(&texts.join(" "))) } }
                    @if let Some(value) = &member.constant { p.facts { "Always " code { (value) } "." } }
                    @if let Some(value) = &member.example { p.facts { "Example: " code { (value) } } }
                }
            }
        }
    }

    /// Renders error codes; `owner` is the prefix of their fragments.
    pub(super) fn errors(self, owner: &str, errors: &[ErrorCode]) -> Markup {
        html! {
            dl.members {
                @for error in errors {
                    div id=(fragment(&format!("{owner}.{}", error.name))) {
                        dt {
                            code.name { (error.code) } " " (error.name)
                            @if !error.data.0.is_empty() { " " (self.ty(&error.data)) }
                            (self.marks(error.seen, error.source.as_deref()))
                        }
                        dd { (block(&error.doc)) }
                    }
                }
            }
        }
    }

    /// Renders statements with their marks: a single one as a paragraph.
    pub(super) fn facts(self, facts: &[Fact]) -> Markup {
        let fact = |fact: &Fact| html! { (inline(&fact.text)) (self.marks(fact.seen, fact.source.as_deref())) };
        html! {
            @match facts {
                [only] => p { (fact(only)) },
                all => ul.facts { @for one in all { li { (fact(one)) } } },
            }
        }
    }

    /// Renders the badge of an undocumented fact, and the section of the documents.
    pub(super) fn marks(self, seen: bool, source: Option<&str>) -> Markup {
        html! {
            (seen_badge(seen))
            @if let Some(source) = source { " " (self.section(source)) }
        }
    }

    /// Renders a section of a document, as a link to the document on the start page.
    pub(super) fn section(self, source: &str) -> Markup {
        let document = self.site.reference.sources.iter().find(|document| document.has(source));
        html! {
            @if let Some(document) = document {
                a.source href={ (self.root) "index.html#source." (fragment(&document.mark)) } { "§ " (source) }
            } @else {
                span.source { "§ " (source) }
            }
        }
    }
}

/// Renders statements without marks.
pub(super) fn texts(texts: &[String]) -> Markup {
    html! {
        ul.facts {
            @for text in texts { li { (inline(text)) } }
        }
    }
}

/// Renders the badge of a fact that is known from real services only.
pub(super) fn seen_badge(seen: bool) -> Markup {
    html! { @if seen { " " span.badge { "seen" } } }
}
