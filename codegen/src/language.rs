//! The spec language: nodes, tables of keys, and the declared mappings with their readers and writers.
//!
//! Input: nodes. Output: declarations, or diagnostics. Names are resolved by `analysis`, not here.

pub(crate) mod mapping;
pub mod node;
pub(crate) mod reader;
pub(crate) mod situations;
pub(crate) mod table;
pub(crate) mod value;
pub(crate) mod word;
pub(crate) mod words;
