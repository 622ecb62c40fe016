//! The client core against an invented API: in memory, and against a server on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "client/arrivals.rs"]
mod arrivals;
#[path = "client/away.rs"]
mod away;
#[cfg(feature = "ws")]
#[path = "client/backfills.rs"]
mod backfills;
#[path = "client/batches.rs"]
mod batches;
#[cfg(feature = "blocking")]
#[path = "client/blocking.rs"]
mod blocking;
#[path = "client/books.rs"]
mod books;
#[path = "client/dry_runs.rs"]
mod dry_runs;
#[path = "client/encoding.rs"]
mod encoding;
#[path = "client/endpoints.rs"]
mod endpoints;
#[path = "client/errors.rs"]
mod errors;
#[path = "client/exchange.rs"]
mod exchange;
#[path = "client/feeds.rs"]
mod feeds;
#[cfg(feature = "ws")]
#[path = "client/frames.rs"]
mod frames;
#[cfg(feature = "hyper")]
#[path = "client/hyper.rs"]
mod hyper;
#[path = "client/layers.rs"]
mod layers;
#[path = "client/leaks.rs"]
mod leaks;
#[path = "client/limits.rs"]
mod limits;
#[path = "client/lines.rs"]
mod lines;
#[path = "client/lists.rs"]
mod lists;
#[path = "client/observers.rs"]
mod observers;
#[path = "client/pages.rs"]
mod pages;
#[path = "client/pages_whole.rs"]
mod pages_whole;
#[path = "client/providers.rs"]
mod providers;
#[cfg(feature = "serde")]
#[path = "client/raws.rs"]
mod raws;
#[path = "client/recorded.rs"]
mod recorded;
#[path = "client/responses.rs"]
mod responses;
#[path = "client/retries.rs"]
mod retries;
#[path = "client/secrets.rs"]
mod secrets;
#[path = "client/servers.rs"]
mod servers;
#[path = "client/settings.rs"]
mod settings;
#[path = "client/signatures.rs"]
mod signatures;
#[path = "client/supports.rs"]
mod supports;
#[path = "client/undone.rs"]
mod undone;
#[cfg(feature = "ws")]
#[path = "client/websocket.rs"]
mod websocket;
#[cfg(feature = "ws")]
#[path = "client/websocket_faults.rs"]
mod websocket_faults;
#[path = "client/whole_urls.rs"]
mod whole_urls;

/// Whether slow tests run whole.
fn is_full() -> bool {
    std::env::var_os("CHAINLOOM_FULL").is_some_and(|value| !value.is_empty() && value != "0")
}
