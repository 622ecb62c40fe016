//! Types: gives every declared type an id, then a body, then checks the type as a whole.
//!
//! Input: the declarations of types in the files. Output: the types of the model, and errors in
//! their structure: cycles, depth, limits, unions. Whether a value fits a type is decided in
//! [`super::values`].

mod amounts;
mod attributes;
mod cycles;
mod declare;
mod depth;
mod directions;
mod echoes;
pub(super) mod fields;
mod foreign;
mod limits;
mod map_keys;
mod resolve;
mod rest;
mod scalars;
mod sizes;
mod tags;
mod union_arms;
mod unions;
