//! Requests: the parameters of a call, and what is wrong with a request.
//!
//! Input: a request and the operation that it is for. Output: the parameters as JSON by their names
//! in the spec, or the refusal. What is sent in response is decided in [`crate::responses`].

pub(crate) mod fits;
mod multipart;
pub(crate) mod one_text;
pub(crate) mod preconditions;
pub(crate) mod rest_parameters;
pub(crate) mod rpc_parameters;
pub(crate) mod secrets;
pub(crate) mod text;
