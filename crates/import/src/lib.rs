//! Imports OpenAPI 3.0 to 3.2 and OpenRPC documents as specs of chainloom.
//!
//! Input: the text of a document, JSON or YAML. Output: the files of a spec that the generator
//! accepts, and a [`Report`] of what the spec language cannot express. The library does not use the
//! network. The [`FileReader`] of the caller reads the further files of a document; see [`openapi_with_files`].
//!
//! | step | module |
//! |---|---|
//! | read | `text`: JSON or YAML becomes a value |
//! | copy | `ours`: a document of our own generator carries its spec, which needs no further step |
//! | join | `files`: values in other files become parts of the document |
//! | join | `path_items`: path items that refer to others get their members |
//! | locate | `locations`: relative URLs of servers become absolute |
//! | lift | `newer`: 3.2 becomes 3.1; `lift`: 3.0 becomes 3.1; keywords that the crate `oas3` does not know are set aside |
//! | unite | `parents`: a schema with a discriminator becomes a union of the schemas that extend it |
//! | select | `selection`: the operations that the caller asks for |
//! | look up | `document`: pieces by their pointers, as types of the crate `oas3` |
//! | infer | `evidence`: forms, units, lists and defaults that names, examples and sentences suggest |
//! | translate | `schema`, `rest`, `rpc`: types and operations of the spec language |
//! | lay out | `layout`, `type_files`: the file of each type and operation |
//! | repair | `repair`: parts that the generator refuses are simplified and reported |
//! | graft | `graft`: the operations become one file of a spec that exists |

mod alternatives;
mod document;
mod evidence;
mod extraction;
mod files;
mod graft;
mod importer;
mod known_scalars;
mod layout;
mod lift;
mod locations;
mod members;
mod methods;
mod names;
mod newer;
mod numbered;
mod operation;
mod ours;
mod parents;
mod path_items;
mod pointer;
mod print;
mod prose;
mod reach;
mod repair;
mod report;
mod rest;
mod roles;
mod rpc;
mod schema;
mod selection;
mod spec;
mod text;
mod tree;
mod type_files;
mod webhooks;

use serde_json::Value as Json;

use crate::document::Document;
pub use crate::files::FileReader;
use crate::files::Origins;
pub use crate::graft::Target;
use crate::graft::{PARAMETER_STRUCTURE, StandaloneImport, graft};
use crate::importer::Importer;
use crate::reach::Places;
use crate::repair::ExistingSpec;
pub use crate::report::{Entry, Kind, Report};
use crate::rest::PagingGuess;
use crate::roles::Role;
use crate::selection::{Selection, is_of_all};

/// Supported versions of OpenAPI.
const VERSIONS: [&str; 3] = ["3.0", "3.1", "3.2"];

/// Options of an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Name of the client and its file; by default, it comes from the title of the document. With
    /// `into`, it is the name of the new file; by default, the first tag or the name of the first
    /// operation.
    pub name: Option<String>,
    /// Whether facts that names, examples and sentences only suggest are left out: scalars, units,
    /// joined lists, defaults, costs, paging, tags, and the member with the message of an error.
    pub no_guesses: bool,
    /// Operations to import, with the types that they reach: paths, methods with their paths such
    /// as `GET /books`, IDs of operations, or names of JSON-RPC methods. If empty, all operations
    /// and webhooks are imported.
    pub only: Vec<String>,
    /// Spec to which the operations are added, in one new file; `None` to make a spec of their own.
    pub into: Option<Target>,
    /// URL of the document, against which relative URLs of servers are resolved. By default, the
    /// document's `$self` is used.
    pub base_url: Option<String>,
}

/// Result of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Path and text of each file of the spec.
    pub files: Vec<(String, String)>,
    /// Losses, guesses and simplifications.
    pub report: Report,
}

/// Converts an OpenAPI 3 document to a spec.
///
/// # Errors
/// The text is not OpenAPI 3, an operation of [`Options::only`] is missing, or the generator rejects the spec even
/// after all repairs.
pub fn openapi(text: &str, options: &Options) -> Result<Imported, String> {
    read_openapi(text, "", None, options)
}

