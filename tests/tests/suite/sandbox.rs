//! The sandbox: what it serves, refuses, records and breaks, as our clients and those of others see
//! it.

mod fault_matrix;
mod faults;
mod heights;
mod other_clients;
mod plausible;
mod prepared_responses;
mod recorded_calls;
mod recorded_node;
mod recursive_values;
mod reference_page;
mod refusals;
mod secrets;
mod serving;
mod sessions;
mod stated_node;
mod third_party;
mod webhooks;
mod websocket;
