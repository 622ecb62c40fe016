//! Plain data that describes operations and types.
//!
//! Input: none; generated code holds it as statics, and tools build the same data from a spec at run
//! time. Output: everything that the rest of this crate carries out: how a type is read and written, where
//! a parameter goes, which rules hold, how a list is paged. No behaviour is here, and no name of an API.
//!
//! What may be left out has a function that adds it, so that a description says only what holds for it.

mod answers;
mod errors;
mod limits;
mod operations;
mod paging;
mod services;
mod types;
mod versions;

pub use answers::*;
pub use chainloom_forms::{Integer, Presence, TimeUnit};
pub use errors::*;
pub use limits::*;
pub use operations::*;
pub use paging::*;
pub use services::*;
pub use types::*;
pub use versions::*;
