//! The runtime from outside, in one program. `memory` and `tracing` are programs of their own, whose
//! memory and whose listeners no other test shares.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod client;
mod forms;
mod json;
mod json_limits;
mod json_robust;
#[cfg(feature = "serde")]
mod json_serde;
mod json_types;
#[cfg(feature = "webhooks")]
mod webhooks;
