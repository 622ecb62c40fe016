//! Plain data that describes operations and types.
//!
//! Input: none. Generated code holds the tables as statics. The generator makes the same tables of
//! a spec: it prints them, or hands them to tools that work at run time. Output: everything that
//! the runtime carries out: how a type is read and written, where a parameter goes, which rules
//! hold, how a list is paged. No behaviour is here, and no name of an API.
//!
//! All references are `&'static`. Who makes tables at run time leaks them: a generator ends, and a
//! spec is loaded once.
//!
//! What may be left out has a function that adds it, so that a description says only what holds for
//! it. The module `table` says how a table is declared.

mod errors;
mod limits;
#[doc(hidden)]
pub mod literal;
mod media;
mod operations;
mod paging;
mod protocol;
mod responses;
mod services;
mod table;
mod types;
mod waiting;
mod webhooks;

pub use chainloom_forms::{Integer, Presence, TimeUnit};
pub use errors::*;
pub use limits::*;
pub use media::*;
pub use operations::*;
pub use paging::*;
pub use protocol::*;
pub use responses::*;
pub use services::*;
pub use types::*;
pub use waiting::*;
pub use webhooks::*;
