//! The spec of the crate `chainloom`, as text: what other specs refer to when they use its types or
//! join its services.

use include_dir::{Dir, DirEntry, include_dir};

/// The name by which other specs speak of this one, which is also that of the crate.
pub const NAME: &str = "chainloom";

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR");

/// Path and text of each file of the spec, sorted by path: `data/balances.yaml`.
#[must_use]
pub fn files() -> Vec<(&'static str, &'static str)> {
    let mut files = Vec::new();
    collect(&FOLDER, &mut files);
    files.sort_unstable();
    files
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<(&'static str, &'static str)>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(folder) => collect(folder, files),
            DirEntry::File(file) => {
                let path = file.path().to_str().filter(|path| path.ends_with(".yaml"));
                files.extend(path.zip(file.contents_utf8()));
            }
        }
    }
}
