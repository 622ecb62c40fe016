//! Writes exchanges into a folder while they happen.
//!
//! Input: a folder, exchanges, and websockets. Output: a file for each: `0001-books.findBook.json`,
//! `0002-websocket.json`.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::Request;

use super::conversation::Conversation;
use super::exchange::{Exchange, target};

/// A folder that takes exchanges.
#[derive(Debug)]
pub(crate) struct Recorder {
    folder: PathBuf,
    last: AtomicUsize,
}

impl Recorder {
    /// Makes the folder, which must not hold a session yet.
    pub(crate) fn new(folder: PathBuf) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("cannot record into {}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(|error| wrong(&error))?;
        let mut entries = fs::read_dir(&folder).map_err(|error| wrong(&error))?;
        if entries.next().is_some() {
            return Err(wrong(&"the folder is not empty; take a new one for each session"));
        }
        Ok(Self { folder, last: AtomicUsize::new(0) })
    }

    pub(crate) fn add(&self, exchange: &Exchange, operations: &[&str]) -> io::Result<()> {
        let name = match operations {
            [] => "other",
            [one] => one,
            [..] => "batch",
        };
        let text = format!("{:#}\n", exchange.to_json());
        fs::write(self.path(name), text)
    }

    /// Begins the file of a websocket at a path.
    pub(crate) fn conversation(&self, request: &Request<Bytes>, secrets: &[&str]) -> io::Result<Conversation> {
        Conversation::new(&self.path("websocket"), &target(request, secrets))
    }

    /// The path of the next file.
    fn path(&self, name: &str) -> PathBuf {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join(format!("{number:04}-{name}.json"))
    }
}