/// Converts an OpenAPI 3 document that may refer to other files of its folder. `file` is the name of the document
/// in that folder.
///
/// # Errors
/// The errors of [`openapi`]; besides, a file is missing or cannot be read, or the files are too many or too large.
pub fn openapi_with_files(
    text: &str,
    file: &str,
    files: &dyn FileReader,
    options: &Options,
) -> Result<Imported, String> {
    read_openapi(text, file, Some(files), options)
}

/// Returns the names of the operations of a document, as [`Options::only`] takes them. Operations that other files
/// hold are left out.
///
/// # Errors
/// The text is neither JSON nor YAML.
pub fn operation_names(text: &str) -> Result<Vec<String>, String> {
    let (mut root, dropped) = text::read(text)?;
    path_items::unite(&mut root, &mut Origins::default());
    Ok(selection::names(&Document { root, dropped }))
}

/// Reads an OpenAPI document: copies the spec that it carries, or else converts it.
fn read_openapi(text: &str, file: &str, files: Option<&dyn FileReader>, options: &Options) -> Result<Imported, String> {
    let (root, dropped) = text::read(text)?;
    check_version(&root)?;
    let doc = Document { root, dropped };
    let why = match read_embedded_spec(&doc, options, "openapi")? {
        Ok(imported) => return Ok(imported),
        Err(why) => why,
    };
    let Document { root, mut dropped } = doc;
    let mut joined = files::join(Role::Document, root, file, files)?;
    dropped.extend(joined.dropped);
    dropped.extend(path_items::unite(&mut joined.root, &mut joined.origins));
    let mut imported = import_document(joined.root, dropped, options)?;
    name_files(&mut imported.report, &joined.origins);
    report_reason(&mut imported.report, why);
    Ok(imported)
}

/// Reports why a document of our generator is read like any other.
fn report_reason(report: &mut Report, why: Option<&str>) {
    if let Some(why) = why {
        report.detail(format!("{why}; it is read like any other document"), "");
    }
}

/// Returns the spec that a document of our generator carries. The inner error says why such a
/// document is read like any other; it is `None` for documents that our generator did not write.
fn read_embedded_spec(
    doc: &Document,
    options: &Options,
    command: &str,
) -> Result<Result<Imported, Option<&'static str>>, String> {
    let mut files = match ours::files(&doc.root) {
        Ok(Some(files)) => files,
        Ok(None) => return Ok(Err(None)),
        Err(why) => return Ok(Err(Some(why))),
    };
    if options.name.is_some() && options.into.is_none() {
        return Err("the document carries its spec, whose files have names: leave out `--name`".to_owned());
    }
    let (head, mut report) = (head(doc, command, ""), Report::default());
    let Some(mut texts) = ours::copy_texts(&doc.root, &files, &head, &mut report) else {
        return Ok(Err(Some("a document whose spec in `x-chainloom` the generator refuses")));
    };
    let selection = Selection::of(doc, &options.only)?;
    if let Some(selection) = &selection {
        ours::keep_selected(&doc.root, &mut files, selection);
    }
    report.operations = layout::count_operations(&files);
    if selection.is_some() {
        texts = repair::repair(&mut files, &head, &mut report, false, &ExistingSpec::default())?;
    }
    report.imported = layout::count_operations(&files);
    if let Some(target) = &options.into {
        let title = title(doc);
        let first = files.iter().find(|(_, root)| root.get("operations").is_some());
        let named = first.and_then(|(path, _)| path.rsplit('/').next()).unwrap_or(&title);
        let name = options.name.clone().unwrap_or_else(|| named.to_owned());
        let alone = StandaloneImport {
            files: &files,
            texts: &texts,
            plain: &Vec::new(),
            title: &title,
            name,
            is_rpc: command == "openrpc",
        };
        texts = graft(target, &alone, &head, &mut report)?;
    }
    leave_out_others(&mut report, doc, selection.as_ref());
    Ok(Ok(Imported { files: texts, report }))
}

/// Removes entries of a report that concern only operations that are not selected.
fn leave_out_others(report: &mut Report, doc: &Document, selection: Option<&Selection>) {
    if let Some(selection) = selection {
        let mut reached = Places::default();
        selection.places().for_each(|place| reached.add(doc, place));
        report.entries.retain(|entry| is_of_all(&entry.place) || reached.covers(&entry.place));
    }
    report.remove_duplicates();
}

