//! The client core against an invented API: in memory, and against a server on loopback.

mod arrivals;
mod away;
#[cfg(feature = "ws")]
mod backfills;
mod batches;
#[cfg(feature = "blocking")]
mod blocking;
mod books;
mod dry_runs;
mod encoding;
mod endpoints;
mod errors;
mod exchange;
mod feeds;
#[cfg(feature = "ws")]
mod frames;
#[cfg(feature = "hyper")]
mod hyper;
mod layers;
mod leaks;
mod limits;
mod lines;
mod lists;
mod observers;
mod pages;
mod pages_whole;
mod providers;
#[cfg(feature = "serde")]
mod raws;
mod recorded;
mod responses;
mod retries;
mod secrets;
mod servers;
mod settings;
mod signatures;
mod supports;
mod undone;
#[cfg(feature = "ws")]
mod websocket;
#[cfg(feature = "ws")]
mod websocket_faults;
mod whole_urls;

/// Returns whether slow tests run whole.
fn is_full() -> bool {
    std::env::var_os("CHAINLOOM_FULL").is_some_and(|value| !value.is_empty() && value != "0")
}
