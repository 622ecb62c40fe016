//! Command `import`: makes the files of a spec from an OpenAPI or OpenRPC document.
//!
//! Input: [`Import`]: a document, and the folder for the spec, or an existing spec that is
//! extended. Output: files, and a report of losses. `chainloom-import` converts the document.
//! Existing files are replaced only on request, and never in a spec that is extended.

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_codegen::Package;
use chainloom_disk::{Failure, Folder, shown};
use chainloom_import::{FileReader, Imported, Options, Target};
use serde_json::json;

use crate::args::Format;
use crate::report::{Report, files, json_line};
use crate::spec::read_spec;
use crate::write::replace_all;

/// Maximum size of a document. Larger ones are refused before they are read.
const MAX_DOCUMENT_BYTES: u64 = 256 * 1024 * 1024;

/// Maximum size of a document whose operations are completed: a shell waits for them.
const MAX_COMPLETED_BYTES: u64 = 16 * 1024 * 1024;

/// Exit code for a spec that lacks something of the document.
const INCOMPLETE: u8 = 2;

/// Writes a spec from an OpenAPI or OpenRPC document
///
/// The exit code is 0 if all calls of the document are in the spec, 2 if the spec is written and
/// something was left out, simplified or narrowed by a guess, which the report tells, and 1 if nothing
/// was written.
#[derive(Clone, Debug, clap::Args)]
pub struct Import {
    /// Kind of the document
    #[command(subcommand)]
    pub document: Document,
    /// Packages that a spec may use to which operations are added
    #[arg(skip)]
    pub packages: Vec<Package>,
}

/// The kind of a document.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Document {
    /// Imports an OpenAPI 3.0, 3.1 or 3.2 document, in JSON or YAML
    Openapi(From),
    /// Imports an OpenRPC document, in JSON or YAML
    Openrpc(From),
}

/// The document and the folder.
#[derive(Clone, Debug, clap::Args)]
pub struct From {
    /// File of the document
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Folder for the files of the spec
    #[arg(long, value_name = "DIR", required_unless_present = "into")]
    pub out: Option<PathBuf>,
    /// Folder of a spec to which the operations are added, in one new file; no other file of it changes
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "overwrite"])]
    pub into: Option<PathBuf>,
    /// Service of that spec which the operations join; needed if it has several of their kind
    #[arg(long, value_name = "NAME", requires = "into")]
    pub service: Option<String>,
    /// Takes the type of that spec in place of the imported one with this name, though they differ; repeat it
    /// for several
    #[arg(long, value_name = "TYPE", requires = "into")]
    pub reuse: Vec<String>,
    /// Name of the client and its file, derived from the title of the document by default; with --into, name
    /// of the new file, which is that of the tag by default
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Imports only this operation, with the types that it reaches; repeat it for several. A path,
    /// `METHOD /path` or an operation ID; for OpenRPC, the name of a method
    #[arg(long, value_name = "OPERATION")]
    pub only: Vec<String>,
    /// URL of the document, against which relative URLs of its servers are resolved
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Leaves out what names, examples and sentences of the document only suggest
    #[arg(long)]
    pub no_guesses: bool,
    /// Replaces existing files
    #[arg(long)]
    pub overwrite: bool,
    /// Sets the output format: text, or one JSON object on stdout
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
}

/// Runs the command `import`.
#[must_use]
pub fn import(args: &Import) -> Report {
    let packages = &args.packages;
    let (from, read): (_, Read) = match &args.document {
        Document::Openapi(from) => (from, chainloom_import::openapi_with_files),
        Document::Openrpc(from) => (from, chainloom_import::openrpc_with_files),
    };
    match run(from, packages, read) {
        Ok(imported) => success_report(from, &imported),
        Err(failure) => failure_report(from, &failure),
    }
}

/// Files in the folder of a document.
struct Beside(Folder);

impl FileReader for Beside {
    fn read(&self, path: &str) -> Result<Option<String>, String> {
        self.0.read(path)
    }
}

/// Function that imports a document, by its text and its name, with the files of its folder.
type Read = fn(&str, &str, &dyn FileReader, &Options) -> Result<Imported, String>;

impl From {
    /// Returns the folder that the files are written to.
    fn folder(&self) -> &Path {
        self.into.as_deref().or(self.out.as_deref()).unwrap_or(Path::new("."))
    }