/// Returns the title of a document; `client` if it has none.
fn title(doc: &Document) -> String {
    doc.info("title").unwrap_or_else(|| "client".to_owned())
}

/// Returns the first line of each file, a comment that names the document and the command.
fn head(doc: &Document, command: &str, more: &str) -> String {
    let version = doc.info("version").unwrap_or_default();
    let (title, version) = (prose::line(&title(doc)), prose::line(&version));
    format!("# Imported from \"{title}\" {version} by `chainloom import {command}`{more}.\n")
}

/// Adds to each entry of a report the file that contains its place.
fn name_files(report: &mut Report, origins: &Origins) {
    for entry in &mut report.entries {
        entry.origin = origins.of(&entry.place);
    }
}

/// Checks that a document states a supported version of OpenAPI.
fn check_version(root: &Json) -> Result<(), String> {
    let version =
        root.get("openapi").map(|version| version.as_str().map_or_else(|| version.to_string(), str::to_owned));
    match version.as_deref() {
        Some(version) if VERSIONS.iter().any(|known| is_of(version, known)) => Ok(()),
        Some(version) => Err(format!("the document says `openapi: {version}`; versions 3.0, 3.1 and 3.2 are read")),
        None if root.get("swagger").is_some() => {
            Err("the document is one of Swagger 2; convert it to OpenAPI 3 first, by a tool such as `swagger2openapi`"
                .to_owned())
        }
        None => Err("the document has no version: the key `openapi` is missing".to_owned()),
    }
}

/// Makes a spec of an OpenAPI document. If the generator refuses guessed paging, the document is
/// read a second time without it.
fn import_document(mut root: Json, mut dropped: text::Dropped, options: &Options) -> Result<Imported, String> {
    locations::resolve_servers(&mut root, options.base_url.as_deref())?;
    dropped.extend(newer::document(&mut root));
    alternatives::divide(&mut root);
    lift::document(&mut root);
    dropped.extend(parents::unite(&mut root));
    webhooks::unite(&mut root);
    let doc = Document { root, dropped };
    // When operations join another spec, its client has its own paging.
    let is_shared = options.into.is_none();
    let first = convert_with_paging(&doc, options, &PagingGuess { is_shared, ..PagingGuess::default() })?;
    // A list whose guessed paging is refused keeps its own parameters. If the paging that lists
    // share is refused, all lists keep theirs.
    let refused = |word: &str| {
        let is_of = move |entry: &&Entry| entry.kind == Kind::Refused && entry.what.starts_with(word);
        first.report.entries.iter().filter(is_of).map(|entry| entry.place.clone()).collect::<Vec<String>>()
    };
    let (paging, without) = (refused("`paging`"), refused("`paginate`"));
    if paging.is_empty() && without.is_empty() {
        return Ok(first);
    }
    convert_with_paging(&doc, options, &PagingGuess { is_shared: is_shared && paging.is_empty(), without })
}

/// Converts an OpenRPC 1 document to a spec.
///
/// # Errors
/// The text is not OpenRPC 1, a method of [`Options::only`] is missing, or the generator rejects the spec even after
/// all repairs.
pub fn openrpc(text: &str, options: &Options) -> Result<Imported, String> {
    read_openrpc(text, "", None, options)
}

/// Converts an OpenRPC 1 document that may refer to other files of its folder. `file` is the name of the document
/// in that folder.
///
/// # Errors
/// The errors of [`openrpc`]; besides, a file is missing or cannot be read, or the files are too many or too large.
pub fn openrpc_with_files(
    text: &str,
    file: &str,
    files: &dyn FileReader,
    options: &Options,
) -> Result<Imported, String> {
    read_openrpc(text, file, Some(files), options)
}

