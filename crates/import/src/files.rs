//! Documents in several files: turns references to other files into references within one document.
//!
//! Input: the document as JSON, and a reader of the files in its folder, if any. Output: one
//! document, and the file of each piece that came from another file. Schemas, parameters, headers,
//! bodies, responses, examples and links become components, so that they may refer to themselves.
//! All other pieces are inlined at their references. References to URLs, to missing files, and out of the folder,
//! remain unchanged.

mod join;
mod target;

use serde_json::Value as Json;

use crate::text::Dropped;

pub(crate) use self::join::join;

/// Maximum number of other files that a document may refer to.
pub(crate) const MAX_FILES: usize = 1_000;

/// Maximum length of all these files together, in bytes.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Maximum number of JSON values that references to other files may add to a document.
pub(crate) const MAX_VALUES: usize = 5_000_000;

/// Maximum number of references that are replaced by a copy of their target.
pub(crate) const MAX_COPIES: usize = 20_000;

/// Reader of the files in the folder of a document.
pub trait FileReader {
    /// Returns the text of a file; `None` if there is no such file. `path` is relative to the folder of the document,
    /// has `/` between its parts, and none of its parts is `.` or `..`.
    ///
    /// # Errors
    /// The file cannot be read, or a link leads out of the folder.
    fn read(&self, path: &str) -> Result<Option<String>, String>;
}

/// A document that was joined from several files.
#[derive(Debug)]
pub(crate) struct JoinedDocument {
    pub(crate) root: Json,
    /// Losses while the other files were read, with their places.
    pub(crate) dropped: Dropped,
    pub(crate) origins: Origins,
}

/// Origins of pieces from other files: the JSON pointer in the joined document, and the file with
/// the JSON pointer in it, such as `schemas.yaml#/Pet`.
#[derive(Debug, Default)]
pub(crate) struct Origins(Vec<(String, String)>);

impl Origins {
    /// Records the origin of the piece at a pointer of the joined document.
    pub(crate) fn add(&mut self, pointer: String, origin: String) {
        self.0.push((pointer, origin));
    }

    /// Returns the file and the JSON pointer from which a place of the joined document comes.
    /// `None` for places of the document itself.
    pub(crate) fn of(&self, place: &str) -> Option<String> {
        let behind =
            |pointer: &str| place.strip_prefix(pointer).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let matching = self.0.iter().filter_map(|(pointer, origin)| Some((pointer.len(), origin, behind(pointer)?)));
        matching.max_by_key(|(length, ..)| *length).map(|(_, origin, rest)| format!("{origin}{rest}"))
    }
}