    /// Reads the spec that operations are added to.
    fn target(&self, packages: &[Package]) -> Result<Option<Target>, Failure> {
        let Some(folder) = &self.into else { return Ok(None) };
        let sources = read_spec(folder).map_err(|report| Failure::rendered(report.stderr))?;
        let (service, reuse) = (self.service.clone(), self.reuse.clone());
        Ok(Some(Target { sources, packages: packages.to_vec(), service, reuse }))
    }
}

/// Reads the document, and writes the files of the spec that `read` makes of it.
fn run(from: &From, packages: &[Package], read: Read) -> Result<Imported, Failure> {
    let text = text_of(&from.file, MAX_DOCUMENT_BYTES)?;
    let shown = shown(&from.file);
    let options = Options {
        name: from.name.clone(),
        no_guesses: from.no_guesses,
        only: from.only.clone(),
        into: from.target(packages)?,
        base_url: from.base_url.clone(),
    };
    let cannot = |why: String| Failure::new(format_args!("cannot import `{shown}`: {why}"));
    let folder = Folder::of(&from.file).map_err(|error| format!("cannot open the folder of the document: {error}"));
    let name = from.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let imported = read(&text, &name, &Beside(folder.map_err(cannot)?), &options).map_err(cannot)?;
    refuse_to_overwrite(from, &imported)?;
    let texts: Vec<_> = imported.files.iter().map(|(path, text)| (from.folder().join(path), text.as_str())).collect();
    replace_all(&texts)?;
    Ok(imported)
}

/// Returns the names of the operations of a document, as `--only` takes them, for completions: none of a document
/// that is large or cannot be read, and none with a space, which a shell would divide.
#[must_use]
pub fn document_operations(file: &Path) -> Vec<String> {
    let names = text_of(file, MAX_COMPLETED_BYTES).ok().and_then(|text| chainloom_import::operation_names(&text).ok());
    names.unwrap_or_default().into_iter().filter(|name| !name.contains(' ')).collect()
}

/// Reads a text file of at most `largest` bytes.
fn text_of(file: &Path, largest: u64) -> Result<String, Failure> {
    let cannot = |error: std::io::Error| Failure::io("cannot read the document", file, &error);
    let size = fs::metadata(file).map_err(cannot)?.len();
    if size > largest {
        let shown = shown(file);
        return Err(Failure::new(format_args!("`{shown}` has {size} bytes; a document may have {largest}")));
    }
    let bytes = fs::read(file).map_err(cannot)?;
    String::from_utf8(bytes).map_err(|_| Failure::new(format_args!("`{}` is not UTF-8", shown(file))))
}

/// Fails if a file of the spec exists and may not be replaced.
fn refuse_to_overwrite(from: &From, imported: &Imported) -> Result<(), Failure> {
    let is_there = |path: &&String| fs::symlink_metadata(from.folder().join(path)).is_ok();
    let there: Vec<String> =
        imported.files.iter().map(|(path, _)| path).filter(is_there).map(|path| format!("`{path}`")).collect();
    if there.is_empty() || from.overwrite {
        return Ok(());
    }
    let (shown, there) = (shown(from.folder()), there.join(", "));
    Err(Failure::rendered(format!(
        "error: `{shown}` has {there} already; nothing was written\n  \
         = help: take another folder, or give --overwrite to replace these files with all changes in them\n"
    )))
}

fn success_report(from: &From, imported: &Imported) -> Report {
    let paths: Vec<&String> = imported.files.iter().map(|(path, _)| path).collect();
    let code = if imported.report.is_complete() { 0 } else { INCOMPLETE };
    match from.format {
        Format::Json => {
            let object = json!({
                "ok": true, "out": from.folder().to_string_lossy(), "files": paths,
                "report": imported.report.json(), "failure": null,
            });
            Report { code, stdout: json_line(&object), stderr: String::new() }
        }
        Format::Text => {
            let shown = shown(from.folder());
            let stderr = format!("{}\n{} written to `{shown}`\n", imported.report.text(), files(paths.len()));
            Report { code, stdout: String::new(), stderr }
        }
    }
}

fn failure_report(from: &From, failure: &Failure) -> Report {
    match from.format {
        Format::Json => {
            let object = json!({
                "ok": false, "out": from.folder().to_string_lossy(), "files": null, "report": null,
                "failure": failure.to_string(),
            });
            Report { code: 1, stdout: json_line(&object), stderr: String::new() }
        }
        Format::Text => Report { code: 1, stdout: String::new(), stderr: format!("{failure}\n") },
    }
}