/// Reads an OpenRPC document: copies the spec that it carries, or else converts it.
fn read_openrpc(text: &str, file: &str, files: Option<&dyn FileReader>, options: &Options) -> Result<Imported, String> {
    let (root, dropped) = text::read(text)?;
    match root.get("openrpc").and_then(Json::as_str) {
        Some(version) if version.starts_with("1.") => {}
        Some(version) => return Err(format!("the document says `openrpc: {version}`; version 1 is read")),
        None => return Err("the document has no version: the key `openrpc` is missing".to_owned()),
    }
    let mut doc = Document { root, dropped };
    let why = match read_embedded_spec(&doc, options, "openrpc")? {
        Ok(imported) => return Ok(imported),
        Err(why) => why,
    };
    let joined = files::join(Role::RpcDocument, doc.root, file, files)?;
    doc = Document { root: joined.root, dropped: doc.dropped.into_iter().chain(joined.dropped).collect() };
    locations::resolve_servers(&mut doc.root, options.base_url.as_deref())?;
    lift::rpc_document(&mut doc.root);
    let mut imported = convert(&doc, options, "openrpc", &|importer, client| importer.rpc(client))?;
    // A form of parameters that the importer has chosen itself differs from nothing.
    let is_stated =
        |entry: &Entry| doc.at(&format!("{}/paramStructure", entry.place)).is_some_and(|form| form != "either");
    imported.report.entries.retain(|entry| !entry.what.starts_with(PARAMETER_STRUCTURE) || is_stated(entry));
    name_files(&mut imported.report, &joined.origins);
    report_reason(&mut imported.report, why);
    Ok(imported)
}

/// Returns whether a version such as `3.0.3` belongs to the versions `3.0`.
fn is_of(version: &str, known: &str) -> bool {
    version.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// Converts a prepared OpenAPI document. `paging` says which paging may be guessed.
fn convert_with_paging(doc: &Document, options: &Options, paging: &PagingGuess) -> Result<Imported, String> {
    convert(doc, options, "openapi", &|importer, _| importer.rest(paging))
}

/// Function that reads the operations of a document for the client with a name.
type Read<'r, 'd> = &'r dyn Fn(&mut Importer<'d>, &str) -> operation::ApiParts;

/// Reads a document, distributes the types and operations over files, and repairs the files until
/// the generator accepts them.
fn convert<'d>(doc: &'d Document, options: &Options, command: &str, read: Read<'_, 'd>) -> Result<Imported, String> {
    let mut importer = Importer::new(doc, !options.no_guesses);
    importer.selection = Selection::of(doc, &options.only)?;
    for (what, place) in &doc.dropped {
        importer.report.lost(*what, place);
    }
    let title = title(doc);
    let own_name = options.name.clone().filter(|_| options.into.is_none());
    let client = names::Scope::default().of_file(&own_name.unwrap_or_else(|| client_name(&title)));
    let rest = read(&mut importer, &client);
    let mut files = layout::files(&mut importer, &rest, &client);
    let head = head(doc, command, "; what was guessed says so");
    let mut report = std::mem::take(&mut importer.report);
    let mut texts = repair::repair(&mut files, &head, &mut report, true, &ExistingSpec::default())?;
    report.imported = layout::count_operations(&files);
    if let Some(target) = &options.into {
        let first = rest.operations.first();
        let named = first.map(|operation| operation.tag.as_ref().unwrap_or(&operation.preferred_name));
        let name = options.name.as_ref().or(named).cloned().unwrap_or_else(|| client.clone());
        let is_rpc = command == "openrpc";
        let plain = match options.no_guesses {
            true => Vec::new(),
            false => convert(doc, &Options { no_guesses: true, into: None, ..options.clone() }, command, read)?.files,
        };
        let alone = StandaloneImport { files: &files, texts: &texts, plain: &plain, title: &title, name, is_rpc };
        texts = graft(target, &alone, &head, &mut report)?;
    }
    leave_out_others(&mut report, doc, importer.selection.as_ref());
    Ok(Imported { files: texts, report })
}

/// Returns a name for the client: at most three words of a title, without words such as `api`, or
/// `client` if no word is left.
fn client_name(title: &str) -> String {
    const EMPTY: [&str; 12] = [
        "api", "apis", "rest", "openapi", "swagger", "the", "public", "v1", "v2", "v3", "specification",
        "documentation",
    ];
    let title = title.split(['(', '-', ':', '|', '\n']).next().unwrap_or_default();
    let words = title.split_whitespace().filter(|word| {
        !EMPTY.contains(&word.to_lowercase().as_str()) && !word.starts_with(|first: char| first.is_ascii_digit())
    });
    let name: Vec<&str> = words.take(3).collect();
    if name.is_empty() { "client".to_owned() } else { name.join(" ") }
}
