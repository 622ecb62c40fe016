//! The sandbox: what it serves, refuses, records and breaks, as our clients and those of others see
//! it.

mod base_urls;
mod described_values;
mod fault_matrix;
mod faults;
mod heights;
mod latest_heights;
mod other_clients;
mod plausible;
mod prepared_responses;
mod recorded_calls;
mod recorded_node;
mod recorded_secrets;
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

use std::collections::HashMap;

use chainloom::runtime::Client;
use chainloom::runtime::schema;

/// Clients of all services at one URL, each built once.
struct Clients {
    url: String,
    by_name: HashMap<&'static str, Client>,
}

impl Clients {
    fn new(url: String) -> Self {
        Self { url, by_name: HashMap::new() }
    }

    fn of(&mut self, client: &'static schema::Client) -> Client {
        let build = || Client::builder(client).base_url(&self.url).build().unwrap();
        self.by_name.entry(client.name).or_insert_with(build).clone()
    }
}
