//! Writes exchanges into a folder while they happen.
//!
//! Input: a folder, and exchanges. Output: a file for each: `0001-books.findBook.json`.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::exchange::Exchange;

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
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let name = match operations {
            [] => "other",
            [one] => one,
            [..] => "batch",
        };
        let text = format!("{:#}\n", exchange.to_json());
        fs::write(self.folder.join(format!("{number:04}-{name}.json")), text)
    }
}
