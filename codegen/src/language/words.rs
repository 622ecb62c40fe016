//! Words of the language, a file for each concept.

pub(crate) mod amounts;
pub(crate) mod clients;
pub(crate) mod common;
pub(crate) mod examples;
pub(crate) mod limits;
pub(crate) mod paging;
pub(crate) mod refusals;
pub(crate) mod rules;
pub(crate) mod services;
pub(crate) mod subscriptions;
pub(crate) mod waiting;
pub(crate) mod webhooks;
