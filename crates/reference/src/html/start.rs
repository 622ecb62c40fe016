//! Renders the start page: the description of the spec, its services and its deployments.

use maud::{Markup, html};

use super::Site;
use super::layout::{Page, module_name};
use super::markdown::{block, inline};
use super::members::Here;
use super::service::variables;
use crate::find::Item;
use crate::sections::SEEN;
use crate::text::counted;
use chainloom_codegen::sentences::first_paragraph;

/// Renders the start page.
pub(super) fn page(site: &Site<'_>) -> String {
    let reference = site.reference;
    let page = Page { title: "", path: "index.html", service: None, module: None };
    let here = Here { site, root: page.root() };
    let content = html! {
        h1 { (site.title()) }
        (block(&reference.doc))
        p.facts {
            (counted(reference.operations.len(), "operation")) ", " (counted(reference.subscriptions.len(), "subscription"))
            ", " (counted(reference.types.len(), "type")) "."
        }
        @for client in &reference.clients {
            h2 { (client.name) @if let Some(version) = &client.version { " " span.badge { (version) } } }
            (block(&client.doc))
            p { "Base URL: " code { (client.shown_url) } }
            (services(site, &client.name))
            (variables(&client.variables))
            @for one in reference.webhooks.iter().filter(|one| one.client == client.name) { (here.item(Item::Webhooks(one))) }
        }
        (deployments(site))
        h2 #types { "Types" }
        ul.columns-list {
            @for (module, path) in site.addresses.modules() {
                li { a href=(path) { (module_name(module)) } }
            }
        }
        h2 { "Marks" }
        p {
            span.badge { "seen" } " " (SEEN) " "
            span.source { "§" } " The section of the source document. "
            span.badge.required { "required" } " Must be given, or is always there."
        }
        (sources(site))
    };
    page.render(site, &content)
}

fn services(site: &Site<'_>, client: &str) -> Markup {
    let reference = site.reference;
    let operations = |service: &str| reference.operations.iter().filter(|one| one.service == service).count();
    html! {
        ul.cards {
            @for service in reference.services.iter().filter(|one| one.client == client) {
                li {
                    a href=(site.addresses.service(&service.name)) { (service.name) }
                    " " span.badge { (counted(operations(&service.name), "operation")) }
                    p { (inline(&first_paragraph(&service.doc))) }
                }
            }
        }
    }
}

/// Renders the documents to which the marks of sections refer.
fn sources(site: &Site<'_>) -> Markup {
    html! {
        @if !site.reference.sources.is_empty() {
            h2 #sources { "Sources" }
            dl {
                @for one in &site.reference.sources {
                    dt id={ "source." (super::addresses::fragment(&one.mark)) } { code { (one.mark) } }
                    dd {
                        @match &one.url {
                            Some(url) => a href=(url) { (one.title) },
                            None => (one.title),
                        }
                    }
                }
            }
        }
    }
}

fn deployments(site: &Site<'_>) -> Markup {
    html! {
        @if !site.reference.deployments.is_empty() {
            h2 { "Deployments" }
            @for one in &site.reference.deployments {
                h3 id={ "deployment." (super::addresses::fragment(&one.name)) } { (one.name) }
                (block(&one.doc))
                ul.facts {
                    @for (name, value) in &one.variables { li { code { (name) } " = " code { (value) } } }
                    @for (service, urls) in &one.endpoints {
                        @for url in urls { li { code { (service) } " at " code { (url) } } }
                    }
                }
                @if !one.missing.is_empty() {
                    p.facts { "Not served: " code { (one.missing.join(", ")) } "." }
                }
            }
        }
    }
}
