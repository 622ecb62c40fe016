//! MCP server over the operations of any spec.
//!
//! Input: the reference of a spec, a caller, and limits. Output: three tools, by which a model
//! finds, describes and calls operations. Only read operations are called, unless a list allows
//! more. Results are bounded and contain no secrets. `docs/mcp.md` describes the tools.
//!
//! ```no_run
//! use chainloom_mcp::{Limits, Server};
//! # async fn sample(reference: chainloom_reference::Reference, caller: chainloom_caller::Caller) -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::new(reference, caller, Limits::default(), &[], |used| eprintln!("{used}"))?;
//! server.serve_stdio().await?;
//! # Ok(()) }
//! ```

mod answer;
mod call;
mod cut;
mod describe;
mod find;
mod input;
mod lines;
mod problem;
mod server;
mod state;
mod tools;

pub use server::Server;
pub use state::{Limits, Use};
