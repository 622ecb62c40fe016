//! Reads the texts of a spec folder.
//!
//! Input: a folder. Output: path and bytes of each `*.yaml` file, sorted by path, as
//! [`SpecFolder`]. The bytes are not interpreted. A file above the size limit is refused before it
//! is read, and links out of the folder are not followed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use chainloom_codegen::MAX_FILE_BYTES;
use chainloom_codegen::diagnostic::{Code, Diagnostic, Span};
use walkdir::{DirEntry, WalkDir};

use crate::failure::{Failure, shown};

/// Maximum size of a file. The generator has the same limit; here it holds before the file is read.
const MAX_BYTES: u64 = MAX_FILE_BYTES as u64;

/// A file of a spec folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecFile {
    /// Path in the folder, with forward slashes: `data/balances.yaml`.
    pub path: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// The content of a spec folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecFolder {
    /// Name of the folder itself, whatever path led to it.
    pub name: String,
    /// Files, sorted by path. They include those with another ending of YAML, which is one of the mistakes.
    pub files: Vec<SpecFile>,
    /// Diagnostics of files that cannot be read.
    pub mistakes: Vec<Diagnostic>,
}

/// Reads all spec files of a folder and the folders in it.
///
/// Entries whose name begins with a full stop, and files that are not YAML, are not part of the spec.
///
/// # Errors
/// The folder does not exist, cannot be read, or contains no spec file.
pub fn read_folder(folder: &Path) -> Result<SpecFolder, Failure> {
    let root = fs::canonicalize(folder).map_err(|error| no_folder(folder, &error))?;
    let shown = shown(folder);
    if !root.is_dir() {
        return Err(Failure::new(format_args!("`{shown}` is not a folder; a spec is a folder of YAML files")));
    }
    let mut spec = SpecFolder { name: shown_folder(folder, &root), ..SpecFolder::default() };
    Reader { root: root.clone(), spec: &mut spec }.walk(&root, "")?;
    if spec.files.is_empty() && spec.mistakes.is_empty() {
        return Err(Failure::new(format_args!("no spec file in `{shown}`: the files of a spec end in `.yaml`")));
    }
    spec.files.sort_by(|a, b| a.path.cmp(&b.path));
    spec.mistakes.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(spec)
}

/// Reads one file of a spec, and the folder of its name next to it, if there is one: the files there belong to it.
///
/// # Errors
/// The file or the folder cannot be read.
pub fn read_file(file: &Path) -> Result<SpecFolder, Failure> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !file.exists() {
        let missing = || Failure::new(format_args!("there is no file `{}`", shown(file)));
        return Err(Failure::dangling(file).unwrap_or_else(missing));
    }
    let mut spec = SpecFolder::default();
    let beside = file.with_extension("");
    let root = fs::canonicalize(file).ok().and_then(|file| file.parent().map(Path::to_path_buf)).unwrap_or_default();
    let mut reader = Reader { root, spec: &mut spec };
    if let (Some(stem), true) = (name.strip_suffix(".yaml"), beside.is_dir()) {
        reader.walk(&beside, &format!("{stem}/"))?;
    }
    reader.visit_file(file, name, false);
    spec.files.sort_by(|a, b| a.path.cmp(&b.path));
    spec.mistakes.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(spec)
}

/// Reader of a spec folder.
struct Reader<'a> {
    /// Targets that links may have.
    root: PathBuf,
    spec: &'a mut SpecFolder,
}

