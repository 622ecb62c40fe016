//! Renders the page of a service: shared facts of its calls, then its operations and subscriptions.

use maud::{Markup, html};

use super::addresses::{fragment, of_file};
use super::call::ServiceCalls;
use super::code::data;
use super::layout::Page;
use super::markdown::{block, inline};
use super::members::{Here, texts};
use super::{Calls, Site};
use crate::data::{Client, Service, SpecFile, Variable};

/// Renders the page of a service.
pub(super) fn page<'r>(site: &'r Site<'r>, service: &'r Service) -> String {
    let page = Page {
        title: &service.name,
        path: site.addresses.service(&service.name),
        service: Some(service.name.as_str()),
        module: None,
    };
    let here = Here { site, root: page.root() };
    let reference = site.reference;
    let client = reference.client(&service.client);
    let tried = client.filter(|_| matches!(site.start.calls, Calls::Tried));
    let shared = tried.map(|client| ServiceCalls::new(reference, client, service));
    let shared = shared.and_then(|shared| serde_json::to_string(&shared).ok());
    let groups = reference.items_by_file(&service.name);
    let content = html! {
        div.intro {
            @if let Some(shared) = &shared { (data("service-data", shared)) }
            h1 { (service.name) }
            (block(&service.doc))
            (facts_of(here, service))
            @if !service.errors.is_empty() {
                h2 #errors { "Errors of all calls" }
                (here.errors(&service.name, &service.errors))
            }
            @if let Some(client) = client { (of_client(client)) }
        }
        @for (file, items) in &groups {
            @if groups.len() > 1 { (head_of(file)) }
            @for item in items { (here.item(*item)) }
        }
    };
    page.render(site, &content)
}

/// Renders the description of a spec file, above its operations.
fn head_of(file: &SpecFile) -> Markup {
    let anchor = of_file(&file.name);
    html! {
        div.file id=(anchor) {
            h2 { (file.name) }
            (block(&file.doc))
        }
    }
}

/// Returns the URL with the scheme of a websocket; a URL that begins with a variable stays as it is.
fn websocket_url(base: &str) -> String {
    base.strip_prefix("http").map_or_else(|| base.to_owned(), |rest| format!("ws{rest}"))
}

fn facts_of(here: Here<'_>, service: &Service) -> Markup {
    let base = &service.shown_url;
    html! {
        h2 { "Access" }
        dl.members {
            @if service.endpoints.is_empty() {
                div { dt { "Base URL" } dd { p { code { (base) } } } }
            }
            @for endpoint in &service.endpoints {
                div {
                    dt { "Endpoint" @if !endpoint.name.is_empty() { " " code.name { (endpoint.name) } } }
                    dd {
                        p { code { "POST " (base) (endpoint.path) } }
                        @if !endpoint.doc.is_empty() { (block(&endpoint.doc)) }
                        @if let Some(text) = &endpoint.deprecated { p.deprecated { (inline(text)) } }
                    }
                }
            }
            @if let Some(path) = &service.websocket { div { dt { "Websocket" } dd { p { code { (websocket_url(base)) (path) } } } } }
            div { dt { "Rust" } dd { p { code { (service.rust) } } } }
            @if let Some(source) = &service.source { div { dt { "Source" } dd { p { (here.section(source)) } } } }
        }
        (variables(&service.variables))
        (headed("Availability", &service.available))
        (headed("Limits", &service.limits))
        (headed("Notes", &service.notes))
    }
}

/// Renders statements under a heading; nothing without statements.
fn headed(heading: &str, all: &[String]) -> Markup {
    html! { @if !all.is_empty() { h3 { (heading) } (texts(all)) } }
}

/// Renders variables with their defaults and values.
pub(super) fn variables(variables: &[Variable]) -> Markup {
    html! {
        @if !variables.is_empty() {
            h3 { "Variables" }
            dl.members {
                @for one in variables {
                    div {
                        dt { code.name { (one.name) } }
                        dd {
                            (block(&one.doc))
                            @if let Some(default) = &one.default { p.facts { "Default: " code { (default) } "." } }
                            @if !one.values.is_empty() { p.facts { "Values: " code { (one.values.join(", ")) } "." } }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the facts that apply to all services of a client: secrets, statuses, limits.
fn of_client(client: &Client) -> Markup {
    html! {
        details {
            summary { "All services of " code { (client.name) } ": secrets, statuses, limits" }
            (variables(&client.variables))
            @if !client.secrets.is_empty() {
                h3 { "Secrets" }
                dl.members {
                    @for secret in &client.secrets {
                        div {
                            dt {
                                code.name { (secret.name) } " " span.badge { (secret.place) }
                                @if !secret.key.is_empty() { " " code { (secret.key) } }
                                @if !secret.optional { " " span.badge.required { "required" } }
                            }
                            dd { (block(&secret.doc)) }
                        }
                    }
                }
            }
            @if !client.statuses.is_empty() {
                h3 { "Statuses of errors" }
                dl.members {
                    @for status in &client.statuses {
                        div id=(fragment(&format!("status.{}", status.code))) {
                            dt { code.name { (status.code) } " " (status.name) }
                            dd { (block(&status.doc)) }
                        }
                    }
                }
            }
            (headed("Errors", &client.errors))
            (headed("Limits", &client.limits))
            (headed("Notes", &client.notes))
        }
    }
}
