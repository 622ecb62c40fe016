//! The generated documents: every fact of the spec is in them.

mod finding;
mod openapi;
mod openrpc;
mod operator;
mod reference_data;
mod reference_page;
mod removal;
mod types;
