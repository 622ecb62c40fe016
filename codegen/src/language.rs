//! The language of specs: its values, its words, and how a word is read from a tree.
//!
//! What a word means is decided above, in [`crate::spec`] and behind it.

pub(crate) mod mapping;
pub mod node;
pub(crate) mod reader;
pub(crate) mod situations;
pub(crate) mod table;
pub(crate) mod value;
pub(crate) mod word;
pub(crate) mod words;
