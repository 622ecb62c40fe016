//! What the words of the spec language do on the wire: clients of the macros against a server on
//! loopback.

mod alternatives;
mod answers;
mod bounds;
mod errors_in_body;
mod json_lines;
mod one_direction;
pub(crate) mod paging_tables;
mod requests;
mod response_bodies;
mod rpc_errors;
mod scalar_values;
mod servers;
mod types;
mod unavailable;
mod urls_of_pages;
