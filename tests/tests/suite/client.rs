//! The generated clients of the spec: calls, batches, lists, limits and errors, from memory and
//! against the sandbox.

mod arguments;
mod batches;
mod calls;
mod concurrent_calls;
mod endpoints;
mod error_predicates;
mod item_streams;
mod items_of_pages;
mod mock_transport;
mod reading_limits;
mod secret_outputs;
mod secret_parameters;
mod synthetic_values;
mod transaction_kinds;
mod webhooks;
