//! What the words of the spec language do on the wire: clients of the macros against a server on
//! loopback.

mod alternatives;
mod answers;
mod bounds;
mod documented_errors;
mod end_of_stream;
mod errors_in_body;
mod http_methods;
mod json_lines;
mod lenient;
mod one_direction;
mod pages_by_number;
pub(crate) mod paging_tables;
mod rate_headers;
mod requests;
mod response_bodies;
mod rpc_errors;
mod scalar_values;
mod servers;
mod tags;
mod types;
mod unavailable;
mod urls_of_pages;
mod waiting;
