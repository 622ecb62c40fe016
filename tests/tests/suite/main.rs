//! The tests of the whole, in one program: what is linked once is linked fast, and no core waits for a slow test.
//!
//! A module of it alone: `cargo test -p chainloom-tests --test suite counts`. `conformance` is a program of its own, because it
//! prints lines for people and has no tests in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod answers;
mod arguments;
mod batches;
mod bless;
mod bounds;
mod client;
mod corruption;
mod counts;
mod dependencies;
mod documents_rest;
mod documents_rpc;
mod drawn;
mod emitted;
mod evm_methods;
mod evm_node;
mod examples;
mod fault_matrix;
mod faults;
mod foreign;
mod hidden;
mod import;
mod imports;
mod interpreted;
mod invented;
mod keys;
mod kinds;
mod limits;
mod lists;
mod macros;
mod many_calls;
mod misuse;
mod no_api_in_the_machine;
mod paged;
mod paging;
mod random_specs;
mod requests;
mod rpc_errors;
mod same_code;
mod sandbox;
mod sandbox_answers;
mod sandbox_clients;
mod sandbox_refusals;
mod sandbox_transport;
mod sessions;
mod stability;
mod statements;
mod testing;
mod third_party;
mod transport;
mod two_services;
mod types;
mod values;
mod websocket;