impl Reader<'_> {
    /// Visits all that is in a folder. Links are seen, and followed only to files.
    fn walk(&mut self, start: &Path, above: &str) -> Result<(), Failure> {
        let mut walk = WalkDir::new(start).min_depth(1).into_iter();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| Failure::walk(start, error))?;
            let Some(path) = self.usable_path(&entry, start, above) else {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            };
            match entry.file_type() {
                kind if kind.is_dir() => {}
                kind if is_yaml(&path) => self.visit_file(entry.path(), path, kind.is_symlink()),
                kind if kind.is_symlink() && entry.path().is_dir() => self.refuse(
                    Code::Unreadable,
                    &path,
                    "this link leads to a folder, and links to folders are not followed",
                    "put the folder itself here",
                ),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the path of an entry of the spec; `None` for hidden ones, which belong to editors or the system.
    fn usable_path(&mut self, entry: &DirEntry, start: &Path, above: &str) -> Option<String> {
        if entry.file_name().to_string_lossy().starts_with('.') {
            return None;
        }
        let below = entry.path().strip_prefix(start).unwrap_or(entry.path());
        let parts: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
        let path = format!("{above}{}", parts.join("/"));
        if entry.file_name().to_str().is_none() {
            self.refuse(Code::FileName, &path, "this name is not UTF-8", "rename it");
            return None;
        }
        Some(path)
    }

    /// Reads a file of the spec, or adds a diagnostic of why it cannot be read.
    fn visit_file(&mut self, file: &Path, path: String, is_link: bool) {
        if !path.ends_with(".yaml") {
            self.refuse(Code::FileName, &path, "the files of a spec end in `.yaml`", "rename it");
            if !is_yaml(&path) {
                return;
            }
        }
        if let (true, Err((what, help))) = (is_link, self.follow(file)) {
            return self.refuse(Code::Unreadable, &path, &what, help);
        }
        match read_bounded(file) {
            Ok(Content::Bytes(bytes)) => self.spec.files.push(SpecFile { path, bytes }),
            Ok(Content::TooLarge(size)) => {
                let what = format!("the file has {size} bytes; a spec file may have at most {MAX_BYTES}");
                self.refuse(Code::TooLarge, &path, &what, "split it: each file becomes a module");
            }
            Ok(Content::NoFile) => {
                self.refuse(Code::Unreadable, &path, "this is not a file", "remove it, or rename it")
            }
            Err(error) => {
                self.refuse(Code::Unreadable, &path, &format!("cannot read the file: {error}"), "make it readable")
            }
        }
    }

    /// Checks that a link leads into the folder of the spec. The error is a message and a hint.
    fn follow(&self, link: &Path) -> Result<(), (String, &'static str)> {
        match fs::canonicalize(link) {
            Ok(target) if target.starts_with(&self.root) => Ok(()),
            Ok(_) => Err(("this link leads out of the spec folder".to_owned(), "put the file itself here")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = fs::read_link(link).unwrap_or_default();
                Err((
                    format!("this link leads to `{}`, where nothing is", shown(&target)),
                    "remove the link, or fix it",
                ))
            }
            Err(error) => Err((format!("cannot follow this link: {error}"), "remove the link, or fix it")),
        }
    }

    /// Adds a diagnostic of the generator without a line.
    fn refuse(&mut self, code: Code, path: &str, what: &str, help: &str) {
        let file = format!("{}/{path}", self.spec.name).trim_start_matches('/').to_owned();
        let span = Span { line: 1, column: 1, ..Span::default() };
        self.spec.mistakes.push(Diagnostic { file, ..Diagnostic::error(code, span, what).hint(help) });
    }
}

/// Content of a file, up to the maximum size.
enum Content {
    Bytes(Vec<u8>),
    TooLarge(u64),
    NoFile,
}

/// Reads a regular file that is not too large. The size is checked before and while it is read,
/// since the file may grow.
fn read_bounded(path: &Path) -> io::Result<Content> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Ok(Content::NoFile);
    }
    if about.len() > MAX_BYTES {
        return Ok(Content::TooLarge(about.len()));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(match bytes.len() as u64 {
        size if size > MAX_BYTES => Content::TooLarge(size),
        _ => Content::Bytes(bytes),
    })
}

/// Returns whether the name has an extension of YAML. Only `.yaml` is accepted.
fn is_yaml(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("yaml") || ending.eq_ignore_ascii_case("yml")
}

/// Returns the folder in messages: a relative path as it was given, so that an editor finds the file. An absolute path
/// is reduced to its name, because messages name no places of a machine.
fn shown_folder(given: &Path, root: &Path) -> String {
    if given.is_relative() {
        let parts = given.components().filter(|part| *part != Component::CurDir);
        let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        return parts.join("/");
    }
    root.file_name().map_or_else(|| "spec".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Returns the failure of a folder that cannot be opened.
fn no_folder(folder: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::NotFound {
        let shown = shown(folder);
        let missing = || Failure::new(format_args!("there is no folder `{shown}`; a spec is a folder of YAML files"));
        return Failure::dangling(folder).unwrap_or_else(missing);
    }
    Failure::io("cannot read the spec folder", folder, error)
}
