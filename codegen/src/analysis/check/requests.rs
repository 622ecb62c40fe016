//! Requests: the parameters that an operation sends, and the location of each in the request.
//!
//! Input: the declaration of an operation. Output: its parameters, its path or method, the kind of
//! its body and its rules. Errors are reported at values that no request can carry. Responses are
//! checked in [`super::operations`].

pub(super) mod bodies;
pub(super) mod calls;
mod constants;
mod methods;
mod multipart;
mod params;
pub(super) mod places;
mod rules;
mod same_call;
