//! Responses to valid calls.
//!
//! Input: an operation and its parameters. Output: a prepared response, an example or a synthetic
//! value; for a list, the requested page; for events, a body that stays open. Invalid requests are
//! refused in [`crate::refusals`].

mod alike;
pub(crate) mod chains;
pub(crate) mod computed;
mod contents;
mod counted;
mod distinct;
pub(crate) mod echo;
pub(crate) mod event_streams;
mod fetched;
pub(crate) mod heads;
mod height_events;
mod height_items;
pub(crate) mod items;
mod ledger_objects;
mod ledgers;
pub(crate) mod links;
mod memory;
pub(crate) mod pages;
mod paths;
pub(crate) mod prepared;
mod reached;
mod results;
