//! Reference as a site: HTML files with a style and a script, for a server or a folder.
//!
//! Input: a checked spec, and the presentation of calls. Output: files with their paths. Links are
//! relative, so that pages work below any path and from a disk. `maud` escapes every text of a
//! spec; only the module `markdown` renders Markdown. Equal specs give equal bytes.

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

/// Content-Security-Policy of the pages: their own script and style, and connections for calls. A
/// server sends the policy as a header, which also prevents other pages from framing them.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src http: https:; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Folder of all files except the start page.
const FOLDER: &str = "reference";
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path relative to the root of the site, with slashes: `index.html`.
    pub path: String,
    /// Media type.
    pub media_type: &'static str,
    /// Content of the file.
    pub text: String,
}

/// Path, relative to the root of the site, at which the server of a page with [`Calls::Tried`]
/// answers dry runs.
pub const DRY_RUN: &str = "reference/dry-run";

/// Presentation of calls on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Texts: commands of the first examples, by the IDs of their operations.
    Shown(BTreeMap<String, Commands>),
    /// Forms that send calls. The server of the page answers a dry run before each call.
    Tried,
}

impl Default for Calls {
    fn default() -> Self {
        Self::Shown(BTreeMap::new())
    }
}

/// Shell commands for a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// Command of `curl`.
    pub curl: String,
    /// Command of `chainloom`.
    pub chainloom: String,
}

/// Mark near the beginning of each file of a site.
const MARK: &str = "chainloom-reference";

/// Returns whether [`site`] has generated a file, by its mark; other files must not be overwritten.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(800)];
    String::from_utf8_lossy(beginning).contains(MARK)
}

/// Settings for calls from the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Presentation of calls.
    pub calls: Calls,
    /// Deployment for calls from forms; `None` for the defaults of variables.
    pub deployment: Option<String>,
}

/// Generates the files of a site: `index.html`, and a folder `reference` with all others, sorted by
/// path.
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

/// Returns the program of each operation by its ID, without comment lines.
fn programs(named: &NamedModel, reference: &Reference) -> HashMap<String, String> {
    let shown = |program: &str| {
        let lines = program.lines().filter(|line| !line.starts_with("# "));
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let programs = reference.operations.iter().zip(named.programs());
    programs.filter_map(|(one, program)| Some((one.id.clone(), shown(&program?)))).collect()
}

/// Context for all pages.
struct Site<'r> {
    reference: &'r Reference,
    addresses: Addresses,
    start: &'r Start,
    /// Programs that call an operation, by the ID of the operation.
    programs: HashMap<String, String>,
}
