//! Reference as a site: HTML files with a style and a script, for a server or a folder.
//!
//! Input: a checked spec, and how calls are shown. Output: files with their paths. Links are
//! relative, so that pages work below any path and from a disk. `maud` escapes every text of a
//! spec; Markdown is rendered in the module `markdown` alone. Equal specs give equal bytes.

mod addresses;
mod call;
mod code;
mod item;
mod layout;
mod markdown;
mod members;
mod search;
mod service;
mod start;
mod types;

use std::collections::{BTreeMap, HashMap};

use chainloom_codegen::NamedModel;

use crate::data::Reference;
use addresses::Addresses;

/// The Content-Security-Policy of the pages: their own script and style, and connections for calls.
/// A server sends it as a header, which also keeps other pages from framing them.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src http: https:; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The folder of all files but the start page.
const FOLDER: &str = "reference";
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path below the start of the site, with slashes: `index.html`.
    pub path: String,
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub text: String,
}

/// Path at which the server of a page with [`Calls::Tried`] answers dry runs, below the start of the
/// site.
pub const DRY_RUN: &str = "reference/dry-run";

/// How the page shows calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calls {
    /// As texts: commands of the first examples, by the IDs of their operations.
    Shown(BTreeMap<String, Commands>),
    /// In forms that send them. The server of the page answers a dry run before each call.
    Tried,
}

impl Default for Calls {
    fn default() -> Self {
        Self::Shown(BTreeMap::new())
    }
}

/// Commands that make a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// For `curl`.
    pub curl: String,
    /// Of the program `chainloom`.
    pub chainloom: String,
}

/// What each file of a site has near its beginning.
const MARK: &str = "chainloom-reference";

/// Whether [`site`] made a file, by its mark. Others belong to people.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(800)];
    String::from_utf8_lossy(beginning).contains(MARK)
}

/// What calls from the page begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// How calls are shown.
    pub calls: Calls,
    /// The deployment of calls that are tried; without it, variables have their defaults.
    pub deployment: Option<String>,
}

/// Makes the files of a site: `index.html`, and a folder `reference` with all others. Sorted by path.
#[must_use]
pub fn site(named: &NamedModel, start: &Start) -> Vec<File> {
    let reference = Reference::of(named);
    let programs = programs(named, &reference);
    let site = Site { addresses: Addresses::new(&reference), reference: &reference, start, programs };
    let html = |path: String, text: String| File { path, media_type: "text/html; charset=utf-8", text };
    let mut files = vec![
        html("index.html".to_owned(), start::page(&site)),
        File { path: format!("{FOLDER}/page.css"), media_type: "text/css; charset=utf-8", text: STYLE.to_owned() },
        script("page.js", SCRIPT.to_owned()),
        script("search.js", search::script(&site)),
    ];
    for service in &reference.services {
        files.push(html(site.addresses.service(&service.name).to_owned(), service::page(&site, service)));
    }
    for (module, path) in site.addresses.modules() {
        files.push(html(path.to_owned(), types::page(&site, module)));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn script(name: &str, text: String) -> File {
    File { path: format!("{FOLDER}/{name}"), media_type: "text/javascript; charset=utf-8", text }
}

/// The program of each operation by its ID, without the lines that say where its variables are from.
fn programs(named: &NamedModel, reference: &Reference) -> HashMap<String, String> {
    let shown = |program: &str| {
        let lines = program.lines().filter(|line| !line.starts_with("# "));
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let programs = reference.operations.iter().zip(named.programs());
    programs.filter_map(|(one, program)| Some((one.id.clone(), shown(&program?)))).collect()
}

/// What all pages are made of.
struct Site<'r> {
    reference: &'r Reference,
    addresses: Addresses,
    start: &'r Start,
    /// The program that calls an operation, by its ID.
    programs: HashMap<String, String>,
}
