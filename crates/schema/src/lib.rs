//! Tables: plain data that describes operations and types.
//!
//! Input: none. Generated code holds the tables as statics. The generator makes the same tables
//! from a spec: it prints them, or passes them to tools that work at run time. Output: everything
//! that the runtime executes: how a type is read and written, the place of each parameter, rules,
//! and pagination. The tables have no behaviour, and contain no names of an API.
//!
//! All references are `&'static`. Programs that make tables at run time leak them: a generator ends
//! soon, and a spec is loaded once.
//!
//! An optional member has a setter, so that a table states only what applies to it. The module
//! `table` explains how a table is declared.
//!
//! With the feature `serde`, parts of the tables of a checked spec can be stored and read again.

mod errors;
mod limits;
#[doc(hidden)]
pub mod literal;
mod media;
mod operations;
#[cfg(feature = "serde")]
mod owned;
mod paging;
mod protocol;
mod responses;
mod secrets;
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
pub use secrets::*;
pub use services::*;
pub use types::*;
pub use waiting::*;
pub use webhooks::*;
