//! Recognizes a run that would change nothing, so that it need not generate.
//!
//! Input: a request, the content of its spec, and a folder for notes. Output: whether the output folder
//! is still as an earlier run left it. A note holds hashes of all that the result depends on: the program,
//! the options, the path and bytes of each file of the spec, and each entry of the output folder that a run
//! looks at, with its bytes. Where one of them differs, a hash does. Only the program is known by its path,
//! size and time. A note holds also what the crate needs, which each run compares with the folder of the
//! crate. A run that prints a warning stores nothing here, because each run has to print it.

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_codegen::files::{DiskEntry, FileSet, plan};
use chainloom_disk::SpecFolder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::needs::Needs;
use crate::out::{Scan, scan};
use crate::request::Request;

/// Inputs and results of a run, as stored in its note.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EarlierRun {
    /// Hash of the program, the options and the spec.
    input: String,
    /// Hash of the output folder.
    output: String,
    /// Paths of the files.
    pub(crate) files: Vec<String>,
    /// Features and files that the code of the crate refers to.
    pub(crate) needs: Needs,
}

/// Result of an earlier run, and the inputs of the present one.
#[derive(Debug)]
pub(crate) struct Unchanged<'r> {
    note: PathBuf,
    out: &'r Path,
    /// Hash of the program, the options and the spec.
    input: String,
}

impl<'r> Unchanged<'r> {
    /// Hashes what a run depends on. `None` for a run that must generate: one that checks or measures,
    /// and one without a folder for notes.
    pub(crate) fn of(request: &'r Request, spec: &SpecFolder) -> Option<Self> {
        let notes = request.notes.as_ref().filter(|_| !request.flags.check && !request.flags.timings)?;
        let program = std::env::current_exe().ok()?;
        let about = fs::metadata(&program).ok()?;
        let mut input = Sha256::new();
        add(&mut input, format!("{} {} {:?}", program.display(), about.len(), about.modified().ok()?));
        add(&mut input, format!("{:?} {} {}", request.options, spec.name, spec.mistakes.len()));
        for file in &spec.files {
            add(&mut input, &file.path);
            add(&mut input, &file.bytes);
        }
        let out = fs::canonicalize(&request.out).unwrap_or_else(|_| request.out.clone());
        let name = hex(&Sha256::digest(out.as_os_str().as_encoded_bytes()));
        Some(Self { note: notes.join(name), out: &request.out, input: hex(&input.finalize()) })
    }

    /// Returns the result of an earlier run, if nothing differs from what it has noted.
    pub(crate) fn earlier_run(&self) -> Option<EarlierRun> {
        let earlier: EarlierRun = serde_json::from_slice(&fs::read(&self.note).ok()?).ok()?;
        let mut files = FileSet::new();
        for path in &earlier.files {
            files.insert(path, "").ok()?;
        }
        let is_same = earlier.input == self.input && hash_of(&files, &scan(self.out, &files).ok()?) == earlier.output;
        is_same.then_some(earlier)
    }

    /// Notes that the output folder holds these files. A folder that does not is not noted, nor is one
    /// whose note cannot be written: the next run generates then.
    pub(crate) fn note(self, files: &FileSet, needs: Needs) {
        let Ok(scan) = scan(self.out, files) else { return };
        if plan(files, &scan.found).is_current() {
            let paths = files.iter().map(|(path, _)| path.to_owned()).collect();
            let earlier = EarlierRun { input: self.input, output: hash_of(files, &scan), files: paths, needs };
            let _ = self.note.parent().map(fs::create_dir_all);
            let _ = serde_json::to_vec(&earlier).map(|note| fs::write(&self.note, note));
        }
    }
}

/// Returns the hash of the paths of files, and of what a run found in the output folder.
fn hash_of(files: &FileSet, scan: &Scan) -> String {
    let mut hash = Sha256::new();
    files.iter().for_each(|(path, _)| add(&mut hash, path));
    for (path, entry) in &scan.found {
        add(&mut hash, path);
        match entry {
            DiskEntry::File(bytes) => add(&mut hash, bytes),
            other => add(&mut hash, format!("{other:?}")),
        }
    }
    hex(&hash.finalize())
}

/// Adds bytes with their number, so that none can move from one part to the next.
fn add(hash: &mut Sha256, bytes: impl AsRef<[u8]>) {
    let bytes = bytes.as_ref();
    hash.update(bytes.len().to_le_bytes());
    hash.update(bytes);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
