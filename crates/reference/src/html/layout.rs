//! Renders the parts that all pages share: head, search, navigation.

use maud::{DOCTYPE, Markup, html};

use super::addresses::{escaped, fragment, of_file, short, types_of};
use super::{Calls, DRY_RUN, MARK, POLICY, Site};

/// A page of the site.
pub(super) struct Page<'p> {
    /// Title, without the name of the site.
    pub(super) title: &'p str,
    /// Path of the file.
    pub(super) path: &'p str,
    /// Service described by the page.
    pub(super) service: Option<&'p str>,
    /// Module whose types the page describes.
    pub(super) module: Option<&'p str>,
}

impl Page<'_> {
    /// Returns the relative path from the page to the root of the site.
    pub(super) fn root(&self) -> &'static str {
        if self.path.contains('/') { "../" } else { "" }
    }

    /// Renders the page as HTML text, around its content.
    pub(super) fn render(&self, site: &Site<'_>, content: &Markup) -> String {
        let root = self.root();
        let name = site.title();
        let title = if self.title.is_empty() { name.clone() } else { format!("{} – {name}", self.title) };
        let dry_run = matches!(site.start.calls, Calls::Tried).then(|| format!("{root}{DRY_RUN}"));
        // A policy in a page cannot restrict framing.
        let policy = POLICY.split("; frame-ancestors").next().unwrap_or_default();
        let page = html! {
            (DOCTYPE)
            html lang="en" data-root=(root) data-dry-run=[dry_run] data-deployment=[&site.start.deployment] {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content=(MARK);
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (root) "reference/page.css" };
                    script src={ (root) "reference/page.js" } {}
                    script src={ (root) "reference/search.js" } defer {}
                }
                body {
                    a.skip href="#content" { "Skip to the content" }
                    (self.header(&name))
                    div.columns {
                        nav.side aria-label="Services" { (self.navigation(site)) }
                        main #content tabindex="-1" { (content) }
                    }
                }
            }
        };
        page.into_string()
    }

    fn header(&self, name: &str) -> Markup {
        html! {
            header.top {
                a.home href={ (self.root()) "index.html" } { (name) }
                div.search role="search" {
                    label.hidden for="search" { "Search operations, types, members and error codes" }
                    input #search type="search" placeholder="Search ( / )" autocomplete="off" spellcheck="false"
                        role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list";
                    div #results role="listbox" aria-label="Results" hidden {}
                    p #found.hidden role="status" {}
                }
                button #menu type="button" aria-expanded="false" { "Menu" }
                button #theme type="button" aria-label="Switch between light and dark" { "◐" }
            }
        }
    }

    fn navigation(&self, site: &Site<'_>) -> Markup {
        let root = self.root();
        html! {
            @for client in &site.reference.clients {
                p.group { (client.name) }
                ul {
                    @for service in site.reference.services.iter().filter(|one| one.client == client.name) {
                        @let is_here = self.service == Some(service.name.as_str());
                        li {
                            a href={ (root) (site.addresses.service(&service.name)) } aria-current=[is_here.then_some("page")] {
                                (service.name)
                            }
                            @if is_here { (operations(site, &service.name)) }
                        }
                    }
                }
            }
            p.group { a href={ (root) "index.html#types" } { "types" } }
            @if self.service.is_none() && self.module.is_none() {
                ul { @for (module, path) in site.addresses.modules() { li { a href=(path) { (module_name(module)) } } } }
            }
            @if let Some(module) = self.module {
                ul {
                    @for entry in types_of(site.reference, module) {
                        @let name = short(&entry.id);
                        li { a href={ "#" (escaped(&fragment(name))) } { (name) } }
                    }
                }
            }
        }
    }
}

/// Returns the displayed name of a module of types; `types` for the root module.
pub(super) fn module_name(module: &str) -> &str {
    if module.is_empty() { "types" } else { module }
}

/// Renders links to the operations and subscriptions of a service, grouped by file if there are
/// several.
fn operations(site: &Site<'_>, service: &str) -> Markup {
    let groups = site.reference.items_by_file(service);
    html! {
        @for (file, items) in &groups {
            @if groups.len() > 1 { p.file { a href={ "#" (escaped(&of_file(&file.name))) } { (file.name) } } }
            ul {
                @for item in items {
                    @let id = item.id();
                    li {
                        a href={ "#" (escaped(&fragment(id))) } title=(item.wire_title()) {
                            (id.rsplit('.').next().unwrap_or(id))
                            @if item.is_rpc() { span.wire { (item.wire_name()) } }
                        }
                    }
                }
            }
        }
    }
}

impl Site<'_> {
    /// Returns the name of the site.
    pub(super) fn title(&self) -> String {
        match self.reference.name.as_str() {
            "" => "API reference".to_owned(),
            name => format!("{name} reference"),
        }
    }
}
