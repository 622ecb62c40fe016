//! Requests: what an operation sends, and where each parameter travels.
//!
//! Input: the declaration of an operation. Output: its parameters, its path or method, the kind of
//! its body and its rules across parameters, or errors at what no request could carry. What comes
//! back is checked in [`super::operations`].

pub(super) mod bodies;
pub(super) mod calls;
mod constants;
mod methods;
mod multipart;
mod params;
pub(super) mod places;
mod rules;
mod same_call;
