//! A real node: one on loopback, and responses that were recorded from one.

mod evm_methods;
mod evm_node;
mod recorded_responses;
