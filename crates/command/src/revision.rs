//! Reads the folder of a spec from a git revision, by the program `git`.
//!
//! Input: a revision and a folder in it. Output: the files as bytes. Nothing is checked out, and
//! the work tree is not read.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use chainloom_codegen::Package;
use chainloom_diff::Side;
use chainloom_disk::{Failure, SpecFile, SpecFolder};

use crate::pipeline;

/// A revision, and the folder of the spec in it.
#[derive(Clone, Debug)]
pub(crate) struct Revision {
    /// Name of the revision in git: a tag, a branch, a commit, `HEAD~3`.
    pub(crate) name: String,
    /// Folder of the spec from the root of the repository, with forward slashes; empty for the root itself.
    folder: String,
    /// Revision and folder, for messages.
    shown: String,
}

impl Revision {
    /// Parses `REV:FOLDER`; without a folder, the folder of the spec is used.
    pub(crate) fn new(text: &str, spec: &str) -> Self {
        let (name, folder) = text.split_once(':').unwrap_or((text, spec));
        let folder = folder.trim_start_matches("./").trim_matches('/').to_owned();
        let shown = format!("{name}:{folder}");
        Self { name: name.to_owned(), folder: if folder == "." { String::new() } else { folder }, shown }
    }
}

/// Reads the files of a spec in a revision.
///
/// # Errors
///
/// There is no git, no repository, no such revision, or no spec in it.
pub(crate) fn read(revision: &Revision, within: &Path) -> Result<SpecFolder, Failure> {
    let Revision { name, folder, shown } = revision;
    let commit = commit(name, within)?;
    let listed = run(within, &["ls-tree", "-r", "-z", "--full-tree", &commit, "--", folder_or_root(folder)], &[])?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let mut paths = Vec::new();
    let mut blobs = String::new();
    for entry in listed.split('\0').filter(|entry| !entry.is_empty()) {
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let inside = if folder.is_empty() {
            Some(path)
        } else {
            path.strip_prefix(folder.as_str()).and_then(|rest| rest.strip_prefix('/'))
        };
        let Some(inside) = inside.filter(|inside| is_spec_file(inside)) else { continue };
        let mut about = about.split(' ');
        if about.next().is_none_or(|mode| !mode.starts_with("100")) {
            return Err(Failure::new(format_args!(
                "`{shown}/{inside}` is a link; links of a revision are not followed"
            )));
        }
        let Some(blob) = about.nth(1) else { continue };
        paths.push(inside.to_owned());
        blobs.push_str(&format!("{blob}\n"));
    }
    if paths.is_empty() {
        return Err(Failure::new(format_args!(
            "no spec file in `{shown}`: the files of a spec end in `.yaml`; --spec says the folder of the spec in the repository"
        )));
    }
    let contents = run(within, &["cat-file", "--batch"], blobs.as_bytes())?;
    let mut files: Vec<SpecFile> =
        paths.into_iter().zip(objects(&contents)).map(|(path, bytes)| SpecFile { path, bytes }).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(SpecFolder { name: shown.clone(), files, mistakes: Vec::new() })
}

/// Reads one file of a revision, by its path from the folder `within`.
///
/// # Errors
///
/// There is no git, no repository, no such revision, or no such file in it.
pub(crate) fn read_file(revision: &str, path: &str, within: &Path) -> Result<Vec<u8>, Failure> {
    let commit = commit(revision, within)?;
    match run(within, &["show", &format!("{commit}:./{}", path.trim_start_matches("./"))], &[]) {
        Ok(bytes) => Ok(bytes),
        Err(GitError::Missing(failure)) => Err(failure),
        Err(GitError::Refused(_)) => Err(Failure::new(format_args!("no file `{path}` in the revision `{revision}`"))),
    }
}

fn folder_or_root(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// Returns whether a file is a part of a spec. Files and folders whose name begins with a full stop are not.
fn is_spec_file(path: &str) -> bool {
    path.ends_with(".yaml") && !path.split('/').any(|part| part.starts_with('.'))
}

/// Returns the commit that a name refers to.
fn commit(name: &str, within: &Path) -> Result<String, Failure> {
    let object = format!("{name}^{{commit}}");
    let found = run(within, &["rev-parse", "--verify", "--quiet", "--end-of-options", &object], &[]);
    match found.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned()) {
        Ok(commit) if !commit.is_empty() => Ok(commit),
        Err(GitError::Missing(failure)) => Err(failure),
        _ => Err(Failure::new(format_args!(
            "`{name}` is neither a folder nor a revision of this repository; a shallow clone lacks older revisions"
        ))),
    }
}

/// Parses the objects that `git cat-file --batch` prints, each a line with the size, the bytes, and a line feed.
fn objects(printed: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut rest = printed;
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        let size: usize = head.rsplit(' ').next().and_then(|size| size.parse().ok()).unwrap_or_default();
        let body = &rest[end + 1..];
        all.push(body.get(..size).unwrap_or(body).to_vec());
        rest = body.get(size + 1..).unwrap_or_default();
    }
    all
}

/// A failure of git.
enum GitError {
    /// The program cannot be run.
    Missing(Failure),
    /// The program ended with an error.
    Refused(Failure),
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        match error {
            GitError::Missing(failure) | GitError::Refused(failure) => failure,
        }
    }
}

/// Runs git, with text for its stdin, and returns what it prints.
fn run(within: &Path, args: &[&str], input: &[u8]) -> Result<Vec<u8>, GitError> {
    let cannot = |error: std::io::Error| {
        let what = format_args!("cannot run `git`, which reads revisions: {error}; give two folders instead");
        GitError::Missing(Failure::new(what))
    };
    let mut command = Command::new("git");
    command.arg("-C").arg(if within.as_os_str().is_empty() { Path::new(".") } else { within }).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot)?;
    let stdin = child.stdin.take();
    let input = input.to_vec();
    // Git prints while it reads, so both must go on at the same time.
    let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let output = child.wait_with_output().map_err(cannot)?;
    drop(writer.join());
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(GitError::Refused(Failure::new(format_args!("`git {}` failed: {said}", args.join(" ")))))
}

/// Returns the earliest commit of the current branch whose spec this generator reads; `None` if there is none. Specs
/// that it reads are taken to come after those that it does not.
///
/// # Errors
///
/// There is no git or no repository.
pub fn earliest_readable(within: &Path, spec: &str, packages: &[Package]) -> Result<Option<String>, Failure> {
    let listed = run(within, &["rev-list", "--first-parent", "--reverse", "HEAD", "--", spec], &[])?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let commits: Vec<&str> = listed.lines().collect();
    let reads = |commit: &&str| {
        let folder = read(&Revision::new(commit, spec), within).ok();
        let sources = folder.and_then(|folder| pipeline::read(folder).ok());
        sources.is_some_and(|sources| Side::read(&sources, packages).is_ok())
    };
    let first = commits.partition_point(|commit| !reads(commit));
    // Twelve digits identify a commit in practice, and keep the line short.
    Ok(commits.get(first).map(|commit| commit.get(..12).unwrap_or(commit).to_owned()))
}
