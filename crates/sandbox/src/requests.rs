//! Requests: reads the parameters of a call, and finds the mistakes of a request.
//!
//! Input: a request and its operation. Output: the parameters as JSON, keyed by their names in the
//! spec, or the refusal. The response is determined in [`crate::responses`].

pub(crate) mod fits;
mod multipart;
pub(crate) mod one_text;
pub(crate) mod preconditions;
pub(crate) mod rest_parameters;
pub(crate) mod rpc_parameters;
pub(crate) mod secrets;
pub(crate) mod text;
