//! Recorder: writes exchanges into a folder while they happen.
//!
//! Input: a folder, exchanges, and websockets. Output: a file for each: `0001-books.findBook.json`,
//! `0002-websocket.json`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use http::Request;

use super::conversation::Conversation;
use super::exchange::{Exchange, target};

/// Folder into which exchanges are recorded.
#[derive(Debug)]
pub(crate) struct Recorder {
    folder: PathBuf,
    last: AtomicUsize,
}

impl Recorder {
    /// Creates the folder, which must not hold any file. The error is a message.
    pub(crate) fn new(folder: PathBuf) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("cannot record into {}: {error}", folder.display());
        own_folder(&folder).map_err(|error| wrong(&error))?;
        let mut entries = fs::read_dir(&folder).map_err(|error| wrong(&error))?;
        if entries.next().is_some() {
            return Err(wrong(&"the folder is not empty; take a new one for each session"));
        }
        Ok(Self { folder, last: AtomicUsize::new(0) })
    }

    /// Writes an exchange into the next file, named after the called operation.
    pub(crate) fn add(&self, exchange: &Exchange, operations: &[&str]) -> io::Result<()> {
        let name = match operations {
            [] => "other",
            [one] => one,
            [..] => "batch",
        };
        let text = format!("{:#}\n", exchange.to_json());
        own_file(&self.path(name))?.write_all(text.as_bytes())
    }

    /// Begins the file of a websocket at a path.
    pub(crate) fn conversation(
        &self,
        request: &Request<Bytes>,
        names: &[&str],
        secrets: &Redactor,
    ) -> io::Result<Conversation> {
        Conversation::new(own_file(&self.path("websocket"))?, &secrets.text(target(request, names)))
    }

    /// Returns the path of the next file, numbered from 1.
    fn path(&self, name: &str) -> PathBuf {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join(format!("{number:04}-{name}.json"))
    }
}

/// Creates a file that only its owner can read.
fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a folder that only its owner can open. The permissions of an existing folder stay.
fn own_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
