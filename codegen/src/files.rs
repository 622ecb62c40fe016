//! The files of a generated crate as data, and what a folder lacks to hold exactly them.
//!
//! Input: paths and texts from `render`, and what is on disk as the commands read it.
//! Output: [`FileSet`] and [`Plan`]. Nothing here touches the disk.

mod owned;
mod plan;
mod set;

pub use owned::{MARK, can_be_ours, is_in_owned_folder, is_ours};
pub use plan::{Found, Plan, plan};
pub use set::{BadPath, FileSet};
