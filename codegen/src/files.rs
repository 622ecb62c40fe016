//! Files of a generated crate as data, and their difference from an output folder.
//!
//! Input: paths and texts from `render`, and the content of the folder as the commands read it.
//! Output: [`FileSet`] and [`Plan`]. Nothing here touches the disk.

mod owned;
mod plan;
mod set;

pub use owned::{MARK, can_be_ours, is_in_owned_folder, is_ours};
pub use plan::{DiskEntry, Plan, plan};
pub(crate) use set::path_fault;
pub use set::{BadPath, FileSet};

/// Returns the source file of a module: `src/lib.rs` for the root.
pub(crate) fn source_path<S: std::fmt::Display>(module: &[S]) -> String {
    let parts: Vec<String> = module.iter().map(S::to_string).collect();
    if parts.is_empty() { "src/lib.rs".to_owned() } else { format!("src/{}.rs", parts.join("/")) }
}
