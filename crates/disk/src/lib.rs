//! Reads the texts of a spec from the disk, for the commands and the macros.
//!
//! Input: a folder or a file. Output: path and bytes of each file of the spec, which are not
//! interpreted.

mod beside;
mod failure;
mod spec;

pub use beside::Folder;
pub use failure::{Failure, shown};
pub use spec::{SpecFile, SpecFolder, read_file, read_folder};
